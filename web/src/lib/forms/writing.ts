// Stores the message to the bank that is being written, wherever it was started.
import { About } from 'contract/accounts/messages.ts'
import * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft, readTexts } from './drafts.ts'
import { accountId, hasRight, useSession, whenLeaving } from '../session/session.ts'
import { createStore, useStore } from '../store.ts'

const Writing = z.object({ about: z.nullable(About), subject: z.string() })
export type Writing = z.infer<typeof Writing>

const OPEN = 'message'
const Open = z.object({ account: z.string(), writing: Writing })

const open = createStore<Writing | null>(null)
export const useWriting = () => useStore(open)

/** The draft's key of a message. */
export const draftOf = (account: string, { about }: Writing) =>
  `message:${account}:${about ? (about.kind === 'fault' ? about.request_id : about.id) : 'new'}`

export function writeToBank(writing: Writing = { about: null, subject: '' }): void {
  open.set(writing)
  keepDraft(OPEN, { account: accountId(), writing })
}

/** The message was sent, or its dialog closed: the draft is kept, and is not reopened by itself. */
export function stopWriting(): void {
  dropDraft(OPEN)
  open.set(null)
}

/** Reopens the message that a reload or the end of the session has closed, if there is a draft. */
export function resumeWriting(account: string): void {
  const kept = Open.safeParse(readDraft(OPEN)).data
  if (!kept || kept.account !== account || open.get()) return
  if (readTexts(draftOf(account, kept.writing)).body) open.set(kept.writing)
  else dropDraft(OPEN)
}

whenLeaving(() => open.set(null))

/** Whether the signed-in user may order from the selected account. */
export function useMayWrite(): boolean {
  const { account } = useSession()
  return account !== null && hasRight(account, 'inbox') && account.capabilities.includes('message.send')
}
