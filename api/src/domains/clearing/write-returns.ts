// Writes the messages that give incoming payments back. Each was recorded with its payments, so that after a crash it is written again
// with the same bytes.
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { writeWhole } from '../../adapters/whole-files.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { paymentReturnMessage, returnFileName } from '../../formats/pacs004.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { listReturned, lockUnwrittenReturn, markReturnWritten } from './incoming-store.ts'

type Ports = { db: Db; clock: Clock; folder: string }

/** Writes the next recorded message; false where none is left. */
function writeNextReturn({ db, clock, folder }: Ports): Promise<boolean> {
  return transaction(db, async (tx) => {
    const one = await lockUnwrittenReturn(tx)
    if (!one) return false
    const [payments, { bic }] = [await listReturned(tx, one.id), await getBankIdentity(tx)]
    await writeWhole(folder, returnFileName(one), paymentReturnMessage(one, payments, bic), newId())
    await markReturnWritten(tx, one.id, clock.now())
    return true
  })
}

/** Writes all recorded messages. `folder`: where the networks' transport reads its files. */
export async function writeReturns(ports: Ports): Promise<void> {
  while (await writeNextReturn(ports));
}
