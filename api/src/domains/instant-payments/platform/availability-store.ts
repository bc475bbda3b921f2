// Reads and writes as whom the bank proves that it is available.
import { columnsOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { availabilityIdentity } from './instant-columns.ts'

export type AvailabilityIdentity = RowOf<typeof availabilityIdentity>

/** Null until an operator has set it. */
export async function findAvailabilityIdentity(db: Sql): Promise<AvailabilityIdentity | null> {
  const [row] = await db<AvailabilityIdentity>`SELECT ${columnsOf(availabilityIdentity)} FROM availability_identity`
  return row ?? null
}

export async function upsertAvailabilityIdentity(tx: Tx, identity: AvailabilityIdentity): Promise<void> {
  await tx`
    INSERT INTO availability_identity (${columnsOf(availabilityIdentity)}) VALUES (${valuesOf(availabilityIdentity, identity)})
    ON CONFLICT (is_the_only_row) DO UPDATE SET iban = EXCLUDED.iban, tax_number = EXCLUDED.tax_number, city = EXCLUDED.city`
}
