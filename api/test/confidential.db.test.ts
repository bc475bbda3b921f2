// Calls every endpoint of the contract as users who may not see the payees of a confidential batch: no answer contains them.
import { rmSync } from 'node:fs'
import { changeBeneficiary, listBeneficiaries } from 'contract/transfers/beneficiaries.ts'
import { changeBeneficiaryList, createBeneficiaryList } from 'contract/transfers/beneficiary-lists.ts'
import { calls } from 'contract/calls.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { acceptBatch, createBatch, listBatchLines } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { quoteTransfer } from 'contract/transfers/transfers.ts'
import { changePassword } from 'contract/access/passwords.ts'
import { capabilities } from 'contract/rights.ts'
import { signOut } from 'contract/access/session.ts'
import { groupByFour, ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import { sendPayments } from '../src/domains/clearing/send-payments.ts'
import { settleBatches } from '../src/domains/transfer-execution/book-batches.ts'
import { runDueTransfers } from '../src/domains/transfer-execution/run-transfers.ts'
import { sampleOf } from './call-samples.ts'
import { readPdf } from './pdf-text.ts'
import { openTestBank, type TestBank, type Visitor } from './test-bank.ts'

const NAMES = ['Zacharie Confident', 'Yolande Discrète', 'Xavier Lointain']
const AMOUNTS = [771_234, 662_345, 431_982]
const [FIRST = '', SECOND = '', CHANGED = ''] = [1, 2, 3].map((index) =>
  ibanFrom('SN', 'SN010', '01520', String(486_000_000_000 + index)),
)
const IBANS = [FIRST, SECOND, 'DE89370400440532013000', CHANGED]
const LABEL = 'Prime cachée'

let bank: TestBank
let author: Visitor
/** Who may see everything, and who may not see confidential batches. */
let holder: Visitor
let colleague: Visitor
/** All ids that a colleague could know: the batch, its lines, the payees, a list of them, and its entries on the account. */
let ids: string[]

beforeAll(async () => {
  bank = await openTestBank()
  author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  holder = await bank.aMember(author.account_id)
  colleague = await bank.aMember(author.account_id, {
    capabilities: capabilities.filter((one) => one !== 'batch.confidential'),
  })
  const form = new FormData()
  const lines = NAMES.map((name, index) => `${name};${IBANS[index]};${AMOUNTS[index]};${LABEL};;`)
  // One of them is paid abroad, which makes a copy of a SWIFT message.
  const head = 'nom_beneficiaire;iban;montant;libelle;bic;motif_economique'
  const abroad = lines[2]?.replace(/;;$/, ';COBADEFF;services') ?? ''
  form.append('file', new Blob([[head, ...lines.slice(0, 2), abroad].join('\n')]), 'primes.csv')
  const draft = await author.call(importTransfers, { form })
  const batch = (
    await author.confirm(createBatch, {
      body: { import_id: draft.body.import_id, is_confidential: true, save_payees: true },
    })
  ).body
  const params = { id: batch.id }
  const signed = await colleague.confirm(acceptBatch, { params, body: { version: 1 } })
  if (signed.body.state !== 'validated') throw new Error(`not signed: ${JSON.stringify(signed.body)}`)
  const ports = { db: bank.db, clock: { now: () => bank.clock.at } }
  while ((await runDueTransfers(ports)) > 0);
  await settleBatches(ports)
  const folder = makeTemporaryFolder('connect-confidential')
  await sendPayments({ ...ports, notify: async () => undefined, folder })
  rmSync(folder, { recursive: true })
  const transfers = (await author.call(listBatchLines, { params })).body.map(({ id }) => id)
  const saved = (await author.call(listBeneficiaries)).body
  const payees = saved.map(({ id }) => id)
  // Another account of a payee, which waits for a second person: the activity log and the alerts of validators are about it.
  const changed = await author.confirm(changeBeneficiary, {
    params: { id: saved[0]?.id ?? '' },
    body: { name: saved[0]?.name, iban: CHANGED, version: 1 },
  })
  if (changed.body.approval_status !== 'pending') throw new Error(`not changed: ${JSON.stringify(changed.body)}`)
  await bank.deriveAlerts()
  const list = (await author.call(createBeneficiaryList, { body: { name: 'Cadres', type: null, comment: null } })).body
  await author.call(changeBeneficiaryList, { params: { id: list.id }, body: { add: payees } })
  const operations = (await author.call(listOperations)).body.map(({ id }) => id)
  ids = [batch.id, ...transfers, ...payees, list.id, ...operations]
})
afterAll(() => bank.close())

const secrets = [
  ...NAMES,
  ...IBANS,
  ...IBANS.map(groupByFour),
  LABEL,
  ...AMOUNTS.flatMap((amount) => [`${amount}`, amount.toLocaleString('fr-FR')]),
]
/** The amounts as people write them, with any spaces between thousands, and without ids, whose digits may be those of an amount. */
const plain = (text: string) =>
  text.replaceAll(/[\u00A0\u202F]/g, ' ').replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, '')

async function textOf(body: unknown): Promise<string> {
  if (!Buffer.isBuffer(body)) return JSON.stringify(body) ?? ''
  return body.subarray(0, 5).toString() === '%PDF-' ? (await readPdf(body)).pages.join('\n') : body.toString('utf8')
}

/** The value with every id in it replaced by this id. */
function withId(value: unknown, id: string): unknown {
  if (typeof value === 'string') return /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value) ? id : value
  if (Array.isArray(value)) return value.map((one) => withId(one, id))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withId(one, id)]))
}

/** The inputs with which a call could find the secrets: their ids, and texts where it searches. */
function* questions(
  name: string,
  endpoint: Endpoint,
): Generator<{ params?: Record<string, string>; body?: unknown; query?: Record<string, string> }> {
  const { params, body } = sampleOf[name]?.() ?? {}
  for (const id of params || body !== undefined ? ids : [''])
    yield {
      ...(params && { params: withId(params, id) as Record<string, string> }),
      ...(body !== undefined && { body: withId(body, id) }),
    }
  if (endpoint.method !== 'GET') return
  const here = params ? { params: withId(params, ids[0] ?? '') as Record<string, string> } : {}
  const queries = [
    ...[NAMES[0] ?? '', FIRST, String(AMOUNTS[0])].map((search) => ({ search })),
    ...['csv', 'xlsx', 'pdf'].map((format) => ({ format })),
    { iban: FIRST },
    { type: 'swift' },
    ...ids.map((beneficiary) => ({ beneficiary })),
    ...ids.map((list) => ({ list })),
  ]
  // The others are refused before anything is read.
  for (const query of queries) if (endpoint.query.safeParse(query).success) yield { ...here, query }
}

const ENDING: readonly Endpoint[] = [signOut, changePassword]

/** Calls that answer a secret to whoever may see it: one of each kind. */
const REVEALING = [
  'createTransfer',
  'changeTransfer',
  'downloadBatchSlip',
  'exportAuditLog',
  'getBeneficiary',
  'getDocumentFile',
  'getTransfer',
  'listAlerts',
  'listAuditEvents',
  'listBatchLines',
  'listBeneficiaries',
  'listDocuments',
  'listTransfers',
  'quoteTransfer',
  'validateIban',
]

/** Those of some calls whose answers to these inputs contain a secret. */
async function findLeakingCalls(visitor: Visitor, names: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
    if (!names.includes(name)) continue
    // Calls that change the payees or end the sessions are last or left out: a refusal before re-authentication reveals as much.
    if (ENDING.includes(endpoint) || endpoint.isStream) continue
    for (const question of questions(name, endpoint)) {
      const reply = await visitor.call(endpoint, question)
      expect([name, question, reply.status < 500]).toEqual([name, question, true])
      const sent = plain(JSON.stringify(question))
      const answered = plain(await textOf(reply.body))
      // Values of the request itself are not a leak.
      if (secrets.map(plain).some((secret) => answered.includes(secret) && !sent.includes(secret))) found.add(name)
    }
  }
  return [...found].sort()
}

it('returns confidential values only to a user with the capability', async () => {
  // The batch, two lines, two payees, a list, and the entry.
  expect(ids.length).toBeGreaterThan(6)
  // The inputs are effective: each kind of revealing answer occurs among them.
  expect(await findLeakingCalls(holder, REVEALING)).toEqual(REVEALING.toSorted())
  expect(await findLeakingCalls(colleague, Object.keys(calls))).toEqual([])
})

it('the quote of an edit does not know a line of a confidential batch for who may not see it', async () => {
  const beneficiary_id = await bank.aBeneficiary(author.account_id, ibanFrom('SN', 'SN010', '01520', '486000000099'))
  const [line] = await bank.db<{ id: string }>`SELECT id FROM transfers WHERE is_confidential ORDER BY id`
  const body = { type: 'direct' as const, beneficiary_id, amount: 1_000, label: 'Essai', comment: null }
  const quote = (visitor: Visitor) => visitor.call(quoteTransfer, { body: { ...body, replaces: line?.id ?? '' } })
  expect((await quote(holder)).status).toBe(200)
  expect((await quote(colleague)).status).toBe(404)
})
