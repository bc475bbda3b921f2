import type { OperationView } from 'contract/accounts/operation-views.ts'
import type { Sql, Tx } from '../../db/db.ts'

/** A user, on the accounts of one customer. */
export type ViewOwner = { user_id: string; customer_id: string }

export const listViews = (db: Sql, { user_id, customer_id }: ViewOwner): Promise<OperationView[]> => db<OperationView>`
  SELECT id, name, filter
    FROM operation_views
   WHERE user_id = ${user_id} AND customer_id = ${customer_id}
   ORDER BY plain_letters(name) COLLATE "C", id`

/** Locks a user's views until the end of the transaction: they are created one after the other. */
export async function lockViews(tx: Tx, { user_id }: ViewOwner): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended('operation views ' || ${user_id}::text, 0))`
}

/** False where another view has this name. */
export async function insertView(
  tx: Tx,
  { user_id, customer_id }: ViewOwner,
  { id, name, filter }: OperationView,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO operation_views (user_id, customer_id, id, name, filter, created_at)
    VALUES (${user_id}, ${customer_id}, ${id}, ${name}, ${JSON.stringify(filter)}::jsonb, ${now})
    ON CONFLICT (user_id, customer_id, plain_letters(name)) DO NOTHING
    RETURNING 1`
  return rows.length > 0
}

export async function isViewNameTaken(
  tx: Tx,
  { user_id, customer_id }: ViewOwner,
  id: string,
  name: string,
): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM operation_views
     WHERE user_id = ${user_id} AND customer_id = ${customer_id} AND plain_letters(name) = plain_letters(${name}) AND id <> ${id}`
  return rows.length > 0
}

export async function updateViewName(
  tx: Tx,
  { user_id, customer_id }: ViewOwner,
  id: string,
  name: string,
): Promise<boolean> {
  const rows = await tx`
    UPDATE operation_views SET name = ${name} WHERE user_id = ${user_id} AND customer_id = ${customer_id} AND id = ${id} RETURNING 1`
  return rows.length > 0
}

export async function removeView(db: Sql, { user_id, customer_id }: ViewOwner, id: string): Promise<boolean> {
  const rows =
    await db`DELETE FROM operation_views WHERE user_id = ${user_id} AND customer_id = ${customer_id} AND id = ${id} RETURNING 1`
  return rows.length > 0
}
