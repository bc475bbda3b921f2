// Commands that list, show and answer the messages of customers.
import { resolve } from 'node:path'
import { MESSAGE_TEXT_LENGTH } from 'contract/accounts/messages.ts'
import { Id, line, paragraphs } from 'contract/values/text.ts'
import type { Db } from '../db/db.ts'
import { answerMessage } from '../domains/inbox/answer-message.ts'
import { downloadMessageDocument, getMessage } from '../domains/inbox/get-message.ts'
import { Refused } from '../refused.ts'
import { findWaiting, listWaitingConversations } from './bank-store.ts'
import { type Command, read, UsageError } from './command.ts'
import { writeDocuments } from './write-documents.ts'

const MAX = 200

async function findConversation(db: Db, id: string) {
  const found = await findWaiting(db, 'messages', read(Id, id, '<message>'))
  if (!found) throw new Refused(`there is no message ${id}`)
  return found
}

export const messageCommands: readonly Command[] = [
  {
    name: 'messages list',
    summary: 'Lists the messages that wait for an answer, the oldest first.',
    run: async ({ db }) => ({
      rows: (await listWaitingConversations(db, MAX)).map(({ waiting_since, ...row }) => ({
        ...row,
        waiting_since: waiting_since.toISOString(),
      })),
    }),
  },
  {
    name: 'messages show',
    summary: 'Shows a conversation, its first message first; --out writes its documents into a folder.',
    operands: ['message'],
    options: { out: { hint: '<folder>', isOptional: true } },
    run: async ({ db }, { operands: [message = ''], values: { out } }) => {
      if (out === '') throw new UsageError('--out is a folder')
      const { account_id, id } = await findConversation(db, message)
      const { subject, about, letters } = await getMessage(db, account_id, id)
      const documents = letters.flatMap((letter) => letter.documents)
      const paths =
        typeof out === 'string'
          ? await writeDocuments(documents, resolve(out), ({ id: document }) =>
              downloadMessageDocument(db, account_id, { id, document }),
            )
          : []
      const object =
        about === null ? '' : ` It is about the ${about.kind} ${about.kind === 'fault' ? about.request_id : about.id}.`
      return {
        rows: letters.map(({ sender, is_own, body, sent_at, documents: sent }) => ({
          sent_at: new Date(sent_at * 1_000).toISOString(),
          sender,
          by: is_own ? 'customer' : 'bank',
          body,
          documents: sent.map(({ name }) => name).join(', '),
        })),
        said: [`« ${subject} »${object}`, ...paths].join('\n'),
      }
    },
  },
  {
    name: 'messages answer',
    summary: 'Answers a message. The default sender is the account’s manager.',
    operands: ['message'],
    options: { text: { hint: '<words>' }, sender: { hint: '<name>', isOptional: true } },
    run: async (ports, { operands: [message = ''], values }) => {
      const body = read(paragraphs(1, MESSAGE_TEXT_LENGTH), values['text'], '--text')
      const sender = values['sender'] === undefined ? undefined : read(line(1, 80), values['sender'], '--sender')
      const found = await findConversation(ports.db, message)
      await answerMessage(ports, {
        account_id: found.account_id,
        message_id: found.id,
        body,
        ...(sender !== undefined && { sender }),
      })
      return { rows: [], said: 'The answer was sent.' }
    },
  },
]
