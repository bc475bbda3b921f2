import { MESSAGE_TEXT_LENGTH } from 'contract/accounts/messages.ts'
import { paragraphs } from 'contract/values/text.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { getSenderOf, insertReply, lockMessage } from './message-store.ts'

export type BankAnswer = {
  account_id: string
  message_id: string
  body: string
  /** The name of the sender. Defaults to the account's manager. */
  sender?: string
}

const Body = paragraphs(1, MESSAGE_TEXT_LENGTH)

/** Adds a reply of the bank to a conversation: it becomes unread and leaves the queue of waiting ones. */
export function answerMessage(
  { db, clock }: { db: Db; clock: Clock },
  { account_id, message_id, body, sender }: BankAnswer,
): Promise<string> {
  const text = Body.parse(body)
  return transaction(db, async (tx) => {
    if ((await lockMessage(tx, account_id, message_id)) === null) throw new Refusal('not_found')
    const at = clock.now()
    const id = newId()
    const name = sender ?? (await getSenderOf(tx, account_id))
    await insertReply(
      tx,
      { account_id, message_id },
      { id, sender: name, user_id: null, body: text, documents: [], at },
    )
    const facts = { letter: id, documents: 0 }
    await recordEvent(tx, {
      at,
      ...byBank,
      account_id,
      action: 'message.answer',
      subject_id: message_id,
      facts,
    })
    return id
  })
}
