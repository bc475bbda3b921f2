import { randomBytes } from 'node:crypto'

// Creates UUIDs of version 7 (RFC 9562): the time is first, so that rows created together are adjacent in every index.
// Random bytes are drawn in bulk: one system call for 256 ids.
let pool = Buffer.alloc(0)
let used = 0

function tenRandomBytes(): Buffer {
  if (used + 10 > pool.length) {
    pool = randomBytes(2560)
    used = 0
  }
  used += 10
  return pool.subarray(used - 10, used)
}

/** A new unique id, created without the database. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = tenRandomBytes().toString('hex')
  const variant = ((Number.parseInt(random[3] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

// Crockford's base 32: no I, L, O, U, so that a reference can be read aloud.
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen unguessable characters (80 bits) that are easy to type. */
export const newCode = () => Array.from(randomBytes(16), (byte) => CHARACTERS[byte % 32]).join('')

/** A reference that people can read aloud: the day and eight characters, as V261121-7K3F9QTX. */
export function newReference(prefix: string, at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll('-', '')
  const characters = Array.from(tenRandomBytes().subarray(0, 8), (byte) => CHARACTERS[byte % 32]).join('')
  return `${prefix}${day}-${characters}`
}
