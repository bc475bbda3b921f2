// Turns an operation of a file into a posting: its counterpart account, and its checks.
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { addDays } from 'contract/values/calendar.ts'
import { percentOf } from 'contract/values/rounding.ts'
import { line, tidyLine } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import type { NewPosting } from '../../../ledger/ledger-store.ts'
import { bankAccounts } from '../../../ledger/posting-parts.ts'
import { newId } from '../../../adapters/ids.ts'
import { Refused } from '../../../refused.ts'
import { type FileLine, type FileType, minorAmount } from './operation-file.ts'
import type { FileAccount } from './operation-file-store.ts'
import { moneyTransferTax, operationTypeOf, taxLabel, type Taxes } from './tax-rules.ts'

/** The account of the bank that is the counterpart of each type. */
const counterpartAccounts: Record<FileType, string> = {
  transfer_in: 'clearing',
  transfer_out: 'clearing',
  transfer_return: 'clearing',
  wallet_transfer: 'clearing',
  direct_debit: 'clearing',
  card: 'cards',
  card_topup: 'cards',
  withdrawal: 'cash',
  cash_deposit: 'cash',
  cheque_in: 'cheques',
  cheque_out: 'cheques',
  fee: 'fees',
  interest: 'interest',
  // Customs, VAT and contributions of customers: taxes that customers owe the State leave through the clearing.
  tax: 'clearing',
  loan: 'loans',
  other: 'suspense',
}

const Label = line(1, 200)
const OptionalLine = z.nullable(line(1, 140))
const optionalLine = (text: string | null) => (text === null ? null : tidyLine(text) || null)
/** A value date further away than this is refused as a typing error. */
const MAX_DAYS = 366

/** The data of the bank when a line is posted. */
export type PostingContext = {
  taxes: Taxes
  day: string
  at: Date
  internal: ReadonlyMap<string, string>
  accounts: ReadonlyMap<string, FileAccount>
}

/** The TAF contained in a fee or interest: the file's value must match the rate exactly. */
function tafOf({ type, tax, line: index }: FileLine, amount: number, decimals: number, percent: number): number {
  if (tax === null) return 0
  const invalid = (what: string) => new Refused(`line ${index}: ${what}`)
  if ((type !== 'fee' && type !== 'interest') || amount >= 0)
    throw invalid('only fees and interest with a negative amount have TAF')
  const givenTax = minorAmount({ amount: tax, line: index }, decimals)
  const net = -amount - givenTax
  if (givenTax < 0 || net < 0 || percentOf(net, percent) !== givenTax)
    throw invalid(`the tax ${tax.slice(0, 30)} is not ${percent} % of the rest`)
  return givenTax
}

/** Turns one line into a posting; its key identifies the file and line, so that it is posted once. */
export function postingOf(
  fileLine: FileLine,
  key: string,
  { taxes, day, at, internal, accounts }: PostingContext,
): NewPosting {
  const account = accounts.get(fileLine.iban)
  const invalid = (what: string) => new Refused(`line ${fileLine.line}: ${what}`)
  if (!account) throw invalid(`there is no account ${fileLine.iban.slice(0, 40)}`)
  if (account.status === 'closed') throw invalid(`the account ${fileLine.iban} is closed`)
  if (fileLine.currency !== null && fileLine.currency !== account.currency)
    throw invalid(`the account ${fileLine.iban} is held in ${account.currency}`)
  const { type, value_date } = fileLine
  if (!z.iso.date().safeParse(value_date).success) throw invalid(`${value_date.slice(0, 20)} is not a date`)
  if (value_date < addDays(day, -MAX_DAYS) || value_date > addDays(day, MAX_DAYS))
    throw invalid(`the value date ${value_date} is more than a year away`)
  const [label, counterparty, reference] = [
    tidyLine(fileLine.label),
    optionalLine(fileLine.counterparty),
    optionalLine(fileLine.reference),
  ]
  if (
    !Label.safeParse(label).success ||
    !OptionalLine.safeParse(counterparty).success ||
    !OptionalLine.safeParse(reference).success
  )
    throw invalid('a text is missing, too long, or contains invisible characters')
  const decimals = minorUnits[account.currency as Currency]
  const amount = minorAmount(fileLine, decimals)
  const taf_percent = taxes.taf_basis_points / 100
  const taf = tafOf(fileLine, amount, decimals, taf_percent)
  const tta = moneyTransferTax(fileLine, { amount, label, currency: account.currency }, taxes)
  const bank = bankAccounts(internal, account.currency)
  const entry = {
    value_date,
    type: operationTypeOf(type),
    label,
    counterparty,
    reference,
    vat_rate: null,
    vat_amount: null,
  }
  const ofTax = { ...entry, type: 'tax' as const, label: taxLabel(label), counterparty: null }
  const tta_percent = taxes.tta_basis_points / 100
  const taxOnTransfer = () => [
    { ...ofTax, id: newId(), account_id: account.id, amount: -tta, vat_rate: tta_percent, vat_amount: tta },
    { ...ofTax, id: newId(), account_id: bank('tta'), amount: tta },
  ]
  return {
    id: newId(),
    posting_key: key,
    kind: 'operation',
    booking_date: day,
    posted_at: at.toISOString(),
    reverses: null,
    entries: [
      { ...entry, id: newId(), account_id: bank(counterpartAccounts[type]), amount: -amount - taf },
      {
        ...entry,
        id: newId(),
        account_id: account.id,
        amount,
        ...(taf > 0 && { vat_rate: taf_percent, vat_amount: taf }),
      },
      ...(taf > 0 ? [{ ...entry, id: newId(), type: 'tax' as const, account_id: bank('taf'), amount: taf }] : []),
      ...(tta > 0 ? taxOnTransfer() : []),
    ],
  }
}
