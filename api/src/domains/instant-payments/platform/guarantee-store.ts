// The guarantee of the bank at the central bank: what instant payments may use of it.
import type { Sql, Tx } from '../../../db/db.ts'

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

/**
 * Notes once that less than the parameter `instant_guarantee_warning` is left; answers what is left, or null where nobody is to be warned. It can
 * warn again after enough was left.
 */
export async function markGuaranteeWarned(tx: Tx, now: Date): Promise<{ remaining: number; threshold: number } | null> {
  await tx`
    UPDATE instant_guarantee SET warned_at = NULL
     WHERE warned_at IS NOT NULL AND amount - used >= (SELECT value FROM parameters WHERE name = 'instant_guarantee_warning')`
  const [row] = await tx<{ remaining: number; threshold: number }>`
    UPDATE instant_guarantee g SET warned_at = ${now}
      FROM parameters p
     WHERE p.name = 'instant_guarantee_warning' AND g.warned_at IS NULL AND g.amount - g.used < p.value
    RETURNING g.amount - g.used AS remaining, p.value AS threshold`
  return row ?? null
}

/** Stores what is left of the guarantee as the platform knows it. */
export async function savePlatformGuarantee(tx: Tx, remaining: number, now: Date): Promise<void> {
  await tx`UPDATE instant_guarantee SET platform_left = ${remaining}, platform_at = ${now}`
}

export type Guarantee = {
  amount: number
  used: number
  warned_at: Date | null
  /** What the platform last notified, and when. */
  platform_left: number | null
  platform_at: Date | null
  /** Payments whose outcome is not known: they use the guarantee already. */
  on_their_way: number
}

export async function getGuarantee(db: Sql): Promise<Guarantee> {
  const [row] = await db<Guarantee>`
    SELECT amount, used, warned_at, platform_left, platform_at,
           (SELECT coalesce(sum(amount), 0)::bigint FROM outgoing_payments WHERE network = 'instant' AND state IN ('queued', 'sent')) AS on_their_way
      FROM instant_guarantee`
  if (!row) throw new Error('the database has no guarantee')
  return row
}

/** Sets the deposited guarantee; null, and no change, where instant payments use more at the moment. Answers the amount before. */
export async function updateGuarantee(tx: Tx, amount: number): Promise<{ before: number } | null> {
  const [row] = await tx<{ amount: number; used: number }>`SELECT amount, used FROM instant_guarantee FOR NO KEY UPDATE`
  if (!row || row.used > amount) return null
  await tx`UPDATE instant_guarantee SET amount = ${amount}`
  return { before: row.amount }
}
