// Builds the posting of an executed transfer. Every posting balances in each of its currencies. Pure.
import { eurosToFrancs } from 'contract/values/money.ts'
import type { NewEntry, NewPosting } from '../../ledger/ledger-store.ts'
import { bankAccounts, exchangeLegs } from '../../ledger/posting-parts.ts'
import { newId } from '../../adapters/ids.ts'
import { share, taxRateOf } from '../accounts/payment-rules.ts'
import type { Network } from './transfer-charges-rules.ts'
import type { TransferRow } from './transfer-columns.ts'

const feeLabels: Record<Exclude<Network, 'book'>, string> = {
  instant: 'COMMISSION PAIEMENT INSTANTANE',
  sica: 'COMMISSION VIREMENT SICA',
  star: 'COMMISSION VIREMENT STAR',
  swift: 'COMMISSION TRANSFERT SWIFT',
}
const COMMISSION_LABEL = 'COMMISSION DE CHANGE'

export type Movement = Pick<
  TransferRow,
  | 'account_id'
  | 'amount'
  | 'fees'
  | 'tax'
  | 'currency'
  | 'credit_amount'
  | 'credit_currency'
  | 'exchange_commission'
  | 'label'
  | 'reference'
  | 'network'
  | 'beneficiary_name'
> & {
  holder: string
  /** The payee's account at this bank; null where the money leaves the bank. */
  payee_id: string | null
  /** `transfer:<id>`, with the nominal date for one date of a series. */
  posting_key: string
  posting_id: string
  day: string
  at: Date
  /** The accounts of the bank by code. */
  internal: ReadonlyMap<string, string>
  credit_value_date: string
  /** The bank's rate in force. */
  taf_basis_points: number
  /** The debited account where it is not the payer's: batch booking has debited the payer before. */
  from?: string
}

type CommonFields = Omit<NewEntry, 'id' | 'account_id' | 'amount' | 'type'>

/** The fees and their tax, earned in francs whatever the currency of the account. */
function chargeEntries(movement: Movement, network: Exclude<Network, 'book'>, commonFields: CommonFields): NewEntry[] {
  const { account_id, fees, tax, currency, exchange_commission, internal, from = account_id } = movement
  if (fees === 0) return []
  const commission = exchange_commission ?? 0
  // Each line has its own tax: the commission's is its share, the rest is that of the fee.
  const rate = taxRateOf({ fees, tax }, movement.taf_basis_points, 2)
  const commissionTax = Math.min(tax, share(commission, Math.round(rate * 100)))
  const lines = [
    { label: feeLabels[network], fee: fees - commission, tax: tax - commissionTax },
    { label: COMMISSION_LABEL, fee: commission, tax: commissionTax },
  ].filter(({ fee }) => fee > 0)
  const inFrancs = (amount: number) => (currency === 'XOF' ? amount : eurosToFrancs(amount))
  const bankAccount = bankAccounts(internal, 'XOF')
  return lines.flatMap(({ label, fee, tax: part }) => {
    const about = { ...commonFields, label }
    const exchanged =
      currency === 'XOF'
        ? []
        : exchangeLegs(
            internal,
            { amount: fee + part, currency },
            { amount: inFrancs(fee) + inFrancs(part), currency: 'XOF' },
            about,
          )
    const entries: NewEntry[] = [
      {
        ...about,
        id: newId(),
        account_id: from,
        amount: -(fee + part),
        type: 'fee',
        vat_rate: rate,
        vat_amount: part,
      },
      ...exchanged,
      { ...about, id: newId(), account_id: bankAccount('fees'), amount: inFrancs(fee), type: 'fee' },
    ]
    if (part > 0)
      entries.push({ ...about, id: newId(), account_id: bankAccount('taf'), amount: inFrancs(part), type: 'tax' })
    return entries
  })
}

/**
 * The posting of one execution: the amount to the payee or the transit account, exchanged where the payee's currency is
 * another one, the fee and its tax to the bank.
 */
export function postingOf(movement: Movement): NewPosting {
  const { account_id, amount, currency, label, reference, network, beneficiary_name, holder, payee_id } = movement
  const { posting_id, day, at, internal, from = account_id } = movement
  const commonFields = { value_date: day, label, reference, counterparty: null, vat_rate: null, vat_amount: null }
  const credit = { amount: movement.credit_amount ?? amount, currency: movement.credit_currency ?? currency }
  const entries: NewEntry[] = [
    {
      ...commonFields,
      id: newId(),
      account_id: from,
      amount: -amount,
      type: 'transfer_out',
      counterparty: beneficiary_name,
    },
  ]
  if (credit.currency !== currency) entries.push(...exchangeLegs(internal, { amount, currency }, credit, commonFields))
  if (network === 'book') {
    if (!payee_id) throw new Error('a book transfer without a payee')
    entries.push({
      ...commonFields,
      id: newId(),
      account_id: payee_id,
      amount: credit.amount,
      type: 'transfer_in',
      counterparty: holder,
    })
  } else {
    // In transit until the network has answered: settled from there, or returned.
    entries.push({
      ...commonFields,
      id: newId(),
      account_id: bankAccounts(internal, credit.currency)(network === 'instant' ? 'outgoing_instant' : 'outgoing'),
      amount: credit.amount,
      type: 'transfer_out',
      value_date: movement.credit_value_date,
    })
    entries.push(...chargeEntries(movement, network, commonFields))
  }
  return {
    id: posting_id,
    posting_key: movement.posting_key,
    kind: 'transfer',
    booking_date: day,
    posted_at: at.toISOString(),
    reverses: null,
    entries,
  }
}
