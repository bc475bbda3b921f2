// Stores the keys that sign tokens in the database, so that every server process accepts tokens of the others.
import type { Db } from './db.ts'

type KeyRow<Jwk> = { kid: string; private_jwk: Jwk }

/** The keys, newest first. The first process of a new bank creates the first key. */
export async function loadSigningKeys<Jwk extends object>(
  db: Db,
  make: () => Promise<KeyRow<Jwk>>,
): Promise<KeyRow<Jwk>[]> {
  const find = () => db<KeyRow<Jwk>>`SELECT kid, private_jwk FROM signing_keys ORDER BY created_at DESC, kid DESC`
  const known = await find()
  if (known.length > 0) return known
  const { kid, private_jwk } = await make()
  // If two processes start together, the second one uses the key of the first.
  await db`
    INSERT INTO signing_keys (kid, private_jwk, created_at)
    SELECT ${kid}, ${JSON.stringify(private_jwk)}::jsonb, now() WHERE NOT EXISTS (SELECT FROM signing_keys)
    ON CONFLICT DO NOTHING`
  return find()
}
