// The guarantee of the bank at the central bank: what instant payments may use of it.
import type { Tx } from '../../db/db.ts'

/** What is left of the guarantee, in francs. */
export async function guaranteeLeft(tx: Tx): Promise<number> {
  const [row] = await tx<{ remaining: number }>`SELECT amount - used AS remaining FROM instant_guarantee`
  return row?.remaining ?? 0
}

/**
 * Uses the guarantee for sent payments, or gives it back: a negative amount. The row is the last that a transaction locks, because every
 * instant payment needs it. Throws where the guarantee does not cover the amount: the constraint of the table ends the transaction.
 */
export async function useGuarantee(tx: Tx, amount: number): Promise<void> {
  if (amount !== 0) await tx`UPDATE instant_guarantee SET used = used + ${amount}`
}
