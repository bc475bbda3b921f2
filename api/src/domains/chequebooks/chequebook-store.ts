import { alertCatalogue } from 'contract/access/alerts.ts'
import type { Agency, Chequebook, ChequebookDetail } from 'contract/products/chequebooks.ts'
import type { Language } from 'contract/language.ts'
import { columnsOf, only, type RowOf, valuesOf } from '../../db/columns.ts'
import { part, type Sql, type Tx } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { type Addressee, addressees } from '../session/user-columns.ts'
import { signingActionsFor } from '../signing/sign-payment.ts'
import {
  chequebooks,
  chequebookTypes,
  type ChequeStopRow,
  chequeStops,
  type LockedChequebook,
  type NewChequebook,
  newChequebooks,
  offeredTypes,
  readChequebooks,
  readStops,
  type TypeRow,
  waitingChequebooks,
} from './chequebook-columns.ts'

export type ChequeTariff = {
  taf_basis_points: number
  cheque_stop_fee: number
  chequebook_days: number
  pending_order_days: number
}

export async function findChequeTariff(db: Sql): Promise<ChequeTariff> {
  const [row] = await db<{ tariff: ChequeTariff }>`SELECT jsonb_object_agg(name, value) AS tariff FROM parameters`
  if (!row) throw new Error('the bank has no parameters')
  return row.tariff
}

/** The offered chequebook types, or the one with that id: crossed ones first, small before large. */
export const findTypes = (db: Sql, id: string | null) =>
  db<TypeRow>`
    SELECT ${columnsOf(offeredTypes)} FROM chequebook_types
     WHERE is_offered AND (${id}::text IS NULL OR id = ${id}) ORDER BY NOT crossed, leaves, id`

const agencyColumns = (lang: Language) => part`
    b.code, b.name, b.address, b.phone, CASE ${lang} WHEN 'fr' THEN b.opening_hours_fr ELSE b.opening_hours_en END AS opening_hours`

/** The branch with that code; with null, the branch that keeps the account. */
export async function findAgency(
  db: Sql,
  accountId: string,
  code: string | null,
  lang: Language,
): Promise<Agency | null> {
  const [row] = await db<Agency>`
    SELECT ${agencyColumns(lang)} FROM branches b
     WHERE b.code = coalesce(${code}::text, (SELECT a.branch_code FROM accounts a WHERE a.id = ${accountId}))`
  return row ?? null
}

/** The branch of an order, or of an account: the database has a row for each. */
export async function getAgency(db: Sql, accountId: string, code: string | null, lang: Language): Promise<Agency> {
  const agency = await findAgency(db, accountId, code, lang)
  if (!agency) throw new Error('an account or an order without its branch')
  return agency
}

/** All branches: that of the account first, the others by name. */
export const listAgencies = (db: Sql, accountId: string, lang: Language) =>
  db<Agency>`
    SELECT ${agencyColumns(lang)} FROM branches b JOIN accounts a ON a.id = ${accountId}
     ORDER BY b.code <> a.branch_code, plain_letters(b.name) COLLATE "C", b.code`

export async function mayHaveCheques(db: Sql, accountId: string): Promise<boolean> {
  const [row] = await db<{ may: boolean }>`
    SELECT c.may_have_cheques AS may FROM accounts a JOIN customers c ON c.id = a.customer_id WHERE a.id = ${accountId}`
  return row?.may ?? false
}

const bookTypes = only(chequebookTypes, 'leaves', 'crossed')

export type ChequebookRow = RowOf<typeof readChequebooks> &
  RowOf<typeof bookTypes> & {
    author: string
    approvals: number
    has_signed: boolean
    gone: number
    branch_name: string
    branch_address: string
    branch_phone: string
    opening_hours: string
  }

export type ChequebookReader = {
  account_id: string
  user_id: string
  capabilities: readonly string[]
  is_active: boolean
}

/** The chequebook as a reader sees it, with the reader's actions. */
export function chequebookOf(row: ChequebookRow, reader: ChequebookReader): Chequebook {
  const { id, quantity, fees, tax, reference, status, reason, first_number, last_number } = row
  const isOut = first_number !== null && last_number !== null
  const waiting = signingActionsFor(reader, {
    is_pending: status === 'pending',
    created_by: row.ordered_by,
    edited_by: null,
    has_signed: row.has_signed,
  })
  const mayStop = isOut && status !== 'refused' && reader.is_active && reader.capabilities.includes('chequebook.order')
  return {
    id,
    type: { id: row.type_id, leaves: row.leaves, crossed: row.crossed },
    quantity,
    fees,
    tax,
    total: fees + tax,
    currency: 'XOF',
    reference,
    status,
    reason,
    ordered_at: unixSeconds(row.ordered_at),
    ordered_by: row.author,
    available_at: row.available_at && unixSeconds(row.available_at),
    first_number,
    last_number,
    remaining: isOut ? last_number - first_number + 1 - row.gone : null,
    agency: {
      code: row.branch_code,
      name: row.branch_name,
      address: row.branch_address,
      phone: row.branch_phone,
      opening_hours: row.opening_hours,
    },
    approvals_missing: status === 'pending' ? Math.max(0, row.signatures_needed - row.approvals) : 0,
    actions: [...waiting, ...(mayStop ? (['stop'] as const) : [])],
  }
}

/** The numbers of the chequebook `c` that its account has paid, also in archived years, whose entries are no longer here. */
const paidNumbers = part`
             SELECT substring(e.label FROM '^CHEQUE ([0-9]{7})$')::bigint AS number FROM ledger_entries e
              WHERE e.account_id = c.account_id AND e.type = 'cheque_out' AND e.seq IS NOT NULL
                AND substring(e.label FROM '^CHEQUE ([0-9]{7})$')::bigint BETWEEN c.first_number AND c.last_number
              UNION
             SELECT a.number FROM archived_cheques a
              WHERE a.account_id = c.account_id AND a.number BETWEEN c.first_number AND c.last_number`

/** Chequebooks of an account, the last ordered first. With an id: that one. */
export function findChequebooks(
  db: Sql,
  { account_id, user_id }: Pick<ChequebookReader, 'account_id' | 'user_id'>,
  lang: Language,
  {
    id = null,
    cheque = null,
    limit,
    offset,
  }: { id?: string | null; cheque?: number | null; limit: number; offset: number },
): Promise<ChequebookRow[]> {
  return db<ChequebookRow>`
    SELECT ${columnsOf(readChequebooks, 'c')}, ${columnsOf(bookTypes, 't')}, u.first_name || ' ' || u.last_name AS author,
           (SELECT count(*) FROM payment_signatures s WHERE s.account_id = c.account_id AND s.payment_id = c.id AND s.version = 1) AS approvals,
           EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = c.account_id AND s.payment_id = c.id AND s.version = 1
                      AND s.user_id = ${user_id}) AS has_signed,
           (SELECT count(*) FROM (${paidNumbers}) paid)
           + (SELECT coalesce(sum(s.last_number - s.first_number + 1), 0) FROM cheque_stops s
               WHERE s.account_id = c.account_id AND s.chequebook_id = c.id)::bigint AS gone,
           b.name AS branch_name, b.address AS branch_address, b.phone AS branch_phone,
           CASE ${lang} WHEN 'fr' THEN b.opening_hours_fr ELSE b.opening_hours_en END AS opening_hours
      FROM chequebooks c
      JOIN chequebook_types t ON t.id = c.type_id
      JOIN branches b ON b.code = c.branch_code
      JOIN users u ON u.id = c.ordered_by
     WHERE c.account_id = ${account_id} AND (${id}::uuid IS NULL OR c.id = ${id})
       AND (${cheque}::bigint IS NULL OR ${cheque} BETWEEN c.first_number AND c.last_number)
     ORDER BY c.ordered_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}`
}

export async function countChequebooks(db: Sql, accountId: string, cheque: number | null): Promise<number> {
  const [row] = await db<{ total: number }>`
    SELECT count(*) AS total FROM chequebooks
     WHERE account_id = ${accountId} AND (${cheque}::bigint IS NULL OR ${cheque} BETWEEN first_number AND last_number)`
  return row?.total ?? 0
}

export const listStops = (db: Sql, accountId: string, chequebookId: string) =>
  db<RowOf<typeof readStops>>`
    SELECT ${columnsOf(readStops)} FROM cheque_stops
     WHERE account_id = ${accountId} AND chequebook_id = ${chequebookId} ORDER BY stopped_at DESC, id DESC`

/** Which of these cheques are stopped. */
export const listStopped = (db: Sql, cheques: readonly { account_id: string; number: number }[]) =>
  db<{ account_id: string; number: number }>`
    SELECT c.account_id, c.number
      FROM jsonb_to_recordset(${JSON.stringify(cheques)}) AS c (account_id uuid, number bigint)
     WHERE EXISTS (SELECT FROM cheque_stops s
                    WHERE s.account_id = c.account_id AND c.number BETWEEN s.first_number AND s.last_number)`

/** The cheques of a chequebook that its account has paid, in order. */
export async function listPaidNumbers(db: Sql, accountId: string, chequebookId: string): Promise<number[]> {
  const rows = await db<{ number: number }>`
    SELECT paid.number FROM chequebooks c CROSS JOIN LATERAL (${paidNumbers}) paid
     WHERE c.account_id = ${accountId} AND c.id = ${chequebookId} ORDER BY paid.number`
  return rows.map(({ number }) => number)
}

/** The operations of a range of cheques, the newest first; those of archived years are no longer here. */
export const listPaid = (db: Sql, accountId: string, first: number, last: number) =>
  db<ChequebookDetail['paid'][number]>`
    SELECT substring(label FROM '^CHEQUE ([0-9]{7})$')::bigint AS number, id AS operation_id, booking_date AS date, -amount AS amount
      FROM ledger_entries
     WHERE account_id = ${accountId} AND type = 'cheque_out' AND seq IS NOT NULL
       AND substring(label FROM '^CHEQUE ([0-9]{7})$')::bigint BETWEEN ${first}::bigint AND ${last}::bigint
     ORDER BY seq DESC`

export async function lockChequebook(tx: Tx, accountId: string, id: string): Promise<LockedChequebook | null> {
  const [row] = await tx<LockedChequebook>`
    SELECT ${columnsOf(chequebooks)}
      FROM chequebooks WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`
  return row ?? null
}

/** Orders that have waited for signatures since before a moment, not locked by another worker. */
export const lockExpiredChequebooks = (tx: Tx, before: Date, max: number) =>
  tx<LockedChequebook>`
    SELECT ${columnsOf(chequebooks)}
      FROM chequebooks WHERE status = 'pending' AND ordered_at < ${before}
     ORDER BY ordered_at, id LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED`

/** False where another order of this account is in progress: a second one waits for the first. */
export async function insertChequebook(tx: Tx, book: NewChequebook): Promise<boolean> {
  const rows = await tx`
    INSERT INTO chequebooks (${columnsOf(newChequebooks)}) VALUES (${valuesOf(newChequebooks, book)})
    ON CONFLICT (account_id) WHERE status IN ('pending', 'ordered', 'in_production', 'available') DO NOTHING RETURNING id`
  return rows.length > 0
}

export async function hasOpenOrder(db: Sql, accountId: string): Promise<boolean> {
  const [row] = await db<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM chequebooks WHERE account_id = ${accountId}
                      AND status IN ('pending', 'ordered', 'in_production', 'available')) AS has`
  return row?.has ?? false
}

type RowKey = { account_id: string; id: string }

export async function markOrdered(
  tx: Tx,
  { account_id, id }: RowKey,
  postingId: string | null,
  at: Date,
): Promise<void> {
  await tx`
    UPDATE chequebooks SET status = 'ordered', posting_id = ${postingId}, moved_at = ${at} WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markRefused(tx: Tx, { account_id, id }: RowKey, reason: string, at: Date): Promise<void> {
  await tx`UPDATE chequebooks SET status = 'refused', reason = ${reason}, moved_at = ${at} WHERE account_id = ${account_id} AND id = ${id}`
}

/** Allocates cheque numbers: the first of a range. */
export async function takeNumbers(tx: Tx, count: number): Promise<number> {
  const [row] = await tx<{
    first: number
  }>`UPDATE cheque_numbers SET next = next + ${count} RETURNING next - ${count} AS first`
  if (!row) throw new Error('the bank has no numbers of cheques')
  return row.first
}

export async function markProduced(
  tx: Tx,
  { account_id, id }: RowKey,
  first: number,
  last: number,
  at: Date,
): Promise<void> {
  await tx`
    UPDATE chequebooks SET status = 'in_production', first_number = ${first}, last_number = ${last}, moved_at = ${at}
     WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markAvailable(tx: Tx, { account_id, id }: RowKey, at: Date): Promise<void> {
  await tx`
    UPDATE chequebooks SET status = 'available', available_at = ${at}, moved_at = ${at} WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markDelivered(tx: Tx, { account_id, id }: RowKey, at: Date): Promise<void> {
  await tx`UPDATE chequebooks SET status = 'delivered', moved_at = ${at} WHERE account_id = ${account_id} AND id = ${id}`
}

export type OnTheirWay = RowOf<typeof waitingChequebooks> & { iban: string }

/** The orders that the bank has to process, the longest untouched first. */
export const listOnTheirWay = (db: Sql, max: number) =>
  db<OnTheirWay>`
    SELECT ${columnsOf(waitingChequebooks, 'b')}, a.iban FROM chequebooks b JOIN accounts a ON a.id = b.account_id
     WHERE b.status IN ('pending', 'ordered', 'in_production', 'available') ORDER BY b.moved_at LIMIT ${max}`

export async function findLeaves(db: Sql, typeId: string): Promise<number> {
  const [row] = await db<{ leaves: number }>`SELECT leaves FROM chequebook_types WHERE id = ${typeId}`
  if (!row) throw new Error(`no chequebook is of the type ${typeId}`)
  return row.leaves
}

export async function insertStop(tx: Tx, stop: ChequeStopRow): Promise<void> {
  await tx`INSERT INTO cheque_stops (${columnsOf(chequeStops)}) VALUES (${valuesOf(chequeStops, stop)})`
}

export type ChequeReader = Addressee

/** The recipient of the notification; null where it is switched off, or the order may no longer be seen. A refusal has no switch. */
export async function findReader(
  db: Sql,
  { account_id, ordered_by, isRefusal }: { account_id: string; ordered_by: string; isRefusal: boolean },
): Promise<ChequeReader | null> {
  const [row] = await db<ChequeReader>`
    SELECT ${columnsOf(addressees, 'u')}
      FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.account_id = ${account_id} AND m.user_id = ${ordered_by} AND 'payment-methods' = ANY (m.rights)
       AND (${isRefusal}::boolean OR email_is_enabled(u.id, m.account_id, 'chequebook_available', ${alertCatalogue.chequebook_available.byMail}))`
  return row ?? null
}
