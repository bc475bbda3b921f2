import type { CreationOptions, NewCredential, Passkey } from 'contract/access/factors.ts'
import type { Caller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import { transaction } from '../../db/transaction.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { challengeOf, type WebAuthn } from '../../adapters/webauthn.ts'
import { Refusal } from '../../refusal.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { digestOf, newChallenge } from '../factors/check-passkey.ts'
import type { PasskeyRow } from '../factors/factor-columns.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  takeChallenge,
  updatePasskeyName,
} from '../factors/passkey-store.ts'
import { getUserById } from '../session/user-store.ts'
import { changeFactors, confirmFactorChange, type FactorPorts } from './factor-changes.ts'

const MAX_PASSKEYS = 10

type Ports = FactorPorts & { webAuthn: WebAuthn }

export const passkeyOf = ({ id, name, created_at, last_used_at, is_synced }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: unixSeconds(created_at),
  last_used_at: last_used_at && unixSeconds(last_used_at),
  is_synced,
})

/** The request for a new passkey, after re-authentication: without it a stolen session could add its own key. */
export function preparePasskey(
  { db, clock, webAuthn }: Ports,
  { caller, confirmation }: { caller: Caller; confirmation: Confirmation },
): Promise<CreationOptions> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { user_id, session_id } = caller
    const known = await listPasskeys(tx, user_id)
    if (known.length >= MAX_PASSKEYS) throw new Refusal('too_many_passkeys')
    await confirmFactorChange(tx, { caller, confirmation }, { kind: 'passkey.add', facts: [] }, now)
    const { login, first_name, last_name } = await getUserById(tx, user_id)
    return webAuthn.creationOptions({
      challenge: await newChallenge(tx, { purpose: 'add', session_id, now }),
      bank: (await getBankIdentity(tx)).name,
      user: { id: user_id, login, name: `${first_name} ${last_name}` },
      known,
    })
  })
}

/** Stores the passkey that a browser made for a request of the same session. */
export async function addPasskey(
  ports: Ports,
  { caller, name, credential }: { caller: Caller; name: string; credential: NewCredential },
): Promise<{ passkey: Passkey; recovery_codes: string[] | null }> {
  const { db, clock, webAuthn } = ports
  const signed = challengeOf(credential)
  const challenge =
    signed && (await takeChallenge(db, { challenge_hash: digestOf(signed), purpose: 'add', now: clock.now() }))
  const verified =
    signed && challenge?.session_id === caller.session_id ? await webAuthn.verifyNew(credential, signed) : null
  if (!verified) throw new Refusal('passkey_rejected')
  const { result, recovery_codes } = await changeFactors(ports, caller, async (tx, now) => {
    const row = { id: newId(), user_id: caller.user_id, name, created_at: now, ...verified }
    if (!(await insertPasskey(tx, row))) throw new Refusal('passkey_known')
    return { notice: { action: 'passkey.add', name }, result: passkeyOf({ ...row, last_used_at: null }) }
  })
  return { passkey: result, recovery_codes }
}

export async function renamePasskey({ db }: Ports, { user_id }: Caller, id: string, name: string): Promise<void> {
  if (!(await updatePasskeyName(db, { id, user_id }, name))) throw new Refusal('not_found')
}

export async function removePasskey(
  ports: Ports,
  { caller, confirmation, id }: { caller: Caller; confirmation: Confirmation; id: string },
): Promise<void> {
  const { user_id } = caller
  await changeFactors(ports, caller, async (tx, now) => {
    const passkey = (await listPasskeys(tx, user_id)).find((one) => one.id === id)
    if (!passkey) throw new Refusal('not_found')
    const facts = [{ name: 'passkey' as const, text: passkey.name }]
    await confirmFactorChange(tx, { caller, confirmation, details: id }, { kind: 'passkey.remove', facts }, now)
    await deletePasskey(tx, { id, user_id })
    return { notice: { action: 'passkey.remove', name: passkey.name }, result: null }
  })
}
