// Requests the reports of the platform: payments (TRANS) and balance (COMP) of each day, and the monthly invoice (FACT).
import type { Clock } from '../../../adapters/clock.ts'
import type { Db } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { memberCodeOf, newMessageId } from '../../../formats/instant/aip-ids.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import { dueDays, invoiceMonth, type ReportKind } from './report-rules.ts'
import { insertRequested, lastRequestedDay, repeatRequests } from './report-store.ts'

const REPEAT_AFTER_MS = 6 * 3_600_000
const MAX_TRIES = 8

/** Requests what is due and was not requested, and again what did not come within six hours. Answers how many. */
export function requestReports({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const due: { kind: ReportKind; first_day: string }[] = [{ kind: 'FACT', first_day: invoiceMonth(now) }]
    for (const kind of ['TRANS', 'COMP'] as const)
      for (const first_day of dueDays(now, await lastRequestedDay(tx, kind))) due.push({ kind, first_day })
    const before = new Date(now.getTime() - REPEAT_AFTER_MS)
    const requests = await repeatRequests(tx, { before, max: MAX_TRIES, now })
    for (const { kind, first_day } of due)
      if (await insertRequested(tx, kind, first_day, now)) requests.push({ kind, first_day })
    if (requests.length === 0) return 0
    const member = memberCodeOf((await getBankIdentity(tx)).code)
    await queueMessages(
      tx,
      requests.map(({ kind, first_day }) => ({
        path: '/rapports/demandes' as const,
        body: {
          msgId: newMessageId(member),
          typeRapport: kind,
          dateDebutPeriode: first_day,
          heureDebutPeriode: '00:00:00.000Z',
        },
      })),
      now,
    )
    return requests.length
  })
}
