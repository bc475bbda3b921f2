// Changes a mandate for the debtor: limits, suspension, revocation, blocked creditors.
import type { Mandate, MandateChange } from 'contract/products/debits.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Operation } from 'contract/access/session.ts'
import type { AccountCaller } from '../../caller.ts'
import { identityOf } from '../counterparties/identity-rules.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { isHigherLimit, mayBecome, statusOn } from './debit-rules.ts'
import {
  blockCreditor,
  findMandate,
  listMandatesOf,
  lockMandate,
  type StoredMandate,
  unblockCreditor,
  updateMandate,
} from './mandate-store.ts'

type Ports = { db: Db; clock: Clock }
type Kind = Extract<Operation['summary']['kind'], `mandate.${string}`>

/** Under the registered name, whatever the customer calls the creditor: a mandate is an agreement with it. */
const identityOfCreditor = (name: string) => ({
  ...identityOf({ type: 'direct_debit', label: name, counterparty: name }),
  memo: null,
})

export const describeMandate = (
  { registered_by, ...mandate }: StoredMandate,
  userId: string,
  today: string,
): Mandate => ({
  ...mandate,
  status: statusOn(mandate, today),
  is_own: registered_by === userId,
  identity: identityOfCreditor(mandate.creditor_name),
})

export async function listMandates({ db, clock }: Ports, caller: AccountCaller, page: number) {
  const today = businessDate(clock)
  const { items, total } = await listMandatesOf(db, caller.account_id, { page, per_page: PER_PAGE })
  return { items: items.map((mandate) => describeMandate(mandate, caller.user_id, today)), total }
}

export async function getMandate({ db, clock }: Ports, caller: AccountCaller, id: string): Promise<Mandate> {
  const mandate = await findMandate(db, caller.account_id, id)
  if (!mandate) throw new Refusal('not_found')
  return describeMandate(mandate, caller.user_id, businessDate(clock))
}

/** Changes that allow more, or that cannot be undone, need re-authentication; changes that block a creditor take effect at once. */
function kindToConfirm(mandate: StoredMandate, change: MandateChange): Kind | null {
  if ('status' in change) {
    if (change.status === 'revoked') return 'mandate.revoke'
    if (change.status !== 'active') return null
    return mandate.status === 'pending_confirmation' ? 'mandate.confirm' : 'mandate.resume'
  }
  if ('max_amount' in change) {
    if (!isHigherLimit(mandate.max_amount, change.max_amount)) return null
    return change.max_amount === null ? 'mandate.uncap' : 'mandate.raise'
  }
  return change.is_creditor_blocked || !mandate.is_creditor_blocked ? null : 'mandate.unblock'
}

function factsOf(
  { creditor_name, creditor_id, umr, max_amount, currency }: StoredMandate,
  change: MandateChange,
): Operation['summary']['facts'] {
  const ceiling = 'max_amount' in change ? change.max_amount : max_amount
  return [
    { name: 'creditor', text: creditor_name },
    { name: 'creditor_id', text: creditor_id },
    { name: 'umr', text: umr },
    ...(ceiling === null ? [] : [{ name: 'ceiling' as const, amount: ceiling, currency }]),
  ]
}

async function apply(
  tx: Tx,
  { user_id, account_id }: AccountCaller,
  mandate: StoredMandate,
  change: MandateChange,
  now: Date,
): Promise<void> {
  const { id, status, max_amount, creditor_id } = mandate
  if ('is_creditor_blocked' in change) {
    if (change.is_creditor_blocked) await blockCreditor(tx, account_id, creditor_id, { user_id, at: now })
    else await unblockCreditor(tx, account_id, creditor_id)
  }
  await updateMandate(tx, account_id, { id, status, max_amount, ...change })
}

type Changing = { caller: AccountCaller; confirmation: Confirmation; id: string; change: MandateChange }

export function changeMandate({ db, clock }: Ports, { caller, confirmation, id, change }: Changing): Promise<Mandate> {
  const { user_id, account_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = businessDate(clock)
    const mandate = await lockMandate(tx, account_id, id)
    if (!mandate) throw new Refusal('not_found')
    if (mandate.version !== change.version) throw new Refusal('stale_mandate')
    const status = statusOn(mandate, today)
    if ('status' in change) {
      if (!mayBecome(status, change.status)) throw new Refusal('mandate_state')
      if (change.status === 'active' && status === 'pending_confirmation' && mandate.registered_by === user_id)
        throw new Refusal('own_mandate')
    }
    if ('max_amount' in change && status !== 'active' && status !== 'suspended' && status !== 'pending_confirmation')
      throw new Refusal('mandate_state')
    const kind = kindToConfirm(mandate, change)
    if (kind) {
      const context = { caller, account_id, confirmation, details: [id, change] }
      await requireConfirmation(tx, context, { kind, facts: factsOf(mandate, change) }, now)
    }
    const { version: _version, ...input } = change
    await apply(tx, caller, mandate, change, now)
    const facts = {
      before: { status, max_amount: mandate.max_amount },
      after: { status, max_amount: mandate.max_amount, ...input },
    }
    await recordEvent(tx, {
      at: now,
      ...byCaller(caller),
      action: 'mandate.change',
      subject_id: id,
      facts,
    })
    const changed = await lockMandate(tx, account_id, id)
    if (!changed) throw new Error(`the mandate ${id} is gone`)
    return describeMandate(changed, user_id, today)
  })
}
