// Payments leave in files. First the database says which item is in which file, for ever; then the file is written from
// what the database says. A crash between leaves a file to write, and writing it again gives the same bytes.
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { writeWhole } from '../../adapters/whole-files.ts'
import { insertFile, listPaymentsOf, lockQueued, lockUnwrittenFile, markSent, markWritten } from './clearing-store.ts'
import { creditTransferMessage, fileNameOf, type Network } from '../../formats/pacs008.ts'
import type { Listener } from './payment-updates.ts'

// A SWIFT message carries one payment: what is wrong with one must not stop those of other people.
const maxInAFile: Record<Network, number> = { sica: 1_000, star: 1_000, swift: 1 }
const networks: readonly Network[] = ['sica', 'star', 'swift']
const prefixes = { sica: 'C', star: 'G', swift: 'S' } as const

type Ports = { db: Db; clock: Clock; notify: Listener }

/** Puts what is queued for a network in one file; answers how many items. */
export function collectPayments({ db, clock, notify }: Ports, network: Network): Promise<number> {
  return transaction(db, async (tx) => {
    const items = await lockQueued(tx, network, maxInAFile[network])
    if (items.length === 0) return 0
    const now = clock.now()
    const id = newId()
    const payment_sum = items.reduce((sum, { amount }) => sum + amount, 0)
    const message_id = newReference(prefixes[network], now)
    await insertFile(tx, { id, network, message_id, created_at: now, payment_count: items.length, payment_sum })
    await markSent(
      tx,
      id,
      items.map((item) => item.id),
    )
    await notify(
      tx,
      items.map((item) => ({ item, state: 'sent', reason: null })),
      now,
    )
    return items.length
  })
}

/** Writes the next file that is promised; false where none is left. */
export function writeNextFile({ db, clock, folder }: Omit<Ports, 'notify'> & { folder: string }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const file = await lockUnwrittenFile(tx)
    if (!file) return false
    const [items, bank] = [await listPaymentsOf(tx, file.id), await getBankIdentity(tx)]
    await writeWhole(folder, fileNameOf(file), creditTransferMessage(file, items, bank), newId())
    await markWritten(tx, file.id, clock.now())
    return true
  })
}

/** Everything that is queued leaves. `folder`: where the networks' transport takes files from. */
export async function sendPayments(ports: Ports & { folder: string }): Promise<void> {
  for (const network of networks) while ((await collectPayments(ports, network)) > 0);
  while (await writeNextFile(ports));
}
