import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { cardOf, lockCard, markCard } from './card-store.ts'

/** Blocks or unblocks a card; a repeated call changes nothing. */
export function changeCard(
  { db, clock }: { db: Db; clock: Clock },
  {
    caller,
    confirmation,
    id,
    status,
  }: { caller: AccountCaller; confirmation: Confirmation; id: string; status: 'active' | 'blocked' },
): Promise<PrepaidCard> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { account_id } = caller
    const card = await lockCard(tx, account_id, id, now.toISOString().slice(0, 10))
    if (!card) throw new Refusal('not_found')
    if (card.status === 'expired' || card.status === 'opposed') throw new Refusal('card_not_changeable')
    const { number_masked } = cardOf(card)
    const kind = status === 'blocked' ? 'card.block' : 'card.unblock'
    const facts = [
      { name: 'card', text: number_masked },
      { name: 'holder', text: card.holder },
    ] as const
    await requireConfirmation(tx, { caller, account_id, confirmation, details: id }, { kind, facts: [...facts] }, now)
    if (card.status !== status) {
      await markCard(tx, card, status)
      await recordEvent(tx, {
        at: now,
        ...byCaller(caller),
        action: kind,
        subject_id: id,
        facts: {},
      })
    }
    return cardOf({ ...card, status })
  })
}
