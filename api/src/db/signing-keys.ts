// Stores the keys that sign tokens in the database, so that every server process accepts tokens of the others.
import type { Db, Sql } from './db.ts'
import { transaction } from './transaction.ts'

type KeyRow<Jwk> = { kid: string; private_jwk: Jwk }

const listKeys = <Jwk extends object>(db: Sql) =>
  db<KeyRow<Jwk>>`SELECT kid, private_jwk FROM signing_keys ORDER BY created_at DESC, kid DESC`

/** The keys, newest first. The first process of a new bank creates the first key. */
export async function loadSigningKeys<Jwk extends object>(
  db: Db,
  make: () => Promise<KeyRow<Jwk>>,
): Promise<KeyRow<Jwk>[]> {
  const known = await listKeys<Jwk>(db)
  if (known.length > 0) return known
  const { kid, private_jwk } = await make()
  return transaction(db, async (tx) => {
    // If several processes start together, the others wait here, and use the key of the first.
    await tx`SELECT pg_advisory_xact_lock(hashtext('signing_keys'))`
    await tx`
      INSERT INTO signing_keys (kid, private_jwk, created_at)
      SELECT ${kid}, ${JSON.stringify(private_jwk)}::jsonb, now() WHERE NOT EXISTS (SELECT FROM signing_keys)`
    return listKeys<Jwk>(tx)
  })
}
