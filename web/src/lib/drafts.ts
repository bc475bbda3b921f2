// What was being written, kept while the tab is open: a reload or a closed dialog loses no words. Never beyond the session.
const PREFIX = 'connect:draft:'

export function readDraft(name: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}

export function keepDraft(name: string, draft: Record<string, string>): void {
  try {
    if (Object.values(draft).every((text) => text === '')) sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(draft))
  } catch {
    // A full or forbidden storage: what is written stays in the form, and is only not kept.
  }
}

export const dropDraft = (name: string) => keepDraft(name, {})

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Where nothing can be kept, nothing was.
  }
}
