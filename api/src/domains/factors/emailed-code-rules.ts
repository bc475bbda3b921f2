// The rules of codes that the bank sends by e-mail. A code is stored as a digest that is bound to a user and to what the code proves.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { EMAILED_CODE_MINUTES, EMAILED_CODE_TRIES } from 'contract/values/emailed-code.ts'
import { Refusal } from '../../refusal.ts'

const CODE_LENGTH = 6

/** How often a user may ask for a code: nobody fills a mailbox with them. */
export const SENDING_LIMIT = { free: 3, first_seconds: 60, most_seconds: 3600, quiet_seconds: 3600 }

/** Whose code it is, and what it proves: a telephone or an e-mail address. */
type Purpose = { user_id: string; proves: string }
type Digest = { salt: Buffer; code_hash: Buffer }

const hashOf = (salt: Buffer, code: string, { user_id, proves }: Purpose) =>
  createHash('sha256').update(salt).update(`${user_id} ${proves} ${code}`).digest()

/** A new code, and what is stored of it. */
export function newEmailedCode(
  purpose: Purpose,
  now: Date,
): { code: string; stored: Digest & { expires_at: Date; tries: number } } {
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const salt = randomBytes(16)
  const expires_at = new Date(now.getTime() + EMAILED_CODE_MINUTES * 60_000)
  return { code, stored: { salt, code_hash: hashOf(salt, code, purpose), expires_at, tries: 0 } }
}

/** Refuses a code that is not the stored one. `tries`: how often it was tried, with this time. */
export function refuseWrongCode(
  typed: string,
  { salt, code_hash, tries }: Digest & { tries: number },
  purpose: Purpose,
): void {
  if (timingSafeEqual(hashOf(salt, typed, purpose), code_hash)) return
  if (tries >= EMAILED_CODE_TRIES) throw new Refusal('emailed_code_over')
  throw new Refusal('emailed_code_wrong', { left: EMAILED_CODE_TRIES - tries })
}
