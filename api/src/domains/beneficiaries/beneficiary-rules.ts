// Actions that are allowed on a beneficiary, and the effect of a changed account number. Pure.
import type { Beneficiary, BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import type { Capability } from 'contract/rights.ts'

/** An account as stored: bank data that follows from the number is left out. */
export type StoredAccount = { iban: string; country: string | null; bic: string | null; bank_name: string | null }

/** Whether money would go to another account: another number, or another bank behind it. */
export const isOtherAccount = (before: StoredAccount, after: StoredAccount) =>
  before.iban !== after.iban || before.country !== after.country || (before.bic ?? '') !== (after.bic ?? '')

/** Whether a second person must accept an account: at companies, unless one person alone can sign; never for individuals. */
export const statusOfNewAccount = (
  { is_company }: { is_company: boolean },
  signs_alone: boolean,
): 'pending' | 'approved' => (is_company && !signs_alone ? 'pending' : 'approved')

type Reader = { user_id: string; capabilities: readonly string[] }

/** The actions that a reader may take. The server checks each again when it is called. */
export function actionsOf(
  {
    approval_status,
    changed_by,
    mark,
  }: {
    approval_status: Beneficiary['approval_status']
    changed_by: string | null
    /** What may be done with the mark of a trusted payee. */
    mark: 'trust' | 'untrust' | null
  },
  { user_id, capabilities }: Reader,
  signs_alone: boolean,
): BeneficiaryDetail['actions'] {
  const may = (capability: Capability) => capabilities.includes(capability)
  const decides =
    approval_status === 'pending' &&
    may('transfer.validate') &&
    changed_by !== null &&
    (changed_by !== user_id || signs_alone)
  return [
    ...(may('beneficiary.manage') ? (['edit', 'remove'] as const) : []),
    ...(may('beneficiary.manage') && mark ? [mark] : []),
    ...(decides ? (['accept', 'reject'] as const) : []),
  ]
}
