import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../../db/db.ts'
import { insertPasswordToken } from './password-token-store.ts'

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * Creates the single-use link for setting a password, and invalidates earlier ones. Only its hash is stored.
 * `portalUrl` ends with a slash.
 */
export async function newPasswordLink(
  db: Sql,
  {
    portalUrl,
    user_id,
    now,
    lifetime_seconds,
  }: { portalUrl: string; user_id: string; now: Date; lifetime_seconds: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + lifetime_seconds * 1000)
  await insertPasswordToken(db, { token_hash: hashOfToken(token), user_id, created_at: now, expires_at })
  // In the fragment: it reaches no server, log or referrer before the page itself sends it.
  return `${portalUrl}password/update#${token}`
}
