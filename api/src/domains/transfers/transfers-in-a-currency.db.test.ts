import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  createTransfer,
  getTransfer,
  listPayees,
  type NewTransfer,
  quoteTransfer,
} from 'contract/transfers/transfers.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { acceptItems, getItemToSign } from 'contract/transfers/signatures.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { clearingAt, paymentReturn, statusReport } from '../../../test/test-clearing.ts'
import { newReference } from '../../adapters/ids.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

const FRANCE = 'FR1420041010050500013M02606'
const MORNING = '2026-03-10T09:30:00Z'

let bank: TestBank
let folder: string
let clearing: ReturnType<typeof clearingAt>
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(async () => {
  bank.clock.at = new Date(MORNING)
  await bank.owner.query(`DELETE FROM exchange_rates WHERE effective_at > '2020-01-01'`)
  folder = makeTemporaryFolder('connect-abroad')
  clearing = clearingAt(folder, { db: bank.db, clock })
})
afterEach(async () => {
  await clearing.send()
  rmSync(folder, { recursive: true, force: true })
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
afterAll(() => bank.close())

const clock = { now: () => bank.clock.at }
const runAll = async () => {
  while ((await runDueTransfers({ db: bank.db, clock })) > 0);
}
const publish = (at: string, dollars: number) =>
  bank.owner.query(
    `INSERT INTO exchange_rates (currency, effective_at, unit, buy, sell, transfer) VALUES ('USD', $1, 1, 500, 700, $2)`,
    [at, dollars],
  )
const bookedOn = async ({ account_id }: { account_id: string }) => {
  const [row] = await bank.db<{ booked: number }>`SELECT booked FROM ledger_accounts WHERE id = ${account_id}`
  return row?.booked
}
/** The legs of a posting on the accounts of the bank, and on those of customers by the account. */
const legsOf = async (key: string) => {
  const rows = await bank.db<{ code: string; amount: number }>`
    SELECT coalesce(a.code, 'customer:' || a.currency) AS code, e.amount FROM ledger_postings p
      JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
     WHERE p.posting_key = ${key} ORDER BY 1, 2`
  return rows.map(({ code, amount }) => `${code} ${amount}`)
}
const body = (payee: Pick<NewTransfer, 'beneficiary_id' | 'own_account_id'>, own: Partial<NewTransfer>) => ({
  type: 'direct' as const,
  amount: 100_000,
  label: 'Loyer de mars',
  comment: null,
  ...payee,
  ...own,
})
async function aPayerAbroad(options: Parameters<TestBank['aCustomer']>[0] = { balance: 10_000_000 }) {
  const payer = await bank.aCustomer(options)
  return { payer, beneficiary_id: await bank.aBeneficiary(payer.account_id, FRANCE, 'Maison Delorme') }
}
const quoted = (payer: Visitor, input: Parameters<typeof body>) => payer.call(quoteTransfer, { body: body(...input) })

describe('an order abroad in a currency', () => {
  it('is debited in francs and leaves in the currency, all legs in one posting', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad()
    const input = { currency: 'EUR', purpose: 'goods' } as const
    const quote = (await quoted(payer, [{ beneficiary_id }, input])).body
    expect(quote).toMatchObject({
      amount: 655_957,
      fees: 12_500,
      tax: 2_125,
      total: 670_582,
      credit_amount: 100_000,
      credit_currency: 'EUR',
      exchange_rate: 655.957,
      rate_until: null,
      currencies: ['EUR', 'USD', 'XOF'],
      asks: ['purpose', 'international_documents'],
    })
    await bank.owner.query(`UPDATE customers SET address = E'Villa 12, Mermoz\n10700 Dakar' WHERE id = $1`, [
      payer.customer_id,
    ])
    // Who has an account in France may live in Senegal.
    await bank.owner.query(
      `UPDATE beneficiaries SET address = 'Rue 10', zip = '12500', city = 'Dakar', address_country = 'SN' WHERE id = $1`,
      [beneficiary_id],
    )
    const small = body({ beneficiary_id }, { ...input, amount: 50_000 })
    const order = await payer.confirm(createTransfer, { body: small })
    expect(order.body).toMatchObject({
      amount: 327_979,
      instructed_amount: 50_000,
      credit_amount: 50_000,
      charges: 'SHA',
    })
    await runAll()
    expect(await legsOf(`transfer:${order.body.id}`)).toEqual([
      'customer:XOF -327979',
      'customer:XOF -14625',
      'fees:XOF 12500',
      'outgoing:EUR 50000',
      'position:EUR -50000',
      'position:XOF 327979',
      'taf:XOF 2125',
    ])
    await clearing.send()
    const [sent] = clearing.payments()
    expect(sent).toMatchObject({ amount: '500.00', creditor: 'Maison Delorme', iban: FRANCE })
    const message = readFileSync(join(clearing.outgoing, sent?.file ?? ''), 'utf8')
    expect(message).toContain('<AdrLine>Villa 12, Mermoz</AdrLine>')
    expect(message).toMatch(
      /<PstlAdr>\s*<Ctry>SN<\/Ctry>\s*<AdrLine>Rue 10<\/AdrLine>\s*<AdrLine>12500 Dakar<\/AdrLine>/,
    )
    clearing.drop('a.xml', statusReport(newReference('R', clock.now()), [{ tx: sent?.tx_id ?? '', status: 'ACSC' }]))
    await clearing.receive()
    const [nostro] = await bank.db<{ value_date: string }>`
      SELECT e.value_date FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.code = 'correspondent:EUR' AND e.amount = 50000`
    // Two business days after the order, as the payee's.
    expect(nostro?.value_date).toBe('2026-03-12')
  })

  it('that comes back gives the customer what was debited', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad({ balance: 1_000_000 })
    const input = body({ beneficiary_id }, { currency: 'EUR', amount: 20_000, purpose: 'family' })
    const order = (await payer.confirm(createTransfer, { body: input })).body
    await runAll()
    await clearing.send()
    const sent = clearing.payments().find(({ end_to_end_id }) => end_to_end_id === order.reference)
    const tx = sent?.tx_id ?? ''
    clearing.drop('a.xml', statusReport(newReference('R', clock.now()), [{ tx, status: 'ACSC' }]))
    await clearing.receive()
    clearing.drop(
      'b.xml',
      paymentReturn(newReference('R', clock.now()), { tx, reason: 'AC04', amount: '200.00', currency: 'EUR' }),
    )
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(1_000_000 - 14_625)
    const { body: operations } = await payer.call(listOperations, { query: {} })
    expect(operations.map(({ amount }) => amount)).toContain(order.amount)
  })

  it('keeps the quoted rate for the stated time, and is refused after it', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad()
    await publish('2026-03-10T09:00:00Z', 600)
    const input = { currency: 'USD', amount: 10_000, purpose: 'studies' } as const
    const { rate_at, rate_until, amount, exchange_commission } = (await quoted(payer, [{ beneficiary_id }, input])).body
    expect({ amount, rate_until, exchange_commission }).toEqual({
      amount: 60_000,
      rate_until: Date.parse('2026-03-10T09:45:00Z') / 1000,
      exchange_commission: 1_000,
    })
    await publish('2026-03-10T09:35:00Z', 610)
    bank.clock.at = new Date('2026-03-10T09:49:00Z')
    const again = await bank.signIn(payer)
    const kept = await again.confirm(createTransfer, { body: body({ beneficiary_id }, { ...input, rate_at }) })
    expect(kept.body).toMatchObject({ amount: 60_000, exchange_rate: 600 })
    bank.clock.at = new Date('2026-03-10T09:50:00Z')
    const late = await again.confirm(createTransfer, { body: body({ beneficiary_id }, { ...input, rate_at }) })
    expect([late.status, codesOf(late)]).toEqual([409, ['rate_expired']])
    const forged = await quoted(again, [{ beneficiary_id }, { ...input, rate_at: 1_700_000_000 }])
    expect(forged.status).toBe(409)
  })

  it('is executed at the rate of its day, unless it was complete in time', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad()
    const input = { currency: 'USD', amount: 10_000, purpose: 'studies' } as const
    const now = (await payer.confirm(createTransfer, { body: body({ beneficiary_id }, input) })).body
    const later = { ...input, type: 'delayed', execution_date: '2026-03-12' } as const
    const dated = (await payer.confirm(createTransfer, { body: body({ beneficiary_id }, later) })).body
    await publish('2026-03-10T10:00:00Z', 650)
    bank.clock.at = new Date('2026-03-10T11:00:00Z')
    await runAll()
    bank.clock.at = new Date('2026-03-12T11:00:00Z')
    await runAll()
    const again = await bank.signIn(payer)
    const amountOf = async (id: string) => {
      const { body: one } = await again.call(getTransfer, { params: { id } })
      return [one.amount, one.credit_amount, one.exchange_rate]
    }
    expect(await amountOf(now.id)).toEqual([57_200, 10_000, 572])
    expect(await amountOf(dated.id)).toEqual([65_000, 10_000, 650])
  })

  it('keeps its hold while the bank has no rate for it, and leaves with the next one', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad({ kind: 'company', balance: 10_000_000 })
    const signer = await bank.aMember(payer.account_id)
    await publish('2026-03-10T09:00:00Z', 600)
    const input = { currency: 'USD', amount: 10_000, purpose: 'services' } as const
    const { body: order } = await payer.confirm(createTransfer, { body: body({ beneficiary_id }, input) })
    const held = 10_000_000 - (await bank.available(payer.account_id))
    // Signed after the rate is no longer guaranteed: it leaves at that of the moment.
    bank.clock.at = new Date('2026-03-10T11:00:00Z')
    const items = [{ kind: 'transfer', account: payer.account_id, id: order.id, version: 1 }] as const
    const late = await bank.signIn(signer)
    expect((await late.confirm(acceptItems, { body: { items: [...items] } })).body[0]?.outcome).toBe('signed')
    await bank.owner.query(`UPDATE correspondents SET currency = 'CAD' WHERE currency = 'USD'`)
    await runDueTransfers({ db: bank.db, clock })
    expect([held > 60_000, 10_000_000 - (await bank.available(payer.account_id))]).toEqual([true, held])
    await bank.owner.query(`UPDATE correspondents SET currency = 'USD' WHERE currency = 'CAD'`)
    bank.clock.at = new Date('2026-03-10T11:20:00Z')
    await runAll()
    expect(await bookedOn(payer)).toBe(10_000_000 - held)
  })

  it('is deducted from what the payee receives where they bear the charges', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad()
    const input = { currency: 'EUR', amount: 50_000, purpose: 'family', charges: 'BEN' } as const
    const { body: order } = await payer.confirm(createTransfer, { body: body({ beneficiary_id }, input) })
    expect(order).toMatchObject({
      amount: 313_354,
      fees: 12_500,
      tax: 2_125,
      instructed_amount: 50_000,
      credit_amount: 47_771,
    })
    await runAll()
    expect(await bookedOn(payer)).toBe(10_000_000 - 327_979)
  })

  it('shows its signer what the payee receives', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad({ kind: 'company', balance: 10_000_000 })
    const signer = await bank.aMember(payer.account_id)
    const input = { currency: 'USD', amount: 10_000, purpose: 'services' } as const
    const { body: order } = await payer.confirm(createTransfer, { body: body({ beneficiary_id }, input) })
    const params = { account: payer.account_id, kind: 'transfer', id: order.id } as const
    const { body: item } = await signer.call(getItemToSign, { params })
    expect(item).toMatchObject({ amount: 57_200, received: { amount: 10_000, currency: 'USD', rate: 572 } })
  })

  it('is not possible in a currency without a correspondent', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad()
    const refused = await quoted(payer, [{ beneficiary_id }, { currency: 'GBP' }])
    expect([refused.status, codesOf(refused)]).toEqual([422, ['amount: currency_not_offered']])
  })

  it('is counted with the others of the month to the same payee', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad()
    const francs = (amount: number) => body({ beneficiary_id }, { amount, purpose: 'goods' })
    expect((await payer.confirm(createTransfer, { body: francs(400_000) })).status).toBe(201)
    const second = await payer.confirm(createTransfer, { body: francs(100_001) })
    expect([second.status, codesOf(second)]).toEqual([422, ['international_documents: documents_required']])
    expect((await payer.confirm(createTransfer, { body: francs(100_000) })).status).toBe(201)
    // Another payee, and another month.
    const other = await bank.aBeneficiary(payer.account_id, 'DE89370400440532013000')
    expect((await quoted(payer, [{ beneficiary_id: other }, { amount: 400_000, purpose: 'goods' }])).body.asks).toEqual(
      ['purpose'],
    )
    bank.clock.at = new Date('2026-04-01T09:30:00Z')
    const again = await bank.signIn(payer)
    expect((await quoted(again, [{ beneficiary_id }, { amount: 400_000, purpose: 'goods' }])).body.asks).toEqual([
      'purpose',
    ])
  })
})

describe('an account in euro', () => {
  it('pays abroad in euro, its fees booked in francs', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad({ balance: 500_000, currency: 'EUR' })
    const input = body({ beneficiary_id }, { amount: 50_000, purpose: 'studies' })
    const { status, body: order } = await payer.confirm(createTransfer, { body: input })
    expect([status, order.amount, order.fees, order.tax, order.credit_amount]).toEqual([201, 50_000, 1_906, 324, null])
    await runAll()
    expect(await legsOf(`transfer:${order.id}`)).toEqual([
      'customer:EUR -50000',
      'customer:EUR -2230',
      'fees:XOF 12503',
      'outgoing:EUR 50000',
      'position:EUR 2230',
      'position:XOF -14628',
      'taf:XOF 2125',
    ])
  })

  it('cannot pay abroad in francs, nor another bank of the UEMOA', async () => {
    const { payer, beneficiary_id } = await aPayerAbroad({ balance: 500_000, currency: 'EUR' })
    expect(codesOf(await quoted(payer, [{ beneficiary_id }, { currency: 'XOF' }]))).toEqual([
      'amount: currency_not_offered',
    ])
    const local = await bank.aBeneficiary(payer.account_id, 'SN08SN9980101010004610100147')
    expect(codesOf(await quoted(payer, [{ beneficiary_id: local }, {}]))).toEqual(['beneficiary_id: currency_mismatch'])
  })
})

describe('an exchange between own accounts', () => {
  it('is at the parity, in one posting over both currencies, at once', async () => {
    const payer = await bank.aCustomer({ balance: 200_000, currency: 'EUR' })
    const own = await bank.anOwnAccount(payer)
    const { own_accounts } = (await payer.call(listPayees, { query: {} })).body
    expect(own_accounts).toMatchObject([{ id: own.account_id, currency: 'XOF' }])
    const { body: order } = await payer.confirm(createTransfer, {
      body: body({ own_account_id: own.account_id }, { amount: 76_000 }),
    })
    expect(order).toMatchObject({
      execution_status: 'executed',
      credit_amount: 498_527,
      credit_currency: 'XOF',
      fees: 0,
    })
    expect(await legsOf(`transfer:${order.id}`)).toEqual([
      'customer:EUR -76000',
      'customer:XOF 498527',
      'position:EUR 76000',
      'position:XOF -498527',
    ])
    expect([await bookedOn(payer), await bookedOn(own)]).toEqual([124_000, 498_527])
  })

  it('is for the accounts of one customer only', async () => {
    const payer = await bank.aCustomer({ balance: 200_000, currency: 'EUR' })
    const stranger = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, stranger.iban)
    expect(codesOf(await quoted(payer, [{ beneficiary_id }, {}]))).toEqual(['beneficiary_id: currency_mismatch'])
  })

  it('waits for its day, and keeps the parity', async () => {
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const own = await bank.anOwnAccount(payer, { currency: 'EUR' })
    const later = { currency: 'EUR', amount: 50_000, type: 'delayed', execution_date: '2026-03-12' } as const
    await payer.confirm(createTransfer, { body: body({ own_account_id: own.account_id }, later) })
    bank.clock.at = new Date('2026-03-12T09:30:00Z')
    await runAll()
    expect([await bookedOn(payer), await bookedOn(own)]).toEqual([1_000_000 - 327_979, 50_000])
  })
})
