import { describe, expect, it } from 'vitest'
import {
  chargesOf,
  creditValueDate,
  cutOffOf,
  firstDayFor,
  holidaysOnBothSides,
  networkFor,
  postponedBy,
  postponedTo,
  type Tariff,
} from './transfer-charges-rules.ts'

const tariff: Tariff = {
  large_value_threshold: 50_000_000,
  sica_fee: 500,
  sica_regional_fee: 1_500,
  star_fee: 5_000,
  swift_fee_basis_points: 50,
  swift_fee_min: 12_500,
  swift_fee_max: 75_000,
  taf_basis_points: 1_700,
  sica_cut_off: 15 * 60,
  star_cut_off: 14 * 60 + 30,
  swift_cut_off: 12 * 60,
  instant_company_fee: 0,
}
const SENEGAL = 'SN08SN9980101010004610100147'
const MALI = 'ML13ML9980121200070110200143'
const IVORY_COAST = 'CI93CI0080111301134291200589'
const FRANCE = 'FR1420041010050500013M02606'
const MAURITANIA = 'MR1300020001010000123456753'
const of = (iban: string, amount: number, more: { is_ours?: boolean } = {}) =>
  networkFor({ iban, amount, is_ours: false, ...more }, tariff)

describe('the network of a transfer', () => {
  it('is book inside the bank, clearing in the UEMOA, gross settlement from 50,000,000 on, and SWIFT elsewhere', () => {
    expect(of(SENEGAL, 60_000_000, { is_ours: true })).toBe('book')
    expect(of(SENEGAL, 49_999_999)).toBe('sica')
    expect(of(MALI, 1)).toBe('sica')
    expect(of(MALI, 50_000_000)).toBe('star')
    expect(of(FRANCE, 1)).toBe('swift')
    expect(of(MAURITANIA, 60_000_000)).toBe('swift')
  })
})

describe('the charges of a transfer', () => {
  const charges = (network: 'book' | 'sica' | 'star' | 'swift', iban: string, amount: number) =>
    chargesOf(network, { iban, amount, home: 'SN', is_company: false }, tariff)
  it('follow the tariff of the domain model, with 17 % of tax rounded to the franc', () => {
    expect(charges('book', SENEGAL, 1_000_000)).toEqual({ fees: 0, tax: 0 })
    expect(charges('sica', SENEGAL, 1_000_000)).toEqual({ fees: 500, tax: 85 })
    expect(charges('sica', MALI, 1_000_000)).toEqual({ fees: 1_500, tax: 255 })
    expect(charges('star', SENEGAL, 60_000_000)).toEqual({ fees: 5_000, tax: 850 })
    expect(charges('swift', FRANCE, 1)).toEqual({ fees: 12_500, tax: 2_125 })
    expect(charges('swift', FRANCE, 3_000_100)).toEqual({ fees: 15_001, tax: 2_550 })
    expect(charges('swift', FRANCE, 900_000_000)).toEqual({ fees: 75_000, tax: 12_750 })
  })
  it('are paid by companies alone for an instant payment', () => {
    const instant = (is_company: boolean) =>
      chargesOf(
        'instant',
        { iban: SENEGAL, amount: 1_000, home: 'SN', is_company },
        { ...tariff, instant_company_fee: 100 },
      )
    expect([instant(true), instant(false)]).toEqual([
      { fees: 100, tax: 17 },
      { fees: 0, tax: 0 },
    ])
  })
  it('are rounded half away from zero: the tax on 50 is 9, not 8', () => {
    expect(
      chargesOf('sica', { iban: SENEGAL, amount: 1, home: 'SN', is_company: false }, { ...tariff, sica_fee: 50 }),
    ).toEqual({
      fees: 50,
      tax: 9,
    })
  })
})

describe('the execution day', () => {
  const holidays = new Set(['2026-05-01'])
  const first = (network: 'book' | 'sica' | 'star' | 'swift', at: string) =>
    firstDayFor(network, new Date(at), tariff, holidays)
  it('is today before the cut-off of a business day, and the next business day otherwise', () => {
    expect(first('sica', '2026-04-29T14:59:59Z')).toBe('2026-04-29')
    expect(first('sica', '2026-04-29T15:00:00Z')).toBe('2026-04-30')
    expect(first('star', '2026-04-29T14:30:00Z')).toBe('2026-04-30')
    expect(first('swift', '2026-04-29T11:59:00Z')).toBe('2026-04-29')
    expect(first('sica', '2026-04-30T15:00:00Z')).toBe('2026-05-04')
    expect(first('sica', '2026-05-02T08:00:00Z')).toBe('2026-05-04')
    expect(first('book', '2026-05-02T23:59:59Z')).toBe('2026-05-02')
  })
  it('determines the value date at the payee by network', () => {
    const valueDate = (network: Parameters<typeof first>[0], day: string) =>
      creditValueDate({ network, iban: SENEGAL }, day, holidays)
    expect(valueDate('book', '2026-05-02')).toBe('2026-05-02')
    expect(valueDate('sica', '2026-04-30')).toBe('2026-05-04')
    expect(valueDate('star', '2026-04-30')).toBe('2026-04-30')
    expect(valueDate('swift', '2026-04-30')).toBe('2026-05-05')
    expect(creditValueDate({ network: 'instant', iban: SENEGAL }, '2026-05-02', holidays)).toBe('2026-05-02')
  })
})

describe('a payment to another country of the union', () => {
  // The national day of Côte d’Ivoire is a Friday; Monday the 10th is a holiday of the bank’s country only.
  const holidays = new Set(['2026-08-10', 'CI 2026-08-07', 'ML 2026-08-06'])
  const closed = holidaysOnBothSides(IVORY_COAST, holidays)
  const at = new Date('2026-08-07T09:00:00Z')

  it('leaves on a business day of both countries', () => {
    expect(firstDayFor('sica', at, tariff, closed)).toBe('2026-08-11')
    expect(firstDayFor('star', at, tariff, closed)).toBe('2026-08-11')
    expect(firstDayFor('sica', at, tariff, holidaysOnBothSides(SENEGAL, holidays))).toBe('2026-08-07')
    expect(postponedTo({ type: 'direct', network: 'sica' }, at, tariff, closed)).toBe('2026-08-11')
  })

  it('arrives on a business day of the payee’s country', () => {
    expect(creditValueDate({ network: 'sica', iban: IVORY_COAST }, '2026-08-06', holidays)).toBe('2026-08-10')
    expect(creditValueDate({ network: 'sica', iban: SENEGAL }, '2026-08-06', holidays)).toBe('2026-08-07')
    expect(creditValueDate({ network: 'sica', iban: SENEGAL }, '2026-08-07', holidays)).toBe('2026-08-11')
  })

  it('names which side is closed', () => {
    const reason = (iban: string, moment: string) =>
      postponedBy({ network: 'sica', iban }, new Date(moment), tariff, holidays)
    expect(reason(IVORY_COAST, '2026-08-07T09:00:00Z')).toBe('payee_closed_day')
    expect(reason(IVORY_COAST, '2026-08-10T09:00:00Z')).toBe('closed_day')
    expect(reason(IVORY_COAST, '2026-08-06T09:00:00Z')).toBeNull()
    expect(reason(SENEGAL, '2026-08-07T09:00:00Z')).toBeNull()
  })

  it('follows the calendar of the bank where the payee’s is unknown', () => {
    expect(holidaysOnBothSides('TG53TG0090604310346500400070', holidays)).toBe(holidays)
  })
})

describe('the reason why a direct order leaves later', () => {
  const holidays = new Set(['2026-04-03'])
  const at = (moment: string, network: 'book' | 'sica' | 'star' = 'sica') =>
    postponedBy({ network, iban: SENEGAL }, new Date(moment), tariff, holidays)
  it('is the cut-off time on a business day, and otherwise the closed day', () => {
    expect(at('2026-03-10T14:59:00Z')).toBeNull()
    expect(at('2026-03-10T15:00:00Z')).toBe('cut_off')
    expect(at('2026-03-10T14:30:00Z', 'star')).toBe('cut_off')
    expect(at('2026-03-14T09:00:00Z')).toBe('closed_day')
    expect(at('2026-04-03T09:00:00Z')).toBe('closed_day')
    expect(at('2026-03-14T23:00:00Z', 'book')).toBeNull()
  })
  it('names the cut-off time as customers read it; inside the bank there is none', () => {
    expect([cutOffOf('sica', tariff), cutOffOf('star', tariff), cutOffOf('book', tariff)]).toEqual([
      '15:00',
      '14:30',
      null,
    ])
  })
})
