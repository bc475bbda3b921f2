// Reads and writes what this browser stores. Where it stores nothing (blocked storage, a page inside another app, a full
// disk) a text lasts as long as the page.
type Area = 'localStorage' | 'sessionStorage'

/** The texts that the browser did not take, under their area and key. */
const notTaken = new Map<string, string>()

/** The text stored under this key: for all visits (`localStorage`) or for this tab (`sessionStorage`). Null if there is none. */
export function readStored(area: Area, key: string): string | null {
  try {
    // The object itself is refused, or null, where storage is blocked.
    return notTaken.get(area + key) ?? globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or deletes it with null. */
export function writeStored(area: Area, key: string, text: string | null): void {
  notTaken.delete(area + key)
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
  } catch {
    if (text !== null) notTaken.set(area + key, text)
  }
}

/** The keys of this area that begin with the prefix. */
export function storedKeys(area: Area, prefix: string): string[] {
  const keys = [...notTaken.keys()].filter((key) => key.startsWith(area)).map((key) => key.slice(area.length))
  try {
    keys.push(...Object.keys(globalThis[area]))
  } catch {
    // The browser stores nothing.
  }
  return keys.filter((key) => key.startsWith(prefix))
}
