// What may be ordered, and who must sign. Pure: facts in, an answer out.
import type { rails } from 'contract/beneficiaries.ts'
import type { RefusalCode } from 'contract/refusals.ts'
import type { NewTransfer } from 'contract/transfers.ts'
import type { RefusalFacts } from '../../refusal.ts'

type Rail = (typeof rails)[number]
export type Payee = { account_id: string; status: string; currency: string }
export type Objection = { code: RefusalCode; facts: RefusalFacts }

/** Fees and their tax. Transfers inside the bank are free (BCEAO's list of free services, domain.md 2.3). */
export const chargesOf = (_rail: 'internal') => ({ fees: 0, tax: 0 })

type Facts = {
  account_id: string
  currency: string
  /** Booked + authorised overdraft - holds. */
  available: number
  rail: Rail | null
  payee: Payee | null
}

/** Why this transfer may not go, or null when it may. A rail of null: the beneficiary is not one of this account. */
export function objectionTo(
  { amount }: Pick<NewTransfer, 'amount'>,
  { account_id, currency, available, rail, payee }: Facts,
): Objection | null {
  const because = (code: RefusalCode, facts: RefusalFacts = {}): Objection => ({ code, facts })
  if (rail === null) return because('unknown_beneficiary')
  if (rail !== 'internal') return because('beneficiary_not_same_bank')
  if (!payee || payee.status === 'closed') return because('beneficiary_account_closed')
  if (payee.account_id === account_id) return because('beneficiary_same_account')
  if (payee.currency !== currency) return because('currency_mismatch')
  const { fees, tax } = chargesOf(rail)
  const missing = amount + fees + tax - available
  if (missing > 0) return because('insufficient_balance', { missing: { amount: missing, currency } })
  return null
}

type Order = { is_company: boolean; is_between_own_accounts: boolean; amount: number }

/** How many validators a transfer needs (decisions.md 5): none for individuals and between own accounts, else by amount. */
export function signaturesNeeded({ is_company, is_between_own_accounts, amount }: Order, singleSignatureLimit: number): 0 | 1 | 2 {
  if (!is_company || is_between_own_accounts) return 0
  return amount <= singleSignatureLimit ? 1 : 2
}
