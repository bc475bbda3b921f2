// Finds what confirms a selection of orders of several accounts, whose administrators may each require a second factor above an amount of their own.
import type { ConfirmationPolicy } from '../../caller.ts'
import type { Tx } from '../../db/db.ts'
import { findFactorAmount } from './signing-rules-store.ts'

/** The policy with the lowest amount of these accounts: a call for several accounts knows the amount of none. */
export async function strictestPolicy(
  tx: Tx,
  policy: ConfirmationPolicy,
  accounts: readonly string[],
): Promise<ConfirmationPolicy> {
  const own = await findFactorAmount(tx, accounts)
  const amounts = [policy.factor_amount, own].filter((amount) => amount !== null)
  return { ...policy, factor_amount: amounts.length > 0 ? Math.min(...amounts) : null }
}
