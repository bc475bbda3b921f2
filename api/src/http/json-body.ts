// Parses JSON strictly: a duplicate key is refused, while JSON.parse would silently keep the last one.
import { Refusal } from '../refusal.ts'

const MAX_DEPTH = 20

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OBJECT, OBJECT_END, ARRAY, ARRAY_END] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The position of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  for (; ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
}

/** The depth of a well-formed JSON text, and whether any of its objects has a duplicate key. One pass over the text. */
export function inspectJson(text: string): { depth: number; hasDuplicateKey: boolean } {
  /** The keys of each open object, null for an array. */
  const open: (Set<string> | null)[] = []
  let depth = 0
  let hasDuplicateKey = false
  let last = ''
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      const end = endOfString(text, index)
      last = text.slice(index, end + 1)
      index = end
    } else if (code === COLON) {
      // The whole text is valid: the string before a colon is a key.
      const key = last.includes('\\') ? (JSON.parse(last) as string) : last.slice(1, -1)
      const keys = open.at(-1)
      if (keys?.has(key)) hasDuplicateKey = true
      keys?.add(key)
    } else if (code === OBJECT || code === ARRAY) {
      open.push(code === OBJECT ? new Set() : null)
      depth = Math.max(depth, open.length)
    } else if (code === OBJECT_END || code === ARRAY_END) open.pop()
  }
  return { depth, hasDuplicateKey }
}

/** Parses a JSON body. Throws a refusal if it cannot be used. */
export function parseJsonBody(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('malformed')
  }
  const { depth, hasDuplicateKey } = inspectJson(text)
  if (depth > MAX_DEPTH) throw new Refusal('malformed')
  if (hasDuplicateKey) throw new Refusal('duplicate_key')
  return value
}
