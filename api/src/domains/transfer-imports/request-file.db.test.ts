// Invoices of a file: each is sent as one request to pay when the platform has named its payer, and never twice.
import { headers as names } from 'contract/endpoint.ts'
import { listPaymentRequests } from 'contract/transfers/payment-requests.ts'
import { downloadRequestTemplate, listRequestFiles, sendRequestFile } from 'contract/transfers/request-files.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { aWalletPayee, openTestPlatform, type TestPlatform } from '../../../test/test-platform.ts'
import { sendFileRequests } from '../instant-payments/requests/send-file-requests.ts'

const HEAD = 'telephone;montant;motif;numero_facture;date_limite'
const ADDRESS = '111c3e1b-4312-49ec-b75e-4c8c74c10fd7'
const LINES = [
  '+225 07 00 00 01 01;15000;Livraison mars;F-1;31/03/2026',
  '+2250700000102;25 000;Livraison mars;F-2;',
  `${ADDRESS.toUpperCase()};35000;Livraison mars;;`,
  '+2250700000101;5000;Frais;F-4;',
  '+2250700000999;9000;Inconnu;F-5;',
]

let bank: TestBank
let platform: TestPlatform
let company: Visitor
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
})
beforeEach(async () => {
  // Lines of the test before have ended.
  await answer(await takeLookups())
  await work()
  await platform.take()
  company = await bank.aCustomer({ kind: 'company', balance: 0 })
})
afterAll(() => bank.close())

const formOf = (lines: readonly string[], head = HEAD) => {
  const form = new FormData()
  form.append('file', new Blob([[head, ...lines].join('\n')]), 'factures.csv')
  return form
}
const send = (lines: readonly string[], visitor = company) => visitor.call(sendRequestFile, { form: formOf(lines) })
const work = () => sendFileRequests({ db: bank.db, clock: { now: () => bank.clock.at } })
const files = async () => (await company.call(listRequestFiles)).body
const sentRequests = async () =>
  (await platform.take()).flatMap(({ path, body }) => (path === '/demandes-paiements' ? [body] : []))

/** The look-ups that the bank has just sent. */
const takeLookups = async () =>
  (await platform.take()).flatMap(({ path, body }) => (path === '/alias/recherche' ? [body] : []))
async function answer(lookups: Awaited<ReturnType<typeof takeLookups>>): Promise<void> {
  for (const { endToEndId, alias } of lookups)
    await platform.call(
      '/alias/recherche/reponses',
      alias.endsWith('999')
        ? { endToEndId, statut: 'ECHEC' }
        : alias === ADDRESS
          ? { ...aWalletPayee(endToEndId, '+2250700000103'), valeurAlias: alias, typeAlias: 'SHID' }
          : aWalletPayee(endToEndId, alias),
    )
}

it('sends each invoice once, when its payer is known, and shows the progress', async () => {
  const { status, body } = await send(LINES)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    problems: [],
    file: { file_name: 'factures.csv', lines: 5, sent: 0, waiting: 5, unknown: [], total: 89_000 },
  })
  const lookups = await takeLookups()
  // One number has two invoices: it is looked up once.
  expect(lookups.map(({ alias }) => alias).sort()).toEqual(
    ['+2250700000101', '+2250700000102', '+2250700000999', ADDRESS].sort(),
  )
  expect(await work()).toBe(0)
  await answer(lookups)
  // Two workers at the same time, then again: as after a crash.
  const ended = await Promise.all([work(), work()])
  expect(ended.reduce((sum, count) => sum + count, 0)).toBe(5)
  expect(await work()).toBe(0)
  const requests = await sentRequests()
  expect(requests.map(({ montant }) => montant).sort((a, b) => a - b)).toEqual([5_000, 15_000, 25_000, 35_000])
  expect(requests.find(({ montant }) => montant === 15_000)).toMatchObject({
    canalCommunication: '401',
    numeroDocumentReference: 'F-1',
    dateHeureLimiteAction: '2026-03-31T23:59:59.999Z',
    aliasClientPayeur: '+2250700000101',
  })
  expect(requests.find(({ montant }) => montant === 35_000)).toMatchObject({
    canalCommunication: '500',
    motif: 'Livraison mars',
  })
  expect(await files()).toMatchObject([
    { lines: 5, sent: 4, waiting: 0, unknown: [{ line: 6, payer: '+2250700000999' }] },
  ])
  const listed = await company.call(listPaymentRequests, { query: { direction: 'sent' } })
  expect(listed.body.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open'])
})

it('refuses the same content again, and answers a repeated call as the first one', async () => {
  const headers = { [names.idempotencyKey]: 'invoices-of-march' }
  const first = await company.call(sendRequestFile, { form: formOf(LINES), headers })
  const replay = await company.call(sendRequestFile, { form: formOf(LINES), headers })
  expect(replay.body).toEqual(first.body)
  expect(JSON.stringify((await send(LINES)).body)).toContain('request_file_repeated')
  expect(
    JSON.stringify((await company.call(sendRequestFile, { form: formOf(LINES.slice(1)), headers })).body),
  ).toContain('idempotency_key_reused')
  const both = await Promise.all([send(LINES.slice(2)), send(LINES.slice(2))])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await files()).toHaveLength(2)
})

it('names every error by line and column, and stores nothing', async () => {
  const { status, body } = await send([
    ';15,5;;F-1;31/02/2026',
    '+33612345678;1000;Vente;F-1;01/01/2026',
    `+2250700000101;1000;${'x'.repeat(141)};F-3;`,
  ])
  expect(status).toBe(200)
  expect(body.file).toBeNull()
  expect(body.problems.map(({ line, column, code }) => `${line} ${column} ${code}`)).toEqual([
    '2 telephone payer_missing',
    '2 montant amount_point',
    '2 motif label_missing',
    '2 date_limite date_impossible',
    '3 telephone phone_abroad',
    '3 numero_facture invoice_repeated',
    '3 date_limite date_past',
    '4 motif text_too_long',
  ])
  expect(body.problems[5]?.message).toBe('Même numéro de facture que la ligne 2')
  expect(await files()).toEqual([])
  expect(await takeLookups()).toEqual([])
  const empty = JSON.stringify((await send([])).body)
  expect(empty).toContain('Le fichier ne contient aucune facture.')
  expect(JSON.stringify((await send(Array.from({ length: 501 }, () => LINES[1] ?? ''))).body)).toContain('500 factures')
  expect(JSON.stringify((await company.call(sendRequestFile, { form: new FormData() })).body)).toContain(
    'import_file_missing',
  )
})

it('is for companies; lines whose payer the platform does not find out in a day are not sent', async () => {
  const person = await bank.aCustomer()
  const refused = await send(LINES, person)
  expect(refused.status).toBe(403)
  expect(JSON.stringify(refused.body)).toContain('request_files_for_companies')
  await send(LINES.slice(0, 1))
  const lookups = await takeLookups()
  const start = bank.clock.at
  bank.clock.at = new Date(start.getTime() + 25 * 3_600_000)
  expect(await work()).toBe(1)
  await answer(lookups)
  expect(await work()).toBe(0)
  bank.clock.at = start
  expect(await sentRequests()).toEqual([])
  expect(await files()).toMatchObject([{ sent: 0, waiting: 0, unknown: [{ line: 2 }] }])
})

it('has a template whose names are read', async () => {
  const { body } = await company.call(downloadRequestTemplate)
  expect(String(body)).toBe(
    `\uFEFF${HEAD.split(';')
      .map((name) => `"${name}"`)
      .join(';')}\r\n`,
  )
})
