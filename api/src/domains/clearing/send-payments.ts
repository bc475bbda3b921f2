// Writes outgoing payments to files. First the database records which payment belongs to which file, permanently; then the file is
// written from the database. After a crash between the two, the file is written again with the same bytes.
import { type BankIdentity, getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { writeWhole } from '../../adapters/whole-files.ts'
import type { RowOf } from '../../db/columns.ts'
import type { FileRow, sentPayments } from './clearing-columns.ts'
import { insertFile, listPaymentsOf, lockQueued, lockUnwrittenFile, markSent, markWritten } from './clearing-store.ts'
import { creditTransferMessage, fileNameOf, type Network, transactionIdOf } from '../../formats/pacs008.ts'
import { paymentAbroadMessage } from '../../formats/pacs008-swift.ts'
import { writeReturns } from './write-returns.ts'
import type { Listener } from './payment-updates.ts'

// A SWIFT message carries one payment: an error in one must not stop the payments of other customers.
const maxInAFile: Record<Network, number> = { sica: 1_000, star: 1_000, swift: 1 }
const networks: readonly Network[] = ['sica', 'star', 'swift']
const prefixes = { sica: 'C', star: 'G', swift: 'S' } as const

type SentPayment = RowOf<typeof sentPayments>
type Ports = { db: Db; clock: Clock; notify: Listener }

/** Assigns the queued payments of a network to one file; answers how many. */
export function collectPayments({ db, clock, notify }: Ports, network: Network): Promise<number> {
  return transaction(db, async (tx) => {
    const payments = await lockQueued(tx, network, maxInAFile[network])
    if (payments.length === 0) return 0
    const now = clock.now()
    const id = newId()
    const payment_sum = payments.reduce((sum, { amount }) => sum + amount, 0)
    const message_id = newReference(prefixes[network], now)
    await insertFile(tx, { id, network, message_id, created_at: now, payment_count: payments.length, payment_sum })
    await markSent(
      tx,
      id,
      payments.map((payment) => payment.id),
    )
    await notify(
      tx,
      payments.map((payment) => ({ payment, state: 'sent', reason: null })),
      now,
    )
    return payments.length
  })
}

/** The content of a file, from the database alone. */
function contentOf({ network, ...file }: FileRow, payments: readonly SentPayment[], bank: BankIdentity): string {
  if (network !== 'swift') return creditTransferMessage({ network, ...file }, payments, bank)
  const [payment] = payments
  if (!payment) throw new Error(`the file ${file.message_id} has no payment`)
  const transaction_id = transactionIdOf(payment.id)
  return paymentAbroadMessage(
    {
      ...payment,
      transaction_id,
      instruction_id: payment.instruction_id ?? transaction_id,
      charges: payment.charges ?? 'SHA',
    },
    { message_id: file.message_id, created_at: file.created_at, bank },
  )
}

/** Writes the next recorded file; false where none is left. */
export function writeNextFile({ db, clock, folder }: Omit<Ports, 'notify'> & { folder: string }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const file = await lockUnwrittenFile(tx)
    if (!file) return false
    const [payments, bank] = [await listPaymentsOf(tx, file.id), await getBankIdentity(tx)]
    await writeWhole(folder, fileNameOf(file), contentOf(file, payments, bank), newId())
    await markWritten(tx, file.id, clock.now())
    return true
  })
}

/** Writes all queued payments, and the returns of received ones. `folder`: where the networks' transport reads its files. */
export async function sendPayments(ports: Ports & { folder: string }): Promise<void> {
  for (const network of networks) while ((await collectPayments(ports, network)) > 0);
  while (await writeNextFile(ports));
  await writeReturns(ports)
}
