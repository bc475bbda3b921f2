import type { Operation } from 'contract/access/session.ts'
import { transaction } from '../../db/transaction.ts'
import { decideChange, findWaitingChange } from './account-change-store.ts'
import { type RequestContext, type BeneficiaryPorts, confirm, lockOwn, recordBeneficiary } from './beneficiary-ports.ts'
import { markRemoved } from './beneficiary-store.ts'

/** Deletes a beneficiary. Executed orders stay readable; open ones are stopped. */
export function removeBeneficiary(
  { db, clock, orders }: BeneficiaryPorts,
  { caller, confirmation, id }: RequestContext & { id: string },
): Promise<null> {
  const { account_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { name, iban } = await lockOwn(tx, caller, id)
    const stopped = await orders.count(tx, account_id, id)
    const facts: Operation['summary']['facts'] = [
      { name: 'payee', text: name },
      { name: 'iban', text: iban },
    ]
    if (stopped > 0) facts.push({ name: 'stopped_orders', text: String(stopped) })
    await confirm(tx, { caller, confirmation }, { kind: 'beneficiary.remove', facts }, now, id)
    const waiting = await findWaitingChange(tx, account_id, id)
    if (waiting)
      await decideChange(tx, account_id, waiting.id, { status: 'withdrawn', by: null, at: now, reason: null })
    await orders.stop(tx, { caller, beneficiary_id: id, beneficiary_name: name, cause: 'payee_removed' }, now)
    await markRemoved(tx, account_id, id, now)
    await recordBeneficiary(tx, caller, 'beneficiary.remove', id, now, { iban })
    return null
  })
}
