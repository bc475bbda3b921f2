import type { Factors } from 'contract/access/factors.ts'
import type { Caller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { enrolmentOf, newSecret, periodOf } from '../factors/one-time-code-rules.ts'
import {
  activateSecret,
  countRecoveryCodes,
  deleteOneTimeCodes,
  findOneTimeCodes,
  lockOneTimeCodes,
  replaceRecoveryCodes,
  upsertNextSecret,
} from '../factors/one-time-code-store.ts'
import { listPasskeys } from '../factors/passkey-store.ts'
import { getUserById } from '../session/user-store.ts'
import { changeFactors, confirmFactorChange, type FactorPorts, prepareRecoveryCodes } from './factor-changes.ts'
import { passkeyOf } from './manage-passkeys.ts'

const ENROLMENT_MINUTES = 15

type Confirmed = { caller: Caller; confirmation: Confirmation }

export async function getFactors(db: Db, { user_id }: Caller): Promise<Factors> {
  const [passkeys, codes, left] = await Promise.all([
    listPasskeys(db, user_id),
    findOneTimeCodes(db, user_id),
    countRecoveryCodes(db, user_id),
  ])
  return {
    passkeys: passkeys.map(passkeyOf),
    code_since: codes?.active_since ? unixSeconds(codes.active_since) : null,
    recovery_codes_left: left,
  }
}

/** A new secret, after re-authentication. It is not active before one of its codes is sent. */
export function prepareCodes(
  { db, clock }: FactorPorts,
  { caller, confirmation }: Confirmed,
): Promise<{ secret: string; uri: string }> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    await confirmFactorChange(tx, { caller, confirmation }, { kind: 'code.add', facts: [] }, now)
    const secret = newSecret()
    const expires_at = new Date(now.getTime() + ENROLMENT_MINUTES * 60_000)
    await upsertNextSecret(tx, caller.user_id, { secret, expires_at })
    const { login } = await getUserById(tx, caller.user_id)
    return enrolmentOf(secret, { bank: (await getBankIdentity(tx)).name, login })
  })
}

/** Activates the prepared secret with one of its codes. */
export async function activateCodes(
  ports: FactorPorts,
  caller: Caller,
  typed: string,
): Promise<{ recovery_codes: string[] | null }> {
  const { recovery_codes } = await changeFactors(ports, caller, async (tx, now) => {
    const codes = await lockOneTimeCodes(tx, caller.user_id)
    if (!codes?.next_secret || !codes.next_expires_at || codes.next_expires_at <= now)
      throw new Refusal('codes_not_prepared')
    const period = periodOf(typed, codes.next_secret, { last_period: 0, now })
    if (period === null) throw new Refusal('wrong_code')
    await activateSecret(tx, caller.user_id, period, now)
    return { notice: { action: 'code.add' }, result: null }
  })
  return { recovery_codes }
}

export async function removeCodes(ports: FactorPorts, { caller, confirmation }: Confirmed): Promise<void> {
  await changeFactors(ports, caller, async (tx, now) => {
    const codes = await lockOneTimeCodes(tx, caller.user_id)
    if (!codes?.secret) throw new Refusal('not_found')
    await confirmFactorChange(tx, { caller, confirmation }, { kind: 'code.remove', facts: [] }, now)
    await deleteOneTimeCodes(tx, caller.user_id)
    return { notice: { action: 'code.remove' }, result: null }
  })
}

/** Ten new recovery codes, after re-authentication; the former ones no longer work. */
export async function renewRecoveryCodes(
  ports: FactorPorts,
  { caller, confirmation }: Confirmed,
): Promise<{ recovery_codes: string[] }> {
  if (caller.policy.factors.length === 0) throw new Refusal('factor_missing')
  const { codes, hashes } = await prepareRecoveryCodes(ports)
  await changeFactors(ports, caller, async (tx, now) => {
    await confirmFactorChange(tx, { caller, confirmation }, { kind: 'recovery.renew', facts: [] }, now)
    await replaceRecoveryCodes(tx, caller.user_id, hashes)
    return { notice: { action: 'recovery.renew' }, result: null }
  })
  return { recovery_codes: codes }
}
