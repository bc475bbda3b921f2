// Stores unsent text in the tab: a reload, a closed dialog or an expired session loses nothing. A draft belongs to one
// user and is deleted at sign-out or when another user signs in. It never contains a password or a card number.
const PREFIX = 'connect:draft:'
const USER_KEY = 'connect:drafts-of'

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** A user finds their own drafts after sign-in, and none of the previous user. Answers whether there was another one in this tab. */
export function claimDrafts(user: string): boolean {
  const before = read(USER_KEY)
  try {
    if (before !== user) forgetDrafts()
    sessionStorage.setItem(USER_KEY, user)
  } catch {
    // With a full or forbidden storage the text stays in the form and is not stored.
  }
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
  try {
    if (Object.values(draft).every((text) => text === '')) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // With a full or forbidden storage the text stays in the form and is not stored.
  }
}

export const dropDraft = (name: string) => keepDraft(name, {})

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) || key === USER_KEY) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
