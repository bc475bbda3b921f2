import { columnsOf, type RowOf, valuesOf } from '../db/columns.ts'
import type { Sql, Tx } from '../db/db.ts'
import { customerIdentities } from '../domains/instant-payments/platform/instant-columns.ts'

type Identity = RowOf<typeof customerIdentities>

export async function findIdentity(db: Sql, customerId: string): Promise<Identity | null> {
  const [row] = await db<Identity>`
    SELECT ${columnsOf(customerIdentities)} FROM customer_identities WHERE customer_id = ${customerId}`
  return row ?? null
}

export async function upsertIdentity(tx: Tx, identity: Identity): Promise<void> {
  await tx`
    INSERT INTO customer_identities (${columnsOf(customerIdentities)}) VALUES (${valuesOf(customerIdentities, identity)})
    ON CONFLICT (customer_id) DO UPDATE
       SET system = EXCLUDED.system, number = EXCLUDED.number, trade_register = EXCLUDED.trade_register, city = EXCLUDED.city`
}
