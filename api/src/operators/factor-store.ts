import type { Sql } from '../db/db.ts'

type FactorReset = { user_id: string; requested_by: string; requested_at: Date }

export async function findFactorReset(db: Sql, user_id: string): Promise<FactorReset | null> {
  const [row] = await db<FactorReset>`
    SELECT user_id, requested_by, requested_at FROM factor_resets WHERE user_id = ${user_id}`
  return row ?? null
}

export async function upsertFactorReset(db: Sql, { user_id, requested_by, requested_at }: FactorReset): Promise<void> {
  await db`
    INSERT INTO factor_resets (user_id, requested_by, requested_at) VALUES (${user_id}, ${requested_by}, ${requested_at})
    ON CONFLICT (user_id) DO UPDATE SET requested_by = EXCLUDED.requested_by, requested_at = EXCLUDED.requested_at`
}

export async function deleteFactorReset(db: Sql, user_id: string): Promise<void> {
  await db`DELETE FROM factor_resets WHERE user_id = ${user_id}`
}

/** From when on large amounts are blocked for 48 hours. */
export async function updateFactorsReset(db: Sql, user_id: string, now: Date): Promise<void> {
  await db`UPDATE users SET factors_reset_at = ${now}, factor_due_at = NULL WHERE id = ${user_id}`
}

type Parameter = { name: string; value: number; meaning: string }

export const listParameters = (db: Sql) => db<Parameter>`SELECT name, value, meaning FROM parameters ORDER BY name`

/** The same, locked: whoever sets one reads the others as they stay, because some are bounds of another. */
export const lockParameters = (db: Sql) =>
  db<Parameter>`SELECT name, value, meaning FROM parameters ORDER BY name FOR NO KEY UPDATE`

export async function updateParameter(db: Sql, name: string, value: number): Promise<void> {
  await db`UPDATE parameters SET value = ${value} WHERE name = ${name}`
}
