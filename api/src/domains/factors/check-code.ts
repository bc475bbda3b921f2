import type { Db, Sql } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Passwords } from '../../adapters/passwords.ts'
import { Refusal } from '../../refusal.ts'
import { countAttempt, deleteAttempts, lockMinutes } from '../reauthentication/attempt-store.ts'
import { bareCode, periodOf, recoveryPositionOf } from './one-time-code-rules.ts'
import { findRecoveryHash, lockOneTimeCodes, updateLastPeriod, useRecoveryCode } from './one-time-code-store.ts'

export type CodePorts = { db: Db; clock: Clock; passwords: Passwords }

/** Uses up a code of the application. */
function usePeriod(db: Db, user_id: string, typed: string, now: Date): Promise<boolean> {
  return transaction(db, async (tx: Sql) => {
    const codes = await lockOneTimeCodes(tx, user_id)
    const period = codes?.secret ? periodOf(typed, codes.secret, { last_period: codes.last_period, now }) : null
    if (period !== null) await updateLastPeriod(tx, user_id, period)
    return period !== null
  })
}

async function useRecovery({ db, passwords }: CodePorts, user_id: string, typed: string, now: Date): Promise<boolean> {
  const position = recoveryPositionOf(typed)
  if (position === null) return false
  const isRight = await passwords.matches(bareCode(typed), await findRecoveryHash(db, user_id, position))
  return isRight && useRecoveryCode(db, user_id, position, now)
}

/**
 * Checks a one-time or recovery code and uses it up, so that nobody uses it again. Refuses with `wrong_code`, and from the fifth failure on with
 * `codes_locked` for 15 minutes; these failures are counted apart from those of the password, which a thief may know.
 */
export async function checkCode(ports: CodePorts, user: { id: string; login: string }, typed: string): Promise<void> {
  const { db, clock } = ports
  const now = clock.now()
  const counted = `code:${user.login}`
  const attempt = await countAttempt(db, counted, now)
  const locked = () => new Refusal('codes_locked', { minutes: lockMinutes(attempt, now) })
  if (!attempt.is_allowed) throw locked()
  const isRight = (await usePeriod(db, user.id, typed, now)) || (await useRecovery(ports, user.id, typed, now))
  if (!isRight) throw attempt.is_last ? locked() : new Refusal('wrong_code')
  await deleteAttempts(db, counted)
}
