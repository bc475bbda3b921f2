// The key that identifies the bank to push services: one, in the database, for all servers and workers.
import type { Db } from '../../db/db.ts'

/** Reads the key. The first process of a new bank creates it. */
export async function loadPushKey<Jwk extends object>(db: Db, make: () => Jwk, now: Date): Promise<Jwk> {
  const find = () => db<{ private_jwk: Jwk }>`SELECT private_jwk FROM push_keys`
  const [known] = await find()
  if (known) return known.private_jwk
  // Two processes may start together: the second one uses the key of the first.
  await db`INSERT INTO push_keys (private_jwk, created_at) VALUES (${JSON.stringify(make())}::jsonb, ${now}) ON CONFLICT DO NOTHING`
  const [made] = await find()
  if (!made) throw new Error('no key for push services')
  return made.private_jwk
}
