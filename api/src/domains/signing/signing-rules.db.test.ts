import {
  acceptSigningRules,
  getSigningRules,
  type LimitPeriod,
  limitPeriods,
  listLimits,
  refuseSigningRules,
  setSigningRules,
  type SigningRules,
  type TransferLimit,
} from 'contract/transfers/signing-rules.ts'
import {
  acceptTransfer,
  acceptTransfers,
  cancelTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  listTransfersToSign,
  type Transfer,
} from 'contract/transfers/transfers.ts'
import type { Capability } from 'contract/rights.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'
import { applyDelayedRules } from './apply-waiting.ts'
import { periodStart } from './limit-rules.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

const CHECKER: Capability[] = ['transfer.validate']
async function aCompany() {
  const admin = await bank.aCustomer({ kind: 'company', balance: 100_000_000, capabilities: ['access.admin'] })
  const member = (capabilities: Capability[]) => bank.aMember(admin.account_id, { capabilities })
  const [maker, one, two] = [await member(['transfer.create']), await member(CHECKER), await member(CHECKER)]
  const beneficiary_id = await bank.aBeneficiary(admin.account_id, (await bank.aCustomer()).iban)
  return { admin, maker, one, two, beneficiary_id, member }
}
const none: SigningRules = { tiers: [], groups: [], limits: [] }
async function set(visitor: Visitor, rules: Partial<SigningRules>) {
  const { body } = await visitor.call(getSigningRules)
  return visitor.confirm(setSigningRules, { body: { version: body.version, ...none, ...rules } })
}
/** Sets rules that a single administrator weakens, and lets them take effect. */
async function setAtOnce(visitor: Visitor, rules: Partial<SigningRules>) {
  expect((await set(visitor, rules)).body).toEqual({ state: 'delayed' })
  await bank.owner.query('UPDATE signing_rule_changes SET effective_at = $2 WHERE account_id = $1', [
    visitor.account_id,
    bank.clock.at,
  ])
  expect(await applyRules()).toBe(true)
}
const applyRules = () => applyDelayedRules({ db: bank.db, clock: { now: () => bank.clock.at } })
const order = (visitor: Visitor, beneficiary_id: string, amount: number, label = 'Facture') =>
  visitor.confirm(createTransfer, { body: { type: 'direct', beneficiary_id, amount, label, comment: null } })
const accept = (visitor: Visitor, { id, version }: Transfer) =>
  visitor.confirm(acceptTransfer, { params: { id }, body: { version } })
const create = (period: TransferLimit['period'], amount: number, user_id: string | null = null): TransferLimit => ({
  user_id,
  purpose: 'create',
  period,
  amount,
})

describe('the rules of an account', () => {
  it('are tightened by one administrator immediately', async () => {
    const { admin, maker, beneficiary_id } = await aCompany()
    expect(codesOf(await maker.call(getSigningRules))).toEqual(['capability_missing'])
    const tiers = [{ kind: 'single' as const, up_to: null, rule: 'two' as const }]
    expect((await set(admin, { tiers })).body).toEqual({ state: 'done' })
    expect((await order(maker, beneficiary_id, 1_000)).body).toMatchObject({
      signing_rule: 'two',
      approvals_missing: 2,
    })
    expect((await admin.call(getSigningRules)).body).toMatchObject({
      version: 2,
      rules: { tiers },
      waiting: null,
      has_second: false,
    })
  })

  it('are weakened on the next business day if there is no other administrator, who is notified at once', async () => {
    const { admin, maker, beneficiary_id } = await aCompany()
    await bank.owner.query(`UPDATE users SET email = 'admin@courrier.example' WHERE id = $1`, [admin.user_id])
    const tiers = [{ kind: 'single' as const, up_to: null, rule: 'none' as const }]
    // A Friday: the next business day is Monday.
    bank.clock.at = new Date('2026-03-13T15:00:00Z')
    const friday = await bank.signIn(admin)
    expect((await set(friday, { tiers })).body).toEqual({ state: 'delayed' })
    const { rows } = await bank.owner.query(
      `SELECT subject, plain FROM mails WHERE recipient = 'admin@courrier.example'`,
    )
    expect(rows).toMatchObject([{ subject: 'Vos règles de signature vont changer · Banque Téranga' }])
    expect(rows[0].plain).toContain('prend effet le 16 mars 2026')
    const { waiting, rules } = (await friday.call(getSigningRules)).body
    expect([waiting?.effective_at, waiting?.is_mine, rules.tiers]).toEqual([Date.UTC(2026, 2, 16) / 1000, true, []])
    expect(codesOf(await friday.confirm(acceptSigningRules, { params: { id: waiting!.id } }))).toEqual(['own_change'])
    bank.clock.at = new Date('2026-03-15T23:59:59Z')
    expect(await applyRules()).toBe(false)
    bank.clock.at = new Date('2026-03-16T00:00:00Z')
    expect(await applyRules()).toBe(true)
    expect(await applyRules()).toBe(false)
    const monday = await bank.signIn(admin)
    expect((await monday.call(getSigningRules)).body).toMatchObject({ version: 2, waiting: null, rules: { tiers } })
    expect((await order(await bank.signIn(maker), beneficiary_id, 90_000_000)).body).toMatchObject({
      execution_status: 'executed',
      approvals_missing: 0,
    })
  })

  it('that would be weaker tomorrow are dropped when they are withdrawn, replaced, stopped, or their author lost the administration', async () => {
    const { admin, member } = await aCompany()
    const weaker = { tiers: [{ kind: 'single' as const, up_to: null, rule: 'none' as const }] }
    const ask = async () => {
      expect((await set(admin, weaker)).body).toEqual({ state: 'delayed' })
      return (await admin.call(getSigningRules)).body.waiting!.id
    }
    const due = () =>
      bank.owner.query('UPDATE signing_rule_changes SET effective_at = $1 WHERE effective_at IS NOT NULL', [
        bank.clock.at,
      ])
    const stateOf = async (id: string) => {
      await due()
      while (await applyRules());
      return (await bank.owner.query('SELECT state FROM signing_rule_changes WHERE id = $1', [id])).rows[0]?.state
    }
    const withdrawn = await ask()
    await admin.call(refuseSigningRules, { params: { id: withdrawn } })
    expect(await stateOf(withdrawn)).toBe('withdrawn')
    const replaced = await ask()
    await set(admin, { tiers: [{ kind: 'single', up_to: null, rule: 'two' }] })
    expect(await stateOf(replaced)).toBe('replaced')
    const orphaned = await ask()
    const other = await member(['access.admin'])
    await bank.owner.query(`UPDATE memberships SET capabilities = '{}' WHERE user_id = $1`, [admin.user_id])
    expect(await stateOf(orphaned)).toBe('stopped')
    expect((await other.call(getSigningRules)).body.rules.tiers).toMatchObject([{ rule: 'two' }])
  })

  it('are weakened once a second administrator accepts, another person and in time', async () => {
    const { admin, member, one } = await aCompany()
    const second = await member(['access.admin'])
    const rules = { tiers: [{ kind: 'single' as const, up_to: null, rule: 'one' as const }] }
    expect((await set(admin, rules)).body).toEqual({ state: 'waiting' })
    const waits = (await second.call(getSigningRules)).body
    expect(waits).toMatchObject({ rules: none, waiting: { rules, is_mine: false } })
    const params = { id: waits.waiting?.id ?? '' }
    expect(codesOf(await one.confirm(acceptSigningRules, { params }))).toEqual(['capability_missing'])
    expect(codesOf(await admin.confirm(acceptSigningRules, { params }))).toEqual(['own_change'])
    const aside = (version: number) =>
      bank.owner.query('UPDATE signing_rules SET version = $1 WHERE account_id = $2', [version, admin.account_id])
    await aside(2)
    expect(codesOf(await second.confirm(acceptSigningRules, { params }))).toEqual(['stale_rules'])
    await aside(1)
    const stranger = await bank.aCustomer({ kind: 'company', capabilities: ['access.admin'] })
    expect(codesOf(await stranger.confirm(acceptSigningRules, { params }))).toEqual(['not_found'])
    expect(codesOf(await stranger.call(refuseSigningRules, { params }))).toEqual(['not_found'])
    expect((await second.call(acceptSigningRules, { params })).status).toBe(428)
    expect((await second.confirm(acceptSigningRules, { params })).status).toBe(204)
    expect((await admin.call(getSigningRules)).body).toMatchObject({ rules, waiting: null, version: 2 })
    expect(codesOf(await second.confirm(acceptSigningRules, { params }))).toEqual(['change_over'])
    expect((await second.call(refuseSigningRules, { params: { id: admin.user_id } })).status).toBe(404)
  })

  it('that are pending are refused, withdrawn, replaced, or expire after seven days', async () => {
    const { admin, member } = await aCompany()
    const second = await member(['access.admin'])
    const rules = { tiers: [{ kind: 'single' as const, up_to: null, rule: 'one' as const }] }
    const waiting = async () => (await admin.call(getSigningRules)).body.waiting?.id ?? ''
    await set(admin, rules)
    expect((await second.call(refuseSigningRules, { params: { id: await waiting() } })).status).toBe(204)
    await set(admin, rules)
    const first = await waiting()
    await set(second, { tiers: [{ kind: 'single', up_to: null, rule: 'two' }] })
    expect(codesOf(await second.call(refuseSigningRules, { params: { id: first } }))).toEqual(['change_over'])
    await set(admin, rules)
    expect((await admin.call(refuseSigningRules, { params: { id: await waiting() } })).status).toBe(204)
    await set(admin, rules)
    bank.clock.at = new Date('2026-03-17T09:30:01Z')
    const later = await bank.signIn(second)
    expect((await later.call(getSigningRules)).body.waiting).toBeNull()
    const { rows } = await bank.owner.query(
      `SELECT DISTINCT state FROM signing_rule_changes WHERE account_id = $1 ORDER BY state`,
      [admin.account_id],
    )
    expect(rows.map(({ state }: { state: string }) => state)).toEqual(['refused', 'replaced', 'waiting', 'withdrawn'])
  })

  it('are changed by version, for their account only, and refused with an outdated version', async () => {
    const [{ admin }, { admin: other }] = [await aCompany(), await aCompany()]
    await set(other, { tiers: [{ kind: 'single', up_to: null, rule: 'two' }] })
    const body = { version: 1, ...none, tiers: [{ kind: 'single' as const, up_to: null, rule: 'two' as const }] }
    expect((await admin.confirm(setSigningRules, { body })).status).toBe(200)
    expect(codesOf(await admin.confirm(setSigningRules, { body }))).toEqual(['stale_rules'])
    expect((await other.call(getSigningRules)).body.version).toBe(2)
  })

  it('that are set again as they are change nothing: no version, no event', async () => {
    const { admin } = await aCompany()
    const rules = {
      tiers: [
        { kind: 'single' as const, up_to: 1_000, rule: 'one' as const },
        { kind: 'single' as const, up_to: null, rule: 'two' as const },
      ],
      limits: [{ user_id: null, purpose: 'create' as const, period: 'day' as const, amount: 90_000_000 }],
    }
    await set(admin, rules)
    const { body: before } = await admin.call(getSigningRules)
    const eventsSoFar = async () =>
      (
        await bank.owner.query("SELECT 1 FROM audit_events WHERE account_id = $1 AND action LIKE 'rules.%'", [
          admin.account_id,
        ])
      ).rowCount
    expect(await eventsSoFar()).toBe(1)
    const again = await set(admin, { ...rules, tiers: rules.tiers.toReversed(), factor_amount: null })
    expect(again.body).toEqual({ state: 'done' })
    expect((await admin.call(getSigningRules)).body).toEqual(before)
    expect(await eventsSoFar()).toBe(1)
  })

  it('are refused if inconsistent', async () => {
    const { admin, maker } = await aCompany()
    const stranger = await bank.aCustomer()
    const tiers = (...some: SigningRules['tiers']) => set(admin, { tiers: some })
    const single = { kind: 'single' as const, rule: 'one' as const }
    expect(codesOf(await tiers({ ...single, up_to: 5 }))).toEqual(['tiers: tiers_not_whole'])
    expect(codesOf(await tiers({ ...single, up_to: null }, { ...single, up_to: null }))).toEqual([
      'tiers: tiers_not_whole',
    ])
    expect(codesOf(await tiers({ ...single, up_to: null, rule: 'a_and_b' }))).toEqual(['tiers: too_few_validators'])
    expect(codesOf(await set(admin, { groups: [{ user_id: stranger.user_id, group: 'A' }] }))).toEqual([
      'groups: unknown_person',
    ])
    expect(
      codesOf(await set(admin, { limits: [{ user_id: null, purpose: 'validate', period: 'day', amount: 5 }] })),
    ).toEqual(['limits: invalid'])
    expect(codesOf(await set(admin, { limits: [create('day', 5), create('day', 6)] }))).toEqual(['limits: invalid'])
    expect((await set(admin, { limits: [create('day', 5, maker.user_id)] })).status).toBe(200)
    const alone = await bank.aCustomer({ balance: 1_000 })
    expect(codesOf(await set(alone, { tiers: [{ ...single, up_to: null }] }))).toEqual(['tiers: tiers_for_companies'])
  })
})

describe('the rule of one signature from each group', () => {
  it('accepts signatures in any order, and one per group', async () => {
    const { admin, maker, one, two, member, beneficiary_id } = await aCompany()
    const [third, outside] = [await member(CHECKER), await member(CHECKER)]
    const groups = [
      { user_id: one.user_id, group: 'A' as const },
      { user_id: third.user_id, group: 'A' as const },
      { user_id: two.user_id, group: 'B' as const },
    ]
    await setAtOnce(admin, { tiers: [{ kind: 'single', up_to: null, rule: 'a_and_b' }], groups })
    const { body: sent } = await order(maker, beneficiary_id, 1_000)
    expect(sent).toMatchObject({ signing_rule: 'a_and_b', approvals_missing: 2 })
    const waits = async (visitor: Visitor) => (await visitor.call(listTransfersToSign)).body.length
    expect([await waits(one), await waits(third), await waits(two), await waits(outside)]).toEqual([1, 1, 1, 0])
    expect(codesOf(await accept(outside, sent))).toEqual(['not_validator'])
    expect((await accept(one, sent)).body).toMatchObject({ validation_status: 'pending', approvals_missing: 1 })
    expect([await waits(third), await waits(two)]).toEqual([0, 1])
    expect(codesOf(await accept(third, sent))).toEqual(['not_validator'])
    expect((await third.call(getTransfer, { params: { id: sent.id } })).body.actions).toEqual(['reject'])
    expect((await accept(two, sent)).body).toMatchObject({ validation_status: 'validated' })
  })

  it('counts two simultaneous signatures of the same group once', async () => {
    const { admin, maker, one, two, member, beneficiary_id } = await aCompany()
    const third = await member(CHECKER)
    const groups = [
      { user_id: one.user_id, group: 'A' as const },
      { user_id: third.user_id, group: 'A' as const },
      { user_id: two.user_id, group: 'B' as const },
    ]
    await setAtOnce(admin, { tiers: [{ kind: 'single', up_to: null, rule: 'a_and_b' }], groups })
    const { body: sent } = await order(maker, beneficiary_id, 1_000)
    const both = await Promise.all([accept(one, sent), accept(third, sent)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await maker.call(getTransfer, { params: { id: sent.id } })).body).toMatchObject({
      validation_status: 'pending',
      approvals: 1,
    })
  })
})

describe('a limit on ordered amounts', () => {
  it('names the limit and the remaining amount, by operation, day, week, month and beneficiary', async () => {
    const { admin, maker, beneficiary_id } = await aCompany()
    const other = await bank.aBeneficiary(admin.account_id, (await bank.aCustomer()).iban)
    await set(admin, {
      limits: [
        create('operation', 700),
        create('beneficiary', 800),
        create('day', 1_000),
        create('week', 1_200),
        create('month', 1_300),
      ],
    })
    const tries = async (visitor: Visitor, amount: number, to = beneficiary_id) => {
      const { body, status } = await order(visitor, to, amount)
      return status === 201
        ? 'ordered'
        : (body as unknown as { message: string }).message.replaceAll(/[\u00A0\u202F]/g, ' ')
    }
    const left = (limit: string, remaining: string) =>
      `Le plafond ${limit} serait dépassé : il reste ${remaining} F CFA.`
    expect(await tries(maker, 701)).toBe(left('par opération', '700'))
    expect(await tries(maker, 700)).toBe('ordered')
    expect(await tries(maker, 101)).toBe(left('par bénéficiaire et par jour', '100'))
    expect(await tries(maker, 301, other)).toBe(left('du jour', '300'))
    expect(await tries(maker, 300, other)).toBe('ordered')
    bank.clock.at = new Date('2026-03-11T09:30:00Z')
    const tomorrow = await bank.signIn(maker)
    expect(await tries(tomorrow, 201)).toBe(left('de la semaine', '200'))
    bank.clock.at = new Date('2026-03-16T09:30:00Z')
    const monday = await bank.signIn(maker)
    expect(await tries(monday, 301)).toBe(left('du mois', '300'))
    expect(await tries(monday, 300)).toBe('ordered')
    bank.clock.at = new Date('2026-04-01T00:00:00Z')
    expect(await tries(await bank.signIn(maker), 700)).toBe('ordered')
  })

  it('is returned before ordering, with the remaining amount', async () => {
    const { admin, maker, beneficiary_id } = await aCompany()
    await set(admin, { limits: [create('day', 1_000), create('beneficiary', 500, maker.user_id)] })
    await order(maker, beneficiary_id, 200)
    const other = await bank.aBeneficiary(admin.account_id, (await bank.aCustomer()).iban)
    const read = async (query: { beneficiary?: string }) => (await maker.call(listLimits, { query })).body
    expect(await read({})).toEqual([{ scope: 'account', period: 'day', amount: 1_000, used: 200, remaining: 800 }])
    expect(await read({ beneficiary: beneficiary_id })).toContainEqual({
      scope: 'person',
      period: 'beneficiary',
      amount: 500,
      used: 200,
      remaining: 300,
    })
    expect(await read({ beneficiary: other })).toContainEqual({
      scope: 'person',
      period: 'beneficiary',
      amount: 500,
      used: 0,
      remaining: 500,
    })
  })

  it('applies to orders created at the same time', async () => {
    const { admin, member, beneficiary_id } = await aCompany()
    await set(admin, { limits: [create('day', 1_000)] })
    const makers = await Promise.all([1, 2, 3, 4].map(() => member(['transfer.create'])))
    const sent = await Promise.all(makers.map((maker, index) => order(maker, beneficiary_id, 400, `Facture ${index}`)))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403])
  })

  it('excludes orders between own accounts and failed orders; a changed order counts with its current amount', async () => {
    const { admin, maker, beneficiary_id } = await aCompany()
    const own = await bank.anAccount(admin.customer_id)
    const to_own = await bank.aBeneficiary(admin.account_id, own.iban)
    await set(admin, { limits: [create('day', 1_000)] })
    expect((await order(maker, to_own, 5_000)).status).toBe(201)
    const { body: first } = await order(maker, beneficiary_id, 900)
    expect(codesOf(await order(maker, beneficiary_id, 200))).toEqual(['limit_exceeded'])
    const edit = (version: number, amount: number) =>
      maker.confirm(changeTransfer, { params: { id: first.id }, body: { version, amount } })
    expect(codesOf(await edit(1, 1_001))).toEqual(['limit_exceeded'])
    expect((await edit(1, 1_000)).status).toBe(200)
    expect((await edit(2, 300)).status).toBe(200)
    expect((await order(maker, beneficiary_id, 700)).status).toBe(201)
    await maker.confirm(cancelTransfer, { params: { id: first.id } })
    expect((await order(maker, beneficiary_id, 300)).status).toBe(201)
  })

  it('counts a series that was cancelled after a payment, for its author and its signer', async () => {
    const { admin, maker, one, beneficiary_id } = await aCompany()
    const signing: TransferLimit = { user_id: one.user_id, purpose: 'validate', period: 'month', amount: 1_200 }
    await set(admin, { limits: [create('month', 1_000), signing] })
    const series = { type: 'periodic' as const, periodicity: 'monthly' as const, start_date: '2026-03-11' }
    const monthly = { ...series, beneficiary_id, amount: 800, label: 'Loyer', comment: null }
    const { body: paid } = await maker.confirm(createTransfer, { body: monthly })
    expect((await accept(one, paid)).status).toBe(200)
    bank.clock.at = new Date('2026-03-11T09:30:00Z')
    while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
    const [author, signer] = [await bank.signIn(maker), await bank.signIn(one)]
    expect((await author.confirm(cancelTransfer, { params: { id: paid.id } })).status).toBe(204)
    expect(codesOf(await order(author, beneficiary_id, 201))).toEqual(['limit_exceeded'])
    await set(await bank.signIn(admin), { limits: [{ ...signing, amount: 900 }, create('month', 1_000)] })
    const { body: next } = await order(author, beneficiary_id, 200)
    expect(codesOf(await accept(signer, next))).toEqual(['limit_exceeded'])
    // A series of which nothing was paid gives its amount back.
    expect((await author.confirm(cancelTransfer, { params: { id: next.id } })).status).toBe(204)
    const later = { ...monthly, start_date: '2026-03-20', amount: 200 }
    const { body: unpaid } = await author.confirm(createTransfer, { body: later })
    expect((await author.confirm(cancelTransfer, { params: { id: unpaid.id } })).status).toBe(204)
    expect((await order(author, beneficiary_id, 200)).status).toBe(201)
  })

  it('has the bank’s default for individuals until they choose another', async () => {
    const payer = await bank.aCustomer({ balance: 100_000_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    expect(codesOf(await order(payer, beneficiary_id, 10_000_001))).toEqual(['limit_exceeded'])
    expect((await set(payer, { limits: [create('operation', 30_000_000), create('day', 30_000_000)] })).body).toEqual({
      state: 'done',
    })
    expect((await order(payer, beneficiary_id, 30_000_000)).status).toBe(201)
  })
})

describe('a limit on signed amounts', () => {
  it('has the same periods in the database and in TypeScript', async () => {
    const { rows } = await bank.owner.query<{ day: string; period: LimitPeriod; start: Date }>(
      `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, p.period, limit_period_start(p.period, d.day::date) AS start
         FROM generate_series('2023-12-25'::timestamp, '2025-01-10', '1 day') d (day), unnest($1::text[]) p (period)`,
      [limitPeriods],
    )
    expect(rows).toHaveLength(383 * limitPeriods.length)
    for (const time of ['00:00:00.000Z', '23:59:59.999Z'])
      expect(rows.map(({ period, day }) => periodStart(period, new Date(`${day}T${time}`)))).toEqual(
        rows.map(({ start }) => start),
      )
  })

  it('applies to its validator', async () => {
    const { admin, maker, one, two, beneficiary_id } = await aCompany()
    const limit = (period: TransferLimit['period'], amount: number): TransferLimit => ({
      user_id: one.user_id,
      purpose: 'validate',
      period,
      amount,
    })
    await set(admin, { limits: [limit('operation', 1_000), limit('day', 1_500)] })
    const [first, second, large] = await Promise.all(
      [900, 601, 1_001].map(async (amount) => (await order(maker, beneficiary_id, amount, `Lot ${amount}`)).body),
    )
    if (!first || !second || !large) throw new Error('an order is missing')
    expect(codesOf(await accept(one, large))).toEqual(['limit_exceeded'])
    expect((await accept(one, first)).status).toBe(200)
    expect(codesOf(await accept(one, second))).toEqual(['limit_exceeded'])
    // A selection says the same, with the amounts.
    const { body } = await one.confirm(acceptTransfers, {
      body: { items: [{ account: admin.account_id, id: second.id, version: second.version }] },
    })
    expect(body[0]).toMatchObject({ code: 'limit_exceeded', message: expect.not.stringContaining('{') })
    expect((await accept(two, second)).status).toBe(200)
  })
})
