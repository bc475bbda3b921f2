// Stores which changes of access take effect by themselves, and when.
import type { Capability } from 'contract/rights.ts'
import { columnsOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { accessChanges } from './access-columns.ts'
import type { NewAccessChange, WaitingChange } from './access-change-store.ts'

export async function getDelayHours(db: Sql): Promise<number> {
  const [row] = await db<{ value: number }>`SELECT value FROM parameters WHERE name = 'access_delay_hours'`
  if (!row) throw new Error('the bank does not say after how many hours powers take effect')
  return row.value
}

export async function insertDelay(tx: Tx, changeId: string, effectiveAt: Date): Promise<void> {
  await tx`INSERT INTO access_delays (change_id, effective_at) VALUES (${changeId}, ${effectiveAt})`
}

type Due = { change_id: string; customer_id: string }

/** The oldest change that takes effect now, or null. */
export async function findDueDelay(db: Sql, now: Date): Promise<Due | null> {
  const [row] = await db<Due>`
    SELECT d.change_id, c.customer_id FROM access_delays d JOIN access_changes c ON c.id = d.change_id
     WHERE d.effective_at <= ${now} ORDER BY d.effective_at LIMIT 1`
  return row ?? null
}

/** The customer of a change that takes effect later, or null. */
export async function findDelayedCustomer(db: Sql, changeId: string): Promise<string | null> {
  const [row] = await db<{ customer_id: string }>`
    SELECT c.customer_id FROM access_delays d JOIN access_changes c ON c.id = d.change_id WHERE d.change_id = ${changeId}`
  return row?.customer_id ?? null
}

/** Ends a delay; false where another process has ended it. */
export async function endDelay(tx: Tx, changeId: string): Promise<boolean> {
  return (await tx`DELETE FROM access_delays WHERE change_id = ${changeId} RETURNING 1`).length > 0
}

export type DelayedChange = WaitingChange & { requester: string }

/** A change with its waiting accounts; `administered` leaves those that its requester still administers. */
export async function getDelayedChange(
  tx: Tx,
  id: string,
  { administered }: { administered: boolean },
): Promise<DelayedChange> {
  const [change] = await tx<NewAccessChange & { requester: string }>`
    SELECT ${columnsOf(accessChanges, 'c')}, u.first_name || ' ' || u.last_name AS requester
      FROM access_changes c JOIN users u ON u.id = c.asked_by WHERE c.id = ${id}`
  if (!change) throw new Error(`the change ${id} has vanished`)
  const lines = await tx<{ account_id: string }>`
    SELECT l.account_id FROM access_change_accounts l
     WHERE l.change_id = ${id} AND l.state = 'waiting'
       AND (NOT ${administered} OR EXISTS (SELECT FROM memberships m WHERE m.user_id = ${change.asked_by} AND m.account_id = l.account_id
                                              AND 'access.admin' = ANY (m.capabilities)))
     ORDER BY l.account_id`
  return { ...change, account_ids: lines.map(({ account_id }) => account_id) }
}

/** The bank stops what still waits of a change. */
export async function stopWaiting(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`
    UPDATE access_change_accounts SET state = 'stopped', decided_at = ${now} WHERE change_id = ${id} AND state = 'waiting'`
}

type ListedDelay = {
  id: string
  customer: string
  kind: string
  person: string
  capabilities: Capability[]
  asked_by: string
  effective_at: Date
}

/** Changes that take effect by themselves, the next one first. */
export const listDelays = (db: Sql, max: number) =>
  db<ListedDelay>`
    SELECT c.id, k.name AS customer, c.kind, p.first_name || ' ' || p.last_name AS person, c.capabilities,
           by.first_name || ' ' || by.last_name AS asked_by, d.effective_at
      FROM access_delays d
      JOIN access_changes c ON c.id = d.change_id
      JOIN customers k ON k.id = c.customer_id
      JOIN users p ON p.id = c.user_id
      JOIN users by ON by.id = c.asked_by
     WHERE EXISTS (SELECT FROM access_change_accounts l WHERE l.change_id = c.id AND l.state = 'waiting')
     ORDER BY d.effective_at, c.id LIMIT ${max}`
