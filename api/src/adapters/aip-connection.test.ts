// The client of the AIP and the server of its callbacks, over real TLS on this machine.
import { Agent, createServer, request, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createAuthority, type Authority, type Identity } from '../demo/aip/authority.ts'
import type { ReceivedCallback } from '../formats/instant/aip-callbacks.ts'
import { newEndToEndId, newMessageId, newPlatformMessageId } from '../formats/instant/aip-ids.ts'
import { listenForCallbacks } from './aip-callback-server.ts'
import { openAipClient } from './aip-client.ts'

const at = new Date()
let authority: Authority
let bank: Identity
let aip: Identity
const closing: (() => unknown)[] = []

beforeAll(async () => {
  authority = await createAuthority('test', at)
  bank = await authority.issue('bank')
  aip = await authority.issue('aip')
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const search = () => ({ endToEndId: newEndToEndId('SNB999', at), alias: '+2250700000101' })
const outcome = () => ({
  msgId: newPlatformMessageId(),
  endToEndId: newEndToEndId('SNB999', at),
  statutTransaction: 'ACCC',
  montant: '15000',
})

/** A server that answers every request in the same way, and notes what it received. */
async function anAip(answer: { status: number; body?: string } | 'silence', tls = { ...aip, ca: authority.ca }) {
  const received: { method: string; path: string; body: string }[] = []
  const server: Server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (asking, reply) => {
    let body = ''
    asking.on('data', (part: Buffer) => (body += part.toString()))
    asking.on('end', () => {
      received.push({ method: asking.method ?? '', path: asking.url ?? '', body })
      if (answer !== 'silence') reply.writeHead(answer.status).end(answer.body ?? '{"message":"Reçu"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => server.closeAllConnections(),
    () => new Promise((resolve) => server.close(resolve)),
  )
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

function aClient(url: string, identity: Identity = bank, ca = authority.ca) {
  const client = openAipClient({ url, tls: { ca, ...identity } })
  closing.push(client.close)
  return client
}

type Receive = (callback: ReceivedCallback) => Promise<'received' | 'repeated'>

async function aBank({ receive, subject = 'aip' }: { receive?: Receive; subject?: string | null } = {}) {
  const received: ReceivedCallback[] = []
  const server = await listenForCallbacks({
    port: 0,
    host: '127.0.0.1',
    tls: { ca: authority.ca, ...bank },
    allowedSubject: subject,
    receive:
      receive ??
      (async (callback) => {
        received.push(callback)
        return 'received'
      }),
    log: pino({ level: 'silent' }),
  })
  closing.push(server.close)
  return { port: server.port, received }
}

type Sent = { path?: string; method?: string; body?: string; identity?: Identity | null; ca?: string }

function post(port: number, { path = '/transferts/reponses', method = 'POST', body, identity = aip, ca }: Sent = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const agent = new Agent({ ca: ca ?? authority.ca, ...identity })
  const sending = request({ host: '127.0.0.1', port, path, method, agent }, (answer) => {
    let text = ''
    answer.on('data', (part: Buffer) => (text += part.toString()))
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
  })
  sending.on('error', reject)
  sending.end(body ?? JSON.stringify(outcome()))
  return promise.finally(() => agent.destroy())
}

it('sends a message and takes 202 and 200 (a repeated one) as accepted', async () => {
  const { url, received } = await anAip({ status: 202 })
  const body = search()
  expect(await aClient(url).send('/alias/recherche', body)).toEqual({ outcome: 'accepted' })
  expect(received).toEqual([{ method: 'POST', path: '/alias/recherche', body: JSON.stringify(body) }])
  const repeated = await anAip({ status: 200 })
  expect(await aClient(repeated.url).send('/alias/recherche', body)).toEqual({ outcome: 'accepted' })
})

it('keeps the path of the address of the AIP', async () => {
  const { url, received } = await anAip({ status: 202 })
  await aClient(`${url}/interface`).send('/alias/recherche', search())
  await aClient(`${url}/interface/`).send('/alias/recherche', search())
  expect(received.map(({ path }) => path)).toEqual(['/interface/alias/recherche', '/interface/alias/recherche'])
})

it('answers the reason of a refusal', async () => {
  const { url } = await anAip({ status: 400, body: '{"message":"Les données ne sont pas conformes"}' })
  expect(await aClient(url).send('/alias/recherche', search())).toEqual({
    outcome: 'refused',
    status: 400,
    text: 'Les données ne sont pas conformes',
  })
})

it.each([500, 502, 503, 504, 429])(
  'throws when the AIP fails with %s, so that the message is sent again',
  async (status) => {
    const { url } = await anAip({ status })
    await expect(aClient(url).send('/alias/recherche', search())).rejects.toThrow(String(status))
  },
)

it('throws when the AIP does not answer in five seconds', async () => {
  const { url } = await anAip('silence')
  await expect(aClient(url).send('/alias/recherche', search())).rejects.toThrow(/timeout|aborted/i)
}, 15_000)

it('throws when nobody listens', async () => {
  await expect(aClient('https://127.0.0.1:1').send('/alias/recherche', search())).rejects.toThrow('ECONNREFUSED')
})

it('refuses to send a body that does not fit its path', async () => {
  const { url, received } = await anAip({ status: 202 })
  await expect(aClient(url).send('/alias/recherche', { alias: '+2250700000101' })).rejects.toThrow('endToEndId')
  expect(received).toEqual([])
})

it('trusts only the authority of the AIP, and shows its certificate', async () => {
  const other = await createAuthority('other', at)
  const { url } = await anAip({ status: 202 }, { ...(await other.issue('aip')), ca: authority.ca })
  await expect(aClient(url).send('/alias/recherche', search())).rejects.toThrow(/certificate/i)
  const real = await anAip({ status: 202 })
  const client = aClient(real.url, await other.issue('bank'))
  await expect(client.send('/alias/recherche', search())).rejects.toThrow(/ECONNRESET|EPIPE|socket|alert/)
  expect(real.received).toEqual([])
})

it('reads the state of a message, and null for an unknown one', async () => {
  const msgId = newMessageId('SNB999')
  const known = await anAip({ status: 200, body: JSON.stringify({ msgId, etat: 'ENVOYE_PI', messageRecu: '{}' }) })
  expect(await aClient(known.url).findMessageState(msgId)).toEqual({ msgId, etat: 'ENVOYE_PI' })
  expect(known.received[0]).toMatchObject({ method: 'GET', path: `/messages/statut/${msgId}` })
  const unknown = await anAip({ status: 404 })
  expect(await aClient(unknown.url).findMessageState(msgId)).toBeNull()
})

it('hands over a callback with its amounts as integers, and acknowledges it afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<'received'>()
  const received: ReceivedCallback[] = []
  const { port } = await aBank({
    receive: (callback) => {
      received.push(callback)
      return promise
    },
  })
  let isAcknowledged = false
  const answer = post(port).then((reply) => {
    isAcknowledged = true
    return reply
  })
  await expect.poll(() => received.length).toBe(1)
  expect(isAcknowledged).toBe(false)
  resolve('received')
  expect(await answer).toMatchObject({ status: 202 })
  expect(received[0]).toMatchObject({
    path: '/transferts/reponses',
    body: { montant: 15_000, statutTransaction: 'ACCC' },
  })
})

it('takes the long list of the institutions of the union', async () => {
  const { port, received } = await aBank()
  const listeParticipant = Array.from({ length: 999 }, (_, index) => ({
    codeMembreParticipant: `SND${String(index + 1).padStart(3, '0')}`,
    nomOfficiel: `Mutuelle d’épargne et de crédit numéro ${index + 1}`,
    codeBanque: `SN${index + 1}`,
    statut: 'ENBL',
  }))
  const body = JSON.stringify({ msgId: newPlatformMessageId(), listeParticipant })
  expect(body.length).toBeGreaterThan(100_000)
  expect(await post(port, { path: '/participants/liste/reponses', body })).toMatchObject({ status: 202 })
  expect(received[0]?.body).toMatchObject({ listeParticipant: { length: 999 } })
})

it('takes fields that are null or empty as absent', async () => {
  const { port, received } = await aBank()
  const body = { ...outcome(), codeRaison: '', referenceBulk: null, identifiantTransaction: null }
  expect(await post(port, { body: JSON.stringify(body) })).toMatchObject({ status: 202 })
  expect(Object.keys(received[0]?.body ?? {})).toEqual(['msgId', 'endToEndId', 'statutTransaction', 'montant'])
})

it('acknowledges a repeated callback too', async () => {
  const { port } = await aBank({ receive: async () => 'repeated' })
  expect(await post(port)).toMatchObject({ status: 202 })
})

it.each<[string, Sent, number]>([
  ['an unknown path', { path: '/transferts/statut' }, 404],
  ['a path of objects', { path: '/toString' }, 404],
  ['another method', { method: 'PUT' }, 405],
  ['what is not JSON', { body: '{"msgId":' }, 400],
  ['a text with a null character', { body: JSON.stringify({ ...outcome(), codeRaison: '\0' }) }, 400],
  ['half a character', { body: JSON.stringify({ ...outcome(), informationsAdditionnelles: '\ud83d' }) }, 400],
  ['an address that is none', { path: '//' }, 404],
  ['an empty body', { body: '' }, 400],
  ['a list', { body: '[]' }, 400],
  ['a body without its identifiers', { body: '{"statutTransaction":"ACCC"}' }, 400],
  ['a long body', { body: JSON.stringify({ ...outcome(), informationsAdditionnelles: 'x'.repeat(70_000) }) }, 413],
])('refuses %s', async (_, sent, status) => {
  const { port, received } = await aBank()
  expect(await post(port, sent)).toMatchObject({ status })
  expect(received).toEqual([])
})

it('names the wrong fields of a callback, without their values', async () => {
  const { port } = await aBank()
  const { text } = await post(port, { body: JSON.stringify({ ...outcome(), montant: '12,5', msgId: 'secret' }) })
  expect(text).toContain('msgId, montant')
  expect(text).not.toContain('secret')
})

it('answers 503 while the database is unavailable, and 500 for an error of ours', async () => {
  const away = await aBank({ receive: () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })) })
  expect(await post(away.port)).toMatchObject({ status: 503 })
  const broken = await aBank({ receive: () => Promise.reject(new Error('a bug')) })
  expect(await post(broken.port)).toMatchObject({ status: 500, text: expect.not.stringContaining('bug') as string })
})

it('refuses clients without a certificate of the authority', async () => {
  const { port, received } = await aBank()
  const other = await createAuthority('other', at)
  await expect(post(port, { identity: null })).rejects.toThrow(/ECONNRESET|EPIPE|socket|alert/)
  await expect(post(port, { identity: await other.issue('aip') })).rejects.toThrow(/ECONNRESET|EPIPE|socket|alert/)
  expect(received).toEqual([])
})

it('refuses a certificate of the authority with another name', async () => {
  const { port, received } = await aBank()
  expect(await post(port, { identity: await authority.issue('somebody') })).toMatchObject({ status: 403 })
  expect(received).toEqual([])
  const open = await aBank({ subject: null })
  expect(await post(open.port, { identity: await authority.issue('somebody') })).toMatchObject({ status: 202 })
})

it('closes after the callbacks that are being received', async () => {
  const { promise, resolve } = Promise.withResolvers<'received'>()
  const arrived = Promise.withResolvers<void>()
  const server = await listenForCallbacks({
    port: 0,
    host: '127.0.0.1',
    tls: { ca: authority.ca, ...bank },
    allowedSubject: 'aip',
    receive: () => {
      arrived.resolve()
      return promise
    },
    log: pino({ level: 'silent' }),
  })
  const answer = post(server.port)
  await arrived.promise
  const closed = server.close()
  resolve('received')
  expect(await answer).toMatchObject({ status: 202 })
  await closed
})

it('closes although the AIP keeps its connection', async () => {
  const { port } = await aBank()
  const agent = new Agent({ ca: authority.ca, ...aip, keepAlive: true })
  closing.push(() => agent.destroy())
  const status = await new Promise((resolve, reject) => {
    const sending = request(
      { host: '127.0.0.1', port, path: '/transferts/reponses', method: 'POST', agent },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode)),
    )
    sending.on('error', reject)
    sending.end(JSON.stringify(outcome()))
  })
  expect(status).toBe(202)
  // The bank closes first: see the order of `closing`.
  closing.reverse()
})
