// Commands that list, show and answer the messages of customers.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MESSAGE_TEXT_LENGTH } from 'contract/accounts/messages.ts'
import { Id, line, paragraphs } from 'contract/values/text.ts'
import type { Db } from '../db/db.ts'
import { answerMessage } from '../domains/inbox/answer-message.ts'
import { downloadMessageDocument, getMessage } from '../domains/inbox/get-message.ts'
import { Refused } from '../refused.ts'
import { findWaiting, listWaitingConversations } from './bank-store.ts'
import { type Command, read, UsageError } from './command.ts'

const MAX = 200

async function findConversation(db: Db, id: string) {
  const found = await findWaiting(db, 'messages', read(Id, id, '<message>'))
  if (!found) throw new Refused(`there is no message ${id}`)
  return found
}

/** The name of a file on the disk: no path, and short enough for every file system. Its end has its kind. */
const safeName = (name: string) => [...name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')].slice(-100).join('')

/** Writes the documents of a conversation into a folder, each under its number; answers their paths. */
async function writeDocuments(
  db: Db,
  { account_id, id }: { account_id: string; id: string },
  documents: readonly { id: string; name: string }[],
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  return Promise.all(
    documents.map(async ({ id: document, name }, index) => {
      const { content } = await downloadMessageDocument(db, account_id, { id, document })
      const path = join(folder, `${index + 1}-${safeName(name)}`)
      await writeFile(path, content)
      return path
    }),
  )
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
      const paths = typeof out === 'string' ? await writeDocuments(db, { account_id, id }, documents, resolve(out)) : []
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
