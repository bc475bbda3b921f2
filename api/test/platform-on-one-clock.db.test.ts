// The bank and the simulator of the platform over their real connection, in one process and on one clock: a request between two customers of the
// bank reaches its payer with its file, the reports of a day agree, and after one side was changed exactly the change is named.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPaymentAlias, listPaymentAliases } from 'contract/accounts/payment-aliases.ts'
import { lookUpPayee, type PayeeLookupInput } from 'contract/transfers/instant-payments.ts'
import { createPaymentRequest, getRequestDocument, listPaymentRequests } from 'contract/transfers/payment-requests.ts'
import { acceptReturn, listReturnRequests } from 'contract/transfers/return-requests.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listenForCallbacks } from '../src/adapters/aip-callback-server.ts'
import { type AipClient, openAipClient } from '../src/adapters/aip-client.ts'
import { createAuthority, type Identity } from '../src/demo/aip/authority.ts'
import { AIP_NAME, BANK_NAME } from '../src/demo/aip/certificates.ts'
import { openStore, type SimulatorStore } from '../src/demo/aip/simulator-store.ts'
import { startSimulator } from '../src/demo/aip/start-simulator.ts'
import { compareReports } from '../src/domains/instant-payments/reports/compare-reports.ts'
import { requestParticipants } from '../src/domains/instant-payments/platform/connect-to-platform.ts'
import { receiveCallback } from '../src/domains/instant-payments/receive-callback.ts'
import { listOpenDifferences } from '../src/domains/instant-payments/reports/report-store.ts'
import { requestReports } from '../src/domains/instant-payments/reports/request-reports.ts'
import { sendMessages } from '../src/domains/instant-payments/send-messages.ts'
import { runDueTransfers } from '../src/domains/transfer-execution/run-transfers.ts'
import { transferListener } from '../src/domains/transfer-execution/transfer-clearing.ts'
import { openTestBank, type TestBank, type Visitor } from './test-bank.ts'
import { MEMBER } from './test-platform.ts'
import { until } from './until.ts'

const WALLET = '+2250700000101'
const log = pino({ level: 'silent' })

let bank: TestBank
let folder: string
let tls: { ca: string; bank: Identity; aip: Identity }
let callbacks: Awaited<ReturnType<typeof listenForCallbacks>>
let simulator: Awaited<ReturnType<typeof startSimulator>>
let aip: AipClient

const clock = { now: () => bank.clock.at }
const at = (moment: string) => void (bank.clock.at = new Date(moment))
const ports = () => ({
  db: bank.db,
  clock,
  aip,
  notify: transferListener({ portalUrl: 'https://banque.example/connect/' }),
  warn: () => undefined,
})

async function start(): Promise<void> {
  simulator = await startSimulator({
    folder,
    bank: MEMBER,
    port: 0,
    controlPort: 0,
    callbackUrls: [`https://localhost:${callbacks.port}`],
    tls: { ca: tls.ca, ...tls.aip },
    latency: { minMs: 1, maxMs: 3 },
    decisionDelayMs: 1,
    duplicateRate: 0.2,
    activity: null,
    clock,
    log,
  })
  aip = openAipClient({ url: simulator.url, tls: { ca: tls.ca, ...tls.bank } })
}
async function stop(): Promise<void> {
  aip.close()
  await simulator.close()
}

beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  folder = await mkdtemp(join(tmpdir(), 'aip-'))
  const authority = await createAuthority('test', new Date())
  tls = { ca: authority.ca, bank: await authority.issue(BANK_NAME), aip: await authority.issue(AIP_NAME) }
  callbacks = await listenForCallbacks({
    port: 0,
    host: '127.0.0.1',
    tls: { ca: tls.ca, ...tls.bank },
    allowedSubject: AIP_NAME,
    receive: (message) => receiveCallback(ports(), message),
    log,
  })
  await start()
  at('2026-03-31T10:00:00Z')
  await bank.owner.query('UPDATE instant_guarantee SET amount = 1000000000')
  await requestParticipants(ports())
  await exchanged(async () => (await bank.owner.query('SELECT FROM instant_participants')).rows.length > 0)
})
afterAll(async () => {
  await stop()
  await callbacks.close()
  await bank.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends what the bank has queued, while the clock goes on, until something has happened. */
const exchanged = <T>(seen: () => T | Promise<T>) =>
  until(async () => {
    bank.clock.at = new Date(bank.clock.at.getTime() + 20)
    while ((await sendMessages(ports())) > 0);
    return seen()
  })

async function outside(path: string, body: object): Promise<string> {
  const answer = await fetch(`${simulator.controlUrl}/demo/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const result = (await answer.json()) as Record<string, string>
  if (!answer.ok) throw new Error(JSON.stringify(result))
  return result['end_to_end_id'] ?? ''
}

/** The amounts of a payment in the books, in the order of their moments. */
async function booked(endToEndId: string): Promise<number[]> {
  const { rows } = await bank.owner.query<{ amount: number }>(
    'SELECT amount::int FROM instant_movements WHERE end_to_end_id = $1 ORDER BY moved_at, amount',
    [endToEndId],
  )
  return rows.map(({ amount }) => amount)
}
const isBooked = (endToEndId: string, movements: number) =>
  exchanged(async () => (await booked(endToEndId)).length === movements)

async function lookedUp(visitor: Visitor, body: PayeeLookupInput): Promise<string> {
  const looking = { isDone: false }
  const lookup = visitor.call(lookUpPayee, { body }).finally(() => (looking.isDone = true))
  await exchanged(() => looking.isDone)
  return (await lookup).body.id
}

/** A customer pays a wallet; answers the endToEndId of the accepted payment. */
async function paid(payer: Visitor, amount: number): Promise<string> {
  const lookup_id = await lookedUp(payer, { kind: 'phone', value: WALLET })
  const { body } = await payer.confirm(createTransfer, { body: { type: 'direct', lookup_id, amount, label: 'Tissu' } })
  await runDueTransfers({ db: bank.db, clock })
  const { rows } = await bank.owner.query<{ id: string }>(
    'SELECT i.end_to_end_id AS id FROM instant_payments i JOIN outgoing_payments o ON o.id = i.payment_id WHERE o.transfer_id = $1',
    [body.id],
  )
  const id = rows[0]?.id ?? ''
  await isBooked(id, 1)
  // The amount leaves the account with the order: only with its acceptance the platform can return the payment.
  await exchanged(async () => {
    const accepted = await bank.owner.query(
      'SELECT FROM instant_payments WHERE end_to_end_id = $1 AND accepted_at IS NOT NULL',
      [id],
    )
    return accepted.rowCount === 1
  })
  return id
}

async function received(payee: { iban: string }, amount: number): Promise<string> {
  const id = await outside('pay', { to: payee.iban, amount })
  await isBooked(id, 1)
  // The bank credits before it answers: only then the platform has the payment as accepted.
  await exchanged(async () => {
    const state = await (await fetch(`${simulator.controlUrl}/demo/state`)).json()
    const { transfers } = state as { transfers: { end_to_end_id: string; state: string }[] }
    return transfers.find((one) => one.end_to_end_id === id)?.state === 'ACCC'
  })
  return id
}

/** Requests the reports, and compares them when they are there; answers the differences. */
async function differences() {
  await requestReports(ports())
  await exchanged(async () => {
    const { rows } = await bank.owner.query('SELECT FROM instant_report_requests WHERE received_at IS NULL')
    return rows.length === 0
  })
  await compareReports({ db: bank.db, clock, logError: () => undefined })
  return (await listOpenDifferences(bank.db, 10))
    .map(({ kind, end_to_end_id, what, ours, theirs }) => ({ kind, end_to_end_id, what, ours, theirs }))
    .sort((left, right) => left.what.localeCompare(right.what))
}

it('brings a request with the file of its invoice to a payer at this bank, who pays it in the books', async () => {
  const [shop, awa] = [await bank.aCustomer({ kind: 'company' }), await bank.aCustomer({ balance: 100_000 })]
  await awa.confirm(createPaymentAlias, { body: { kind: 'address' } })
  const address = await exchanged(async () => (await awa.call(listPaymentAliases)).body.aliases[0]?.value)
  const lookup_id = await lookedUp(shop, { kind: 'address', value: address ?? '' })
  const form = new FormData()
  form.set('jsonBody', JSON.stringify({ lookup_id, amount: 40_000, label: 'Fournitures', invoice: 'F-12' }))
  form.set(
    'document',
    new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'], 'F-12.pdf'),
  )
  expect((await shop.call(createPaymentRequest, { form })).status).toBe(201)
  const request = await exchanged(async () => (await awa.call(listPaymentRequests)).body[0])
  expect(request).toMatchObject({ direction: 'received', invoice: 'F-12', document: { name: 'F-12.pdf' } })
  if (!request) throw new Error('the request has not come')
  expect((await awa.call(getRequestDocument, { params: { id: request.id } })).status).toBe(200)
  await awa.confirm(createTransfer, {
    body: { type: 'direct', lookup_id: request.lookup_id, amount: 40_000, label: 'Fournitures' },
  })
  for (const visitor of [shop, awa])
    expect((await visitor.call(listPaymentRequests)).body).toMatchObject([{ state: 'paid' }])
})

it('agrees after payments out and in, and returns of both', async () => {
  const awa = await bank.aCustomer({ balance: 1_000_000 })
  await paid(awa, 20_000)
  const back = await paid(awa, 30_000)
  await outside('return', { end_to_end_id: back })
  await isBooked(back, 2)
  await received(awa, 7_000)
  const given = await received(awa, 9_000)
  await outside('ask-return', { end_to_end_id: given })
  const wanted = await exchanged(async () =>
    (await awa.call(listReturnRequests)).body.find(({ state }) => state === 'open'),
  )
  await awa.confirm(acceptReturn, { params: { id: wanted?.id ?? '' } })
  await isBooked(given, 2)
  at('2026-04-01T00:31:00Z')
  expect(await differences()).toEqual([])
  const { rows } = await bank.owner.query(
    'SELECT kind, amount::int, line_count, compared_at IS NOT NULL AS is_compared FROM instant_reports ORDER BY kind',
  )
  // The invoice is about two payments of the bank, at five francs.
  expect(rows).toEqual([
    { kind: 'COMP', amount: -13_000, line_count: 0, is_compared: true },
    { kind: 'FACT', amount: 10, line_count: 1, is_compared: false },
    { kind: 'TRANS', amount: -13_000, line_count: 6, is_compared: true },
  ])
})

it('names the payment that only the bank has, the amount that differs, and the balance that follows', async () => {
  const awa = await bank.aCustomer({ balance: 1_000_000 })
  await paid(awa, 11_000)
  const lost = await paid(awa, 12_000)
  const changed = await received(awa, 5_000)
  await stop()
  const store: SimulatorStore = await openStore(join(folder, 'state.jsonl'))
  const row = store.get('transfers', changed)
  if (!row) throw new Error('the platform does not have the payment')
  await store.commit([
    { table: 'transfers', key: lost, row: null },
    { table: 'transfers', key: changed, row: { ...row, amount: 5_500 } },
  ])
  await store.close()
  await start()
  at('2026-04-02T00:31:00Z')
  expect(await differences()).toEqual([
    { kind: 'TRANS', end_to_end_id: changed, what: 'amount', ours: 5_000, theirs: 5_500 },
    { kind: 'COMP', end_to_end_id: null, what: 'balance', ours: -18_000, theirs: -5_500 },
    { kind: 'TRANS', end_to_end_id: lost, what: 'missing_there', ours: -12_000, theirs: null },
  ])
})
