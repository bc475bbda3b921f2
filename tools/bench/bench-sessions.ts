// Opens a session for each user of the benchmark without their passwords: checking one takes 30 ms of a core on purpose.
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { insertRows } from '../../database/seeds/insert-rows.ts'
import { newId } from '../../api/src/adapters/ids.ts'
import { createTokens, newSigningKey } from '../../api/src/adapters/tokens.ts'
import { loadSigningKeys } from '../../api/src/db/signing-keys.ts'
import { dbOver, openPool } from '../../api/src/db/sql.ts'

export type BenchSession = { id: string; user_id: string; token: string; cookie: string }

const LIFETIME_SECONDS = 6 * 3_600

/** Answers the signer of the tokens that a server on this database accepts. */
async function openTokens(url: string) {
  const pool = openPool(url, { size: 1, onError: () => undefined })
  try {
    return await createTokens(await loadSigningKeys(dbOver(pool), () => newSigningKey(newId())))
  } finally {
    await pool.end()
  }
}

/** Writes the sessions; answers them by user. */
export async function openSessions(
  client: pg.Client,
  url: string,
  userIds: Iterable<string>,
): Promise<Map<string, BenchSession>> {
  const tokens = await openTokens(url)
  const now = new Date()
  const issued_at = Math.floor(now.getTime() / 1000)
  const expires_at = issued_at + LIFETIME_SECONDS
  const sessions = new Map<string, BenchSession>()
  for (const user_id of new Set(userIds)) {
    const id = newId()
    const token = await tokens.sign({ user_id, session_id: id, issued_at, expires_at }, newId())
    sessions.set(user_id, { id, user_id, token, cookie: randomBytes(32).toString('base64url') })
  }
  await insertRows(
    client,
    'sessions',
    [...sessions.values()].map(({ id, user_id, cookie }) => ({
      id,
      user_id,
      // As PostgreSQL reads the bytes of a hash from text.
      cookie_hash: `\\x${createHash('sha256').update(cookie).digest('hex')}`,
      created_at: now,
      last_active_at: now,
      expires_at: new Date(expires_at * 1000),
      address: '203.0.113.24',
      user_agent: 'Mozilla/5.0 (X11; Linux x64) bench',
    })),
  )
  return sessions
}

/** Sessions end after minutes without activity: each measurement begins with users who have just been active. */
export const refreshSessions = (client: pg.Client): Promise<unknown> =>
  client.query('UPDATE sessions SET last_active_at = now()')

export const headersOf = (session: BenchSession, accountId: string): Record<string, string> => ({
  authorization: `Bearer ${session.token}`,
  cookie: `connect=${session.cookie}`,
  'x-account-id': accountId,
  'x-client-datetime': '2026-01-01T00:00:00+00:00',
})
