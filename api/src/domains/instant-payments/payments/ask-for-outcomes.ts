// Asks the platform what became of payments that it did not answer in time. A payment is never sent again under another id.
import type { Clock } from '../../../adapters/clock.ts'
import type { Db } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { memberCodeOf, newMessageId } from '../../../formats/instant/aip-ids.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import { lockUnanswered, markQuestioned } from '../platform/instant-payment-store.ts'

const AT_ONCE = 100
const FIRST_PAUSE_SECONDS = 5
const MAX_PAUSE_SECONDS = 300

/** The pause before the next question: it doubles, up to five minutes. */
export const pauseBefore = (questions: number): number =>
  Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(questions, 10))

/** Queues a question for each; answers how many. */
export function askForOutcomes({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const open = await lockUnanswered(tx, now, AT_ONCE)
    if (open.length === 0) return 0
    const member = memberCodeOf((await getBankIdentity(tx)).code)
    await queueMessages(
      tx,
      open.map(({ end_to_end_id }) => ({
        path: '/transferts/statut' as const,
        body: { msgId: newMessageId(member), endToEndId: end_to_end_id },
      })),
      now,
    )
    for (const { payment_id, questions } of open)
      await markQuestioned(tx, payment_id, new Date(now.getTime() + pauseBefore(questions) * 1000))
    return open.length
  })
}
