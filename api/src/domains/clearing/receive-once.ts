// Applies the content of a file of the networks exactly once. One message is one transaction: its name is stored with all its effects, so
// that the same message again, or a crash before its file was moved, changes nothing.
import { createHash } from 'node:crypto'
import type { Clock } from '../../adapters/clock.ts'
import type { Reception } from '../../adapters/received-files.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { XmlError } from '../../formats/xml.ts'
import { Refused } from '../../refused.ts'
import { findMessage, insertMessage, type MessageName } from './clearing-store.ts'

type Receiver<Message> = {
  /** Throws XmlError or Refused, with a sentence, if the content is no message for this bank. */
  read: (tx: Tx) => Message | Promise<Message>
  /** Writes its effects. */
  apply: (tx: Tx, message: Message, now: Date) => Promise<void>
  /** The remarks for the operator, from what was written: after a crash before their note was written they are made again. */
  listRemarks: (tx: Tx, message: Message) => Promise<string[]>
}

export async function receiveOnce<Message extends MessageName>(
  { db, clock }: { db: Db; clock: Clock },
  { file_name, content }: { file_name: string; content: Buffer },
  { read, apply, listRemarks }: Receiver<Message>,
): Promise<Reception> {
  const content_hash = createHash('sha256').update(content).digest()
  try {
    return await transaction(db, async (tx) => {
      const message = await read(tx)
      const now = clock.now()
      if (await insertMessage(tx, message, { content_hash, file_name, received_at: now })) {
        await apply(tx, message, now)
        return { outcome: 'applied', remarks: await listRemarks(tx, message) }
      }
      const known = await findMessage(tx, message)
      if (known?.content_hash.equals(content_hash))
        return { outcome: 'repeated', remarks: await listRemarks(tx, message) }
      throw new Refused(`a message named ${message.message_id} was applied before, with another content`)
    })
  } catch (error) {
    if (error instanceof Refused || error instanceof XmlError) return { outcome: 'refused', reason: error.message }
    throw error
  }
}
