// Asks the platform for aliases of an account, and for their removal. The platform answers later: `receive-alias-answer.ts`.
import { MAX_ADDRESSES, type NewPaymentAlias, type PaymentAlias } from 'contract/accounts/payment-aliases.ts'
import { newId } from '../../../adapters/ids.ts'
import { findAnswers, runIdempotent } from '../../../db/idempotency.ts'
import type { Tx } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { memberCodeOf } from '../../../formats/instant/aip-ids.ts'
import { Refusal } from '../../../refusal.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import type { AliasRow } from './alias-columns.ts'
import { type AliasPorts, type AliasRequest, confirmAlias, getReceiver, recordAlias } from './alias-ports.ts'
import { aliasMessage, mayHave, unionPhoneOf } from './alias-message.ts'
import {
  countAliases,
  dropRefused,
  insertAlias,
  listAliases,
  lockAlias,
  lockOpenClaim,
  updateAlias,
} from './alias-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import { findHolder, type Holder } from '../platform/holder-store.ts'
import { checkPhoneCode, usePhoneCode } from './prove-phone.ts'

/** The identifier of a creation: letters and digits, as the interface expects. */
const newCreationId = () => newId().replaceAll('-', '')

/** Queues the message that creates the alias at the platform. */
async function sendCreation(tx: Tx, alias: AliasRow, holder: Holder, now: Date): Promise<void> {
  const member = memberCodeOf((await getBankIdentity(tx)).code)
  const contact = (alias.kind === 'phone' ? alias.value : null) ?? unionPhoneOf(holder.branch_phone)
  if (contact === null) throw new Error(`the branch of the account ${alias.account_id} has no telephone in the union`)
  await queueMessages(tx, [{ path: '/alias/creation', body: aliasMessage(alias, holder, { member, contact }) }], now)
}

/** Sends the creation of a refused alias again, under a new identifier: its number has become free. */
export async function createAgain(tx: Tx, alias: AliasRow, now: Date): Promise<void> {
  const holder = await findHolder(tx, alias.account_id)
  if (!holder) throw new Error(`the account ${alias.account_id} has no holder with an identity`)
  const next: AliasRow = { ...alias, creation_id: newCreationId(), state: 'creating', answered_at: now, refusal: null }
  await updateAlias(tx, alias, next)
  await sendCreation(tx, next, holder, now)
}

async function checkCount(tx: Tx, accountId: string, kind: AliasRow['kind']): Promise<void> {
  const count = await countAliases(tx, accountId, kind)
  if (kind === 'address' && count >= MAX_ADDRESSES) throw new Refusal('too_many_aliases', { max: MAX_ADDRESSES })
  if (kind !== 'address' && count > 0) throw new Refusal('alias_exists')
}

/** Stores the alias as being created and queues the message to the platform, after re-authentication. */
export async function createPaymentAlias(
  ports: AliasPorts,
  {
    caller,
    confirmation,
    input,
    once,
  }: AliasRequest & { input: NewPaymentAlias; once: { key: string; request_hash: string } },
): Promise<PaymentAlias> {
  const { db, clock } = ports
  const { account_id, user_id } = caller
  const now = clock.now()
  await getReceiver(db, ports, caller)
  // The code of a repeated request was used by the first one, whose answer it gets.
  const [answered] = await findAnswers(db, [{ user_id, key: once.key }])
  const phone = input.kind === 'phone' && !answered ? await checkPhoneCode(db, user_id, input.code, now) : null
  return transaction(db, (tx) =>
    runIdempotent(tx, { user_id, ...once }, now, async () => {
      const { holder, receiver } = await getReceiver(tx, ports, caller)
      const { kind } = input
      if (!mayHave(receiver, kind)) throw new Refusal('alias_not_offered')
      const value = input.kind === 'merchant' ? input.value : phone
      await checkCount(tx, account_id, kind)
      await confirmAlias(tx, { caller, confirmation }, 'alias.create', { kind, value }, now)
      if (phone !== null) await usePhoneCode(tx, user_id, phone)
      await dropRefused(tx, account_id, kind, value)
      const alias: AliasRow = {
        account_id,
        id: newId(),
        kind,
        value,
        creation_id: newCreationId(),
        state: 'creating',
        created_by: user_id,
        created_at: now,
        answered_at: null,
        refusal: null,
      }
      if (!(await insertAlias(tx, alias))) throw new Refusal('alias_exists')
      await sendCreation(tx, alias, holder, now)
      await recordAlias(tx, caller, 'alias.create', alias, now)
      const [created] = await listAliases(tx, account_id, alias.id)
      if (!created) throw new Error(`the alias ${alias.id} was not stored`)
      return created
    }),
  )
}

/** Asks the platform to remove an alias. One that was refused has nothing at the platform, and is removed at once. */
export function removePaymentAlias(
  { db, clock, isInstant }: AliasPorts,
  { caller, confirmation, id }: AliasRequest & { id: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    if (!isInstant) throw new Refusal('instant_payments_off')
    const now = clock.now()
    const alias = await lockAlias(tx, caller.account_id, id)
    if (!alias) throw new Refusal('not_found')
    if (!['active', 'failed'].includes(alias.state) || (await lockOpenClaim(tx, alias))) throw new Refusal('alias_busy')
    await confirmAlias(tx, { caller, confirmation }, 'alias.remove', alias, now)
    if (alias.state === 'failed' || alias.value === null) await updateAlias(tx, alias, { ...alias, state: 'removed' })
    else {
      await updateAlias(tx, alias, { ...alias, state: 'removing' })
      const body = { alias: alias.value, raisonSuppression: 'DEMANDE_CLIENT' as const }
      await queueMessages(tx, [{ path: '/alias/suppression', body }], now)
    }
    await recordAlias(tx, caller, 'alias.remove', alias, now)
  })
}
