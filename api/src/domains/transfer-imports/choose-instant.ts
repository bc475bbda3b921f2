// Chooses how the lines of a draft go whose payee's institution is connected to the platform of instant payments.
import type { Import } from 'contract/transfers/imports.ts'
import { transaction } from '../../db/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { hasIdentity } from '../instant-payments/lookups/lookup-store.ts'
import { lockDraft, updateInstantChoice } from './import-store.ts'
import { lookUpPayees, type Ports, type RequestContext, viewOfDraft } from './import-transfers.ts'

/** Instantly, after each account was verified at its institution; or by the clearing. */
export async function chooseInstant(
  ports: Ports,
  context: RequestContext,
  id: string,
  isInstant: boolean,
): Promise<Import> {
  const { caller } = context
  const now = ports.clock.now()
  const draft = await transaction(ports.db, async (tx) => {
    const locked = await lockDraft(tx, caller, id, now)
    if (!locked) throw new Refusal('not_found')
    if (isInstant && (!ports.isInstant || caller.currency !== 'XOF')) throw new Refusal('instant_payments_off')
    if (isInstant && !(await hasIdentity(tx, caller.account_id))) throw new Refusal('identity_missing')
    const chosen = { ...locked, instant_chosen_at: isInstant ? now : null }
    await updateInstantChoice(tx, caller.account_id, id, chosen.instant_chosen_at)
    await lookUpPayees(tx, ports, caller, chosen, now)
    return chosen
  })
  return viewOfDraft(ports, context, draft, now)
}
