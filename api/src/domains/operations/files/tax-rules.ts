// The tax on money transfers (TTA) of an operation in a file. Pure.
import type { operationTypes } from 'contract/accounts/operations.ts'
import { Refused } from '../../../refused.ts'
import { share } from '../../accounts/payment-rules.ts'
import type { FileLine, FileType } from './operation-file.ts'

export type Taxes = {
  /** On fees and interest. */
  taf_basis_points: number
  /** On money transfers. */
  tta_basis_points: number
  tta_cap: number
  tta_on_account_transfers: number
}

/** The portal recognises a transfer to a wallet by this wording, and names the wallet's telephone. */
const WALLET = /^TRANSFERT VERS PORTEFEUILLE MOBILE \d{7,15}$/u

/** The type under which the customer finds the operation. */
export const operationTypeOf = (type: FileType): (typeof operationTypes)[number] =>
  type === 'wallet_transfer' ? 'other' : type

/** What the line of the tax is called, beside the line of the transfer. */
export const taxLabel = (label: string) => `TAXE ${label}`.slice(0, 200)

/** The tax that the bank takes on top of the amount: a part of it, rounded half up, at most the cap. Nothing else is taxed. */
export function moneyTransferTax(
  { type, line }: Pick<FileLine, 'type' | 'line'>,
  { amount, label, currency }: { amount: number; label: string; currency: string },
  { tta_basis_points, tta_cap, tta_on_account_transfers }: Taxes,
): number {
  const invalid = (what: string) => new Refused(`line ${line}: ${what}`)
  if (type === 'wallet_transfer') {
    if (amount >= 0) throw invalid('a transfer to a wallet has a negative amount')
    if (currency !== 'XOF') throw invalid('a wallet is paid from an account in francs')
    if (!WALLET.test(label)) throw invalid('the label must be TRANSFERT VERS PORTEFEUILLE MOBILE and the number')
  }
  const isTaxed =
    type === 'wallet_transfer' ||
    (type === 'transfer_out' && amount < 0 && currency === 'XOF' && tta_on_account_transfers === 1)
  return isTaxed ? Math.min(tta_cap, share(-amount, tta_basis_points)) : 0
}
