// The requirements of exchange control for an order abroad (domain.md 2.2). Pure.
import type { RefusalCode } from 'contract/refusals.ts'
import type { NewTransfer, Transfer, TransferQuote } from 'contract/transfers/transfers.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import type { Currency } from 'contract/values/money.ts'
import type { RefusalValues } from '../../refusal.ts'
import { currentRate, toFrancs, type TransferRate } from '../exchange-rates/conversion-rules.ts'
import type { OrderTariff } from './transfer-charges-rules.ts'

/** In francs: the customer's other orders of the period to the same payee that had no documents, or pay for goods without a domiciliation. */
export type CountedAbroad = { without_documents: number; without_domiciliation: number }

/** What counts together, by the period of execution: a month ("2026-03") or a day. */
export type CountedPeriods = ReadonlyMap<string, CountedAbroad>

/** What an order in a currency depends on besides its payee. */
export type ExchangeContext = { rates: readonly TransferRate[]; counted: CountedPeriods }

export const noneCounted: CountedAbroad = { without_documents: 0, without_domiciliation: 0 }

/** Of an order in francs inside the UEMOA. */
export const noExchange: ExchangeContext = { rates: [], counted: new Map() }

/** The period in which an order of this day counts: its calendar month, or the day itself. */
export const periodOf = (day: PlainDate, { exchange_control_months }: Pick<OrderTariff, 'exchange_control_months'>) =>
  exchange_control_months === 0 ? day : day.slice(0, 7)

/** What counts together with an order that is executed on a day. */
export const countedOn = (
  counted: CountedPeriods,
  day: PlainDate,
  tariff: Pick<OrderTariff, 'exchange_control_months'>,
): CountedAbroad => counted.get(periodOf(day, tariff)) ?? noneCounted

/** The counter-value in francs of an amount of an account in a currency. */
export function counterValueOf(amount: number, currency: Currency, rates: readonly TransferRate[]): number {
  if (currency === 'XOF' || amount === 0) return amount
  const rate = currentRate(rates, currency)
  if (!rate) throw new Error(`the bank publishes no rate for ${currency}`)
  return toFrancs(amount, currency, rate.rate)
}

type ExchangeRules = { no_document_tolerance: number; goods_domiciliation_threshold: number }
export type Requirement = TransferQuote['asks'][number]

/**
 * What an order needs: nothing in the UEMOA; abroad a purpose, above the tolerance supporting documents, and for goods from
 * a threshold on a domiciliation. The thresholds apply to the order together with those that are counted with it.
 */
export function requirementsOf(
  { counter_value, purpose }: { counter_value: number; purpose?: NewTransfer['purpose'] },
  rail: Transfer['rail'],
  { without_documents, without_domiciliation }: CountedAbroad,
  { no_document_tolerance, goods_domiciliation_threshold }: ExchangeRules,
): Requirement[] {
  if (rail !== 'international') return []
  const asks: Requirement[] = ['purpose']
  if (counter_value + without_documents > no_document_tolerance) asks.push('international_documents')
  if (purpose === 'goods' && counter_value + without_domiciliation >= goods_domiciliation_threshold)
    asks.push('domiciliation')
  return asks
}

/** The first unmet requirement as a refusal; null where all are met. */
export function exchangeObjection(
  asks: readonly Requirement[],
  { purpose, domiciliation, documentCount }: Pick<NewTransfer, 'purpose' | 'domiciliation'> & { documentCount: number },
  { no_document_tolerance, goods_domiciliation_threshold }: ExchangeRules,
): { code: RefusalCode; facts: RefusalValues } | null {
  const francs = (amount: number) => ({ amount, currency: 'XOF' as const })
  if (asks.includes('purpose') && !purpose) return { code: 'purpose_missing', facts: {} }
  if (asks.includes('domiciliation') && !domiciliation)
    return { code: 'domiciliation_missing', facts: { threshold: francs(goods_domiciliation_threshold) } }
  if (asks.includes('international_documents') && documentCount === 0)
    return { code: 'documents_required', facts: { tolerance: francs(no_document_tolerance) } }
  return null
}
