import {
  type About,
  MAX_LETTERS,
  MAX_LETTERS_AN_HOUR,
  type NewMessage,
  type NewReply,
} from 'contract/accounts/messages.ts'
import { type AccountCaller, seesConfidential } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import {
  countLettersOf,
  hasSubject,
  insertMessage,
  insertReply,
  lockMessage,
  type NewDocument,
  type NewLetter,
} from './message-store.ts'

type Ports = { db: Db; clock: Clock }
type Sending<Input> = {
  caller: AccountCaller
  input: Input
  files: readonly Omit<NewDocument, 'id'>[]
  once: { key: string; request_hash: string }
}

const HOUR_MS = 3_600_000

async function checkRateLimit(tx: Tx, userId: string, at: Date): Promise<void> {
  const written = await countLettersOf(tx, userId, new Date(at.getTime() - HOUR_MS))
  if (written >= MAX_LETTERS_AN_HOUR) throw new Refusal('too_many_letters', { max: MAX_LETTERS_AN_HOUR })
}

/** A message may only refer to objects that its author may see. */
async function requireVisibleSubject(tx: Tx, caller: AccountCaller, about: About | null): Promise<void> {
  if (about === null || about.kind === 'fault') return
  const mayKnow = caller.rights.includes(about.kind === 'operation' ? 'operations' : 'transfers')
  if (!mayKnow || !(await hasSubject(tx, caller.account_id, about, { seesConfidential: seesConfidential(caller) })))
    throw new Refusal('about_unknown')
}

const letterOf = (
  { full_name, user_id }: AccountCaller,
  body: string,
  files: Sending<unknown>['files'],
  at: Date,
): NewLetter => ({
  id: newId(),
  sender: full_name,
  user_id,
  body,
  documents: files.map(({ name, media_type, content }) => ({ id: newId(), name, media_type, content })),
  at,
})

const eventOf = (caller: AccountCaller, { id, documents, at }: NewLetter) => ({
  ...byCaller(caller),
  at,
  facts: { letter: id, documents: documents.length },
})

/** Opens a conversation. The text is stored exactly as typed. */
export function writeMessage(
  { db, clock }: Ports,
  { caller, input, files, once }: Sending<NewMessage>,
): Promise<{ id: string }> {
  const at = clock.now()
  const letter = letterOf(caller, input.body, files, at)
  const about = input.about ?? null
  return transaction(db, (tx) =>
    runIdempotent(tx, { user_id: caller.user_id, ...once }, at, async () => {
      await checkRateLimit(tx, caller.user_id, at)
      await requireVisibleSubject(tx, caller, about)
      await insertMessage(tx, caller.account_id, letter, { subject: input.subject, about })
      await recordEvent(tx, { ...eventOf(caller, letter), action: 'message.write', subject_id: letter.id })
      return { id: letter.id }
    }),
  )
}

export function replyToMessage(
  { db, clock }: Ports,
  id: string,
  { caller, input, files, once }: Sending<NewReply>,
): Promise<{ id: string }> {
  const at = clock.now()
  const letter = letterOf(caller, input.body, files, at)
  return transaction(db, (tx) =>
    runIdempotent(tx, { user_id: caller.user_id, ...once }, at, async () => {
      await checkRateLimit(tx, caller.user_id, at)
      const letters = await lockMessage(tx, caller.account_id, id)
      if (letters === null) throw new Refusal('not_found')
      if (letters >= MAX_LETTERS) throw new Refusal('conversation_full', { max: MAX_LETTERS })
      await insertReply(tx, { account_id: caller.account_id, message_id: id }, letter)
      await recordEvent(tx, { ...eventOf(caller, letter), action: 'message.reply', subject_id: id })
      return { id: letter.id }
    }),
  )
}
