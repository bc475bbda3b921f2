import type { NewTransfer } from 'contract/transfers/transfers.ts'
import { describe, expect, it } from 'vitest'
import { nextTry, runAt } from '../accounts/payment-rules.ts'
import { actionsOf, datesOf, objectionTo } from './transfer-rules.ts'
import type { Tariff } from './transfer-charges-rules.ts'

const facts = {
  account_id: 'a',
  currency: 'XOF',
  rail: 'internal' as const,
  payee: { account_id: 'b', status: 'active', currency: 'XOF' },
  is_own: false,
}

describe('the objection to a payee', () => {
  it('names the first error', () => {
    const cases = [
      [{ ...facts, rail: null }, 'unknown_beneficiary'],
      [{ ...facts, payee: null }, 'beneficiary_account_closed'],
      [{ ...facts, payee: { ...facts.payee, status: 'closed' } }, 'beneficiary_account_closed'],
      [{ ...facts, payee: { ...facts.payee, account_id: 'a' } }, 'beneficiary_same_account'],
      [{ ...facts, payee: { ...facts.payee, currency: 'EUR' } }, 'currency_mismatch'],
      [{ ...facts, rail: 'local' as const, payee: null, currency: 'EUR' }, 'currency_mismatch'],
    ] as const
    for (const [known, code] of cases) expect(objectionTo(known)?.code).toBe(code)
  })

  it('is absent between accounts of one customer in francs and in euro, and for a payment abroad in both', () => {
    expect(objectionTo({ ...facts, is_own: true, payee: { ...facts.payee, currency: 'EUR' } })).toBeNull()
    expect(objectionTo({ ...facts, is_own: true, currency: 'EUR' })).toBeNull()
    const inDollars = { ...facts.payee, currency: 'USD' }
    expect(objectionTo({ ...facts, is_own: true, payee: inDollars })?.code).toBe('currency_mismatch')
    expect(objectionTo({ ...facts, rail: 'international', payee: null, currency: 'EUR' })).toBeNull()
    expect(objectionTo({ ...facts, rail: 'international', payee: null })).toBeNull()
  })

  it('is absent for a blocked account, which can still receive', () => {
    expect(objectionTo({ ...facts, payee: { ...facts.payee, status: 'blocked' } })).toBeNull()
  })
})

describe('the time when an order runs', () => {
  const tariff = { sica_cut_off: 900, star_cut_off: 870, swift_cut_off: 720 } as Tariff
  // A Tuesday.
  const calendar = {
    now: new Date('2026-03-10T09:30:00Z'),
    network: 'book' as const,
    tariff,
    holidays: new Set(['2026-04-06']),
  }
  const input: NewTransfer = { type: 'direct', beneficiary_id: 'b', amount: 1, label: 'x', comment: null }
  const once = { periodicity: null, start_date: null, end_date: null }
  it('is immediate when it is direct, or the next business day when its network is closed', () => {
    expect(datesOf(input, calendar)).toEqual({ execution_date: '2026-03-10', ...once })
    expect(datesOf(input, { ...calendar, network: 'sica', now: new Date('2026-03-13T15:00:00Z') })).toEqual({
      execution_date: '2026-03-16',
      ...once,
    })
  })
  it('is a later day, moved to a business day, when it is delayed', () => {
    expect(datesOf({ ...input, type: 'delayed', execution_date: '2026-04-04' }, calendar)).toEqual({
      execution_date: '2026-04-07',
      ...once,
    })
    for (const [execution_date, code] of [
      [null, 'date_missing'],
      ['2026-03-10', 'date_in_the_past'],
      ['2026-03-09', 'date_in_the_past'],
      ['2027-03-12', 'date_too_far'],
    ] as const)
      expect(datesOf({ ...input, type: 'delayed', execution_date }, calendar)).toMatchObject({ code })
    const last = '2027-03-11'
    expect(datesOf({ ...input, type: 'delayed', execution_date: last }, calendar)).toMatchObject({
      execution_date: last,
    })
    // Instant payments run on any day.
    const saturday = '2026-04-04'
    expect(
      datesOf({ ...input, type: 'delayed', execution_date: saturday }, { ...calendar, network: 'instant' }),
    ).toMatchObject({ execution_date: saturday })
  })
  it('is counted from its start when it is periodic', () => {
    const monthly = { ...input, type: 'periodic' as const, start_date: '2026-03-31', periodicity: 'monthly' as const }
    expect(datesOf(monthly, calendar)).toEqual({
      execution_date: '2026-03-31',
      periodicity: 'monthly',
      start_date: '2026-03-31',
      end_date: null,
    })
    // Each error is at a field of the series.
    for (const [start_date, code] of [
      [null, 'start_missing'],
      ['2026-03-10', 'start_in_the_past'],
      ['2027-03-12', 'start_too_far'],
    ] as const)
      expect(datesOf({ ...monthly, start_date }, calendar)).toMatchObject({ code })
    expect(datesOf({ ...monthly, periodicity: null }, calendar)).toMatchObject({ code: 'periodicity_missing' })
    expect(datesOf({ ...monthly, end_date: '2026-03-30' }, calendar)).toMatchObject({ code: 'end_before_start' })
    expect(datesOf({ ...monthly, end_date: '2026-03-31' }, calendar)).toMatchObject({ end_date: '2026-03-31' })
  })
  it('is now for today, and the morning of a later day', () => {
    expect(runAt('2026-03-10', calendar.now)).toEqual(calendar.now)
    expect(runAt('2026-03-11', calendar.now)).toEqual(new Date('2026-03-11T07:00:00Z'))
  })
  it('is retried twice that day and on the next business morning for lack of money, then no more', () => {
    const holidays = new Set<string>()
    expect(nextTry(0, new Date('2026-03-13T07:00:01Z'), holidays)).toEqual(new Date('2026-03-13T11:00:00Z'))
    expect(nextTry(1, new Date('2026-03-13T11:00:01Z'), holidays)).toEqual(new Date('2026-03-13T14:00:00Z'))
    expect(nextTry(2, new Date('2026-03-13T14:00:01Z'), holidays)).toEqual(new Date('2026-03-16T07:00:00Z'))
    expect(nextTry(3, new Date('2026-03-16T07:00:01Z'), holidays)).toBeNull()
  })
})

describe('the actions on an order', () => {
  const pending = {
    type: 'direct' as const,
    validation_status: 'pending' as const,
    execution_status: 'scheduled' as const,
    suspended: null,
    signing_rule: 'one' as const,
    created_by: 'maker',
    edited_by: null,
    is_open_to_reader: true,
    is_of_batch: false,
  }
  const all = ['transfer.create', 'transfer.validate']
  const validator = { user_id: 'checker', capabilities: ['transfer.validate'], is_active: true }
  it('exclude signing one’s own order, an order one changed, and signing twice', () => {
    expect(actionsOf(pending, validator)).toEqual(['accept', 'reject'])
    expect(actionsOf(pending, { ...validator, user_id: 'maker', capabilities: all })).toEqual(['edit', 'cancel'])
    expect(actionsOf({ ...pending, edited_by: 'checker' }, validator)).toEqual([])
    expect(actionsOf({ ...pending, is_open_to_reader: false }, validator)).toEqual(['reject'])
    expect(actionsOf(pending, { ...validator, is_active: false })).toEqual(['reject'])
  })
  it('are editing or cancelling while the account of its payee is pending', () => {
    const held = { ...pending, suspended: 'payee_change' as const }
    expect(actionsOf(held, validator)).toEqual(['reject'])
    expect(
      actionsOf({ ...held, type: 'periodic', validation_status: 'validated' }, { ...validator, capabilities: all }),
    ).toEqual(['edit', 'cancel'])
  })
  it('are cancelling alone for a line of a batch', () => {
    const line = { ...pending, validation_status: 'validated' as const, is_of_batch: true }
    expect(actionsOf(line, { ...validator, capabilities: all })).toEqual(['cancel'])
  })
  it('are empty once it has run', () => {
    const done = { ...pending, validation_status: 'validated' as const, execution_status: 'executed' as const }
    expect(actionsOf(done, { ...validator, capabilities: all })).toEqual([])
    expect(actionsOf({ ...done, signing_rule: 'none' }, { ...validator, capabilities: all })).toEqual([])
    expect(actionsOf({ ...pending, execution_status: 'cancelled' }, { ...validator, capabilities: all })).toEqual([])
  })
  it('include pausing, skipping and resuming for a series', () => {
    const series = { ...pending, type: 'periodic' as const, validation_status: 'validated' as const }
    const maker = { user_id: 'maker', capabilities: ['transfer.create'], is_active: true }
    expect(actionsOf(series, maker)).toEqual(['edit', 'cancel', 'pause', 'skip'])
    const paused = { ...series, execution_status: 'paused' as const }
    expect(actionsOf(paused, maker)).toEqual(['cancel', 'resume'])
    expect(actionsOf({ ...paused, signing_rule: 'none' }, maker)).toEqual(['edit', 'cancel', 'resume'])
    expect(actionsOf({ ...paused, signing_rule: 'none' }, { ...maker, is_active: false })).toEqual(['cancel'])
    expect(actionsOf({ ...series, validation_status: 'pending' }, maker)).toEqual(['edit', 'cancel'])
    for (const state of [series, paused]) expect(actionsOf(state, validator)).toEqual([])
    expect(actionsOf({ ...paused, suspended: 'payee_change' }, maker)).toEqual(['cancel'])
  })
  it('exclude signing for who may not sign', () => {
    expect(actionsOf(pending, { ...validator, capabilities: ['transfer.create'] })).toEqual(['edit', 'cancel'])
  })
})
