import type { RequestFile } from 'contract/transfers/request-files.ts'
import { unixSeconds } from '../../../adapters/clock.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { newRequestLines, requestFiles, requestLines } from '../platform/instant-columns.ts'

/** Stores a file with its lines. False where the account has sent the same file before. */
export async function insertRequestFile(
  tx: Tx,
  file: RowOf<typeof requestFiles>,
  lines: readonly RowOf<typeof newRequestLines>[],
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO request_files (${columnsOf(requestFiles)}) VALUES (${valuesOf(requestFiles, file)})
    ON CONFLICT ON CONSTRAINT request_files_are_sent_once DO NOTHING RETURNING 1`
  if (rows.length === 0) return false
  await tx`
    INSERT INTO request_lines (${columnsOf(newRequestLines)})
    SELECT ${columnsOf(newRequestLines, 'n')} FROM ${recordsetOf(newRequestLines, lines, 'n')}`
  return true
}

type Row = {
  id: string
  file_name: string
  created_at: Date
  total: number
  lines: number
  sent: number
  waiting: number
  unknown: RequestFile['unknown']
}

/** The last files of an account with their progress, the latest first. `id`: only this one. */
export async function listRequestFilesOf(
  db: Sql,
  { account_id, id }: { account_id: string; id: string | null },
  max: number,
): Promise<RequestFile[]> {
  const rows = await db<Row>`
    SELECT f.id, f.file_name, f.created_at, n.total, n.lines, n.sent, n.waiting, n.unknown
      FROM request_files f
     CROSS JOIN LATERAL (
           SELECT sum(r.amount)::bigint AS total, count(*)::integer AS lines,
                  (count(*) FILTER (WHERE r.state = 'sent'))::integer AS sent,
                  (count(*) FILTER (WHERE r.state = 'waiting'))::integer AS waiting,
                  coalesce(json_agg(json_build_object('line', r.line, 'payer', l.value) ORDER BY r.line) FILTER (WHERE r.state = 'unknown'), '[]') AS unknown
             FROM request_lines r JOIN payee_lookups l ON l.account_id = r.account_id AND l.id = r.lookup_id
            WHERE r.file_id = f.id) n
     WHERE f.account_id = ${account_id} AND f.id = coalesce(${id}, f.id)
     ORDER BY f.created_at DESC, f.id LIMIT ${max}`
  return rows.map((row) => ({ ...row, created_at: unixSeconds(row.created_at) }))
}

export type ReadyLine = RowOf<typeof requestLines> & {
  created_by: string
  is_active: boolean
  /** Of another account than the one that asks. */
  is_found: boolean
}

/** The longest wait for the platform's answer about a payer. */
const HOURS = 24

/** Locks a waiting line whose payer has been looked up, or was looked up in vain for a day; null where there is none. */
export async function lockReadyLine(tx: Tx, now: Date): Promise<ReadyLine | null> {
  const [row] = await tx<ReadyLine>`
    SELECT ${columnsOf(requestLines, 'r')}, f.created_by, a.status = 'active' AS is_active,
           l.state = 'found' AND l.iban IS DISTINCT FROM a.iban AS is_found
      FROM request_lines r
      JOIN request_files f ON f.id = r.file_id
      JOIN accounts a ON a.id = r.account_id
      JOIN payee_lookups l ON l.account_id = r.account_id AND l.id = r.lookup_id
     WHERE r.state = 'waiting' AND (l.state <> 'waiting' OR r.created_at <= ${now}::timestamptz - make_interval(hours => ${HOURS}))
     ORDER BY r.created_at, r.file_id, r.line LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED`
  return row ?? null
}

/** The end of a line: its request, or null where nobody can be asked for the money. */
export async function markLine(
  tx: Tx,
  { file_id, line }: { file_id: string; line: number },
  requestId: string | null,
): Promise<void> {
  await tx`
    UPDATE request_lines SET state = ${requestId === null ? 'unknown' : 'sent'}, request_id = ${requestId}
     WHERE file_id = ${file_id} AND line = ${line} AND state = 'waiting'`
}
