// Stores the message to the bank that is being written, wherever it was started.
import type { About } from 'contract/accounts/messages.ts'
import { dropDraft, keepDraft, readDraft, readTexts } from './drafts.ts'
import { accountId, hasRight, useSession, whenLeaving } from '../session/session.ts'
import { createStore, useStore } from '../store.ts'

export type Writing = { about: About | null; subject: string }

const OPEN = 'message'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isAbout(value: unknown): value is About {
  if (!isRecord(value)) return false
  const { kind, id, request_id } = value
  return kind === 'fault'
    ? typeof request_id === 'string'
    : ['operation', 'transfer'].includes(String(kind)) && typeof id === 'string'
}

/** Reads the draft of an open message; null if there is none or it is of another form. By hand: a schema would load with the first page. */
export function readOpen(kept: unknown): { account: string; writing: Writing } | null {
  if (!isRecord(kept) || typeof kept.account !== 'string' || !isRecord(kept.writing)) return null
  const { about, subject } = kept.writing
  if (typeof subject !== 'string' || (about !== null && !isAbout(about))) return null
  return { account: kept.account, writing: { about, subject } }
}

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
  const kept = readOpen(readDraft(OPEN))
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
