// Types of the caller of a request, after authentication and authorisation.
import type { Factor } from 'contract/access/factors.ts'
import type { Currency } from 'contract/values/money.ts'

/**
 * Activity is recorded at most this often; the same time is granted as grace, so that no session ends because of
 * activity that was not recorded.
 */
export const IDLE_GRACE_SECONDS = 15

/** How a user confirms operations (decision 0075). */
export type ConfirmationPolicy = {
  /** What they have registered. */
  factors: readonly Factor[]
  /** Above this amount (XOF) the bank, or the company, requires one of them; null: never. */
  factor_amount: number | null
  /** Without any factor, until when the password still confirms such amounts; null: for as long as the time has not begun. */
  factor_due_at: Date | null
  /** When the bank last removed all their factors. */
  factors_reset_at: Date | null
}

/** A signed-in user. */
export type Caller = {
  user_id: string
  session_id: string
  lang: 'fr' | 'en'
  full_name: string
  address: string
  policy: ConfirmationPolicy
}

/** A signed-in user on an account that they may use. The ids come from the membership, never from the request alone. */
export type AccountCaller = Caller & {
  account_id: string
  customer_id: string
  is_company: boolean
  /** Neither blocked nor closed: money may be moved. */
  is_active: boolean
  currency: Currency
  rights: readonly string[]
  capabilities: readonly string[]
}

/** Whether a reader may see the payees of confidential batches. */
export const seesConfidential = ({ capabilities }: Pick<AccountCaller, 'capabilities'>) =>
  capabilities.includes('batch.confidential')

/** The reader, as stores need it to filter rows. */
export type AccountReader = Pick<AccountCaller, 'account_id' | 'capabilities'>
