// Payments of individuals to payees that they have just added are limited, whichever way they are ordered.
import {
  type BeneficiaryDetail,
  changeBeneficiary,
  createBeneficiary,
  getBeneficiary,
  trustBeneficiary,
} from 'contract/transfers/beneficiaries.ts'
import { createBatch } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import {
  cancelTransfer,
  changeTransfer,
  createTransfer,
  type NewTransfer,
  quoteTransfer,
} from 'contract/transfers/transfers.ts'
import { headers } from 'contract/endpoint.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.owner.query(
    `UPDATE parameters SET value = CASE name WHEN 'new_payee_hours' THEN 24 WHEN 'first_payment_cap' THEN 2000000 ELSE value END`,
  )
})
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

let accounts = 0
const anIban = () => ibanFrom('SN', 'SN998', '01001', String(700_000_000_000 + (accounts += 1)))
async function added(payer: Visitor, iban = anIban()): Promise<BeneficiaryDetail> {
  const reply = await payer.confirm(createBeneficiary, { body: { name: 'Fatou Ndour', iban } })
  expect(reply.status).toBe(201)
  return reply.body
}
const order = (beneficiary_id: string, amount: number, own: Partial<NewTransfer> = {}): NewTransfer => ({
  type: 'direct',
  beneficiary_id,
  amount,
  label: 'Loyer',
  comment: null,
  ...own,
})
const ordered = async (payer: Visitor, body: NewTransfer) => {
  const reply = await payer.confirm(createTransfer, { body })
  return reply.status === 201 ? 201 : codesOf(reply)
}
const runAll = async () => {
  while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
}

describe('a payee that an individual has just added', () => {
  it('receives the free amount in the waiting time, with the reason at the amount beyond it', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const { id, new_payee, actions } = await added(payer)
    expect(new_payee).toMatchObject({ limit: 200_000, remaining: 200_000, currency: 'XOF' })
    expect((new_payee?.until ?? 0) - (new_payee?.since ?? 0)).toBe(86_400)
    expect(actions).toEqual(['edit', 'remove'])
    expect(await ordered(payer, order(id, 150_000))).toBe(201)
    const quote = await payer.call(quoteTransfer, { body: order(id, 50_001) })
    expect(quote.body.new_payee).toMatchObject({ limit: 200_000, remaining: 50_000 })
    const refused = await payer.confirm(createTransfer, {
      body: order(id, 50_001),
      headers: { 'accept-language': 'en' },
    })
    expect(codesOf(refused)).toEqual(['amount: new_payee_waits'])
    expect(JSON.stringify(refused.body)).toMatch(/until 11 March 2026 at 09:30 you can transfer/)
    expect(await ordered(payer, order(id, 50_000))).toBe(201)
    expect(await ordered(payer, order(id, 1))).toEqual(['amount: new_payee_waits'])
    // What runs after the waiting time has the cap of a first payment.
    const dated = { type: 'delayed' as const, execution_date: '2026-03-12' }
    expect(await ordered(payer, order(id, 1_800_001, dated))).toEqual(['amount: first_payment_capped'])
    expect(await ordered(payer, order(id, 1_800_000, dated))).toBe(201)
  })

  it('at this bank is limited in the same way', async () => {
    const [payer, payee] = [await bank.aCustomer({ balance: 20_000_000 }), await bank.aCustomer({})]
    const body = { name: 'Fatou Ndour', iban: payee.iban, allow_other_holder: true }
    const { id } = (await payer.confirm(createBeneficiary, { body })).body
    const replies = await Promise.all([1, 2, 3].map(() => ordered(payer, order(id, 150_000))))
    expect(replies.filter((reply) => reply === 201)).toHaveLength(1)
    expect(await ordered(payer, order(id, 50_000))).toBe(201)
    bank.clock.at = new Date('2026-03-11T09:31:00Z')
    const later = await bank.signIn(payer)
    // Payments have been executed: no limit is left.
    expect(await ordered(later, order(id, 5_000_000))).toBe(201)
  })

  it('has a cap until the first payment was executed, which trust lifts', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const [one, other] = [await added(payer), await added(payer)]
    const early = await payer.confirm(trustBeneficiary, {
      params: { id: one.id },
      body: { version: one.version, is_trusted: true },
    })
    expect([early.status, codesOf(early)]).toEqual([409, ['trust_too_early']])
    bank.clock.at = new Date('2026-03-11T09:30:00Z')
    const later = await bank.signIn(payer)
    expect(await ordered(later, order(one.id, 2_000_001))).toEqual(['amount: first_payment_capped'])
    expect(await ordered(later, order(one.id, 1_500_000))).toBe(201)
    expect(await ordered(later, order(one.id, 500_001))).toEqual(['amount: first_payment_capped'])
    await runAll()
    expect(await ordered(later, order(one.id, 3_000_000))).toBe(201)

    const { version } = (await later.call(getBeneficiary, { params: { id: other.id } })).body
    const mark = { params: { id: other.id }, body: { version, is_trusted: true } }
    expect((await later.call(trustBeneficiary, mark)).status).toBe(428)
    const trusted = (await later.confirm(trustBeneficiary, mark)).body
    expect(trusted).toMatchObject({ new_payee: null, trusted_at: Date.parse('2026-03-11T09:30:00Z') / 1000 })
    expect(trusted.actions).toContain('untrust')
    expect(await ordered(later, order(other.id, 3_000_000))).toBe(201)
    const without = await later.call(trustBeneficiary, {
      params: { id: other.id },
      body: { version: trusted.version, is_trusted: false },
    })
    expect(without.body).toMatchObject({ trusted_at: null, new_payee: { until: null, limit: 2_000_000, remaining: 0 } })
  })

  it('is new again with another account number, trusted or not', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const { id } = await added(payer)
    bank.clock.at = new Date('2026-03-12T09:30:00Z')
    const later = await bank.signIn(payer)
    const { version } = (await later.call(getBeneficiary, { params: { id } })).body
    const trusted = await later.confirm(trustBeneficiary, { params: { id }, body: { version, is_trusted: true } })
    const body = { name: 'Fatou Ndour', iban: anIban(), version: trusted.body.version }
    const changed = (await later.confirm(changeBeneficiary, { params: { id }, body })).body
    expect(changed).toMatchObject({ trusted_at: null, new_payee: { limit: 200_000 } })
    expect(await ordered(later, order(id, 200_001))).toEqual(['amount: new_payee_waits'])
  })

  it('stays limited when an order is edited', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const { id } = await added(payer)
    const dated = { type: 'delayed' as const, execution_date: '2026-03-11' }
    const placed = (await payer.confirm(createTransfer, { body: order(id, 150_000, dated) })).body
    const edited = (amount: number) =>
      payer.confirm(changeTransfer, { params: { id: placed.id }, body: { amount, version: 1 } })
    expect(codesOf(await edited(200_001))).toEqual(['amount: new_payee_waits'])
    expect((await edited(200_000)).status).toBe(200)
  })

  it('stays limited when orders that were placed before it was added are edited to it', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const known = await bank.aBeneficiary(payer.account_id, anIban())
    const dated = { type: 'delayed' as const, execution_date: '2026-03-11' }
    const before: string[] = []
    for (const label of ['Un', 'Deux'])
      before.push((await payer.confirm(createTransfer, { body: order(known, 150_000, { ...dated, label }) })).body.id)
    bank.clock.at = new Date('2026-03-10T09:31:00Z')
    const { id } = await added(payer)
    const toNew = (transfer = '') =>
      payer.confirm(changeTransfer, { params: { id: transfer }, body: { beneficiary_id: id, version: 1 } })
    expect((await toNew(before[0])).status).toBe(200)
    expect(codesOf(await toNew(before[1]))).toEqual(['amount: new_payee_waits'])
    expect(await ordered(payer, order(id, 50_001))).toEqual(['amount: new_payee_waits'])
  })

  it('stays limited after the first date of a series, which counts with its next one or without', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const { id } = await added(payer)
    const series = { type: 'periodic' as const, periodicity: 'weekly' as const, start_date: '2026-03-11' }
    const placed = (await payer.confirm(createTransfer, { body: order(id, 200_000, series) })).body
    bank.clock.at = new Date('2026-03-11T08:00:00Z')
    await runAll()
    const later = await bank.signIn(payer)
    expect(await ordered(later, order(id, 1))).toEqual(['amount: new_payee_waits'])
    expect((await later.confirm(cancelTransfer, { params: { id: placed.id } })).status).toBe(204)
    expect(await ordered(later, order(id, 1))).toEqual(['amount: new_payee_waits'])
    bank.clock.at = new Date('2026-03-11T10:00:00Z')
    const paid = await bank.signIn(payer)
    expect((await paid.call(quoteTransfer, { body: order(id, 2_000_001) })).body.new_payee).toBeNull()
    // As after a single order, a payment that came back is none.
    await bank.owner.query(
      `WITH f AS (INSERT INTO clearing_files (id, network, message_id, created_at, payment_count, payment_sum)
                  VALUES (gen_random_uuid(), 'sica', 'ESSAI', now(), 1, 200000) RETURNING id)
       UPDATE outgoing_payments SET state = 'returned', returned_at = now(), return_reason = 'AC04', file_id = f.id, place = 1
         FROM f WHERE transfer_id = $1`,
      [placed.id],
    )
    expect(await ordered(paid, order(id, 2_000_001))).toEqual(['amount: first_payment_capped'])
    expect((await paid.call(getBeneficiary, { params: { id } })).body.new_payee).toMatchObject({ limit: 2_000_000 })
  })

  it('is limited in a file, with its lines together', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const [saved, unsaved] = [await added(payer), anIban()]
    const form = new FormData()
    const lines = [
      `Fatou Ndour;${saved.iban};150000;Un`,
      `Fatou Ndour;${saved.iban};50001;Deux`,
      `Moussa Sow;${unsaved};200001;Trois`,
      `Moussa Sow;${unsaved};200000;Quatre`,
    ]
    form.append('file', new Blob([['nom_beneficiaire;iban;montant;libelle', ...lines].join('\n')]), 'paie.csv')
    const draft = (await payer.call(importTransfers, { form })).body
    expect(draft.items.map(({ errors }) => errors.map(({ column, code }) => `${column}: ${code}`))).toEqual([
      [],
      ['amount: new_payee_waits'],
      ['amount: new_payee_waits'],
      [],
    ])
    expect(draft.items[1]?.errors[0]?.message).toMatch(/jusqu’au 11 mars 2026 à 09\sh\s30/)
    expect((await payer.confirm(createBatch, { body: { import_id: draft.import_id } })).status).toBe(201)
    expect(await ordered(payer, order(saved.id, 50_001))).toEqual(['amount: new_payee_waits'])
  })

  it('has no limit at a company, whose payees a second person approves', async () => {
    const author = await bank.aCustomer({ kind: 'company', balance: 20_000_000 })
    const { id, new_payee } = await added(author)
    expect(new_payee).toBeNull()
    expect(await ordered(author, order(id, 3_000_000))).toBe(201)
  })
})

describe('the confirmation of a first payment', () => {
  const factOf = async (payer: Visitor, id: string) => {
    const reply = await payer.call(createTransfer, {
      body: order(id, 1_000),
      headers: { [headers.idempotencyKey]: id },
    })
    const { operation } = reply.body as unknown as { operation: { summary: { facts: { name: string }[] } } }
    return operation.summary.facts[0]
  }

  it('is marked as such, until a payment was executed', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { id } = await added(payer)
    expect(await factOf(payer, id)).toEqual({ name: 'first_payee', text: 'Fatou Ndour' })
    expect(await ordered(payer, order(id, 2_000))).toBe(201)
    expect(await factOf(payer, id)).toMatchObject({ name: 'first_payee' })
    await runAll()
    expect(await factOf(payer, id)).toEqual({ name: 'payee', text: 'Fatou Ndour' })
  })
})
