import type { AuditAction, AuditKind } from 'contract/access/audit-labels.ts'
import { SEARCH_MAX } from 'contract/access/audit.ts'
import { auditActions, kindOfAction } from 'contract/access/audit-labels.ts'
import type { Db, Sql } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'

/** The reader: without the capability, orders of confidential batches and their payees are left out. */
export type Reader = { account_id: string; sees_confidential: boolean }

export type AuditFilter = {
  person: string | null
  kind: AuditKind | null
  action: AuditAction | null
  from: string | null
  to: string | null
  search: string | null
  /** The actions whose labels contain the search text. */
  actions_by_label: readonly AuditAction[]
}

export type EventRow = {
  id: string
  at: Date
  action: AuditAction
  by: string | null
  address: string | null
  browser: string | null
  subject: string | null
  /** The subject is a transfer to an own account of the customer, which the bank labels. */
  is_own_account: boolean
  facts: Record<string, unknown>
}

type Position = { limit: number; offset: number; after: { at: Date; id: string } | null }

function actionsOf({ kind, action }: AuditFilter): AuditAction[] | null {
  if (!kind && !action) return null
  return auditActions.filter((one) => (!action || one === action) && (!kind || kindOfAction(one) === kind))
}

/** The events that a text finds, the newest first: a page of them, and their number up to `max`. */
async function searchEvents(
  db: Sql,
  { account_id, sees_confidential }: Reader,
  filter: AuditFilter & { search: string },
  { limit, offset, after }: Position,
  max: number,
): Promise<{ items: EventRow[]; total: number }> {
  const person = filter.person === 'bank' ? null : filter.person
  const rows = await db<EventRow & { total: number }>`
    WITH found AS MATERIALIZED (
      SELECT s.id, s.at
        FROM audit_search(${account_id}, ${containing(filter.search)}, ${filter.actions_by_label}, ${sees_confidential}, ${filter.person === 'bank'},
                          ${person}, ${actionsOf(filter)}, ${filter.from}::date::timestamptz, (${filter.to}::date + 1)::timestamptz,
                          ${after?.at ?? null}, ${after?.id ?? null}, ${max}) s
       -- The search leaves out confidential orders itself.
       WHERE ${sees_confidential}::boolean
          OR NOT EXISTS (SELECT FROM audit_events e JOIN beneficiaries b ON b.account_id = ${account_id} AND b.id = e.subject_id
                          WHERE e.id = s.id AND e.action LIKE 'beneficiary.%' AND b.is_confidential)
    )
    SELECT counted.total, page.id, e.at, e.action, u.first_name || ' ' || u.last_name AS by, host(e.address) AS address, e.browser, e.facts,
           audit_subject(${account_id}, e.action, e.subject_id) AS subject,
           EXISTS (SELECT FROM transfers t WHERE t.account_id = ${account_id} AND t.id = e.subject_id AND t.own_account_id IS NOT NULL) AS is_own_account
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT f.id FROM found f ORDER BY f.at DESC, f.id DESC LIMIT ${limit} OFFSET ${offset}) page ON true
      LEFT JOIN audit_events e ON e.id = page.id
      LEFT JOIN users u ON u.id = e.user_id
     ORDER BY e.at DESC, e.id DESC`
  return pageOf(rows, (row) => row)
}

const isSearch = (filter: AuditFilter): filter is AuditFilter & { search: string } => filter.search !== null

/** The events of an account, the newest first, and their total; for a search, their number up to `max`. */
export async function listEvents(
  db: Sql,
  reader: Reader,
  filter: AuditFilter,
  position: Position,
  max: number = SEARCH_MAX,
): Promise<{ items: EventRow[]; total: number }> {
  if (isSearch(filter)) return searchEvents(db, reader, filter, position, max)
  const { account_id, sees_confidential } = reader
  const { limit, offset, after } = position
  // Access events are shown where they changed this account.
  const person = filter.person === 'bank' ? null : filter.person
  const rows = await db<EventRow & { total: number }>`
    WITH known AS (
      SELECT e.id, e.at, e.user_id, e.action, e.subject_id, e.address, e.browser, e.facts
        FROM audit_events e WHERE e.account_id = ${account_id}::uuid AND e.action NOT LIKE 'access.%'
      UNION ALL
      SELECT e.id, e.at, e.user_id, e.action, e.subject_id, e.address, e.browser, e.facts
        FROM audit_events e WHERE e.action LIKE 'access.%' AND e.facts -> 'account_ids' @> to_jsonb(${account_id}::text)
    ), found AS (
      SELECT k.*, u.first_name || ' ' || u.last_name AS by
        FROM known k LEFT JOIN users u ON u.id = k.user_id
       WHERE (${sees_confidential}::boolean OR CASE split_part(k.action, '.', 1)
                WHEN 'transfer' THEN NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = ${account_id} AND t.id = k.subject_id AND t.is_confidential)
                WHEN 'beneficiary' THEN NOT EXISTS (SELECT FROM beneficiaries b WHERE b.account_id = ${account_id} AND b.id = k.subject_id AND b.is_confidential)
                ELSE true END)
         AND (NOT ${filter.person === 'bank'}::boolean OR k.user_id IS NULL)
         AND (${person}::uuid IS NULL OR k.user_id = ${person})
         AND (${actionsOf(filter)}::text[] IS NULL OR k.action = ANY (${actionsOf(filter)}))
         AND (${filter.from}::date IS NULL OR k.at >= ${filter.from}::date)
         AND (${filter.to}::date IS NULL OR k.at < ${filter.to}::date + 1)
    )
    SELECT counted.total, page.id, page.at, page.action, page.by, page.address, page.browser, page.facts,
           audit_subject(${account_id}, page.action, page.subject_id) AS subject,
           EXISTS (SELECT FROM transfers t WHERE t.account_id = ${account_id} AND t.id = page.subject_id AND t.own_account_id IS NOT NULL) AS is_own_account
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT f.id, f.at, f.action, f.by, host(f.address) AS address, f.browser, f.subject_id, f.facts
                   FROM found f
                  WHERE ${after?.at ?? null}::timestamptz IS NULL OR (f.at, f.id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid)
                  ORDER BY f.at DESC, f.id DESC LIMIT ${limit} OFFSET ${offset}) page ON true
     ORDER BY page.at DESC, page.id DESC`
  return pageOf(rows, (row) => row)
}

const AT_ONCE = 500
/** A limit above the size of any audit log. */
const ALL = 1_000_000_000

/** Reads all found events, page by page after the last one read. */
export async function* eachEvent(db: Db, reader: Reader, filter: AuditFilter): AsyncGenerator<EventRow> {
  for (let after: Position['after'] = null; ;) {
    const { items } = await listEvents(db, reader, filter, { limit: AT_ONCE, offset: 0, after }, AT_ONCE)
    yield* items
    const last = items.at(-1)
    if (!last || items.length < AT_ONCE) return
    after = { at: last.at, id: last.id }
  }
}

export async function countEvents(db: Sql, reader: Reader, filter: AuditFilter): Promise<number> {
  return (await listEvents(db, reader, filter, { limit: 0, offset: 0, after: null }, ALL)).total
}

/** The people who have access to an account, and those who lost it by an administrator: the log is read for them above all. */
export const listPeopleOf = (db: Sql, accountId: string) => db<{ id: string; name: string }>`
  SELECT u.id, u.first_name || ' ' || u.last_name AS name
    FROM (SELECT user_id AS id FROM memberships WHERE account_id = ${accountId}
           UNION
          SELECT subject_id FROM audit_events
           WHERE action LIKE 'access.%' AND facts -> 'account_ids' @> to_jsonb(${accountId}::text)
             AND action IN ('access.change', 'access.suspend', 'access.remove')) person
    JOIN users u ON u.id = person.id
   ORDER BY name, u.id`
