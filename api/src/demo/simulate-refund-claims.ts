// Simulates the examination of refund claims at the demo bank only: a claim is refused only if a mandate between
// companies was confirmed.
import type { Language } from 'contract/language.ts'
import type { Db } from '../db/db.ts'
import { listReaders } from '../domains/notifications/mail-to-readers.ts'
import type { Clock } from '../adapters/clock.ts'
import { answerRefundClaim } from '../domains/debits/answer-refund-claim.ts'
import { listWaitingRefundClaims } from '../domains/debits/debit-store.ts'

const AFTER_MS = 20_000
const MAX_AT_ONCE = 20

const refusals: Record<Language, string> = {
  fr: 'Vous avez confirmé le mandat interentreprises qui autorise ce prélèvement.',
  en: 'You confirmed the business-to-business mandate that authorises this debit.',
}

/** Answers the claims that have waited for some seconds. */
export async function simulateRefundClaims(ports: { db: Db; clock: Clock; portalUrl: string }): Promise<void> {
  const until = new Date(ports.clock.now().getTime() - AFTER_MS)
  for (const { id, account_id, scheme } of await listWaitingRefundClaims(ports.db, until, MAX_AT_ONCE)) {
    const [reader] = await listReaders(ports.db, { account_id, right: 'debits', kind: 'debit_rejected' })
    await answerRefundClaim(ports, { id, refusal: scheme === 'b2b' ? refusals[reader?.lang ?? 'fr'] : null })
  }
}
