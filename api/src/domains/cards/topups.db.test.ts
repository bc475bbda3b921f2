import {
  acceptRecurringTopup,
  acceptTopup,
  acceptTopups,
  changeRecurringTopup,
  createTopup,
  exportTopups,
  getTopup,
  getTopupReceipt,
  listRecurringTopups,
  listTopups,
  quoteTopup,
  rejectRecurringTopup,
  rejectTopup,
  removeRecurringTopup,
} from 'contract/products/card-topups.ts'
import { orderChequebook } from 'contract/products/chequebooks.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { headers } from 'contract/endpoint.ts'
import { changePrepaidCard, listPrepaidCards } from 'contract/products/prepaid-cards.ts'
import { listPaymentsToSign } from 'contract/transfers/signing-rules.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { aCard, aTopup } from '../../../test/test-cards.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../adapters/ids.ts'
import { remindValidators } from '../approvals/remind-validators.ts'
import { expireTopups, runDueTopup } from './run-topups.ts'

const NOW = new Date('2026-03-10T09:30:00Z')
let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = NOW
})
afterAll(() => bank.close())

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
const bookedOn = async (accountId: string) => {
  const { rows } = await bank.owner.query<{ booked: string; held: string }>(
    'SELECT booked, held FROM ledger_accounts WHERE id = $1',
    [accountId],
  )
  return { booked: Number(rows[0]?.booked), held: Number(rows[0]?.held) }
}
const cardBalance = async (visitor: Visitor) => (await visitor.call(listPrepaidCards)).body[0]?.balance
async function later(at: string) {
  bank.clock.at = new Date(at)
  while (await runDueTopup(ports()));
}
const actionsOn = async (id: string) => {
  const { rows } = await bank.owner.query<{ action: string }>(
    'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY at, id',
    [id],
  )
  return rows.map(({ action }) => action)
}
const mailsTo = async (visitor: Visitor) => {
  const { rows } = await bank.owner.query<{ plain: string }>(
    'SELECT m.plain FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1 ORDER BY m.created_at, m.id',
    [visitor.user_id],
  )
  return rows.map(({ plain }) => plain)
}
const giveMail = (visitor: Visitor) =>
  bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [visitor.user_id, `${visitor.login}@courrier.example`])

describe('a top-up', () => {
  it('debits the quoted amount, fee and TAF in one posting', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    const quote = await awa.call(quoteTopup, { body: { card_id: card.id, amount: 250_000 } })
    expect(quote.body).toMatchObject({
      amount: 250_000,
      fees: 2_500,
      tax: 425,
      total: 252_925,
      balance_after: 747_075,
      card_balance_after: 250_000,
      holding_left: 2_000_000,
      monthly_left: 10_000_000,
      signatures_needed: 0,
    })
    const reply = await awa.confirm(createTopup, await aTopup(awa, card, 250_000))
    expect(reply.status).toBe(201)
    expect(reply.body.topup).toMatchObject({
      amount: 250_000,
      fees: 2_500,
      tax: 425,
      total: 252_925,
      status: 'done',
      is_recurring: false,
    })
    expect(await bookedOn(awa.account_id)).toEqual({ booked: 747_075, held: 0 })
    expect(await cardBalance(awa)).toBe(250_000)
    const { rows } = await bank.owner.query(
      `SELECT e.type, e.label, e.amount::int, e.vat_rate::int, e.vat_amount::int FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
        WHERE p.posting_key = $1 ORDER BY e.amount`,
      [`topup:${reply.body.topup?.id}`],
    )
    const label = `RECHARGE CARTE PREPAYEE ${card.number_masked.slice(-4)}`
    const fee = { type: 'fee', label: 'FRAIS RECHARGE CARTE', vat_rate: null, vat_amount: null }
    expect(rows).toEqual([
      { type: 'card_topup', label, amount: -250_000, vat_rate: null, vat_amount: null },
      { ...fee, amount: -2_925, vat_rate: 17, vat_amount: 425 },
      { ...fee, type: 'tax', amount: 425 },
      { ...fee, amount: 2_500 },
      { type: 'card_topup', label, amount: 250_000, vat_rate: null, vat_amount: null },
    ])
  })

  it('needs a confirmation, whose token is valid only for this card and amount', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    expect((await awa.call(createTopup, await aTopup(awa, card, 50_000))).status).toBe(428)
    expect(await bookedOn(awa.account_id)).toEqual({ booked: 1_000_000, held: 0 })
  })

  it('names the day of the first top-up of a series in the confirmation where its first date is a closed day', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    const daysFrom = async (start_date: string) => {
      const series = { recurrence: 'monthly', start_date, end_date: null } as const
      const requested = await awa.call(createTopup, await aTopup(awa, card, 50_000, series))
      const { operation } = requested.body as unknown as {
        operation: { summary: { facts: { name: string; text?: string }[] } }
      }
      const days = operation.summary.facts.filter(({ name }) => ['start', 'next_run'].includes(name))
      return days.map(({ name, text }) => `${name} ${text}`)
    }
    // A Sunday, and a Tuesday.
    expect(await daysFrom('2026-03-15')).toEqual(['start 2026-03-15', 'next_run 2026-03-16'])
    expect(await daysFrom('2026-03-31')).toEqual(['start 2026-03-31'])
  })

  it('has a warning in the quote and the confirmation if the same card had the same amount within a day', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const [card, other] = [await aCard(awa), await aCard(awa)]
    const warningsOf = async (card_id: string, amount: number) =>
      (await awa.call(quoteTopup, { body: { card_id, amount } })).body.warnings
    expect(await warningsOf(card.id, 60_000)).toEqual([])
    await awa.confirm(createTopup, await aTopup(awa, card, 60_000))
    expect([
      await warningsOf(card.id, 60_000),
      await warningsOf(card.id, 61_000),
      await warningsOf(other.id, 60_000),
    ]).toEqual([['same_topup_today'], [], []])
    const requested = await awa.call(createTopup, await aTopup(awa, card, 60_000))
    const { operation } = requested.body as unknown as { operation: { summary: { facts: unknown[] } } }
    expect(operation.summary.facts).toContainEqual({ name: 'repeated', text: 'same_topup_today' })
    bank.clock.at = new Date(bank.clock.at.getTime() + 86_400_000)
    const next = await bank.signIn(awa)
    expect((await next.call(quoteTopup, { body: { card_id: card.id, amount: 60_000 } })).body.warnings).toEqual([])
  })

  it('is created once per key, and another request with the same key is refused', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    const input = { ...(await aTopup(awa, card, 50_000)), headers: { [headers.idempotencyKey]: newId() } }
    const first = await awa.confirm(createTopup, input)
    const replays = await Promise.all([awa.call(createTopup, input), awa.call(createTopup, input)])
    expect(replays.map(({ status, body }) => [status, body.topup?.id])).toEqual(
      replays.map(() => [201, first.body.topup?.id]),
    )
    expect(await cardBalance(awa)).toBe(50_000)
    expect(codesOf(await awa.call(createTopup, { ...input, ...(await aTopup(awa, card, 60_000)) }))).toEqual([
      'idempotency_key_reused',
    ])
  })

  it('is refused when its quote is outdated', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    const input = await aTopup(awa, card, 100_000)
    await bank.owner.query("UPDATE parameters SET value = 200 WHERE name = 'topup_fee_basis_points'")
    try {
      expect(codesOf(await awa.confirm(createTopup, input))).toEqual(['stale_quote'])
      expect((await awa.confirm(createTopup, await aTopup(awa, card, 100_000))).body.topup).toMatchObject({
        fees: 2_000,
        tax: 340,
      })
    } finally {
      await bank.owner.query("UPDATE parameters SET value = 100 WHERE name = 'topup_fee_basis_points'")
    }
  })

  it('is refused above its limits or the balance, naming the possible amount', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    const ask = (amount: number) =>
      awa.call(createTopup, { body: { card_id: card.id, amount, quote: 'none', series: null } })
    expect(codesOf(await ask(2_000_001))).toEqual(['amount: topup_too_high'])
    expect(codesOf(await ask(0))).toEqual(['amount: amount_invalid'])
    expect(codesOf(await ask(4_999))).toEqual(['amount: topup_out_of_range'])
    const whole = await aTopup(awa, card, 990_000)
    expect(codesOf(await awa.call(createTopup, whole))).toEqual(['amount: balance_too_low'])
    await bank.deposit(awa.account_id, 30_000_000)
    await awa.confirm(createTopup, await aTopup(awa, card, 1_500_000))
    const full = await awa.call(createTopup, await aTopup(awa, card, 500_001))
    expect(codesOf(full)).toEqual(['amount: holding_cap_exceeded'])
    expect(JSON.stringify(full.body)).toContain('500')
    expect((await awa.confirm(createTopup, await aTopup(awa, card, 500_000))).status).toBe(201)
    const other = await bank.aCustomer()
    expect(codesOf(await other.call(quoteTopup, { body: { card_id: card.id, amount: 50_000 } }))).toEqual([
      'card_id: unknown_card',
    ])
    const ours = await awa.call(listTopups)
    expect((await other.call(getTopup, { params: { id: ours.body[0]?.id ?? '' } })).status).toBe(404)
  })

  it('counts the caps over all cards of a customer', async () => {
    const awa = await bank.aCustomer({ balance: 30_000_000 })
    const [first, second] = [await aCard(awa), await aCard(awa)]
    expect((await awa.confirm(createTopup, await aTopup(awa, first, 1_500_000))).status).toBe(201)
    const { body: quote } = await awa.call(quoteTopup, { body: { card_id: second.id, amount: 500_001 } })
    expect(quote).toMatchObject({ card_balance_after: 500_001, holding_left: 500_000, monthly_left: 8_500_000 })
    const refused = await awa.call(createTopup, await aTopup(awa, second, 500_001))
    expect(codesOf(refused)).toEqual(['amount: holding_cap_exceeded'])
    expect(JSON.stringify(refused.body)).toContain('Vos cartes prépayées')
    // Top-ups that run at the same moment take the same remaining amount only once.
    const pair = await Promise.all([aTopup(awa, first, 300_000), aTopup(awa, second, 300_000)])
    const outcomes = await Promise.all(pair.map((body) => awa.confirm(createTopup, body)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 422])
    const { rows } = await bank.owner.query<{ held: number }>(
      `SELECT sum(l.booked)::int AS held FROM prepaid_cards c JOIN ledger_accounts l ON l.id = c.ledger_account_id
         JOIN accounts a ON a.id = c.account_id WHERE a.customer_id = $1`,
      [awa.customer_id],
    )
    expect(rows[0]?.held).toBe(1_800_000)
  })

  it('stays below the monthly maximum, in the call and in the database', async () => {
    const awa = await bank.aCustomer({ balance: 30_000_000 })
    const card = await aCard(awa)
    await bank.owner.query("UPDATE parameters SET value = 300000 WHERE name = 'card_monthly_cap'")
    try {
      await awa.confirm(createTopup, await aTopup(awa, card, 200_000))
      expect(codesOf(await awa.call(createTopup, await aTopup(awa, card, 100_001)))).toEqual([
        'amount: monthly_cap_exceeded',
      ])
      const insert = `INSERT INTO card_topups (account_id, id, card_id, amount, fees, tax, reference, status, signing_rule, signatures_needed,
                                              created_at, created_by, decided_at, posting_id)
                      SELECT account_id, gen_random_uuid(), card_id, $2::bigint, 0, 0, 'X' || gen_random_uuid(), 'done', 'none', 0, created_at, created_by,
                             decided_at, (SELECT id FROM ledger_postings WHERE posting_key LIKE 'deposit:%' LIMIT 1)
                        FROM card_topups WHERE card_id = $1`
      await expect(bank.owner.query(insert, [card.id, 100_001])).rejects.toThrow(
        'more would be loaded in a month than the cap',
      )
      await expect(bank.owner.query(insert, [card.id, 2_000_001])).rejects.toThrow('card_topups_keep_the_maximum')
      bank.clock.at = new Date('2026-04-01T08:00:00Z')
      const inApril = await bank.signIn(awa)
      expect((await inApril.confirm(createTopup, await aTopup(inApril, card, 300_000))).status).toBe(201)
    } finally {
      await bank.owner.query("UPDATE parameters SET value = 10000000 WHERE name = 'card_monthly_cap'")
    }
  })

  it('is refused for a blocked card and from a blocked account', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    const input = await aTopup(awa, card, 50_000)
    await awa.confirm(changePrepaidCard, { params: { id: card.id }, body: { status: 'blocked' } })
    expect(codesOf(await awa.call(createTopup, input))).toEqual(['card_id: card_not_active'])
    expect(codesOf(await awa.call(quoteTopup, { body: { card_id: card.id, amount: 50_000 } }))).toEqual([
      'card_id: card_not_active',
    ])
    await bank.owner.query("UPDATE accounts SET status = 'blocked' WHERE id = $1", [awa.account_id])
    expect(codesOf(await awa.call(createTopup, input))).toEqual(['account_not_active'])
  })

  it('is paid once when two compete for the same balance', async () => {
    const awa = await bank.aCustomer({ balance: 150_000 })
    const card = await aCard(awa)
    const inputs = await Promise.all([aTopup(awa, card, 100_000), aTopup(awa, card, 100_001)])
    const replies = await Promise.all(inputs.map((input) => awa.confirm(createTopup, input)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await bookedOn(awa.account_id)).booked).toBeGreaterThanOrEqual(0)
  })

  it('never exceeds the maximum balance of a card when two are sent at the same time', async () => {
    const awa = await bank.aCustomer({ balance: 30_000_000 })
    const card = await aCard(awa)
    const inputs = await Promise.all([1_200_000, 1_200_001, 1_200_002].map((amount) => aTopup(awa, card, amount)))
    const replies = await Promise.all(inputs.map((input) => awa.confirm(createTopup, input)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    expect(replies.filter(({ status }) => status === 422).flatMap(codesOf)).toEqual([
      'amount: holding_cap_exceeded',
      'amount: holding_cap_exceeded',
    ])
  })
})

describe('a top-up of a company', () => {
  it('holds the money until it is signed, and books it with the last signature', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const ibrahima = await bank.aMember(fatou.account_id)
    const card = await aCard(fatou)
    const { body } = await fatou.confirm(createTopup, await aTopup(fatou, card, 100_000))
    const id = body.topup?.id ?? ''
    expect(body.topup).toMatchObject({ status: 'pending', approvals_missing: 1, actions: [] })
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: 1_000_000, held: 101_170 })
    expect(codesOf(await fatou.confirm(acceptTopup, { params: { id } }))).toEqual(['own_payment'])
    expect((await ibrahima.call(getTopup, { params: { id } })).body.actions).toEqual(['accept', 'reject'])
    expect((await ibrahima.call(acceptTopup, { params: { id } })).status).toBe(428)
    expect((await ibrahima.confirm(acceptTopup, { params: { id } })).body.status).toBe('done')
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: 898_830, held: 0 })
    expect(codesOf(await ibrahima.confirm(acceptTopup, { params: { id } }))).toEqual(['payment_not_pending'])
  })

  it('is not signed while its card is blocked, also as a series, nor above a cap that the bank has lowered since, alone or in a selection', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const ibrahima = await bank.aMember(fatou.account_id)
    const card = await aCard(fatou)
    const { body } = await fatou.confirm(createTopup, await aTopup(fatou, card, 100_000))
    const id = body.topup?.id ?? ''
    const yearly = { recurrence: 'yearly', start_date: '2026-12-31', end_date: null } as const
    await fatou.confirm(createTopup, await aTopup(fatou, card, 10_000, yearly))
    const become = (status: 'active' | 'blocked') =>
      bank.owner.query('UPDATE prepaid_cards SET status = $1 WHERE id = $2', [status, card.id])
    await become('blocked')
    expect(codesOf(await ibrahima.confirm(acceptTopup, { params: { id } }))).toEqual(['card_id: card_not_active'])
    const recurring = await fatou.call(listRecurringTopups)
    const series = { params: { id: recurring.body[0]?.id ?? '' }, body: { version: 1 } }
    expect(codesOf(await ibrahima.confirm(acceptRecurringTopup, series))).toEqual(['card_id: card_not_active'])
    await become('active')
    expect((await ibrahima.confirm(acceptRecurringTopup, series)).body.status).toBe('active')
    const cap = (value: number) =>
      bank.owner.query("UPDATE parameters SET value = $1 WHERE name = 'card_holding_cap'", [value])
    await cap(99_999)
    try {
      expect(codesOf(await ibrahima.confirm(acceptTopup, { params: { id } }))).toEqual(['amount: holding_cap_exceeded'])
      const items = [{ account: fatou.account_id, id }]
      const { body: outcomes } = await ibrahima.confirm(acceptTopups, { body: { items } })
      expect(outcomes).toMatchObject([
        { outcome: 'refused', code: 'holding_cap_exceeded', message: expect.stringContaining('99\u202F999\u00A0F') },
      ])
    } finally {
      await cap(2_000_000)
    }
    expect((await ibrahima.confirm(acceptTopup, { params: { id } })).body.status).toBe('done')
  })

  it('needs a signature of each group under the rule of two groups', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const member = () => bank.aMember(fatou.account_id)
    const [ofA, alsoOfA, ofB, ofNone] = [await member(), await member(), await member(), await member()]
    const { account_id: elsewhereId } = await bank.aCustomer({ kind: 'company' })
    await bank.owner.query(
      "INSERT INTO signing_tiers (account_id, kind, up_to, rule) VALUES ($1, 'single', NULL, 'a_and_b')",
      [fatou.account_id],
    )
    await bank.owner.query(
      `INSERT INTO signing_groups (account_id, user_id, signing_group)
       VALUES ($1, $2, 'A'), ($1, $3, 'A'), ($1, $4, 'B'), ($5, $6, 'B')`,
      // Who is in a group on another account is in none here.
      [fatou.account_id, ofA.user_id, alsoOfA.user_id, ofB.user_id, elsewhereId, ofNone.user_id],
    )
    const card = await aCard(fatou)
    const ordered = async () => {
      const { body } = await fatou.confirm(createTopup, await aTopup(fatou, card, 100_000))
      return { params: { id: body.topup?.id ?? '' } }
    }
    const [first, second] = [await ordered(), await ordered()]
    expect(codesOf(await ofNone.confirm(acceptTopup, first))).toEqual(['not_validator'])
    expect((await ofA.confirm(acceptTopup, first)).body.status).toBe('pending')
    expect(codesOf(await alsoOfA.confirm(acceptTopup, first))).toEqual(['not_validator'])
    // The signature of a group counts for its payment only.
    expect((await alsoOfA.confirm(acceptTopup, second)).body.status).toBe('pending')
    expect((await ofB.confirm(acceptTopup, first)).body.status).toBe('done')
    expect((await ofB.confirm(acceptTopup, second)).body.status).toBe('done')
  })

  it('needs two different signatures under the rule of two signatures', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const [one, two] = [await bank.aMember(fatou.account_id), await bank.aMember(fatou.account_id)]
    await bank.owner.query(
      "INSERT INTO signing_tiers (account_id, kind, up_to, rule) VALUES ($1, 'single', NULL, 'two')",
      [fatou.account_id],
    )
    const { body } = await fatou.confirm(createTopup, await aTopup(fatou, await aCard(fatou), 100_000))
    const given = { params: { id: body.topup?.id ?? '' } }
    expect((await one.confirm(acceptTopup, given)).body).toMatchObject({
      status: 'pending',
      approvals: 1,
      approvals_missing: 1,
    })
    expect(codesOf(await one.confirm(acceptTopup, given))).toEqual(['payment_signed'])
    expect((await two.confirm(acceptTopup, given)).body.status).toBe('done')
    expect(await actionsOn(given.params.id)).toEqual(['topup.create', 'topup.sign', 'topup.accept', 'topup.execute'])
    const yearEnd = { recurrence: 'monthly', start_date: '2026-12-31', end_date: null } as const
    const series = await fatou.confirm(createTopup, await aTopup(fatou, await aCard(fatou), 100_000, yearEnd))
    const recurring = { params: { id: series.body.recurring?.id ?? '' }, body: { version: 1 } }
    expect((await one.confirm(acceptRecurringTopup, recurring)).body.status).toBe('pending')
    expect((await two.confirm(acceptRecurringTopup, recurring)).body.status).toBe('active')
    expect(await actionsOn(recurring.params.id)).toEqual([
      'recurring-topup.create',
      'recurring-topup.sign',
      'recurring-topup.accept',
    ])
  })

  it('is signed with others by one confirmation, each with its own outcome, and is booked once by concurrent calls', async () => {
    const [fatou, moussa] = [
      await bank.aCustomer({ kind: 'company', balance: 1_000_000 }),
      await bank.aCustomer({ kind: 'company', balance: 500_000 }),
    ]
    const ibrahima = await bank.aMember(fatou.account_id)
    await bank.aMember(moussa.account_id)
    const card = await aCard(fatou)
    const ids: string[] = []
    for (const amount of [100_000, 50_000, 20_000])
      ids.push((await fatou.confirm(createTopup, await aTopup(fatou, card, amount))).body.topup?.id ?? '')
    const strange =
      (await moussa.confirm(createTopup, await aTopup(moussa, await aCard(moussa), 30_000))).body.topup?.id ?? ''
    const [one = '', two = '', gone = ''] = ids
    await ibrahima.call(rejectTopup, { params: { id: gone }, body: { reason: 'Mission annulée' } })
    const items = [
      ...ids.map((id) => ({ account: fatou.account_id, id })),
      { account: moussa.account_id, id: strange },
      { account: fatou.account_id, id: strange },
    ]
    expect((await ibrahima.call(acceptTopups, { body: { items } })).status).toBe(428)
    const own = await fatou.confirm(acceptTopups, { body: { items: items.slice(0, 2) } })
    expect(own.body.map(({ code }) => code)).toEqual(['own_payment', 'own_payment'])
    const { booked } = await bookedOn(fatou.account_id)
    const { body } = await ibrahima.confirm(acceptTopups, { body: { items } })
    expect(body.map(({ id, outcome, code }) => [id, outcome, code])).toEqual([
      [one, 'done', null],
      [two, 'done', null],
      [gone, 'refused', 'payment_not_pending'],
      [strange, 'refused', 'not_found'],
      [strange, 'refused', 'not_found'],
    ])
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: booked - 101_170 - 50_585, held: 0 })
    expect(
      (await ibrahima.confirm(acceptTopups, { body: { items: items.slice(0, 2) } })).body.map(({ code }) => code),
    ).toEqual(['payment_not_pending', 'payment_not_pending'])
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: booked - 101_170 - 50_585, held: 0 })
    const signer = await bank.aMember(moussa.account_id)
    const mine = { account: moussa.account_id, id: strange }
    expect(
      (await signer.confirm(acceptTopups, { body: { items: [mine, mine] } })).body.map(({ outcome }) => outcome),
    ).toEqual(['done', 'done'])
    expect((await bookedOn(moussa.account_id)).held).toBe(0)
  })

  it('releases its money when it is refused or expires, and notifies its author', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    await giveMail(fatou)
    const ibrahima = await bank.aMember(fatou.account_id)
    const card = await aCard(fatou)
    const refused = await fatou.confirm(createTopup, await aTopup(fatou, card, 100_000))
    const expired = await fatou.confirm(createTopup, await aTopup(fatou, card, 50_000))
    const reason = 'Mission annulée'
    const reply = await ibrahima.call(rejectTopup, { params: { id: refused.body.topup?.id ?? '' }, body: { reason } })
    expect(reply.body).toMatchObject({ status: 'failed', reason_code: 'refused', reason })
    bank.clock.at = new Date('2026-04-10T09:30:00Z')
    expect(await expireTopups(ports())).toBe(1)
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: 1_000_000, held: 0 })
    const again = await bank.signIn(fatou)
    expect((await again.call(getTopup, { params: { id: expired.body.topup?.id ?? '' } })).body.reason_code).toBe(
      'expired',
    )
    const mails = await mailsTo(fatou)
    expect(mails.some((text) => text.includes(reason))).toBe(true)
    expect(mails.some((text) => text.includes('validée à temps'))).toBe(true)
    const gone = await again.confirm(createTopup, await aTopup(again, card, 60_000))
    await bank.owner.query('DELETE FROM memberships WHERE user_id = $1 AND account_id = $2', [
      fatou.user_id,
      fatou.account_id,
    ])
    await (
      await bank.signIn(ibrahima)
    ).call(rejectTopup, {
      params: { id: gone.body.topup?.id ?? '' },
      body: { reason },
    })
    expect(await mailsTo(fatou)).toHaveLength(mails.length)
  })
})

describe('a top-up that waits for a signature', () => {
  const monthly = { recurrence: 'monthly', start_date: '2026-03-31', end_date: null } as const
  const inboxOf = async (visitor: Visitor) => {
    const { body } = await (await bank.signIn(visitor)).call(listPaymentsToSign)
    return { kinds: body.map(({ kind }) => kind), body }
  }

  it('is listed for its possible signers, over all accounts, until they signed it', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const [ibrahima, reader] = [
      await bank.aMember(fatou.account_id),
      await bank.aMember(fatou.account_id, { capabilities: [] }),
    ]
    const other = await bank.aCustomer({ kind: 'company' })
    const card = await aCard(fatou)
    const single = await fatou.confirm(createTopup, await aTopup(fatou, card, 100_000))
    bank.clock.at = new Date('2026-03-10T09:31:00Z')
    await fatou.confirm(createTopup, await aTopup(fatou, card, 50_000, monthly))
    bank.clock.at = new Date('2026-03-10T09:32:00Z')
    await fatou.confirm(orderChequebook, { body: { type: '25-crossed', quantity: 2, accepts_risk: false } })
    const { kinds, body } = await inboxOf(ibrahima)
    expect(kinds).toEqual(['topup', 'recurring_topup', 'chequebook'])
    expect((await ibrahima.call(getDashboard)).body.to_sign?.count).toBe(3)
    expect(body[0]).toMatchObject({
      id: single.body.topup?.id,
      amount: 101_170,
      account: { uuid: fatou.account_id },
      card: { number_masked: expect.stringMatching(/^•••• •••• •••• \d{4}$/) },
      chequebooks: null,
      waits_since: NOW.getTime() / 1000,
    })
    expect(body[1]).toMatchObject({ amount: 50_000, recurrence: 'monthly' })
    expect(body[2]).toMatchObject({ amount: 5_850, card: null, chequebooks: { quantity: 2, leaves: 25 } })
    for (const visitor of [fatou, reader, other]) expect((await inboxOf(visitor)).kinds).toEqual([])
    await ibrahima.confirm(acceptTopup, { params: { id: single.body.topup?.id ?? '' } })
    expect((await inboxOf(ibrahima)).kinds).toEqual(['recurring_topup', 'chequebook'])
  })

  it('stays listed for the other signer under the rule of two signatures', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const [one, two] = [await bank.aMember(fatou.account_id), await bank.aMember(fatou.account_id)]
    await bank.owner.query(
      "INSERT INTO signing_tiers (account_id, kind, up_to, rule) VALUES ($1, 'single', NULL, 'two')",
      [fatou.account_id],
    )
    const { body } = await fatou.confirm(createTopup, await aTopup(fatou, await aCard(fatou), 100_000))
    await one.confirm(acceptTopup, { params: { id: body.topup?.id ?? '' } })
    expect([(await inboxOf(one)).kinds, (await inboxOf(two)).kinds]).toEqual([[], ['topup']])
  })

  it('is included in the reminder of the next day', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const ibrahima = await bank.aMember(fatou.account_id)
    await giveMail(ibrahima)
    const card = await aCard(fatou)
    await fatou.confirm(createTopup, await aTopup(fatou, card, 100_000))
    await fatou.confirm(createTopup, await aTopup(fatou, card, 50_000, monthly))
    await fatou.confirm(orderChequebook, { body: { type: '25-crossed', quantity: 1, accepts_risk: false } })
    const remind = () => remindValidators({ ...ports(), portalUrl: 'https://banque.example/connect/' })
    await remind()
    expect(await mailsTo(ibrahima)).toEqual([])
    bank.clock.at = new Date('2026-03-11T08:00:00Z')
    await remind()
    const [mail = ''] = await mailsTo(ibrahima)
    expect(mail).toContain('2 recharges de carte et une commande de chéquiers attendent votre validation')
    expect(mail).toContain('Ce qui n’est pas signé à temps expire.')
  })

  it('expires as a recurring top-up too, counted from its last version, and notifies its author', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    await giveMail(fatou)
    const ibrahima = await bank.aMember(fatou.account_id)
    const planned = await fatou.confirm(createTopup, await aTopup(fatou, await aCard(fatou), 50_000, monthly))
    const { id = '' } = planned.body.recurring ?? {}
    const days = 86_400_000
    const { rows } = await bank.owner.query<{ value: string }>(
      "SELECT value FROM parameters WHERE name = 'pending_order_days'",
    )
    const limit = Number(rows[0]?.value) * days
    bank.clock.at = new Date(NOW.getTime() + limit - days)
    const edit = {
      version: 1,
      amount: 60_000,
      recurrence: 'monthly',
      start_date: '2026-05-31',
      end_date: null,
    } as const
    expect(
      (await (await bank.signIn(fatou)).confirm(changeRecurringTopup, { params: { id }, body: edit })).body.status,
    ).toBe('pending')
    bank.clock.at = new Date(NOW.getTime() + limit + days)
    await expireTopups(ports())
    expect((await inboxOf(ibrahima)).kinds).toEqual(['recurring_topup'])
    bank.clock.at = new Date(NOW.getTime() + 2 * limit)
    await Promise.all([expireTopups(ports()), expireTopups(ports())])
    expect((await inboxOf(ibrahima)).kinds).toEqual([])
    expect((await (await bank.signIn(fatou)).call(listRecurringTopups)).body[0]?.status).toBe('refused')
    expect((await mailsTo(fatou)).filter((text) => text.includes('validée à temps'))).toHaveLength(1)
    const expires = await bank.owner.query(
      "SELECT FROM audit_events WHERE action = 'recurring-topup.lapse' AND subject_id = $1",
      [id],
    )
    expect(expires.rowCount).toBe(1)
  })
})

describe('a recurring top-up', () => {
  const monthly = { recurrence: 'monthly', start_date: '2026-03-31', end_date: null } as const

  it('is booked on each of its dates, counted from the start, with any number of workers', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    const planned = await awa.confirm(createTopup, await aTopup(awa, card, 50_000, monthly))
    expect(planned.body.recurring).toMatchObject({
      status: 'active',
      enabled: true,
      next_date: '2026-03-31',
      next_dates: ['2026-03-31', '2026-04-30', '2026-06-01'],
    })
    expect(await cardBalance(awa)).toBe(0)
    bank.clock.at = new Date('2026-03-31T07:00:00Z')
    const taken = await Promise.all([runDueTopup(ports()), runDueTopup(ports()), runDueTopup(ports())])
    expect(taken.filter(Boolean)).toHaveLength(1)
    await later('2026-03-31T14:00:00Z')
    await later('2026-04-30T07:00:00Z')
    const now = await bank.signIn(awa)
    expect(await cardBalance(now)).toBe(100_000)
    const { body: history } = await now.call(listTopups)
    expect(history.map(({ status, is_recurring, fees, tax }) => ({ status, is_recurring, fees, tax }))).toEqual([
      { status: 'done', is_recurring: true, fees: 500, tax: 85 },
      { status: 'done', is_recurring: true, fees: 500, tax: 85 },
    ])
    // 31 May is a Sunday.
    expect((await now.call(listRecurringTopups)).body[0]).toMatchObject({
      next_date: '2026-06-01',
      last: { date: '2026-04-30', status: 'done' },
    })
  })

  it('is retried that day and the next morning, then skipped, and notifies its author once', async () => {
    const awa = await bank.aCustomer({ balance: 40_000 })
    await giveMail(awa)
    await awa.confirm(createTopup, await aTopup(awa, await aCard(awa), 50_000, monthly))
    for (const at of ['2026-03-31T07:00:00Z', '2026-03-31T11:00:00Z', '2026-03-31T14:00:00Z']) {
      await later(at)
      const { body } = await (await bank.signIn(awa)).call(listRecurringTopups)
      expect(body[0]?.retry_at).not.toBeNull()
    }
    await later('2026-04-01T07:00:00Z')
    const now = await bank.signIn(awa)
    expect((await now.call(listTopups)).body).toMatchObject([
      { status: 'failed', reason_code: 'funds', is_recurring: true },
    ])
    expect((await now.call(listRecurringTopups)).body[0]).toMatchObject({
      retry_at: null,
      next_date: '2026-04-30',
      last: { status: 'failed' },
    })
    const mails = await mailsTo(awa)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('La provision du compte ne suffisait pas')
    expect(mails[0]).toContain('continue')
    // Money that arrives in between pays a retry.
    await bank.deposit(awa.account_id, 100_000)
    await later('2026-04-30T07:00:00Z')
    expect(await cardBalance(await bank.signIn(awa))).toBe(50_000)
  })

  it.each([
    [
      'card_blocked',
      (card: string) => bank.owner.query("UPDATE prepaid_cards SET status = 'blocked' WHERE id = $1", [card]),
    ],
    [
      'card_expired',
      (card: string) => bank.owner.query("UPDATE prepaid_cards SET expires_on = '2026-02-28' WHERE id = $1", [card]),
    ],
  ] as const)('is skipped with a notification when the card cannot be topped up: %s', async (reason_code, spoil) => {
    const awa = await bank.aCustomer({ balance: 400_000 })
    await giveMail(awa)
    const card = await aCard(awa)
    await awa.confirm(createTopup, await aTopup(awa, card, 50_000, monthly))
    await spoil(card.id)
    await later('2026-03-31T07:00:00Z')
    const now = await bank.signIn(awa)
    expect((await now.call(listTopups)).body).toMatchObject([{ status: 'failed', reason_code }])
    expect(await mailsTo(awa)).toHaveLength(1)
    expect(await bookedOn(awa.account_id)).toEqual({ booked: 400_000, held: 0 })
    // A blocked card may be unblocked: the series continues. An expired one ends it, with a message.
    const isOver = reason_code === 'card_expired'
    const [series] = (await now.call(listRecurringTopups)).body
    expect(series).toMatchObject({ status: isOver ? 'paused' : 'active', last: { status: 'failed', reason_code } })
    expect((await mailsTo(awa))[0]).toContain(isOver ? 'est arrêtée : une carte expirée' : 'continue')
    await later('2026-04-30T07:00:00Z')
    expect((await (await bank.signIn(awa)).call(listTopups)).body).toHaveLength(isOver ? 1 : 2)
  })

  it('fails once where the account was closed, and ends', async () => {
    const awa = await bank.aCustomer({ balance: 400_000 })
    await giveMail(awa)
    await awa.confirm(createTopup, await aTopup(awa, await aCard(awa), 50_000, monthly))
    await bank.owner.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [awa.account_id])
    await later('2026-03-31T07:00:00Z')
    await later('2026-04-30T07:00:00Z')
    const now = await bank.signIn(awa)
    expect((await now.call(listTopups)).body).toMatchObject([{ status: 'failed', reason_code: 'payer' }])
    expect((await now.call(listRecurringTopups)).body).toEqual([])
    expect(await mailsTo(awa)).toHaveLength(1)
  })

  it('is skipped when the card would exceed its maximum balance', async () => {
    const awa = await bank.aCustomer({ balance: 5_000_000 })
    const card = await aCard(awa)
    await awa.confirm(createTopup, await aTopup(awa, card, 1_980_000))
    await awa.confirm(createTopup, await aTopup(awa, card, 50_000, monthly))
    await later('2026-03-31T07:00:00Z')
    expect((await (await bank.signIn(awa)).call(listTopups)).body[0]).toMatchObject({
      status: 'failed',
      reason_code: 'holding_cap',
    })
  })

  it('is paused without re-authentication, resumed with it, and does not repeat missed dates', async () => {
    const awa = await bank.aCustomer({ balance: 400_000 })
    const card = await aCard(awa)
    const { body } = await awa.confirm(createTopup, await aTopup(awa, card, 50_000, monthly))
    const params = { id: body.recurring?.id ?? '' }
    expect((await awa.call(changeRecurringTopup, { params, body: { enabled: false } })).body).toMatchObject({
      enabled: false,
      status: 'paused',
    })
    await later('2026-05-05T07:00:00Z')
    const now = await bank.signIn(awa)
    const resume = () => now.call(changeRecurringTopup, { params, body: { enabled: true } })
    for (const [table, id, code] of [
      ['accounts', awa.account_id, 'account_not_active'],
      ['prepaid_cards', card.id, 'card_id: card_not_active'],
    ] as const) {
      await bank.owner.query(`UPDATE ${table} SET status = 'blocked' WHERE id = $1`, [id])
      expect(codesOf(await resume())).toEqual([code])
      await bank.owner.query(`UPDATE ${table} SET status = 'active' WHERE id = $1`, [id])
    }
    expect((await resume()).status).toBe(428)
    expect((await now.confirm(changeRecurringTopup, { params, body: { enabled: true } })).body).toMatchObject({
      enabled: true,
      next_date: '2026-06-01',
    })
    await later('2026-05-05T14:00:00Z')
    expect((await (await bank.signIn(awa)).call(listTopups)).body).toEqual([])
  })

  it('starts while its card can be used, also after an edit', async () => {
    const awa = await bank.aCustomer({ balance: 400_000 })
    const card = await aCard(awa, '2026-04')
    const late = { ...monthly, start_date: '2026-05-01' }
    const refused = await awa.call(createTopup, await aTopup(awa, card, 50_000, late))
    expect(codesOf(refused)).toEqual(['start_date: card_expires_before'])
    expect(refused.body).toMatchObject([
      { message: 'La carte expire avant cette date\u00A0: choisissez une date jusqu’au 30 avril 2026.' },
    ])
    const { body } = await awa.confirm(createTopup, await aTopup(awa, card, 50_000, monthly))
    const edit = { params: { id: body.recurring?.id ?? '' }, body: { version: 1, amount: 50_000, ...late } }
    expect(codesOf(await awa.call(changeRecurringTopup, edit))).toEqual(['start_date: card_expires_before'])
  })

  it('is resumed, edited and signed for dates until its card expires only', async () => {
    const awa = await bank.aCustomer({ balance: 400_000 })
    const { body } = await awa.confirm(createTopup, await aTopup(awa, await aCard(awa, '2026-04'), 50_000, monthly))
    const params = { id: body.recurring?.id ?? '' }
    const company = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const signer = await bank.aMember(company.account_id)
    const pending = await company.confirm(
      createTopup,
      await aTopup(company, await aCard(company, '2026-04'), 50_000, { ...monthly, start_date: '2026-04-30' }),
    )
    await awa.call(changeRecurringTopup, { params, body: { enabled: false } })
    await later('2026-04-30T09:00:00Z')
    const now = await bank.signIn(awa)
    const resumed = await now.call(changeRecurringTopup, { params, body: { enabled: true } })
    expect([resumed.status, codesOf(resumed)]).toEqual([422, ['null: card_expires_before_next']])
    expect(JSON.stringify(resumed.body)).toContain(
      'La carte expire le 30 avril 2026, avant la recharge suivante, prévue le 1er juin 2026.',
    )
    const edit = {
      version: 1,
      amount: 60_000,
      recurrence: 'monthly',
      start_date: '2026-03-31',
      end_date: null,
    } as const
    expect(codesOf(await now.call(changeRecurringTopup, { params, body: edit }))).toEqual([
      'null: card_expires_before_next',
    ])
    expect((await now.call(listRecurringTopups)).body).toMatchObject([{ status: 'paused', version: 1 }])
    const signed = await (
      await bank.signIn(signer)
    ).call(acceptRecurringTopup, {
      params: { id: pending.body.recurring?.id ?? '' },
      body: { version: 1 },
    })
    expect(codesOf(signed)).toEqual(['null: card_expires_before_next'])
  })

  it('is edited with its version, and its history is kept after deletion', async () => {
    const awa = await bank.aCustomer({ balance: 400_000 })
    const { body } = await awa.confirm(createTopup, await aTopup(awa, await aCard(awa), 50_000, monthly))
    const params = { id: body.recurring?.id ?? '' }
    const edit = {
      version: 1,
      amount: 60_000,
      recurrence: 'quarterly',
      start_date: '2026-04-15',
      end_date: '2026-12-31',
    } as const
    expect((await awa.confirm(changeRecurringTopup, { params, body: edit })).body).toMatchObject({
      amount: 60_000,
      next_dates: ['2026-04-15', '2026-07-15', '2026-10-15'],
      version: 2,
    })
    expect(codesOf(await awa.call(changeRecurringTopup, { params, body: edit }))).toEqual(['stale_recurring'])
    const wrong = { ...edit, version: 2 }
    for (const [change, code] of [
      [{ start_date: '2026-03-01' }, 'start_date: start_in_the_past'],
      [{ start_date: '2028-03-01', end_date: null }, 'start_date: start_too_far'],
      [{ end_date: '2026-04-01' }, 'end_date: end_before_start'],
      [{ amount: 100 }, 'amount: topup_out_of_range'],
      [{ amount: 2_000_001 }, 'amount: topup_too_high'],
    ] as const)
      expect(codesOf(await awa.call(changeRecurringTopup, { params, body: { ...wrong, ...change } }))).toEqual([code])
    await later('2026-04-15T07:00:00Z')
    const now = await bank.signIn(awa)
    expect((await now.call(removeRecurringTopup, { params })).status).toBe(204)
    expect((await now.call(removeRecurringTopup, { params })).status).toBe(404)
    await later('2026-07-15T07:00:00Z')
    const end = await bank.signIn(awa)
    expect((await end.call(listRecurringTopups)).body).toEqual([])
    expect((await end.call(listTopups)).body).toMatchObject([{ amount: 60_000, status: 'done' }])
  })

  it('cannot be resumed after its last date', async () => {
    const awa = await bank.aCustomer({ balance: 400_000 })
    const series = { recurrence: 'monthly', start_date: '2026-03-31', end_date: '2026-04-30' } as const
    const { body } = await awa.confirm(createTopup, await aTopup(awa, await aCard(awa), 50_000, series))
    const params = { id: body.recurring?.id ?? '' }
    await awa.call(changeRecurringTopup, { params, body: { enabled: false } })
    await later('2026-05-05T07:00:00Z')
    const now = await bank.signIn(awa)
    expect(codesOf(await now.confirm(changeRecurringTopup, { params, body: { enabled: true } }))).toEqual([
      'end_date: end_before_start',
    ])
    expect((await now.call(listRecurringTopups)).body).toMatchObject([{ enabled: false }])
  })

  it('waits for the next business day after a holiday that was declared meanwhile, and ends after its last date', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const series = { recurrence: 'monthly', start_date: '2026-03-31', end_date: '2026-04-30' } as const
    const { body } = await awa.confirm(createTopup, await aTopup(awa, await aCard(awa), 50_000, series))
    await bank.owner.query("INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-03-31', 'Korité', 'Eid')")
    const paid = async (moment: string) => {
      await later(moment)
      return 1_000_000 - (await bookedOn(awa.account_id)).booked
    }
    expect(await paid('2026-03-31T12:00:00Z')).toBe(0)
    expect(await paid('2026-04-01T06:59:59Z')).toBe(0)
    expect(await paid('2026-04-01T07:00:00Z')).toBe(50_585)
    expect(await paid('2026-04-30T07:00:00Z')).toBe(101_170)
    expect(await paid('2026-06-30T12:00:00Z')).toBe(101_170)
    expect((await actionsOn(body.recurring?.id ?? '')).at(-1)).toBe('recurring-topup.end')
    expect((await (await bank.signIn(awa)).call(listRecurringTopups)).body).toEqual([])
    await bank.owner.query("DELETE FROM holidays WHERE day = '2026-03-31'")
  })

  it('never runs where it is refused at a company', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const ibrahima = await bank.aMember(fatou.account_id)
    await giveMail(fatou)
    const { body } = await fatou.confirm(createTopup, await aTopup(fatou, await aCard(fatou), 50_000, monthly))
    const given = { params: { id: body.recurring?.id ?? '' }, body: { version: 1, reason: 'Carte à rendre' } }
    expect(codesOf(await fatou.call(rejectRecurringTopup, given))).toEqual(['own_payment'])
    expect((await ibrahima.call(rejectRecurringTopup, given)).body).toMatchObject({ status: 'refused', enabled: false })
    expect(codesOf(await ibrahima.confirm(acceptRecurringTopup, { ...given, body: { version: 1 } }))).toEqual([
      'payment_not_pending',
    ])
    expect(await actionsOn(given.params.id)).toEqual(['recurring-topup.create', 'recurring-topup.reject'])
    expect((await mailsTo(fatou)).at(-1)).toContain('Carte à rendre')
    await later('2026-04-30T09:00:00Z')
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: 1_000_000, held: 0 })
  })

  it('runs once it is signed at a company, and needs a new signature for a higher amount', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
    const ibrahima = await bank.aMember(fatou.account_id)
    const { body } = await fatou.confirm(createTopup, await aTopup(fatou, await aCard(fatou), 50_000, monthly))
    const params = { id: body.recurring?.id ?? '' }
    expect(body.recurring).toMatchObject({ status: 'pending', enabled: false, approvals_missing: 1 })
    expect((await ibrahima.confirm(acceptRecurringTopup, { params, body: { version: 1 } })).body).toMatchObject({
      status: 'active',
    })
    const same = { recurrence: 'monthly', start_date: '2026-03-31', end_date: null } as const
    expect(
      (await fatou.confirm(changeRecurringTopup, { params, body: { version: 1, amount: 40_000, ...same } })).body
        .status,
    ).toBe('active')
    expect(
      (await fatou.confirm(changeRecurringTopup, { params, body: { version: 2, amount: 45_000, ...same } })).body
        .status,
    ).toBe('pending')
    expect(codesOf(await ibrahima.confirm(acceptRecurringTopup, { params, body: { version: 2 } }))).toEqual([
      'stale_recurring',
    ])
    expect((await ibrahima.confirm(acceptRecurringTopup, { params, body: { version: 3 } })).body.status).toBe('active')
  })
})

it('labels the tax on the fee with the rate of the bank', async () => {
  const awa = await bank.aCustomer({ balance: 3_000_000 })
  await bank.owner.query(`UPDATE parameters SET value = 1800 WHERE name = 'taf_basis_points'`)
  try {
    const { body } = await awa.confirm(createTopup, await aTopup(awa, await aCard(awa), 50_000))
    expect(body.topup).toMatchObject({ fees: 500, tax: 90 })
    const entries = await bank.db<{ rate: number; vat_amount: number }>`
      SELECT vat_rate::float8 AS rate, vat_amount FROM ledger_entries WHERE account_id = ${awa.account_id} AND type = 'fee'`
    expect(entries).toEqual([{ rate: 18, vat_amount: 90 }])
  } finally {
    await bank.owner.query(`UPDATE parameters SET value = 1700 WHERE name = 'taf_basis_points'`)
  }
})

describe('the history of top-ups', () => {
  it('is filtered, exported as a file, and documented by a receipt', async () => {
    const awa = await bank.aCustomer({ balance: 3_000_000 })
    const [one, other] = [await aCard(awa), await aCard(awa)]
    const first = await awa.confirm(createTopup, await aTopup(awa, one, 50_000))
    bank.clock.at = new Date('2026-03-10T09:31:00Z')
    await awa.confirm(createTopup, await aTopup(awa, other, 75_000))
    const { body: list, headers: sent } = await awa.call(listTopups)
    expect(list.map(({ amount }) => amount)).toEqual([75_000, 50_000])
    expect(sent[headers.totalCount.toLowerCase()]).toBe('2')
    expect((await awa.call(listTopups, { query: { card: one.id } })).body.map(({ amount }) => amount)).toEqual([50_000])
    expect((await awa.call(listTopups, { query: { status: 'failed' } })).body).toEqual([])
    expect((await awa.call(listTopups, { query: { from: '2026-03-10', to: '2026-03-10' } })).body).toHaveLength(2)
    expect((await awa.call(listTopups, { query: { to: '2026-03-09' } })).body).toEqual([])

    const csv = await awa.call(exportTopups, { query: { card: other.id }, headers: { 'accept-language': 'en' } })
    const rows = parse(csv.body as unknown as Buffer, { bom: true, columns: true }) as Record<string, string>[]
    expect(rows).toMatchObject([
      { Date: '2026-03-10', Status: 'Done', 'Amount loaded': '75000', Fees: '750', TAF: '128' },
    ])
    const workbook = await awa.call(exportTopups, { query: { format: 'xlsx' } })
    expect((workbook.body as unknown as Buffer).subarray(0, 2).toString()).toBe('PK')

    const receipt = await awa.call(getTopupReceipt, { params: { id: first.body.topup?.id ?? '' } })
    const text = (await readPdf(receipt.body as unknown as Buffer)).pages.join('\n')
    expect(text).toContain('Reçu de recharge')
    expect(text).toContain(one.number_masked)
    expect(text).toContain(first.body.topup?.reference)
  })
})

// Runs last, over all data of the tests above.
it('leaves a ledger that meets every rule', async () => {
  const verdicts = await auditLedger(bank.db)
  expect(verdicts.filter(({ errors }) => errors > 0)).toEqual([])
  expect(verdicts.find(({ rule }) => rule.startsWith('a top-up has moved'))?.checked).toBeGreaterThan(10)
})
