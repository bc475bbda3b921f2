import type { Sql, Tx } from '../../../db/db.ts'
import type { Taxes } from './tax-rules.ts'

export type PostedFile = { digest: Buffer; name: string; format: string; line_count: number; posted_at: Date }

/** False where a file with this content was posted before. */
export async function insertFile(
  tx: Tx,
  { digest, name, format, line_count, posted_at }: PostedFile,
): Promise<boolean> {
  const made = await tx`
    INSERT INTO operation_files (digest, name, format, line_count, posted_at)
    VALUES (${digest}, ${name}, ${format}, ${line_count}, ${posted_at}) ON CONFLICT DO NOTHING RETURNING 1`
  return made.length > 0
}

export type PostedLine = { line: number; account_id: string; amount: number; posting_id: string }

/** What each line of a file moves on its account: the ledger compares its posting with it. */
export async function insertLines(tx: Tx, digest: Buffer, lines: readonly PostedLine[]): Promise<void> {
  await tx`
    INSERT INTO operation_lines (digest, line, account_id, amount, posting_id)
    SELECT ${digest}::bytea, l.line, l.account_id, l.amount, l.posting_id
      FROM jsonb_to_recordset(${JSON.stringify(lines)}) AS l (line integer, account_id uuid, amount bigint, posting_id uuid)`
}

export type FileAccount = { id: string; iban: string; currency: string; status: string }

export function listAccountsByIban(db: Sql, ibans: readonly string[]): Promise<FileAccount[]> {
  return db<FileAccount>`SELECT id, iban, currency, status FROM accounts WHERE iban = ANY (${ibans})`
}

/** The bank's taxes on the operations of files. */
export async function getTaxes(tx: Tx): Promise<Taxes> {
  const [row] = await tx<{ taxes: Taxes }>`
    SELECT jsonb_object_agg(name, value) AS taxes FROM parameters
     WHERE name IN ('taf_basis_points', 'tta_basis_points', 'tta_cap', 'tta_on_account_transfers')`
  if (!row) throw new Error('a select without a row')
  return row.taxes
}
