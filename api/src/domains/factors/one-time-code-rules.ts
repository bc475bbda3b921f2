// The rules of one-time codes (TOTP, RFC 6238: SHA-1, six digits, 30 seconds) and of recovery codes.
import { randomBytes, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from 'contract/access/factors.ts'
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** The clock of a telephone differs: the periods before and after the current one are accepted (RFC 6238, 5.2). */
const DRIFT_PERIODS = 1
const SECRET_BYTES = 20
const DIGITS = 6

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer })

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** The text of the QR code with which an application is set up, and the same secret for typing. */
export function enrolmentOf(secret: Buffer, { bank, login }: { bank: string; login: string }) {
  const totp = new TOTP({
    issuer: bank,
    label: login,
    secret: secretOf(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
  })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The code as it is compared: without the spaces and hyphens that people type. */
export const bareCode = (typed: string) => typed.replaceAll(/[ -]/g, '').toUpperCase()

/**
 * The period of a code, if it is one of the secret at this time; null otherwise. A period up to `last_period` is never accepted again.
 */
export function periodOf(typed: string, secret: Buffer, { last_period, now }: { last_period: number; now: Date }) {
  const code = bareCode(typed)
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({
    token: code,
    secret: secretOf(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
    timestamp,
    window: DRIFT_PERIODS,
  })
  if (delta === null) return null
  const period = TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta
  return period > last_period ? period : null
}

/** Digits and capitals that are not mistaken for each other when they are read or heard (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_CHARACTERS = 11
const RECOVERY_CODE = /^[0-9][0-9A-HJKMNP-TV-Z]{11}$/

/** Ten codes of twelve characters: the first names the code, the others are 55 random bits. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, (_, position) => {
    const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '')
    return `${position}${random.join('')}`
  })

/** As it is displayed and printed: 3KQ7-9FTX-2MNB. */
export const displayRecoveryCode = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** Which of the user's recovery codes this may be; null for a text that is none. */
export function recoveryPositionOf(typed: string): number | null {
  const code = bareCode(typed)
  return RECOVERY_CODE.test(code) ? Number(code[0]) : null
}
