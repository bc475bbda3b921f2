// Reads and writes the RIB files of beneficiaries.
import { type AccountReader, seesConfidential } from '../../caller.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { replacedRibs, ribFiles, ribs } from './beneficiary-columns.ts'

export type RibFile = RowOf<typeof ribFiles>

export async function upsertRibFile(
  tx: Tx,
  accountId: string,
  beneficiaryId: string,
  file: RibFile,
  at: Date,
): Promise<void> {
  const row = { ...file, account_id: accountId, beneficiary_id: beneficiaryId, added_at: at }
  await tx`
    INSERT INTO beneficiary_ribs (${columnsOf(ribs)}) VALUES (${valuesOf(ribs, row)})
    ON CONFLICT (account_id, beneficiary_id)
       DO UPDATE SET (${columnsOf(replacedRibs)}) = ROW(${columnsOf(replacedRibs, 'excluded')})`
}

export async function removeRibFile(tx: Tx, accountId: string, beneficiaryId: string): Promise<void> {
  await tx`DELETE FROM beneficiary_ribs WHERE account_id = ${accountId} AND beneficiary_id = ${beneficiaryId}`
}

export async function findRibFile(db: Sql, reader: AccountReader, beneficiaryId: string): Promise<RibFile | null> {
  const [row] = await db<RibFile>`
    SELECT ${columnsOf(ribFiles, 'r')}
      FROM beneficiary_ribs r
      JOIN visible_beneficiaries(${reader.account_id}, ${seesConfidential(reader)}) p ON p.id = r.beneficiary_id
     WHERE r.account_id = ${reader.account_id} AND r.beneficiary_id = ${beneficiaryId} AND p.removed_at IS NULL`
  return row ?? null
}

type RibContext = { name: string; media_type: string; size: number; added_at: Date }

export async function findRibContext(db: Sql, accountId: string, beneficiaryId: string): Promise<RibContext | null> {
  const [row] = await db<RibContext>`
    SELECT name, media_type, octet_length(content) AS size, added_at FROM beneficiary_ribs
     WHERE account_id = ${accountId} AND beneficiary_id = ${beneficiaryId}`
  return row ?? null
}
