// Stores unsent text in the tab: a reload, a closed dialog or an expired session loses nothing. A draft belongs to one
// user and is deleted at sign-out or when another user signs in. It never contains a password or a card number.
import { readStored, storedKeys, writeStored } from '../browser-storage.ts'

const PREFIX = 'connect:draft:'
const USER_KEY = 'connect:drafts-of'

const read = (key: string) => readStored('sessionStorage', key)

/** A user finds their own drafts after sign-in, and none of the previous user. Answers whether there was another one in this tab. */
export function claimDrafts(user: string): boolean {
  const before = read(USER_KEY)
  if (before !== user) forgetDrafts()
  writeStored('sessionStorage', USER_KEY, user)
  return before !== null && before !== user
}

/** The storage key of a draft under its user's id; null without a session. */
function keyOf(name: string): string | null {
  const user = read(USER_KEY)
  return user === null ? null : `${PREFIX}${user}:${name}`
}

/** The draft stored under this name; null if there is none or it is unreadable. */
export function readDraft(name: string): unknown {
  const key = keyOf(name)
  try {
    return key === null ? null : (JSON.parse(read(key) ?? 'null') as unknown)
  } catch {
    return null
  }
}

/** The texts stored under this name. */
export function readTexts(name: string): Record<string, string> {
  const kept = readDraft(name)
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export function keepDraft(name: string, draft: object): void {
  const key = keyOf(name)
  if (key === null) return
  writeStored('sessionStorage', key, Object.values(draft).every((text) => text === '') ? null : JSON.stringify(draft))
}

export const dropDraft = (name: string) => keepDraft(name, {})

export function forgetDrafts(): void {
  for (const key of [USER_KEY, ...storedKeys('sessionStorage', PREFIX)]) writeStored('sessionStorage', key, null)
}
