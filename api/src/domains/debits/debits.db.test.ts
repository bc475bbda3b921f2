import {
  changeMandate,
  disputeDebit,
  exportDebits,
  getMandateCopy,
  getDebit,
  getMandate,
  listDebits,
  listMandates,
  type Mandate,
  registerMandate,
  rejectDebit,
} from 'contract/products/debits.ts'
import { headers } from 'contract/endpoint.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { getOutlook } from 'contract/dashboard.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../adapters/ids.ts'
import { moveDates } from '../closed-days/move-dates.ts'
import { answerRefundClaim } from './answer-refund-claim.ts'
import { simulateRefundClaims } from '../../demo/simulate-refund-claims.ts'
import { presentCollections } from './present-collections.ts'
import { runCollections } from './run-collections.ts'

const SENELEC = 'SN27ZZZ004812'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  // A Tuesday.
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

const at = (moment: string) => {
  bank.clock.at = new Date(`${moment}:00Z`)
}
const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
const run = () => runCollections({ ...ports(), portalUrl: 'https://banque.example/connect/' })

type Input = {
  iban: string
  amount?: number
  due?: string
  scheme?: 'CORE' | 'B2B' | 'local'
  sequence?: string
  umr?: string
  creditor?: string
  debtor?: string
  count?: string
  sum?: string
}
const fileOf = (
  message: string,
  { iban, amount = 31_420, due = '2026-03-13', scheme = 'CORE', sequence = 'FRST', ...input }: Input,
) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>
  <GrpHdr><MsgId>${message}</MsgId><CreDtTm>2026-03-10T08:00:00Z</CreDtTm><NbOfTxs>${input.count ?? '1'}</NbOfTxs><CtrlSum>${input.sum ?? amount}</CtrlSum><InitgPty><Nm>Senelec</Nm></InitgPty></GrpHdr>
  <PmtInf><PmtInfId>${message}</PmtInfId><PmtMtd>DD</PmtMtd>
    <PmtTpInf>${scheme === 'local' ? '' : `<LclInstrm><Cd>${scheme}</Cd></LclInstrm>`}<SeqTp>${sequence}</SeqTp></PmtTpInf>
    <ReqdColltnDt>${due}</ReqdColltnDt><Cdtr><Nm>Senelec</Nm></Cdtr>
    <CdtrSchmeId><Id><PrvtId><Othr><Id>${input.creditor ?? SENELEC}</Id></Othr></PrvtId></Id></CdtrSchmeId>
    <DrctDbtTxInf><PmtId><EndToEndId>F-20931177</EndToEndId></PmtId><InstdAmt Ccy="XOF">${amount}</InstdAmt>
      <DrctDbtTx><MndtRltdInf><MndtId>${input.umr ?? 'RUM-0042'}</MndtId><DtOfSgntr>2025-06-02</DtOfSgntr></MndtRltdInf></DrctDbtTx>
      <Dbtr>${input.debtor ? `<Nm>${input.debtor}</Nm>` : ''}</Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>
      <RmtInf><Ustrd>PRLV SENELEC FACT 20931177</Ustrd></RmtInf></DrctDbtTxInf>
  </PmtInf></CstmrDrctDbtInitn></Document>`)
const present = (input: Input, message = newId().slice(-30)) =>
  presentCollections(ports(), `${message}.xml`, fileOf(message, input))

const again = (visitor: Visitor) => bank.signIn(visitor)
const debitsOf = async (visitor: Visitor, tab: 'upcoming' | 'history') =>
  (await again(visitor)).call(listDebits, { query: { tab } })
const onlyDebit = async (visitor: Visitor, tab: 'upcoming' | 'history') => {
  const { body } = await debitsOf(visitor, tab)
  if (!body[0] || body.length !== 1) throw new Error(`${body.length} debits, not one`)
  return body[0]
}
const onlyMandate = async (visitor: Visitor): Promise<Mandate> => {
  const { body } = await (await again(visitor)).call(listMandates)
  if (!body[0] || body.length !== 1) throw new Error(`${body.length} mandates, not one`)
  return body[0]
}
const balanceOf = async ({ account_id }: Visitor) =>
  Number(
    (await bank.owner.query<{ booked: string }>('SELECT booked FROM ledger_accounts WHERE id = $1', [account_id]))
      .rows[0]?.booked,
  )
const upcomingOf = async (visitor: Visitor) =>
  (await bank.owner.query('SELECT FROM intraday_operations WHERE account_id = $1', [visitor.account_id])).rowCount
const eventsAbout = async (id: string) =>
  (
    await bank.owner.query<{ action: string }>(
      'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY at, id',
      [id],
    )
  ).rows.map(({ action }) => action)

const obstaclesOf = async (message: string) =>
  (
    await bank.owner.query<{ obstacle: string }>(
      'SELECT obstacle FROM collection_lines WHERE message_id = $1 ORDER BY place',
      [message],
    )
  ).rows.map(({ obstacle }) => obstacle)

async function aMandate(visitor: Visitor, input: Record<string, unknown> = {}): Promise<string> {
  const id = newId()
  const row = {
    account_id: visitor.account_id,
    id,
    umr: 'RUM-0042',
    creditor_name: 'Senelec',
    creditor_id: SENELEC,
    scheme: 'core',
    recurrence: 'recurrent',
    signed_on: '2025-06-02',
    status: 'active',
    known_at: '2025-06-02T09:00:00Z',
    version: 1,
    ...input,
  }
  await bank.owner.query('INSERT INTO mandates SELECT * FROM jsonb_populate_record(NULL::mandates, $1::jsonb)', [
    JSON.stringify(row),
  ])
  return id
}
/** A customer whose collection was executed on Friday the 13th. */
async function debited(input: Partial<Input> = {}, kind: 'individual' | 'company' = 'individual', isFollowing = false) {
  at('2026-03-10T09:30')
  const customer = await bank.aCustomer({ balance: 100_000, kind })
  if (input.scheme === 'B2B') await aMandate(customer, { scheme: 'b2b' })
  if (isFollowing) await aMandate(customer)
  await present({ iban: customer.iban, ...input })
  at('2026-03-13T08:00')
  await run()
  return customer
}

it('is found by creditor, day, amount and status, and exported as a file', async () => {
  const awa = await debited()
  await present({ iban: awa.iban, amount: 5_000, due: '2026-03-20', umr: 'RUM-0043' })
  const visitor = await again(awa)
  const find = async (query: object) => (await visitor.call(listDebits, { query })).body.map(({ amount }) => amount)
  expect(await find({ tab: 'upcoming', search: 'senel', min: 4_000, max: 5_000 })).toEqual([5_000])
  for (const search of ['SÉNEL', '5,000']) expect(await find({ tab: 'upcoming', search })).toEqual([5_000])
  expect(await find({ tab: 'upcoming', to: '2026-03-19' })).toEqual([])
  expect(await find({ tab: 'upcoming', search: '%' })).toEqual([])
  expect(await find({ tab: 'history', status: 'executed', from: '2026-03-13', to: '2026-03-13' })).toEqual([31_420])
  expect(await find({ tab: 'history', status: 'rejected' })).toEqual([])
  expect(codesOf(await visitor.call(listDebits, { query: { from: '2026-03-02', to: '2026-03-01' } }))).toEqual([
    'to: period_reversed',
  ])
  const csv = await visitor.call(exportDebits, { query: { tab: 'history' }, headers: { 'accept-language': 'en' } })
  const rows = parse(csv.body as unknown as Buffer, { bom: true, columns: true })
  expect(rows).toMatchObject([{ Date: '2026-03-13', Creditor: 'Senelec', Status: 'Executed', Amount: '31420' }])
  const workbook = await visitor.call(exportDebits, { query: { tab: 'upcoming', format: 'xlsx' } })
  expect((workbook.body as unknown as Buffer).subarray(0, 2).toString()).toBe('PK')
  const stranger = await bank.aCustomer()
  const none = await stranger.call(exportDebits, { query: { tab: 'history' } })
  expect(parse(none.body as unknown as Buffer, { bom: true, columns: true, delimiter: ';' })).toEqual([])
})

describe('collections that creditors send', () => {
  it('are announced once however often their file arrives, and register their mandate', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    expect(await present({ iban: awa.iban }, 'MSG-1')).toEqual({ outcome: 'applied', remarks: [] })
    expect(await present({ iban: awa.iban }, 'MSG-1')).toEqual({ outcome: 'repeated', remarks: [] })
    expect(await present({ iban: awa.iban, amount: 1 }, 'MSG-1')).toMatchObject({ outcome: 'refused' })
    const reply = await debitsOf(awa, 'upcoming')
    expect(reply.headers[headers.totalAmount.toLowerCase()]).toBe('31420')
    expect(reply.body).toMatchObject([
      {
        creditor_name: 'Senelec',
        amount: 31_420,
        due_date: '2026-03-13',
        status: 'announced',
        refuse_until: Date.parse('2026-03-12T12:00Z') / 1000,
      },
    ])
    expect(await onlyMandate(awa)).toMatchObject({
      umr: 'RUM-0042',
      scheme: 'core',
      status: 'active',
      signed_on: '2025-06-02',
      is_own: false,
    })
    expect(await upcomingOf(awa)).toBe(1)
  })

  it('cause a remark when the debtor’s account is unknown or the due date is too early', async () => {
    const awa = await bank.aCustomer()
    // Also when it is read again, because the process was killed before it wrote them down.
    for (const outcome of ['applied', 'repeated'])
      expect(await present({ iban: 'FR1420041010050500013M02606' }, 'MSG-UNKNOWN')).toEqual({
        outcome,
        remarks: ['F-20931177: no account of ours, nothing will be taken'],
      })
    expect(await present({ iban: awa.iban, due: '2026-03-10' })).toMatchObject({
      remarks: [expect.stringContaining('too late')],
    })
    expect((await debitsOf(awa, 'upcoming')).body).toEqual([])
  })

  it.each([
    ['the check digits of the creditor’s identifier are wrong', { creditor: 'SN22ZZZ004812' }, 'BE05'],
    ['the debtor is somebody else', { debtor: 'Not Awa At All' }, 'BE01'],
    ['they follow others and no mandate is known', { sequence: 'RCUR' }, 'MD01'],
    ['they end a series that never began', { sequence: 'FNAL' }, 'MD01'],
  ])('are rejected with a reason and not announced when %s', async (_name, input, reason) => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const message = newId().slice(-30)
    expect(await present({ iban: awa.iban, ...input }, message)).toMatchObject({
      outcome: 'applied',
      remarks: [expect.stringMatching(/./)],
    })
    expect((await debitsOf(awa, 'upcoming')).body).toEqual([])
    expect((await (await again(awa)).call(listMandates)).body).toEqual([])
    expect(await obstaclesOf(message)).toEqual([reason])
  })

  it('match the account holder with the name in another order', async () => {
    const awa = await bank.aCustomer()
    await bank.owner.query(`UPDATE customers SET name = 'Awa Ndiaye' WHERE id = $1`, [awa.customer_id])
    expect(await present({ iban: awa.iban, debtor: 'NDIAYE AWA MARIE' })).toEqual({ outcome: 'applied', remarks: [] })
  })

  it('need no registration when their mandate is known', async () => {
    const awa = await bank.aCustomer()
    await present({ iban: awa.iban })
    expect(await present({ iban: awa.iban, sequence: 'RCUR', due: '2026-03-16' })).toEqual({
      outcome: 'applied',
      remarks: [],
    })
  })

  it.each([
    ['another count', { count: '5' }, 'AM18'],
    ['another sum', { sum: '999' }, 'AM10'],
  ])(
    'are refused with their whole message if it declares %s, and each line is answered',
    async (_name, input, reason) => {
      const awa = await bank.aCustomer({ balance: 100_000 })
      const message = newId().slice(-30)
      for (let time = 0; time < 2; time += 1)
        expect(await present({ iban: awa.iban, ...input }, message)).toMatchObject({
          outcome: 'refused',
          reason: expect.stringContaining('it'),
        })
      expect((await debitsOf(awa, 'upcoming')).body).toEqual([])
      expect(await obstaclesOf(message)).toEqual([reason])
    },
  )

  it('of the national scheme are debited only after the debtor authorised them', async () => {
    const [awa, unwilling, silent] = [
      await bank.aCustomer({ balance: 100_000 }),
      await bank.aCustomer({ balance: 100_000 }),
      await bank.aCustomer({ balance: 100_000 }),
    ]
    for (const { iban } of [awa, unwilling, silent]) await present({ iban, scheme: 'local' })
    const decide = async (visitor: Visitor, status: 'active' | 'refused') => {
      const { id, version } = await onlyMandate(visitor)
      const [session, input] = [await again(visitor), { params: { id }, body: { version, status } }]
      // Changes that release money need re-authentication, changes that block it do not.
      const reply =
        status === 'active' ? await session.confirm(changeMandate, input) : await session.call(changeMandate, input)
      expect(reply.body).toMatchObject({ status })
    }
    const { id } = await onlyMandate(awa)
    expect(await onlyMandate(awa)).toMatchObject({ scheme: 'local', status: 'pending_confirmation', is_own: false })
    expect(await eventsAbout(id)).toEqual(['mandate.register'])
    await bank.deriveAlerts()
    const { rows } = await bank.owner.query('SELECT FROM alerts WHERE account_id = $1 AND kind = $2', [
      awa.account_id,
      'mandate_to_confirm',
    ])
    expect(rows).toHaveLength(1)
    await decide(awa, 'active')
    await decide(unwilling, 'refused')
    at('2026-03-13T08:00')
    await run()
    expect(await onlyDebit(awa, 'history')).toMatchObject({ status: 'executed' })
    for (const other of [unwilling, silent]) {
      expect(await onlyDebit(other, 'history')).toMatchObject({ status: 'rejected', reason: 'MD01' })
      expect(await balanceOf(other)).toBe(100_000)
    }
  })

  it.each([
    ['an amount of nothing', { amount: 0 }],
    ['an unknown sequence', { sequence: 'XXXX' }],
    ['a reference with a sign that has no place there', { umr: 'RUM_42' }],
  ])('are refused as a file because of %s', async (_name, input) => {
    expect(await present({ iban: 'SN08', ...input })).toMatchObject({ outcome: 'refused' })
  })
})

describe('a collection that is due', () => {
  it('is debited once, in the morning of its day, with any number of workers', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await present({ iban: awa.iban })
    at('2026-03-13T07:59')
    await run()
    expect(await balanceOf(awa)).toBe(100_000)
    at('2026-03-13T08:00')
    await Promise.all([run(), run(), run()])
    expect(await balanceOf(awa)).toBe(100_000 - 31_420)
    const debit = await onlyDebit(awa, 'history')
    expect(debit).toMatchObject({
      status: 'executed',
      settled_on: '2026-03-13',
      refund_until: '2026-05-08',
      claim_until: '2027-04-13',
    })
    expect((await onlyMandate(awa)).last_used_on).toBe('2026-03-13')
    expect(await upcomingOf(awa)).toBe(0)
    const { body: operations } = await (await again(awa)).call(listOperations)
    expect(operations[0]).toMatchObject({ type: 'direct_debit', amount: -31_420, label: 'PRLV SENELEC FACT 20931177' })
    expect(await eventsAbout(debit.id)).toEqual(['debit.announce', 'debit.execute'])
  })

  it('is rejected once with insufficient funds, and users who may see debits get an e-mail', async () => {
    const awa = await bank.aCustomer({ balance: 31_419 })
    await bank.owner.query(`UPDATE users SET email = 'awa@exemple.example' WHERE id = $1`, [awa.user_id])
    await present({ iban: awa.iban })
    at('2026-03-13T08:00')
    await Promise.all([run(), run()])
    expect(await balanceOf(awa)).toBe(31_419)
    expect(await onlyDebit(awa, 'history')).toMatchObject({
      status: 'rejected',
      reason: 'AM04',
      refund_until: null,
      claim_until: null,
    })
    const { rows } = await bank.owner.query<{ plain: string }>(
      `SELECT plain FROM mails WHERE recipient = 'awa@exemple.example'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.plain).toContain('la provision du compte ne suffisait pas')
    await bank.deposit(awa.account_id, 50_000)
    await run()
    expect(await balanceOf(awa)).toBe(81_419)
  })

  it.each([
    ['revoked', { status: 'revoked' }, 'MD01'],
    ['suspended', { status: 'suspended' }, 'MS02'],
    ['below its amount', { max_amount: 31_419 }, 'AM02'],
    ['not used for 36 months', { signed_on: '2023-03-12' }, 'MD01'],
  ])('is rejected where its mandate is %s', async (_name, input, reason) => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await aMandate(awa, input)
    await present({ iban: awa.iban })
    at('2026-03-13T08:00')
    await run()
    expect(await onlyDebit(awa, 'history')).toMatchObject({ status: 'rejected', reason })
    expect(await balanceOf(awa)).toBe(100_000)
  })

  it('is rejected between companies unless the mandate was confirmed', async () => {
    const sine = await bank.aCustomer({ balance: 100_000, kind: 'company' })
    await present({ iban: sine.iban, scheme: 'B2B' })
    at('2026-03-13T08:00')
    await run()
    expect(await onlyDebit(sine, 'history')).toMatchObject({ status: 'rejected', reason: 'MD01' })
    expect((await (await again(sine)).call(listMandates)).body).toEqual([])
    const other = await debited({ scheme: 'B2B' }, 'company')
    expect(await onlyDebit(other, 'history')).toMatchObject({
      status: 'executed',
      refund_until: null,
      claim_until: '2027-04-13',
    })
  })

  it('ends its mandate if it is the last one', async () => {
    const awa = await debited({ sequence: 'FNAL' }, 'individual', true)
    expect(await onlyMandate(awa)).toMatchObject({ status: 'expired' })
  })
})

describe('refusing an upcoming collection', () => {
  it('is possible once, until noon of the business day before, and nothing is debited', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await present({ iban: awa.iban })
    const { id } = await onlyDebit(awa, 'upcoming')
    at('2026-03-12T11:59')
    const late = await again(awa)
    const replies = await Promise.all([
      late.call(rejectDebit, { params: { id } }),
      late.call(rejectDebit, { params: { id } }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    at('2026-03-13T08:00')
    await run()
    expect(await onlyDebit(awa, 'history')).toMatchObject({
      status: 'refused',
      reason: 'MS02',
      settled_on: '2026-03-12',
    })
    expect(await balanceOf(awa)).toBe(100_000)
    expect(await upcomingOf(awa)).toBe(0)
  })

  it('is refused from noon on', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await present({ iban: awa.iban })
    at('2026-03-12T12:00')
    const { id, refuse_until } = await onlyDebit(awa, 'upcoming')
    expect(refuse_until).toBeNull()
    expect(codesOf(await (await again(awa)).call(rejectDebit, { params: { id } }))).toEqual(['refusal_too_late'])
  })

  it('excludes the debit when a worker runs at the same time', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await present({ iban: awa.iban })
    const { id } = await onlyDebit(awa, 'upcoming')
    // As if the morning had begun during the request.
    await bank.owner.query('UPDATE collections SET run_at = $2 WHERE id = $1', [id, bank.clock.at])
    const [reply] = await Promise.all([awa.call(rejectDebit, { params: { id } }), run()])
    const { status } = await onlyDebit(awa, 'history')
    expect(status).toBe(reply.status === 200 ? 'refused' : 'executed')
    expect(await balanceOf(awa)).toBe(reply.status === 200 ? 100_000 : 100_000 - 31_420)
  })

  it('requires the capability to manage mandates on the debited account', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const other = await bank.aCustomer()
    const reader = await bank.aMember(awa.account_id, { capabilities: [] })
    await present({ iban: awa.iban })
    const { id } = await onlyDebit(awa, 'upcoming')
    expect((await other.call(rejectDebit, { params: { id } })).status).toBe(404)
    expect(codesOf(await reader.call(rejectDebit, { params: { id } }))).toEqual(['capability_missing'])
    expect((await reader.call(listDebits)).body).toHaveLength(1)
  })
})

describe('a link to one collection or mandate', () => {
  it('finds it in the account that it belongs to, upcoming or past', async () => {
    const awa = await debited()
    const listed = await onlyDebit(awa, 'history')
    const mandate = await onlyMandate(awa)
    at('2026-03-16T09:00')
    await present({ iban: awa.iban, umr: 'RUM-0043', due: '2026-03-20' })
    const upcoming = await onlyDebit(awa, 'upcoming')
    const reader = await bank.aMember(awa.account_id, { capabilities: [] })
    const debitOf = async (id: string, visitor: Visitor) => (await again(visitor)).call(getDebit, { params: { id } })
    expect((await debitOf(listed.id, reader)).body).toEqual(await onlyDebit(awa, 'history'))
    expect((await debitOf(upcoming.id, awa)).body).toEqual(upcoming)
    expect((await reader.call(getMandate, { params: { id: mandate.id } })).body.umr).toBe(mandate.umr)

    const other = await bank.aCustomer()
    expect((await debitOf(listed.id, other)).status).toBe(404)
    expect((await other.call(getMandate, { params: { id: mandate.id } })).status).toBe(404)
    const cashier = await bank.aMember(awa.account_id, { rights: ['transfers'] })
    expect(codesOf(await cashier.call(getDebit, { params: { id: listed.id } }))).toEqual(['right_missing'])
    expect(codesOf(await cashier.call(getMandate, { params: { id: mandate.id } }))).toEqual(['right_missing'])
  })
})

describe('disputing a debited collection', () => {
  it('refunds the money once within 56 days, by a posting that references the reversed one', async () => {
    const awa = await debited()
    const { id } = await onlyDebit(awa, 'history')
    at('2026-05-08T18:00')
    const later = await again(awa)
    const given = { params: { id }, body: { reason: 'refund' as const } }
    expect((await later.call(disputeDebit, given)).status).toBe(428)
    expect(await balanceOf(awa)).toBe(100_000 - 31_420)
    const key = { headers: { [headers.idempotencyKey]: newId() } }
    const first = await later.confirm(disputeDebit, { ...given, ...key })
    expect(first.body).toMatchObject({ status: 'refunded', reason: 'MD06' })
    // A replay gets the same answer; a different request is too late.
    expect((await later.confirm(disputeDebit, { ...given, ...key })).body).toEqual(first.body)
    expect(codesOf(await later.call(disputeDebit, given))).toEqual(['debit_disputed'])
    expect(await balanceOf(awa)).toBe(100_000)
    const { rows } = await bank.owner.query(
      `SELECT FROM collections c JOIN ledger_postings p ON p.id = c.refund_posting_id AND p.reverses = c.posting_id WHERE c.id = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  it('is possible for the number of days of the bank’s parameter, which is shown', async () => {
    const awa = await debited()
    const { id, refund_until } = await onlyDebit(awa, 'history')
    expect(refund_until).toBe('2026-05-08')
    await bank.owner.query("UPDATE parameters SET value = 30 WHERE name = 'refund_days'")
    try {
      expect((await onlyDebit(awa, 'history')).refund_until).toBe('2026-04-12')
      at('2026-04-13T08:00')
      const later = await again(awa)
      expect((await onlyDebit(later, 'history')).refund_until).toBeNull()
      expect(codesOf(await later.call(disputeDebit, { params: { id }, body: { reason: 'refund' } }))).toEqual([
        'dispute_too_late',
      ])
    } finally {
      await bank.owner.query("UPDATE parameters SET value = 56 WHERE name = 'refund_days'")
    }
  })

  it('is refused on the 57th day unless it was unauthorised: the bank examines that for 13 months', async () => {
    const awa = await debited()
    const { id } = await onlyDebit(awa, 'history')
    at('2026-05-09T08:00')
    const later = await again(awa)
    expect(codesOf(await later.call(disputeDebit, { params: { id }, body: { reason: 'refund' } }))).toEqual([
      'dispute_too_late',
    ])
    const claim = await later.confirm(disputeDebit, { params: { id }, body: { reason: 'unauthorised' } })
    expect(claim.body).toMatchObject({
      status: 'executed',
      claimed_at: bank.clock.at.getTime() / 1000,
      claim_until: null,
    })
    expect(codesOf(await later.call(disputeDebit, { params: { id }, body: { reason: 'unauthorised' } }))).toEqual([
      'debit_disputed',
    ])
    expect(await balanceOf(awa)).toBe(100_000 - 31_420)
    expect(await eventsAbout(id)).toEqual(['debit.announce', 'debit.execute', 'debit.claim'])
  })

  it('refunds nothing between companies', async () => {
    const sine = await debited({ scheme: 'B2B' }, 'company')
    const { id } = await onlyDebit(sine, 'history')
    const now = await again(sine)
    expect(codesOf(await now.call(disputeDebit, { params: { id }, body: { reason: 'refund' } }))).toEqual([
      'no_refund_between_companies',
    ])
    expect(
      (await now.confirm(disputeDebit, { params: { id }, body: { reason: 'unauthorised' } })).body.claimed_at,
    ).not.toBeNull()
  })

  it('refunds once for simultaneous requests, and only on the debited account', async () => {
    const awa = await debited()
    const { id } = await onlyDebit(awa, 'history')
    const other = await bank.aCustomer()
    const given = { params: { id }, body: { reason: 'refund' as const } }
    expect((await other.call(disputeDebit, given)).status).toBe(404)
    const [one, two] = [await again(awa), await again(awa)]
    const replies = await Promise.all([one.confirm(disputeDebit, given), two.confirm(disputeDebit, given)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await balanceOf(awa)).toBe(100_000)
  })
})

describe('the bank’s answer to a refund claim', () => {
  const portalUrl = 'https://banque.example/connect/'
  const answer = (id: string, refusal: string | null = null) =>
    answerRefundClaim({ ...ports(), portalUrl }, { id, refusal })
  const mailsTo = async ({ user_id }: Visitor) =>
    (
      await bank.owner.query<{ subject: string; plain: string }>(
        'SELECT m.subject, m.plain FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1 ORDER BY m.created_at, m.id',
        [user_id],
      )
    ).rows
  async function claimed(input: Partial<Input> = {}, kind: 'individual' | 'company' = 'individual') {
    const customer = await debited(input, kind)
    await bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [
      customer.user_id,
      `${customer.user_id}@exemple.example`,
    ])
    const { id } = await onlyDebit(customer, 'history')
    at('2026-05-11T09:00')
    const later = await again(customer)
    expect((await later.confirm(disputeDebit, { params: { id }, body: { reason: 'unauthorised' } })).status).toBe(200)
    return { customer, id }
  }

  it('refunds the money once for repeated and simultaneous calls', async () => {
    const { customer, id } = await claimed()
    const outcomes = await Promise.all([answer(id), answer(id), answer(id)])
    expect(outcomes.toSorted()).toEqual(['answered', 'answered', 'refunded'])
    expect(await answer(id)).toBe('answered')
    expect(await answer(id, 'Non')).toBe('answered')
    expect(await balanceOf(customer)).toBe(100_000)
    expect(await onlyDebit(customer, 'history')).toMatchObject({
      status: 'refunded',
      reason: 'MD01',
      claim_answered_at: bank.clock.at.getTime() / 1000,
      claim_refusal: null,
    })
    const { rowCount } = await bank.owner.query(
      'SELECT FROM collections c JOIN ledger_postings p ON p.id = c.refund_posting_id AND p.reverses = c.posting_id WHERE c.id = $1',
      [id],
    )
    expect(rowCount).toBe(1)
    expect((await eventsAbout(id)).filter((action) => action.startsWith('debit.claim_'))).toEqual([
      'debit.claim_accept',
    ])
    expect((await mailsTo(customer)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Votre contestation est acceptée'),
    ])
  })

  it('refuses with a reason that the customer can read and gets by e-mail; no money moves', async () => {
    const { customer, id } = await claimed()
    expect(await answer(id, 'Le mandat du 2 juin 2025 porte votre signature.')).toBe('refused')
    expect(await answer(id)).toBe('answered')
    expect(await balanceOf(customer)).toBe(100_000 - 31_420)
    const debit = await onlyDebit(customer, 'history')
    expect(debit).toMatchObject({
      status: 'executed',
      claim_refusal: 'Le mandat du 2 juin 2025 porte votre signature.',
      claim_until: null,
    })
    const [mail] = await mailsTo(customer)
    expect(mail?.plain).toContain('Le mandat du 2 juin 2025 porte votre signature.')
    const later = await again(customer)
    expect(codesOf(await later.call(disputeDebit, { params: { id }, body: { reason: 'unauthorised' } }))).toEqual([
      'debit_disputed',
    ])
    expect(await eventsAbout(id)).toContain('debit.claim_refuse')
  })

  it('is not possible without a claim', async () => {
    const awa = await debited()
    const { id } = await onlyDebit(awa, 'history')
    expect(await answer(id)).toBe('not_claimed')
    expect(await answer(newId())).toBe('not_claimed')
    expect(await balanceOf(awa)).toBe(100_000 - 31_420)
  })

  it('is given automatically at the demo bank after some seconds', async () => {
    const [person, company] = [await claimed(), await claimed({ scheme: 'B2B' }, 'company')]
    await simulateRefundClaims({ ...ports(), portalUrl })
    expect((await onlyDebit(person.customer, 'history')).claim_answered_at).toBeNull()
    at('2026-05-11T09:01')
    await simulateRefundClaims({ ...ports(), portalUrl })
    expect(await onlyDebit(person.customer, 'history')).toMatchObject({ status: 'refunded' })
    expect(await onlyDebit(company.customer, 'history')).toMatchObject({
      status: 'executed',
      claim_refusal: expect.stringContaining('mandat'),
    })
  })
})

describe('a mandate', () => {
  const change = async (visitor: Visitor, input: object) => {
    const { id, version } = await onlyMandate(visitor)
    return (await again(visitor)).call(changeMandate, { params: { id }, body: { version, ...input } as never })
  }
  const confirmed = async (visitor: Visitor, input: object) => {
    const { id, version } = await onlyMandate(visitor)
    return (await again(visitor)).confirm(changeMandate, { params: { id }, body: { version, ...input } as never })
  }

  it('is suspended and reduced at once; resuming, raising and revoking need re-authentication', async () => {
    const awa = await bank.aCustomer()
    await aMandate(awa)
    expect((await change(awa, { status: 'suspended' })).body).toMatchObject({ status: 'suspended' })
    expect((await change(awa, { status: 'active' })).status).toBe(428)
    expect((await confirmed(awa, { status: 'active' })).body).toMatchObject({ status: 'active' })
    expect((await change(awa, { max_amount: 50_000 })).body).toMatchObject({ max_amount: 50_000 })
    expect((await change(awa, { max_amount: 40_000 })).body).toMatchObject({ max_amount: 40_000 })
    expect((await change(awa, { max_amount: 40_001 })).status).toBe(428)
    expect((await change(awa, { max_amount: null })).status).toBe(428)
    expect((await confirmed(awa, { max_amount: null })).body).toMatchObject({ max_amount: null })
    expect((await change(awa, { status: 'revoked' })).status).toBe(428)
    expect((await confirmed(awa, { status: 'revoked' })).body).toMatchObject({ status: 'revoked' })
    expect(codesOf(await change(awa, { status: 'active' }))).toEqual(['mandate_state'])
    expect(codesOf(await change(awa, { max_amount: 5 }))).toEqual(['mandate_state'])
  })

  it('is confirmed between companies by another person than the one who registered it', async () => {
    const sine = await bank.aCustomer({ kind: 'company' })
    const director = await bank.aMember(sine.account_id)
    await aMandate(sine, { scheme: 'b2b', status: 'pending_confirmation', registered_by: sine.user_id })
    expect(await onlyMandate(sine)).toMatchObject({ is_own: true })
    expect(codesOf(await change(sine, { status: 'active' }))).toEqual(['own_mandate'])
    expect((await confirmed(director, { status: 'active' })).body).toMatchObject({ status: 'active', is_own: false })
  })

  it('cannot be debited by a blocked creditor', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await aMandate(awa, { umr: 'RUM-0001' })
    expect((await change(awa, { is_creditor_blocked: true })).body).toMatchObject({
      is_creditor_blocked: true,
      status: 'active',
    })
    // Another business code is no other creditor: the check digits are the same.
    await present({ iban: awa.iban, umr: 'RUM-0002', creditor: SENELEC.replace('ZZZ', 'EAU') })
    at('2026-03-13T08:00')
    await run()
    expect(await onlyDebit(awa, 'history')).toMatchObject({ status: 'rejected', reason: 'SL01' })
    const { body: mandates } = await (await again(awa)).call(listMandates)
    expect(mandates.map(({ umr, is_creditor_blocked }) => [umr, is_creditor_blocked]).toSorted()).toEqual([
      ['RUM-0001', true],
      ['RUM-0002', true],
    ])
    const other = mandates.find(({ umr }) => umr === 'RUM-0002')
    await (
      await again(awa)
    ).confirm(changeMandate, {
      params: { id: other?.id ?? '' },
      body: { version: other?.version ?? 0, is_creditor_blocked: false },
    })
    const { body: after } = await (await again(awa)).call(listMandates)
    expect(after.map(({ is_creditor_blocked }) => is_creditor_blocked)).toEqual([false, false])
  })

  it('is changed by version, one change at a time, on its own account', async () => {
    const awa = await bank.aCustomer()
    const id = await aMandate(awa)
    const other = await bank.aCustomer()
    expect(
      codesOf(await awa.call(changeMandate, { params: { id }, body: { version: 7, status: 'suspended' } })),
    ).toEqual(['stale_mandate'])
    expect(
      (
        await awa.call(changeMandate, {
          params: { id },
          body: { version: 1, status: 'suspended', max_amount: 5 } as never,
        })
      ).status,
    ).toBe(422)
    expect(
      (await other.call(changeMandate, { params: { id }, body: { version: 1, status: 'suspended' } })).status,
    ).toBe(404)
    const input = { params: { id }, body: { version: 1, status: 'suspended' as const } }
    const replies = await Promise.all([awa.call(changeMandate, input), awa.call(changeMandate, input)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('a mandate between companies', () => {
  const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const input = (changes: object = {}) => ({
    creditor_name: 'Transports Casamance Express',
    creditor_id: 'de98 zzz 0999 9999 999',
    umr: 'B2B-2026/17',
    recurrence: 'recurrent',
    signed_on: '2026-03-02',
    max_amount: 400_000,
    ...changes,
  })
  const formOf = (body: object, copy: string | Buffer | null = PDF, name = 'mandat signé.pdf') => {
    const form = new FormData()
    form.append('jsonBody', JSON.stringify(body))
    if (copy !== null) form.append('copy', new File([copy], name))
    return form
  }

  it('is registered with its signed copy, confirmed by another person, and then authorises collections', async () => {
    const sine = await bank.aCustomer({ balance: 1_000_000, kind: 'company' })
    const director = await bank.aMember(sine.account_id)
    const { status, body } = await sine.confirm(registerMandate, { form: formOf(input()) })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      scheme: 'b2b',
      status: 'pending_confirmation',
      creditor_id: 'DE98ZZZ09999999999',
      is_own: true,
      has_copy: true,
    })
    const params = { id: body.id }
    const copy = await director.call(getMandateCopy, { params })
    expect(Buffer.from(copy.body as never).toString()).toBe(PDF)
    expect(copy.headers['content-disposition']).toContain("filename*=UTF-8''mandat%20sign%C3%A9.pdf")
    const active = { version: body.version, status: 'active' as const }
    expect(codesOf(await sine.call(changeMandate, { params, body: active }))).toEqual(['own_mandate'])
    expect((await director.confirm(changeMandate, { params, body: active })).body).toMatchObject({
      status: 'active',
      is_own: false,
    })
    expect(await eventsAbout(body.id)).toEqual(['mandate.register', 'mandate.change'])

    const named = { iban: sine.iban, scheme: 'B2B' as const, umr: 'B2B-2026/17', creditor: 'DE98ZZZ09999999999' }
    await present({ ...named, amount: 400_000 })
    await present({ ...named, amount: 400_001 })
    at('2026-03-13T08:00')
    await run()
    const { body: taken } = await debitsOf(sine, 'history')
    expect(taken.map(({ amount, status: state, reason }) => [amount, state, reason])).toEqual(
      expect.arrayContaining([
        [400_000, 'executed', null],
        [400_001, 'rejected', 'AM02'],
      ]),
    )
  })

  it.each<[string, object, string | Buffer | null, string[]]>([
    [
      'an identifier whose digits do not check',
      { creditor_id: 'DE97ZZZ09999999999' },
      PDF,
      ['creditor_id: creditor_id_invalid'],
    ],
    ['a reference with a slash at its end', { umr: 'B2B/' }, PDF, ['umr: umr_invalid']],
    ['a day that is none', { signed_on: '2026-02-30' }, PDF, ['signed_on: date_invalid']],
    ['a day to come', { signed_on: '2026-03-11' }, PDF, ['signed_on: mandate_signed_later']],
    ['a day too long ago', { signed_on: '2023-03-09' }, PDF, ['signed_on: mandate_signed_long_ago']],
    ['a ceiling of nothing', { max_amount: 0 }, PDF, ['max_amount: amount_invalid']],
    ['another scheme', { scheme: 'core' }, PDF, ['scheme: unknown_field']],
    ['no copy', {}, null, ['copy: mandate_copy_missing']],
    ['a picture of it', {}, PNG, ['copy: pdf_type']],
    ['what only calls itself a PDF', {}, 'MZ programme', ['copy: pdf_type']],
  ])('is refused with %s, at the field', async (_what, changes, copy, codes) => {
    const sine = await bank.aCustomer({ kind: 'company' })
    expect(codesOf(await sine.confirm(registerMandate, { form: formOf(input(changes), copy) }))).toEqual(codes)
    expect((await sine.call(listMandates)).body).toEqual([])
  })

  it('is registered once, by companies only, and is hidden from other customers', async () => {
    const sine = await bank.aCustomer({ kind: 'company' })
    const awa = await bank.aCustomer()
    expect(codesOf(await awa.confirm(registerMandate, { form: formOf(input()) }))).toEqual(['mandate_companies_only'])
    const once = { [headers.idempotencyKey]: newId() }
    const first = await sine.confirm(registerMandate, { form: formOf(input()), headers: once })
    const replay = await sine.call(registerMandate, { form: formOf(input()), headers: once })
    expect(replay.body).toEqual(first.body)
    expect(codesOf(await sine.confirm(registerMandate, { form: formOf(input({ max_amount: null })) }))).toEqual([
      'umr: mandate_known',
    ])
    expect((await awa.call(getMandateCopy, { params: { id: first.body.id } })).status).toBe(404)
  })
})

it('leaves the ledger consistent', async () => {
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
})

it('is to come on the day on which it is debited, in the operations and in the forecast', async () => {
  const payer = await bank.aCustomer({ balance: 100_000 })
  // A Saturday, and a Monday that is declared a holiday later.
  await present({ iban: payer.iban, due: '2026-03-14' })
  await present({ iban: payer.iban, due: '2026-03-23', umr: 'RUM-0043', amount: 5_000 })
  const days = async () => {
    const operations = (await payer.call(listOperations, {})).body.filter((one) => one.execution_date === null)
    const { forecast } = (await payer.call(getOutlook)).body
    return [operations.map((one) => one.value_date), forecast?.causes.map(({ date }) => date)]
  }
  expect(await days()).toEqual([
    ['2026-03-16', '2026-03-23'],
    ['2026-03-16', '2026-03-23'],
  ])
  await bank.owner.query("INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-03-23', 'Korité', 'Eid')")
  while ((await moveDates(ports())) > 0);
  await bank.owner.query("DELETE FROM holidays WHERE day = '2026-03-23'")
  expect(await days()).toEqual([
    ['2026-03-16', '2026-03-24'],
    ['2026-03-16', '2026-03-24'],
  ])
})

it('waits for the next business day where its day was declared a holiday that morning', async () => {
  const payer = await bank.aCustomer({ balance: 100_000 })
  await aMandate(payer)
  await present({ iban: payer.iban, due: '2026-03-23' })
  await bank.owner.query("INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-03-23', 'Korité', 'Eid')")
  at('2026-03-23T08:00')
  while ((await run()) > 0);
  expect(await balanceOf(payer)).toBe(100_000)
  at('2026-03-24T07:59')
  while ((await run()) > 0);
  expect(await balanceOf(payer)).toBe(100_000)
  at('2026-03-24T08:00')
  while ((await run()) > 0);
  expect(await balanceOf(payer)).toBe(68_580)
  await bank.owner.query("DELETE FROM holidays WHERE day = '2026-03-23'")
})

it('cannot be disputed before it was debited, nor refused afterwards', async () => {
  const payer = await bank.aCustomer({ balance: 100_000 })
  await aMandate(payer)
  await present({ iban: payer.iban })
  const params = { id: (await onlyDebit(payer, 'upcoming')).id }
  const early = await (await again(payer)).confirm(disputeDebit, { params, body: { reason: 'refund' } })
  expect(codesOf(early)).toEqual(['debit_not_executed'])
  at('2026-03-13T08:00')
  while ((await run()) > 0);
  expect(codesOf(await (await again(payer)).call(rejectDebit, { params }))).toEqual(['debit_not_announced'])
  expect(await balanceOf(payer)).toBe(68_580)
})
