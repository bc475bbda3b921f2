// Confirms, records and announces by e-mail each change of a user's second factors.
import type { Factor } from 'contract/access/factors.ts'
import type { Operation } from 'contract/access/session.ts'
import type { Caller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Passwords } from '../../adapters/passwords.ts'
import { byUser, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { displayRecoveryCode, newRecoveryCodes } from '../factors/one-time-code-rules.ts'
import { lockUser, refreshFactors, replaceRecoveryCodes } from '../factors/one-time-code-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import { getUserById } from '../session/user-store.ts'
import { type FactorChange, factorChangedMail } from './factor-mails.ts'

export type FactorPorts = { db: Db; clock: Clock; passwords: Passwords }
type Confirmed = { caller: Caller; confirmation: Confirmation; details?: unknown }

/** Requires re-authentication for a change of the user's factors. */
export const confirmFactorChange = (
  tx: Tx,
  { caller, confirmation, details }: Confirmed,
  summary: Operation['summary'],
  now: Date,
) => requireConfirmation(tx, { caller, account_id: null, confirmation, details }, summary, now)

/** Recovery codes, as they are displayed once and as they are stored. Hashing takes long: before the transaction. */
export async function prepareRecoveryCodes({ passwords }: FactorPorts) {
  const codes = newRecoveryCodes()
  return { codes: codes.map(displayRecoveryCode), hashes: await Promise.all(codes.map(passwords.hash)) }
}

/**
 * Changes the factors of a user in one transaction: `change` is done under the user's lock, and answers what the user is notified of. The first
 * factor comes with recovery codes; with the last one they go.
 */
export async function changeFactors<T>(
  ports: FactorPorts,
  caller: Caller,
  change: (tx: Tx, now: Date) => Promise<{ notice: FactorChange; result: T }>,
): Promise<{ result: T; recovery_codes: string[] | null }> {
  const { db, clock } = ports
  const recovery = caller.policy.factors.length === 0 ? await prepareRecoveryCodes(ports) : null
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { user_id } = caller
    await lockUser(tx, user_id)
    const before = await getUserById(tx, user_id)
    const { notice, result } = await change(tx, now)
    const after: readonly Factor[] = await refreshFactors(tx, user_id)
    const isFirst = before.factors.length === 0 && after.length > 0
    if (isFirst && recovery) await replaceRecoveryCodes(tx, user_id, recovery.hashes)
    if (after.length === 0) await replaceRecoveryCodes(tx, user_id, [])
    await recordEvent(tx, {
      at: now,
      ...byUser(caller),
      action: notice.action,
      subject_id: user_id,
      facts: notice.name === undefined ? {} : { name: notice.name },
    })
    if (before.email !== null) {
      const event = { at: now, address: caller.address, change: notice }
      await queueMail(tx, factorChangedMail({ ...before, email: before.email }, await getBankIdentity(tx), event), now)
    }
    return { result, recovery_codes: isFirst && recovery ? recovery.codes : null }
  })
}
