// Rules of a new password, for the form and for the server: the five rules of the specification and, as NIST 800-63B requires, no common
// password and none that contains data of the person.
import * as z from 'zod/mini'
import { commonPasswords } from './common-passwords.ts'
import { folded } from './folded.ts'

const PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 256

export const passwordRules = ['length', 'upper', 'lower', 'digit', 'special'] as const
export type PasswordRule = (typeof passwordRules)[number]

const keeps: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => [...password].length >= PASSWORD_LENGTH,
  upper: (password) => /\p{Lu}/u.test(password),
  lower: (password) => /\p{Ll}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  special: (password) => /[^\p{L}\p{M}\p{N}]/u.test(password),
}

/** The normal form (NFC) of a password, in which it is checked and hashed. */
export const rulesKept = (password: string): PasswordRule[] =>
  passwordRules.filter((rule) => keeps[rule](password.normalize('NFC')))

const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '€': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** The maximum of digits and special characters that people append to a word: Senegal-2026! is guessable, a long number is not. */
const DECORATION = 8

/** Whether a password is easy to guess: a common word with digits and special characters. */
export function isCommonPassword(password: string): boolean {
  const text = folded(password)
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const word = [...core]
    .map((sign) => LEET[sign] ?? sign)
    .join('')
    .replace(/[^a-z]/g, '')
  if (text.length - core.length > DECORATION) return false
  return word.length <= 2 || /^(.)\1*$/.test(word) || commonPasswords.has(word)
}

/** A name of two letters occurs in too many words to be checked. */
const SHORTEST_PART = 3

/** Whether a password contains data of its owner: the login, a part of the name, or of the local part of the address. */
export function isPersonalPassword(password: string, owner: readonly (string | null)[]): boolean {
  const text = folded(password)
  return owner
    .flatMap((known) => folded(known?.split('@')[0] ?? '').split(/[^a-z0-9]+/))
    .some((part) => part.length >= SHORTEST_PART && text.includes(part))
}

/** A new password. */
export const NewPassword = z.string('password_missing').check(
  z.minLength(1, { error: 'password_missing', abort: true }),
  z.maxLength(MAX_PASSWORD_LENGTH, { error: 'text_too_long', abort: true }),
  z.refine((password) => rulesKept(password).length === passwordRules.length, { error: 'password_weak', abort: true }),
  z.refine((password) => !isCommonPassword(password), 'password_common'),
)
