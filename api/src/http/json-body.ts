// Parses JSON strictly: a duplicate key is refused, while JSON.parse would silently keep the last one.
import { Refusal } from '../refusal.ts'

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g

/** Whether any object of this well-formed JSON text has a duplicate key. */
export function hasDuplicateKey(text: string): boolean {
  const objects: (Set<string> | null)[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const keys = objects.at(-1)
    if (token === '{') objects.push(new Set())
    else if (token === '[') objects.push(null)
    else if (token === '}' || token === ']') objects.pop()
    else if (token === ':' && keys) {
      // JSON.parse has accepted the whole text, so a string before a colon is valid too.
      const key = JSON.parse(last) as string
      if (keys.has(key)) return true
      keys.add(key)
    }
    last = token
  }
  return false
}

const MAX_DEPTH = 20

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, (depth += 1))
    else if (token === '}' || token === ']') depth -= 1
  }
  return deepest
}

/** Parses a JSON body. Throws a refusal if it cannot be used. */
export function parseJsonBody(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('malformed')
  }
  if (depthOf(text) > MAX_DEPTH) throw new Refusal('malformed')
  if (hasDuplicateKey(text)) throw new Refusal('duplicate_key')
  return value
}
