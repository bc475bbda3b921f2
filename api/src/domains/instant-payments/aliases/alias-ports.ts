import type { PaymentAliases, ReceiverKind } from 'contract/accounts/payment-aliases.ts'
import type { Operation } from 'contract/access/session.ts'
import { showPhone } from 'contract/values/contact.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Confirmation } from '../../../confirmation.ts'
import type { Db, Sql, Tx } from '../../../db/db.ts'
import { Refusal } from '../../../refusal.ts'
import type { AuditAction } from 'contract/access/audit-labels.ts'
import { byCaller, recordEvent } from '../../audit/audit-store.ts'
import { requireConfirmation } from '../../reauthentication/reauthentication-store.ts'
import { getUserById } from '../../session/user-store.ts'
import type { AliasRow } from './alias-columns.ts'
import { receiverOf, unionPhoneOf } from './alias-message.ts'
import { listAliases } from './alias-store.ts'
import { findHolder, type Holder } from '../platform/holder-store.ts'

export type AliasPorts = { db: Db; clock: Clock; isInstant: boolean }
export type AliasRequest = { caller: AccountCaller; confirmation: Confirmation }

/** The holder of the account as the directory of aliases needs it; refused where it cannot receive by PI. */
export async function getReceiver(
  db: Sql,
  { isInstant }: Pick<AliasPorts, 'isInstant'>,
  { account_id, currency }: Pick<AccountCaller, 'account_id' | 'currency'>,
): Promise<{ holder: Holder; receiver: ReceiverKind }> {
  if (!isInstant) throw new Refusal('instant_payments_off')
  if (currency !== 'XOF') throw new Refusal('alias_not_offered')
  const holder = await findHolder(db, account_id)
  if (!holder) throw new Refusal('identity_missing')
  return { holder, receiver: receiverOf(holder) }
}

/** The aliases of the account. Nothing is offered without the platform, without an identity, or in another currency. */
export async function getPaymentAliases(
  { db, isInstant }: AliasPorts,
  { account_id, user_id, currency, full_name }: AccountCaller,
): Promise<PaymentAliases> {
  const holder = await findHolder(db, account_id)
  if (!isInstant || currency !== 'XOF' || !holder)
    return { receiver: null, holder: holder?.name ?? full_name, phone: null, aliases: [] }
  const [aliases, user] = await Promise.all([listAliases(db, account_id), getUserById(db, user_id)])
  return { receiver: receiverOf(holder), holder: holder.name, phone: unionPhoneOf(user.phone), aliases }
}

/** The alias as people read it; its kind where the platform will make it. */
const labelOf = ({ kind, value }: Pick<AliasRow, 'kind' | 'value'>) =>
  value === null ? kind : kind === 'phone' ? showPhone(value) : value

/** Requires the re-authentication of a change of aliases. */
export function confirmAlias(
  tx: Tx,
  { caller, confirmation }: AliasRequest,
  kind: Operation['summary']['kind'],
  alias: Pick<AliasRow, 'kind' | 'value'>,
  now: Date,
): Promise<void> {
  const facts = [{ name: 'alias' as const, text: labelOf(alias) }]
  return requireConfirmation(tx, { caller, account_id: caller.account_id, confirmation }, { kind, facts }, now)
}

export const recordAlias = (
  tx: Tx,
  caller: AccountCaller,
  action: AuditAction,
  { id, kind, value }: Pick<AliasRow, 'id' | 'kind' | 'value'>,
  now: Date,
) => recordEvent(tx, { at: now, ...byCaller(caller), action, subject_id: id, facts: { kind, value } })
