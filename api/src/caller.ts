// Types of the caller of a request, after authentication and authorisation.
import type { Currency } from 'contract/values/money.ts'

/**
 * Activity is recorded at most this often; the same time is granted as grace, so that no session ends because of
 * activity that was not recorded.
 */
export const IDLE_GRACE_SECONDS = 15

/** A signed-in user. */
export type Caller = {
  user_id: string
  session_id: string
  lang: 'fr' | 'en'
  full_name: string
  address: string
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
