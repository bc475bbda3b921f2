import type { RefusalCode } from 'contract/refusals.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Passwords } from '../../adapters/passwords.ts'
import { Refusal } from '../../refusal.ts'
import type { UserRow } from './user-columns.ts'
import { type Attempt, countAttempt, deleteAttempts, lockMinutes } from '../reauthentication/attempt-store.ts'

export type PasswordPorts = { db: Db; clock: Clock; passwords: Passwords }

const lockOf = (attempt: Attempt, now: Date) => new Refusal('id_locked', { minutes: lockMinutes(attempt, now) })

/**
 * Checks the password of a login and answers the user. Otherwise refuses with `otherwise`, the
 * same and in the same time for a login that does not exist; from the fifth failure on, with id_locked for 15 minutes.
 */
export async function checkPassword(
  { db, clock, passwords }: PasswordPorts,
  { login, user, password }: { login: string; user: UserRow | null; password: string },
  otherwise: RefusalCode,
): Promise<UserRow> {
  const now = clock.now()
  const attempt = await countAttempt(db, login, now)
  if (!attempt.is_allowed) throw lockOf(attempt, now)
  const isRight = await passwords.matches(password, user?.password_hash ?? null)
  if (!isRight || !user) throw attempt.is_last ? lockOf(attempt, now) : new Refusal(otherwise)
  await deleteAttempts(db, login)
  return user
}
