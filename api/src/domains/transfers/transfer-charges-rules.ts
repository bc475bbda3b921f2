// Network, fees and execution dates of a transfer (domain.md 2). Pure: tariff and cut-off times are parameters of the bank.
import type { Postponement, Transfer } from 'contract/transfers/transfers.ts'
import { addDays, businessDayFrom, businessDaysAfter, type Holidays, isBusinessDay } from 'contract/values/calendar.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { isInternational } from 'contract/values/iban.ts'
import { share } from '../accounts/payment-rules.ts'
import type { NewPayeeTariff } from '../beneficiaries/new-payee-rules.ts'

/** The bank's parameters of transfers. Money in whole francs, cut-offs in minutes after midnight. */
export type Tariff = {
  large_value_threshold: number
  sica_fee: number
  sica_regional_fee: number
  star_fee: number
  swift_fee_basis_points: number
  swift_fee_min: number
  swift_fee_max: number
  taf_basis_points: number
  sica_cut_off: number
  star_cut_off: number
  swift_cut_off: number
  /** Of companies; individuals pay none. */
  instant_company_fee: number
}

/** With the parameters that decide whether an order is allowed and who signs it. */
export type OrderTariff = Tariff &
  NewPayeeTariff & {
    no_document_tolerance: number
    goods_domiciliation_threshold: number
    company_single_signature_limit: number
    pending_order_days: number
    swift_our_fee: number
    exchange_commission_basis_points: number
    exchange_commission_min: number
    exchange_rate_minutes: number
    exchange_control_months: number
  }

export type Network = Transfer['network']

/** A payee that was looked up: it can be paid over the platform of instant payments. */
export type LookedUp = { has_iban: boolean }

/**
 * The network of an order, or null where the chosen one cannot reach the payee: inside the bank a book transfer; a looked-up payee is
 * paid instantly unless the customer chooses the clearing, which needs an IBAN; else as `networkFor`.
 */
export function networkOf(
  order: {
    iban: string
    is_ours: boolean
    amount: number
    looked_up: LookedUp | null
    chosen: 'instant' | 'clearing' | null
  },
  tariff: Tariff,
): Network | null {
  const { is_ours, looked_up, chosen } = order
  if (is_ours) return 'book'
  if (looked_up && chosen !== 'clearing') return 'instant'
  if ((looked_up && !looked_up.has_iban) || chosen === 'instant') return null
  return networkFor(order, tariff)
}

/** Book transfer inside the bank; in the UEMOA the clearing, or the gross settlement from the large-value threshold on; SWIFT elsewhere. */
export function networkFor(
  { iban, is_ours, amount }: { iban: string; is_ours: boolean; amount: number },
  tariff: Tariff,
): Network {
  if (is_ours) return 'book'
  if (isInternational(iban)) return 'swift'
  return amount >= tariff.large_value_threshold ? 'star' : 'sica'
}

/** What the fees of an order depend on. `home`: the bank's country. */
export type ChargedOrder = { iban: string; amount: number; home: string; is_company: boolean }

function feesOf(network: Network, { iban, amount, home, is_company }: ChargedOrder, tariff: Tariff): number {
  if (network === 'book') return 0
  if (network === 'instant') return is_company ? tariff.instant_company_fee : 0
  if (network === 'star') return tariff.star_fee
  if (network === 'sica') return iban.startsWith(home) ? tariff.sica_fee : tariff.sica_regional_fee
  return Math.min(tariff.swift_fee_max, Math.max(tariff.swift_fee_min, share(amount, tariff.swift_fee_basis_points)))
}

/** Fees before tax, and the TAF on them. */
export function chargesOf(network: Network, order: ChargedOrder, tariff: Tariff): { fees: number; tax: number } {
  const fees = feesOf(network, order, tariff)
  return { fees, tax: share(fees, tariff.taf_basis_points) }
}

/** The networks that work at any hour of any day: inside the bank, and the platform of instant payments. */
export const isAlwaysOpen = (network: Network): network is 'book' | 'instant' =>
  network === 'book' || network === 'instant'

const cutOffs = { sica: 'sica_cut_off', star: 'star_cut_off', swift: 'swift_cut_off' } as const

/**
 * Holidays by country: those of the bank's as plain dates, those of the other countries of the union after their country,
 * "CI 2026-08-07".
 */
export type UnionHolidays = ReadonlySet<string>

/** The holidays of the payee's country; those of the bank's where the payee is in it, or where nothing is known of theirs. */
export function payeeHolidays(iban: string, holidays: UnionHolidays): Holidays {
  const country = `${iban.slice(0, 2)} `
  const days = [...holidays].flatMap((day) => (day.startsWith(country) ? day.slice(country.length) : []))
  return days.length > 0 ? new Set(days) : holidays
}

/** The days on which the banks of either side are closed: an order runs on none of them. */
export function holidaysOnBothSides(iban: string, holidays: UnionHolidays): Holidays {
  const payee = payeeHolidays(iban, holidays)
  return payee === holidays ? holidays : new Set([...holidays, ...payee])
}

const minutesOf = (at: Date) => at.getUTCHours() * 60 + at.getUTCMinutes()

/** The earliest execution date of an order that is complete at `at`: the same day strictly before the cut-off of a business day. */
export function firstDayFor(network: Network, at: Date, tariff: Tariff, holidays: Holidays): PlainDate {
  const today = at.toISOString().slice(0, 10)
  if (isAlwaysOpen(network)) return today
  const isInTime = isBusinessDay(today, holidays) && minutesOf(at) < tariff[cutOffs[network]]
  return isInTime ? today : businessDayFrom(addDays(today, 1), holidays)
}

/** The cut-off of a network on a day. */
export const lastMomentOn = (network: keyof typeof cutOffs, day: PlainDate, tariff: Tariff): Date =>
  new Date(Date.parse(day) + tariff[cutOffs[network]] * 60_000)

/**
 * The later day to which a due order must be postponed, or null where it may run now. Its day was chosen before: a holiday
 * may have been announced since, and a worker that was away may return after the cut-off.
 */
export function postponedTo(
  { type, network }: { type: Transfer['type']; network: Network },
  now: Date,
  tariff: Tariff,
  holidays: Holidays,
): PlainDate | null {
  const today = now.toISOString().slice(0, 10)
  // An order that was scheduled for a business day stays on one inside the bank too; a signed book transfer runs at once, any day.
  const first =
    network === 'book' && type !== 'direct'
      ? businessDayFrom(today, holidays)
      : firstDayFor(network, now, tariff, holidays)
  return first === today ? null : first
}

/** The cut-off time of a network on a business day, "15:30"; null for those that have none. */
export function cutOffOf(network: Network, tariff: Tariff): string | null {
  if (isAlwaysOpen(network)) return null
  const minutes = tariff[cutOffs[network]]
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Why a direct order does not leave at `at`, on whose day the banks of either side are open or closed; null where it leaves. */
export function postponedBy(
  { network, iban }: { network: Network; iban: string },
  at: Date,
  tariff: Tariff,
  holidays: UnionHolidays,
): Postponement | null {
  const today = at.toISOString().slice(0, 10)
  if (firstDayFor(network, at, tariff, holidaysOnBothSides(iban, holidays)) === today) return null
  if (!isBusinessDay(today, holidays)) return 'closed_day'
  return isBusinessDay(today, payeeHolidays(iban, holidays)) ? 'cut_off' : 'payee_closed_day'
}

/** The payee's value date of a transfer that runs on a day: business days of the payee's country. */
export function creditValueDate(
  { network, iban }: { network: Network; iban: string },
  day: PlainDate,
  holidays: UnionHolidays,
): PlainDate {
  if (network === 'instant') return day
  const daysAfter = { book: 0, sica: 1, star: 0, swift: 2 }[network]
  return businessDaysAfter(day, daysAfter, payeeHolidays(iban, holidays))
}
