// Decides what becomes of an incoming payment: its credit in the currency of the account, or the reason of its return. Pure.
import type { Currency } from 'contract/values/money.ts'
import { ibanError, isIbanLike, readAccountNumber } from 'contract/values/iban.ts'
import { fromFrancs, toFrancs } from '../exchange-rates/conversion-rules.ts'
import type { ReceivedPayment } from './payment-message.ts'

/** The account that a payment names. */
export type CreditedAccount = { id: string; iban: string; status: string; currency: Currency }

/** Francs for one unit of a currency. */
export type RateOf = (currency: Currency) => number | null

export type Credit = {
  account_id: string
  amount: number
  currency: Currency
  /** Francs for one unit of the received currency, or of the account's where francs came; null where both are the same. */
  exchange_rate: number | null
}

/**
 * Reasons of returns (ISO 20022 external code set): AC01 no account has this number, AC03 the number cannot be one of ours (wrong length or key),
 * AC04 the account is closed, AC06 it is blocked, AM03 the bank publishes no rate for the currency.
 */
export type ReturnReason = 'AC01' | 'AC03' | 'AC04' | 'AC06' | 'AM03'

/** The number of the account as accounts are found by it. */
export const creditedNumber = ({ creditor_account }: Pick<ReceivedPayment, 'creditor_account'>) =>
  readAccountNumber(creditor_account)

/** The amount in the currency of the account: through the franc where neither is the franc. */
function exchanged(
  { amount, currency }: Pick<ReceivedPayment, 'amount' | 'currency'>,
  to: Currency,
  rateOf: RateOf,
): { amount: number; exchange_rate: number | null } | null {
  if (currency === to) return { amount, exchange_rate: null }
  const [from, into] = [currency === 'XOF' ? 1 : rateOf(currency), to === 'XOF' ? 1 : rateOf(to)]
  if (from === null || into === null) return null
  const francs = currency === 'XOF' ? amount : toFrancs(amount, currency, from)
  const credited = to === 'XOF' ? francs : fromFrancs(francs, to, into)
  return { amount: credited, exchange_rate: currency === 'XOF' ? into : from }
}

/** The credit of a payment, or why it goes back. */
export function creditOf(
  payment: Pick<ReceivedPayment, 'creditor_account' | 'amount' | 'currency'>,
  account: CreditedAccount | undefined,
  rateOf: RateOf,
): Credit | ReturnReason {
  const number = creditedNumber(payment)
  if (!account) return !isIbanLike(number) || ibanError(number) ? 'AC03' : 'AC01'
  if (account.status === 'closed') return 'AC04'
  if (account.status === 'blocked') return 'AC06'
  const credited = exchanged(payment, account.currency, rateOf)
  // A payment of less than the smallest unit of the account cannot be credited.
  if (!credited || credited.amount === 0) return 'AM03'
  return { account_id: account.id, currency: account.currency, ...credited }
}

const MAX_LABEL = 200
const capitals = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toUpperCase()

const onOneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** How the operation is worded: the purpose, or the payer's name where the payment has none. */
export function labelOf({
  label,
  category_purpose,
  debtor_name,
}: Pick<ReceivedPayment, 'label' | 'category_purpose' | 'debtor_name'>): string {
  const purpose = onOneLine(capitals(label))
  const isSalary = category_purpose === 'SALA' && !purpose.startsWith('SALAIRE')
  const rest = [isSalary ? 'SALAIRE' : '', purpose || (isSalary ? '' : onOneLine(capitals(debtor_name)))].filter(
    Boolean,
  )
  // By characters: half of one could not be stored.
  return Array.from(['VIR RECU', ...rest].join(' '))
    .slice(0, MAX_LABEL)
    .join('')
    .trim()
}
