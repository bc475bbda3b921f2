import type { Sql, Tx } from '../../../db/db.ts'

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

export type Booked = { id: string; iban: string; currency: string; status: string }

export function listAccountsByIban(db: Sql, ibans: readonly string[]): Promise<Booked[]> {
  return db<Booked>`SELECT id, iban, currency, status FROM accounts WHERE iban = ANY (${ibans})`
}

/** The TAF on fees and interest, in percent. */
export async function getTafPercent(tx: Tx): Promise<number> {
  const [row] = await tx<{ value: number }>`SELECT value FROM parameters WHERE name = 'taf_basis_points'`
  if (!row) throw new Error('the parameter taf_basis_points is missing')
  return row.value / 100
}
