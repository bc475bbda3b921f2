// Accepts or refuses the account number of a beneficiary, by a second person of the company; a person who signs alone decides alone.
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import type { Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { signsAlone } from '../accounts/second-person-store.ts'
import { decideChange, findWaitingChange } from './account-change-store.ts'
import { type RequestContext, type BeneficiaryPorts, confirm, lockOwn, recordBeneficiary } from './beneficiary-ports.ts'
import { markDecided, restoreAccount } from './beneficiary-store.ts'
import { getBeneficiary } from './get-beneficiary.ts'

type Decision = RequestContext & { id: string; version: number }

async function lockToDecide(tx: Tx, { caller, id, version }: Decision, now: Date) {
  const beneficiary = await lockOwn(tx, caller, id, version)
  const change = await findWaitingChange(tx, caller.account_id, id)
  if (beneficiary.approval_status !== 'pending' || !change) throw new Refusal('beneficiary_not_pending')
  if (change.changed_by === caller.user_id && !(await signsAlone(tx, caller, now))) throw new Refusal('own_beneficiary')
  return { beneficiary, change }
}

/** A second person is stored as the decider. A person who signs alone is stored as the requester; the audit log holds the decision. */
const deciderOf = ({ changed_by }: { changed_by: string }, userId: string) => (changed_by === userId ? null : userId)

export function acceptBeneficiary(
  { db, clock, orders }: BeneficiaryPorts,
  { orders: ordersOutcome = 'resume', ...context }: Decision & { orders?: 'resume' | 'end' | undefined },
): Promise<BeneficiaryDetail> {
  const { caller, id, version } = context
  const { account_id, user_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { beneficiary, change } = await lockToDecide(tx, context, now)
    const { name, iban, bic } = beneficiary
    const openOrders = await orders.count(tx, account_id, id)
    const facts = [
      { name: 'payee' as const, text: name },
      { name: 'iban' as const, text: iban },
      ...(bic ? [{ name: 'bic' as const, text: bic }] : []),
      ...(change.former ? [{ name: 'old_iban' as const, text: change.former.iban }] : []),
      ...(openOrders > 0
        ? [
            {
              name: ordersOutcome === 'end' ? ('stopped_orders' as const) : ('resumed_orders' as const),
              text: String(openOrders),
            },
          ]
        : []),
    ]
    await confirm(tx, context, { kind: 'beneficiary.accept', facts }, now, [id, version])
    await decideChange(tx, account_id, change.id, {
      status: 'approved',
      by: deciderOf(change, user_id),
      at: now,
      reason: null,
    })
    await markDecided(tx, account_id, id, 'approved')
    const payee = { caller, beneficiary_id: id, beneficiary_name: name }
    if (ordersOutcome === 'end') await orders.stop(tx, { ...payee, cause: 'payee_changed' }, now)
    else await orders.resume(tx, { ...payee, changed_by: change.changed_by }, now)
    await recordBeneficiary(tx, caller, 'beneficiary.accept', id, now, { iban, bic })
    return getBeneficiary(tx, caller, id, now)
  })
}

/** A refusal needs no re-authentication, because it moves no money. A changed account returns to the approved one. */
export function rejectBeneficiary(
  { db, clock, orders }: BeneficiaryPorts,
  { reason, ...context }: Decision & { reason: string },
): Promise<BeneficiaryDetail> {
  const { caller, id } = context
  const { account_id, user_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { beneficiary, change } = await lockToDecide(tx, context, now)
    await decideChange(tx, account_id, change.id, {
      status: 'refused',
      by: deciderOf(change, user_id),
      at: now,
      reason,
    })
    if (change.former) await restoreAccount(tx, account_id, id, change.former)
    else await markDecided(tx, account_id, id, 'refused')
    const payee = { caller, beneficiary_id: id, beneficiary_name: beneficiary.name }
    if (change.former) await orders.resume(tx, { ...payee, changed_by: null }, now)
    await recordBeneficiary(tx, caller, 'beneficiary.reject', id, now, { iban: beneficiary.iban, reason })
    return getBeneficiary(tx, caller, id, now)
  })
}
