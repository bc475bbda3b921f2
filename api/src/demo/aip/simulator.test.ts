// The AIP simulator with the bank's own client and callback server, over TLS on this machine.
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { listenForCallbacks } from '../../adapters/aip-callback-server.ts'
import { type AipClient, openAipClient } from '../../adapters/aip-client.ts'
import { systemClock } from '../../adapters/clock.ts'
import {
  type AipCallback,
  type AipCallbackPath,
  callbackKey,
  type ReceivedCallback,
} from '../../formats/instant/aip-callbacks.ts'
import type { AipCall } from '../../formats/instant/aip-calls.ts'
import { newEndToEndId, newMessageId } from '../../formats/instant/aip-ids.ts'
import { createAuthority, type Authority, type Identity } from './authority.ts'
import { AIP_NAME, BANK_NAME, certificatePaths, makeCertificates } from './certificates.ts'
import { addressOf, demoAliases, paymentReasons, requestReasons } from './demo-directory.ts'
import { actOnce } from './simulate-outside.ts'
import { openStore } from './simulator-store.ts'
import { startSimulator } from './start-simulator.ts'

const BANK = 'SNB999'
const AWA = 'SN08SN9990100310000110100169'
/** Waits until an expectation is met. */
const until = <T>(met: () => T | Promise<T>) => vi.waitFor(met, { timeout: 30_000, interval: 10 })
const log = pino({ level: 'silent' })
let authority: Authority
let bankIdentity: Identity
let aipIdentity: Identity
const closing: (() => unknown)[] = []

beforeAll(async () => {
  authority = await createAuthority('test', new Date())
  bankIdentity = await authority.issue(BANK_NAME)
  aipIdentity = await authority.issue(AIP_NAME)
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Rail = Awaited<ReturnType<typeof aRail>>

/** A bank that notes its callbacks, and a simulator that answers at once. */
async function aRail({ duplicateRate = 0 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'aip-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const received: ReceivedCallback[] = []
  const keys = new Set<string>()
  let duplicates = 0
  let client: AipClient
  const server = await listenForCallbacks({
    port: 0,
    host: '127.0.0.1',
    tls: { ca: authority.ca, ...bankIdentity },
    allowedSubject: AIP_NAME,
    log,
    async receive(callback) {
      const key = callbackKey(callback)
      if (key !== null && keys.has(`${callback.path} ${key}`)) {
        duplicates += 1
        return 'repeated'
      }
      keys.add(`${callback.path} ${key ?? ''}`)
      received.push(callback)
      answerAsBank(client, callback).catch(() => undefined) // The simulator may have stopped.
      return 'received'
    },
  })
  closing.push(server.close)
  const start = () =>
    startSimulator({
      folder,
      bank: BANK,
      port: 0,
      controlPort: 0,
      callbackUrls: [`https://localhost:${server.port}`],
      tls: { ca: authority.ca, ...aipIdentity },
      latency: { minMs: 1, maxMs: 5 },
      decisionDelayMs: 20,
      duplicateRate,
      activity: null,
      clock: systemClock,
      log,
    })
  let simulator = await start()
  closing.push(() => simulator.close())
  client = openAipClient({ url: simulator.url, tls: { ca: authority.ca, ...bankIdentity } })
  closing.push(() => client.close())

  async function control(path: string, body?: object) {
    const answer = await fetch(`${simulator.controlUrl}/demo/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return {
    send: (...args: Parameters<AipClient['send']>) => client.send(...args),
    findMessageState: (msgId: string) => client.findMessageState(msgId),
    received,
    duplicates: () => duplicates,
    control,
    state: async () => (await control('state')).body,
    /** The next callback of a path that fits. */
    callback: <Path extends AipCallbackPath>(path: Path, fits: (body: AipCallback<Path>) => boolean = () => true) =>
      until(() => {
        const found = received.find((one) => one.path === path && fits(one.body as AipCallback<Path>))
        if (!found) throw new Error(`no callback at ${path}`)
        return found.body as AipCallback<Path>
      }),
    /** Ends the simulator without a word, and starts it again on what it has stored. */
    async restart() {
      await simulator.close()
      client.close()
      simulator = await start()
      client = openAipClient({ url: simulator.url, tls: { ca: authority.ca, ...bankIdentity } })
    },
  }
}

/** What a bank does without a customer: it takes payments and names holders. */
async function answerAsBank(client: AipClient, { path, body }: ReceivedCallback) {
  const msgId = newMessageId(BANK)
  if (path === '/transferts')
    await client.send('/transferts/reponses', {
      msgId,
      msgIdDemande: body.msgId,
      endToEndId: body.endToEndId,
      ...(body.motif === 'refuse' ? { statutTransaction: 'RJCT', codeRaison: 'AC07' } : { statutTransaction: 'ACSP' }),
    })
  if (path === '/verifications-identites')
    await client.send('/verifications-identites/reponses', {
      msgId,
      msgIdDemande: body.msgId,
      endToEndId: body.endToEndId,
      ...(body.ibanClient === AWA
        ? {
            resultatVerification: true,
            ibanClient: AWA,
            typeCompte: 'CACC',
            typeClient: 'P',
            nomClient: 'Awa Ndiaye',
            villeClient: 'Dakar',
            paysResidence: 'SN',
            devise: 'XOF',
            systemeIdentification: 'NIDN',
            numeroIdentification: '2751199000017',
          }
        : { resultatVerification: false, codeRaison: 'AC01' }),
    })
}

const newId = () => newEndToEndId(BANK, new Date())

function orderTo(alias: string, changes: Partial<AipCall<'/transferts'>> = {}): AipCall<'/transferts'> {
  const holder = demoAliases.get(alias)?.holder
  if (!holder) throw new Error(`nobody has ${alias}`)
  return {
    msgId: newMessageId(BANK),
    endToEndId: newId(),
    montant: 15_000,
    canalCommunication: '999',
    dateHeureAcceptation: new Date().toISOString(),
    codeMembreParticipantPaye: holder.member,
    nomClientPayeur: 'Awa Ndiaye',
    paysClientPayeur: 'SN',
    typeClientPayeur: 'P',
    typeCompteClientPayeur: 'CACC',
    deviseCompteClientPayeur: 'XOF',
    ibanClientPayeur: AWA,
    systemeIdentificationClientPayeur: 'NIDN',
    numeroIdentificationClientPayeur: '2751199000017',
    nomClientPaye: holder.name,
    paysClientPaye: holder.country,
    typeClientPaye: holder.kind,
    typeCompteClientPaye: holder.account.kind,
    deviseCompteClientPaye: 'XOF',
    ibanClientPaye: holder.account.iban,
    otherClientPaye: holder.account.other,
    villeClientPaye: holder.city,
    aliasClientPaye: alias,
    ...(holder.identity && {
      systemeIdentificationClientPaye: holder.identity.system,
      numeroIdentificationClientPaye: holder.identity.number,
    }),
    ...changes,
  }
}

/** Sends a payment and answers its outcome. */
async function pay(rail: Rail, order: AipCall<'/transferts'>) {
  expect(await rail.send('/transferts', order)).toEqual({ outcome: 'accepted' })
  return rail.callback('/transferts/reponses', ({ endToEndId }) => endToEndId === order.endToEndId)
}

async function anAlias(rail: Rail, type: 'MBNO' | 'SHID' | 'MCOD' = 'MBNO', value = '+221770000001') {
  const idCreationAlias = crypto.randomUUID().slice(0, 30)
  await rail.send('/alias/creation', {
    idCreationAlias,
    nomClient: 'Awa Ndiaye',
    categorieClient: 'P',
    paysResidenceClient: 'SN',
    telephoneClient: '+221770000001',
    identificationNationaleClient: '2751199000017',
    participant: BANK,
    iban: AWA,
    typeCompte: 'CACC',
    dateOuvertureCompte: '2025-09-30',
    typeAlias: type,
    ...(type !== 'SHID' && { valeurAlias: value }),
  })
  return rail.callback('/alias/creation/reponses', (body) => body.idCreationAlias === idCreationAlias)
}

it('answers the holder of a phone number, an address and a merchant code', async () => {
  const rail = await aRail()
  for (const [alias, expected] of [
    [
      '+2250700000101',
      { nom: 'Adjoua Kouassi', participant: 'CIE101', paysResidence: 'CI', other: '+2250700000101', typeAlias: 'MBNO' },
    ],
    [addressOf('+2250700000101'), { nom: 'Adjoua Kouassi', typeAlias: 'SHID' }],
    ['504207', { nom: 'Boutique Ndar Tissus', categorie: 'C', ville: 'Saint-Louis', typeAlias: 'MCOD' }],
    ['+221765550104', { nom: 'Sokhna Diarra', participant: 'SNB998', iban: 'SN08SN9980101010004610100147' }],
  ] as const) {
    const endToEndId = newId()
    expect(await rail.send('/alias/recherche', { endToEndId, alias })).toEqual({ outcome: 'accepted' })
    const answer = await rail.callback('/alias/recherche/reponses', (body) => body.endToEndId === endToEndId)
    expect(answer).toMatchObject({ statut: 'SUCCES', valeurAlias: alias, ...expected })
  }
  const endToEndId = newId()
  await rail.send('/alias/recherche', { endToEndId, alias: '+221770009999' })
  expect(await rail.callback('/alias/recherche/reponses', (body) => body.endToEndId === endToEndId)).toEqual({
    endToEndId,
    statut: 'ECHEC',
    raisonRejet: 'ALIAS_INEXISTANT',
  })
})

it('verifies account numbers of other banks', async () => {
  const rail = await aRail()
  const verify = async (codeMembreParticipant: string, ibanClient: string) => {
    const endToEndId = newId()
    await rail.send('/verifications-identites', {
      msgId: newMessageId(BANK),
      endToEndId,
      codeMembreParticipant,
      ibanClient,
    })
    return rail.callback('/verifications-identites/reponses', (body) => body.endToEndId === endToEndId)
  }
  expect(await verify('SNB998', 'SN08SN9980101010004610100147')).toMatchObject({
    resultatVerification: true,
    nomClient: 'Sokhna Diarra',
  })
  expect(await verify('CIB998', 'CI93CI9980103420070010200154')).toMatchObject({
    nomClient: 'Lagune Emballages SA (Abidjan)',
    typeClient: 'B',
  })
  expect(await verify('SNB997', 'SN08SN9980101010004610100147')).toMatchObject({
    resultatVerification: false,
    codeRaison: 'AC01',
  })
  expect(await verify('SNB998', 'SN08SN9980101010004610100148')).toMatchObject({ resultatVerification: false })
  // A number of the bank itself comes back to it as a question.
  expect(await verify(BANK, AWA)).toMatchObject({ resultatVerification: true, nomClient: 'Awa Ndiaye' })
})

it('pays a wallet in another country', async () => {
  const rail = await aRail()
  const order = orderTo('+2250700000101', { motif: 'Loyer' })
  const outcome = await pay(rail, order)
  expect(outcome).toMatchObject({ statutTransaction: 'ACCC', msgIdDemande: order.msgId, montant: 15_000 })
  expect(outcome.dateHeureIrrevocabilite).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/)
  expect(await rail.findMessageState(order.msgId)).toMatchObject({ etat: 'ENVOYE_PI' })
  expect(await rail.findMessageState(newMessageId(BANK))).toBeNull()
})

it('refuses payments with each reason, by the payee', async () => {
  const rail = await aRail()
  for (const [index, reason] of paymentReasons.entries()) {
    const phone = `+2217699900${String(index + 1).padStart(2, '0')}`
    expect(await pay(rail, orderTo(phone))).toMatchObject({ statutTransaction: 'RJCT', codeRaison: reason })
  }
}, 60_000)

it('refuses messages that break the rules of the platform', async () => {
  const rail = await aRail()
  const wallet = '+2250700000101'
  const reasonOf = async (order: AipCall<'/transferts'>) => (await pay(rail, order)).codeRaison
  expect(await reasonOf(orderTo(wallet, { codeMembreParticipantPaye: 'SNB555' }))).toBe('RC04')
  expect(await reasonOf(orderTo(wallet, { otherClientPaye: '+2250700000999' }))).toBe('AC03')
  expect(await reasonOf(orderTo('+221765550115'))).toBe('AG11')
  expect(await reasonOf(orderTo('+221785550103', { montant: 200_001 }))).toBe('AM02')
  expect(
    await reasonOf(
      orderTo(wallet, { canalCommunication: '000', latitudeClientPayeur: '14.7', longitudeClientPayeur: '-17.4' }),
    ),
  ).toBe('CH17')
  await rail.control('behave', { guarantee: 20_000 })
  expect(await reasonOf(orderTo(wallet, { montant: 20_001 }))).toBe('AM04')
  await rail.control('participant', { member: 'CIE101', state: 'DSBL' })
  expect(await reasonOf(orderTo(wallet))).toBe('AG11')
})

it('takes the same message once, and refuses its payment under another message', async () => {
  const rail = await aRail()
  const order = orderTo('+2250700000101')
  await pay(rail, order)
  expect(await rail.send('/transferts', order)).toEqual({ outcome: 'accepted' })
  const second = { ...order, msgId: newMessageId(BANK) }
  await rail.send('/transferts', second)
  const refusal = await rail.callback('/transferts/reponses', ({ msgIdDemande }) => msgIdDemande === second.msgId)
  expect(refusal).toMatchObject({ statutTransaction: 'RJCT', codeRaison: 'DU04' })
  expect(await rail.state()).toMatchObject({ balance: 15_000, conflicts: [expect.stringContaining('came twice')] })
})

it('refuses a malformed message at once', async () => {
  const rail = await aRail()
  expect(
    await rail.send('/retour-fonds/demande', {
      msgId: newMessageId(BANK),
      codeMembreParticipantPaye: 'CIE101',
      endToEndId: newId(),
      raison: 'DUPL',
    }),
  ).toMatchObject({ outcome: 'refused', status: 404 })
})

it('answers a payment without an outcome only when the bank inquires about its state', async () => {
  const rail = await aRail()
  const order = orderTo('+221769990091')
  const ask = () => rail.send('/transferts/statut', { msgId: newMessageId(BANK), endToEndId: order.endToEndId })
  await rail.send('/transferts', order)
  await until(async () => {
    await ask()
    expect(rail.received).not.toEqual([])
  })
  const outcome = await rail.callback('/transferts/reponses', ({ endToEndId }) => endToEndId === order.endToEndId)
  expect(outcome.statutTransaction).toBe('ACCC')
  expect(await rail.send('/transferts/statut', { msgId: newMessageId(BANK), endToEndId: newId() })).toMatchObject({
    outcome: 'refused',
    status: 404,
  })
})

it('never answers some payments, until they are settled by hand', async () => {
  const rail = await aRail()
  const order = orderTo('+221769990092')
  await rail.send('/transferts', order)
  for (let count = 0; count < 4; count += 1)
    await rail.send('/transferts/statut', { msgId: newMessageId(BANK), endToEndId: order.endToEndId })
  expect(rail.received).toEqual([])
  await rail.control('settle', { end_to_end_id: order.endToEndId, reason: 'AB08' })
  expect(await rail.callback('/transferts/reponses')).toMatchObject({ statutTransaction: 'RJCT', codeRaison: 'AB08' })
})

it('repeats callbacks, sends states in steps, and reports malformed messages', async () => {
  const rail = await aRail()
  await pay(rail, orderTo('+221769990094'))
  await until(() => expect(rail.duplicates()).toBe(2))
  const steps = orderTo('+221769990095')
  await pay(rail, steps)
  await rail.callback(
    '/transferts/reponses',
    (body) => body.endToEndId === steps.endToEndId && body.statutTransaction === 'ACCC',
  )
  const malformed = orderTo('+221769990096')
  await rail.send('/transferts', malformed)
  expect(await rail.callback('/transferts/echecs')).toMatchObject({ reference: malformed.msgId })
})

it('refuses the message of a payment, and does not know the payment afterwards', async () => {
  const rail = await aRail()
  const order = orderTo('+221769990097')
  expect(await rail.send('/transferts', order)).toMatchObject({ outcome: 'refused', status: 400 })
  const question = { msgId: newMessageId(BANK), endToEndId: order.endToEndId }
  expect(await rail.send('/transferts/statut', question)).toMatchObject({ outcome: 'refused', status: 404 })
})

it('delivers callbacks twice at the rate it is given', async () => {
  const rail = await aRail({ duplicateRate: 1 })
  await pay(rail, orderTo('+2250700000101'))
  await until(() => expect(rail.duplicates()).toBeGreaterThan(0))
})

it('keeps aliases of the bank: creates, changes and removes them', async () => {
  const rail = await aRail()
  const created = await anAlias(rail)
  expect(created).toMatchObject({ statut: 'SUCCES', type: 'MBNO', alias: '+221770000001' })
  expect(created.shid).toMatch(/^[0-9a-f-]{36}$/)
  expect(await anAlias(rail)).toMatchObject({ statut: 'ECHEC', raisonRejet: 'ALIAS_EXISTANT' })
  expect((await anAlias(rail, 'SHID')).alias).toMatch(/^[0-9a-f-]{36}$/)
  expect(await anAlias(rail, 'MCOD', '856974')).toMatchObject({ statut: 'SUCCES', alias: '856974' })
  await rail.send('/alias/modification', { alias: '+221770000001', villeClient: 'Thiès' })
  expect(await rail.callback('/alias/modification/reponses')).toMatchObject({ statut: 'SUCCES' })
  await rail.send('/alias/suppression', { alias: '+221770000001', raisonSuppression: 'DEMANDE_CLIENT' })
  expect(await rail.callback('/alias/suppression/reponses')).toMatchObject({ statut: 'SUCCES' })
  expect(await anAlias(rail)).toMatchObject({ statut: 'SUCCES' })
  await rail.send('/alias/suppression', { alias: '+2250700000101', raisonSuppression: 'DEMANDE_CLIENT' })
  expect(await rail.callback('/alias/suppression/reponses', ({ alias }) => alias === '+2250700000101')).toMatchObject({
    statut: 'ECHEC',
  })
})

it('lets somebody outside pay an alias or an account of the bank', async () => {
  const rail = await aRail()
  await anAlias(rail)
  await rail.control('pay', { to: '+221770000001', amount: 2_500, purpose: 'Merci' })
  const incoming = await rail.callback('/transferts', ({ montant }) => montant === 2_500)
  expect(incoming).toMatchObject({
    nomClientPayeur: 'Adjoua Kouassi',
    codeMembreParticipantPayeur: 'CIE101',
    ibanClientPaye: AWA,
    aliasClientPaye: '+221770000001',
    motif: 'Merci',
  })
  await rail.control('pay', { to: AWA, amount: 3_500 })
  const named = await rail.callback('/transferts', ({ montant }) => montant === 3_500)
  expect(named).toMatchObject({ nomClientPaye: 'Awa Ndiaye', ibanClientPaye: AWA })
  await until(async () => expect(await rail.state()).toMatchObject({ balance: -6_000, conflicts: [] }))
  await rail.control('pay', { to: '+221770000001', amount: 700, purpose: 'refuse' })
  await until(async () =>
    expect((await rail.state())['transfers']).toContainEqual(
      expect.objectContaining({ amount: 700, state: 'RJCT', reason: 'AC07' }),
    ),
  )
  expect((await rail.control('pay', { to: '+221770000009', amount: 1 })).status).toBe(404)
})

it('sends payments between two customers of the bank through the platform', async () => {
  const rail = await aRail()
  const order = {
    ...orderTo('+2250700000101'),
    codeMembreParticipantPaye: BANK,
    nomClientPaye: 'Cheikh Diatta',
    paysClientPaye: 'SN' as const,
    typeCompteClientPaye: 'CACC' as const,
    otherClientPaye: undefined,
    ibanClientPaye: 'SN08SN9990500110000210100139',
  }
  expect(await pay(rail, order)).toMatchObject({ statutTransaction: 'ACCC', msgIdDemande: order.msgId })
  expect(await rail.callback('/transferts')).toMatchObject({
    codeMembreParticipantPayeur: BANK,
    endToEndId: order.endToEndId,
  })
  const refused = { ...order, msgId: newMessageId(BANK), endToEndId: newId(), motif: 'refuse' }
  expect(await pay(rail, refused)).toMatchObject({ statutTransaction: 'RJCT', codeRaison: 'AC07' })
  const availability = {
    ...order,
    msgId: newMessageId(BANK),
    endToEndId: newId(),
    montant: 1,
    typeTransaction: 'DISP' as const,
  }
  expect(await pay(rail, availability)).toMatchObject({ statutTransaction: 'ACCC', montant: 1 })
  expect(rail.received.filter(({ path }) => path === '/transferts')).toHaveLength(2)
  expect(await rail.state()).toMatchObject({ balance: 0, conflicts: [] })
})

function requestTo(
  phone: string,
  changes: Partial<AipCall<'/demandes-paiements'>> = {},
): AipCall<'/demandes-paiements'> {
  const {
    msgId,
    endToEndId,
    canalCommunication: _channel,
    codeMembreParticipantPaye: _payee,
    dateHeureAcceptation: _at,
    ...order
  } = orderTo(phone)
  const holder = demoAliases.get(phone)?.holder
  if (!holder) throw new Error(`nobody has ${phone}`)
  return {
    ...order,
    msgId,
    endToEndId,
    codeMembreParticipantPayeur: holder.member,
    clientDemandeur: 'X',
    identifiantDemandePaiement: `FACTURE-${phone.slice(-4)}`,
    canalCommunication: '631',
    montant: 10_000,
    nomClientPayeur: holder.name,
    paysClientPayeur: holder.country,
    typeCompteClientPayeur: holder.account.kind,
    ibanClientPayeur: holder.account.iban,
    otherClientPayeur: holder.account.other,
    aliasClientPayeur: phone,
    nomClientPaye: 'Awa Ndiaye',
    paysClientPaye: 'SN',
    typeCompteClientPaye: 'CACC',
    ibanClientPaye: AWA,
    otherClientPaye: undefined,
    aliasClientPaye: '+221770000001',
    ...changes,
  }
}

it('pays a request of the bank, with its discount, or refuses it with each reason', async () => {
  const rail = await aRail()
  const request = requestTo('+2250700000101', { montantRemisePaiementImmediat: 500 })
  await rail.send('/demandes-paiements', request)
  const payment = await rail.callback('/transferts')
  expect(payment).toMatchObject({
    montant: 9_500,
    identifiantTransaction: request.identifiantDemandePaiement,
    canalCommunication: '631',
    nomClientPayeur: 'Adjoua Kouassi',
  })
  // By account number, of somebody who has no alias.
  const byAccount = requestTo('+2250700000101', {
    codeMembreParticipantPayeur: 'SNB998',
    identifiantDemandePaiement: 'PAR-COMPTE',
    aliasClientPayeur: undefined,
    otherClientPayeur: undefined,
    ibanClientPayeur: 'SN08SN9980500120011110200146',
  })
  await rail.send('/demandes-paiements', byAccount)
  expect(await rail.callback('/transferts', (body) => body.identifiantTransaction === 'PAR-COMPTE')).toMatchObject({
    nomClientPayeur: 'Transports Casamance Express',
    ibanClientPayeur: 'SN08SN9980500120011110200146',
  })
  for (const [index, reason] of requestReasons.entries()) {
    const refused = requestTo(`+22176999006${index + 1}`)
    await rail.send('/demandes-paiements', refused)
    const refusal = await rail.callback(
      '/demandes-paiements/reponses',
      ({ endToEndId }) => endToEndId === refused.endToEndId,
    )
    expect(refusal).toMatchObject({ statut: 'RJCT', codeRaison: reason, msgIdDemande: refused.msgId })
  }
  expect((await rail.state())['requests']).toContainEqual(
    expect.objectContaining({ end_to_end_id: request.endToEndId, state: 'paid' }),
  )
}, 60_000)

it('lets somebody outside ask a customer of the bank, who pays or refuses', async () => {
  const rail = await aRail()
  await anAlias(rail)
  await rail.control('request', { to: '+221770000001', amount: 4_000, identifier: 'LOYER-1', seconds: 600 })
  const request = await rail.callback('/demandes-paiements')
  expect(request).toMatchObject({
    montant: 4_000,
    nomClientPaye: 'Adjoua Kouassi',
    codeMembreParticipantPaye: 'CIE101',
  })
  await pay(
    rail,
    orderTo('+2250700000101', {
      montant: 4_000,
      canalCommunication: '631',
      identifiantTransaction: 'LOYER-1',
      latitudeClientPayeur: '14.7',
      longitudeClientPayeur: '-17.4',
    }),
  )
  await rail.control('request', { to: '+221770000001', amount: 5_000, identifier: 'LOYER-2' })
  const second = await rail.callback('/demandes-paiements', ({ montant }) => montant === 5_000)
  await rail.send('/demandes-paiements/reponses', {
    msgId: newMessageId(BANK),
    msgIdDemande: second.msgId,
    identifiantDemandePaiement: 'LOYER-2',
    endToEndId: second.endToEndId,
    statut: 'RJCT',
    codeRaison: 'ARFR',
  })
  expect((await rail.state())['requests']).toEqual([
    expect.objectContaining({ identifier: 'LOYER-1', state: 'paid' }),
    expect.objectContaining({ identifier: 'LOYER-2', state: 'refused', reason: 'ARFR' }),
  ])
})

it('gives money back, or refuses to', async () => {
  const rail = await aRail()
  const askBack = async (phone: string) => {
    const order = orderTo(phone)
    await pay(rail, order)
    const ask = () =>
      rail.send('/retour-fonds/demande', {
        msgId: newMessageId(BANK),
        codeMembreParticipantPaye: order.codeMembreParticipantPaye,
        endToEndId: order.endToEndId,
        raison: 'DUPL',
      })
    await ask()
    return { ask, is: ({ endToEndId }: { endToEndId: string }) => endToEndId === order.endToEndId }
  }
  const given = await askBack('+2250700000101')
  expect(await rail.callback('/retour-fonds', given.is)).toMatchObject({
    montantRetourne: 15_000,
    raisonRetour: 'CUST',
  })
  await given.ask()
  expect(await rail.callback('/retour-fonds/reponses', given.is)).toMatchObject({ statut: 'RJCR', raison: 'ARDT' })
  const refused = await askBack('+221769990071')
  expect(await rail.callback('/retour-fonds/reponses', refused.is)).toMatchObject({ raison: 'CUST' })
  const closed = await askBack('+221769990072')
  expect(await rail.callback('/retour-fonds/reponses', closed.is)).toMatchObject({ raison: 'AC04' })
})

it('lets somebody outside ask the bank for money back, which comes back once', async () => {
  const rail = await aRail()
  await anAlias(rail)
  const { body } = await rail.control('pay', { to: '+221770000001', amount: 2_500 })
  const id = String(body['end_to_end_id'])
  await until(async () => expect(await rail.state()).toMatchObject({ balance: -2_500 }))
  await rail.control('ask-return', { end_to_end_id: id, reason: 'AM09' })
  expect(await rail.callback('/retour-fonds/demande')).toMatchObject({ endToEndId: id, raison: 'AM09' })
  const giveBack = () =>
    rail.send('/retour-fonds', {
      msgId: newMessageId(BANK),
      endToEndId: id,
      montantRetourne: 2_500,
      raisonRetour: 'CUST',
    })
  expect(await giveBack()).toEqual({ outcome: 'accepted' })
  expect(await rail.state()).toMatchObject({ returns: [{ state: 'returned', amount: 2_500 }], conflicts: [] })
  await giveBack()
  expect(await rail.state()).toMatchObject({ conflicts: [expect.stringContaining('returned twice')] })
})

it('decides claims of the bank, and brings claims of others to it', async () => {
  const rail = await aRail()
  await rail.send('/revendications/creation', { alias: '+221765550116' })
  await rail.send('/revendications/creation', { alias: '+221765550116' })
  const claim = await rail.callback('/revendications/reponses')
  expect(claim).toMatchObject({ statut: 'INITIEE', detenteur: 'SNE101', revendicateur: BANK })
  expect(await rail.callback('/revendications/acceptation/reponses')).toMatchObject({
    identifiantRevendication: claim.identifiantRevendication,
    statut: 'ACCEPTEE',
    auteurAction: 'CLIENT',
  })
  expect(await anAlias(rail, 'MBNO', '+221765550116')).toMatchObject({ statut: 'SUCCES' })
  await rail.send('/revendications/creation', { alias: '+221769990051' })
  expect(await rail.callback('/revendications/rejet/reponses')).toMatchObject({ statut: 'REJETEE' })
  await rail.control('claim', { alias: '+221765550116' })
  const incoming = await rail.callback('/revendications/reponses', ({ detenteur }) => detenteur === BANK)
  expect(incoming).toMatchObject({ alias: '+221765550116', revendicateur: 'SNE102', statut: 'INITIEE' })
  const identifiantRevendication = incoming.identifiantRevendication ?? ''
  await rail.send('/revendications/acceptation', {
    identifiantRevendication,
    dateAction: new Date().toISOString(),
    auteurAction: 'CLIENT',
  })
  await rail.callback(
    '/revendications/acceptation/reponses',
    (body) => body.identifiantRevendication === identifiantRevendication,
  )
  // A decision that arrives again gets the same answer, and another one none.
  const again = { identifiantRevendication, dateAction: new Date().toISOString() }
  await rail.send('/revendications/acceptation', { ...again, auteurAction: 'CLIENT' })
  await rail.send('/revendications/rejet', again)
  expect(
    await rail.callback(
      '/revendications/rejet/reponses',
      (body) => body.identifiantRevendication === identifiantRevendication,
    ),
  ).toMatchObject({ statut: 'ECHEC' })
  const ofClaim = rail.received.filter(
    ({ body }) => 'identifiantRevendication' in body && body.identifiantRevendication === identifiantRevendication,
  )
  expect(ofClaim.filter(({ body }) => 'raisonRejet' in body)).toHaveLength(1)
  const endToEndId = newId()
  await rail.send('/alias/recherche', { endToEndId, alias: '+221765550116' })
  expect(await rail.callback('/alias/recherche/reponses')).toMatchObject({ participant: 'SNE102' })
  await rail.send('/revendications/recuperation', { identifiantRevendication })
  expect(await rail.callback('/revendications/recuperation/reponses')).toMatchObject({ statut: 'ACCEPTEE' })
}, 60_000)

it('lists the participants, answers the connectivity test, and sends notices', async () => {
  const rail = await aRail()
  await rail.send('/participants/listes', { msgId: newMessageId(BANK), requete: 'ALLL' })
  const { listeParticipant } = await rail.callback('/participants/liste/reponses')
  expect(new Set(listeParticipant.map(({ codeMembreParticipant }) => codeMembreParticipant.slice(0, 2))).size).toBe(8)
  expect(listeParticipant).toContainEqual({
    codeMembreParticipant: 'SNB998',
    nomOfficiel: 'Banque du Littoral',
    codeBanque: 'SN998',
    statut: 'ENBL',
  })
  const msgId = newMessageId(BANK)
  const evenementDate = new Date().toISOString()
  await rail.send('/notifications/test-connectivite', {
    msgId,
    evenement: 'PING',
    evenementDescription: 'Test',
    evenementDate,
  })
  expect(await rail.callback('/notifications/accuse-reception')).toMatchObject({
    msgIdDemande: msgId,
    evenement: 'PING',
  })
  await rail.control('inform', { event: 'WARN', text: 'Garantie bientôt épuisée' })
  expect(await rail.callback('/notifications/info-warn')).toMatchObject({ evenement: 'WARN' })
})

it('reports balance, payments and invoice of the executed payments', async () => {
  const rail = await aRail()
  await anAlias(rail)
  const paid = orderTo('+2250700000101')
  await pay(rail, paid)
  await pay(rail, orderTo('+221769990004'))
  await rail.control('pay', { to: '+221770000001', amount: 2_500 })
  await until(async () => expect(await rail.state()).toMatchObject({ balance: 12_500 }))
  const period = { dateDebutPeriode: new Date().toISOString().slice(0, 10), heureDebutPeriode: '00:00:00.000Z' }
  const ask = (typeRapport: 'COMP' | 'TRANS' | 'FACT') =>
    rail.send('/rapports/demandes', { msgId: newMessageId(BANK), typeRapport, ...period })
  await ask('COMP')
  expect((await rail.callback('/reglements/soldes')).soldes).toMatchObject([{ montant: 12_500, operationType: 'DBIT' }])
  await ask('TRANS')
  const { evenementDescription } = await rail.callback('/notifications/info-warn')
  await rail.send('/rapports/telechargements', { id: evenementDescription.split(' ')[0] })
  const report = await rail.callback('/rapports/telechargements/reponses')
  expect(report).toMatchObject({
    pageCourante: 1,
    dernierePage: true,
    nbreTotalTransaction: 2,
    indicateurSolde: 'DBIT',
  })
  expect(report.transactions).toContainEqual({ reference: paid.endToEndId, montant: 15_000, operation: 'DBIT' })
  await ask('FACT')
  const { listeGroupeFacture } = await rail.callback('/rapports/factures/reponses')
  expect(listeGroupeFacture[0]?.listeFacture[0]?.donnees).toMatchObject([{ nombreArticles: 1, montantFrais: 5 }])
})

it('keeps its state and its undelivered callbacks through a restart', async () => {
  const rail = await aRail()
  await anAlias(rail)
  const order = orderTo('+2250700000101')
  const silent = orderTo('+221769990092')
  await pay(rail, order)
  await rail.send('/transferts', silent)
  await rail.restart()
  expect(await rail.send('/transferts', order)).toEqual({ outcome: 'accepted' })
  expect(await rail.state()).toMatchObject({ conflicts: [], aliases: [{ value: '+221770000001' }, {}] })
  await rail.control('settle', { end_to_end_id: silent.endToEndId })
  const outcome = await rail.callback('/transferts/reponses', ({ endToEndId }) => endToEndId === silent.endToEndId)
  expect(outcome).toMatchObject({ statutTransaction: 'ACCC' })
})

it('lets somebody outside pay or ask a customer with an alias, now and then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aip-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const store = await openStore(join(folder, 'state.jsonl'))
  closing.push(store.close)
  const context = {
    store,
    clock: systemClock,
    bank: BANK,
    latency: { minMs: 0, maxMs: 0 },
    decisionDelayMs: 0,
    guarantee: 1,
  }
  expect(await actOnce(context)).toBe(false)
  const holder = demoAliases.get('+2250700000101')?.holder
  if (!holder) throw new Error('nobody in Abidjan')
  const row = { value: '+221770000001', kind: 'MBNO' as const, holder: { ...holder, member: BANK }, createdAt: '' }
  await store.commit([{ table: 'aliases', key: row.value, row }])
  for (let count = 0; count < 60; count += 1) expect(await actOnce(context)).toBe(true)
  expect(store.rows('transfers').size).toBeGreaterThan(20)
  expect(store.rows('transfers').size + store.rows('requests').size).toBe(60)
})

it('reads a file of changes whose last line a kill has cut', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aip-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'state.jsonl')
  const store = await openStore(path)
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      store.commit([{ table: 'messages', key: `M${index}`, row: { path: '/transferts', at: index } }]),
    ),
  )
  await store.commit([{ table: 'messages', key: 'M7', row: null }])
  await store.close()
  await appendFile(path, '[{"table":"messages","key":"M99","row":{"pa')
  const again = await openStore(path)
  closing.push(again.close)
  expect(again.rows('messages').size).toBe(49)
  expect(again.get('messages', 'M8')).toEqual({ path: '/transferts', at: 8 })
})

it('makes certificates once, and again before they end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aip-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const { ca } = certificatePaths(folder)
  const now = new Date()
  await makeCertificates(folder, now)
  const first = await readFile(ca, 'utf8')
  await makeCertificates(folder, now)
  expect(await readFile(ca, 'utf8')).toBe(first)
  await makeCertificates(folder, new Date(now.getTime() + 3640 * 86_400_000))
  expect(await readFile(ca, 'utf8')).not.toBe(first)
})
