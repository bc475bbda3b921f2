import { randomBytes } from 'node:crypto'

// Creates UUIDs of version 7 (RFC 9562): the time is first, so that rows created together are adjacent in every index.
// Random bytes are drawn in bulk: one system call for 256 ids.
let pool = Buffer.alloc(0)
let used = 0

function eightRandomBytes(): Buffer {
  if (used + 8 > pool.length) {
    pool = randomBytes(2048)
    used = 0
  }
  used += 8
  return pool.subarray(used - 8, used)
}

/** The time of the last id, in milliseconds. */
let lastTime = 0
/** The number of the last id among those of its millisecond, in 12 bits. */
let number = 0
const MAX_NUMBER = 0xfff

/** Sets the time and the number of the next id, after those of the last one: also where the clock is set back, or a millisecond is full. */
function advance(): void {
  const now = Date.now()
  if (now <= lastTime && number < MAX_NUMBER) {
    number += 1
    return
  }
  lastTime = Math.max(now, lastTime + 1)
  number = 0
}

/**
 * A new unique id, created without the database. Ids of one process are in the order of their creation (RFC 9562, 6.2, method 1), as
 * are the events and messages that are listed by them; 62 bits are random.
 */
export function newId(): string {
  advance()
  const time = lastTime.toString(16).padStart(12, '0')
  const count = number.toString(16).padStart(3, '0')
  const random = eightRandomBytes().toString('hex')
  const variant = ((Number.parseInt(random[0] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`
}

// Crockford's base 32: no I, L, O, U, so that a reference can be read aloud.
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen unguessable characters (80 bits) that are easy to type. */
export const newCode = () => Array.from(randomBytes(16), (byte) => CHARACTERS[byte % 32]).join('')

/** A reference that people can read aloud: the day and eight characters, as V261121-7K3F9QTX. */
export function newReference(prefix: string, at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll('-', '')
  const characters = Array.from(eightRandomBytes(), (byte) => CHARACTERS[byte % 32]).join('')
  return `${prefix}${day}-${characters}`
}
