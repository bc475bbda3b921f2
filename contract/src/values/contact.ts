// Parses and formats e-mail addresses and telephone numbers.
import * as z from 'zod/mini'
import { groupPhone } from './phone-groups.ts'

// One plain address that every mail server accepts: no quotes, comments, spaces or control characters, so that nothing can be injected.
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

export const Email = z
  .string({ error: ({ input }) => (input === undefined ? 'required' : 'email_invalid') })
  .check(z.maxLength(254, 'email_invalid'), z.regex(EMAIL, 'email_invalid'))

// The number of digits after the country code. Senegal's plan is exact (ARTP: mobile 70 to 72 and 75 to 78, fixed 30 and 33); for the
// countries that its customers call most the length is; elsewhere the bounds of E.164 apply.
const PLANS: Record<string, RegExp> = {
  '221': /^(?:7[0-25-8]|3[03])\d{7}$/,
  '220': /^\d{7}$/,
  '222': /^\d{8}$/,
  '223': /^\d{8}$/,
  '224': /^\d{9}$/,
  '225': /^\d{10}$/,
  '226': /^\d{8}$/,
  '227': /^\d{8}$/,
  '228': /^\d{8}$/,
  // Ten digits since 30 November 2024; the former eight are not in service.
  '229': /^01\d{8}$/,
  '245': /^\d{9}$/,
  '212': /^[5-8]\d{8}$/,
  '33': /^[1-9]\d{8}$/,
  '34': /^[5-9]\d{8}$/,
  '39': /^\d{6,11}$/,
  '44': /^[1-9]\d{8,9}$/,
  '1': /^[2-9]\d{2}[2-9]\d{6}$/,
}
const OTHER_PLAN = /^\d{6,12}$/

// Calling codes in use (ITU-T E.164), by their length: no code is a prefix of another.
const CODES =
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 ' +
  '211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 ' +
  '249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269 290 291 297 298 299 350 351 352 353 354 355 356 357 358 ' +
  '359 370 371 372 373 374 375 376 377 378 380 381 382 383 385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 ' +
  '593 594 595 596 597 598 599 670 672 673 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 850 852 853 855 856 880 ' +
  '886 960 961 962 963 964 965 966 967 968 970 971 972 973 974 975 976 977 992 993 994 995 996 998'
const known = new Set(CODES.split(' '))

const codeOf = (digits: string) =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => known.has(code)) ?? null

/** Splits a possible E.164 number into code and number, or null. */
function partsOf(phone: string): { code: string; rest: string } | null {
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) return null
  const code = codeOf(phone.slice(1))
  return code ? { code, rest: phone.slice(1 + code.length) } : null
}

function isPhone(phone: string): boolean {
  const parts = partsOf(phone)
  return parts !== null && (PLANS[parts.code] ?? OTHER_PLAN).test(parts.rest)
}

/** Normalises typed text to E.164: removes spaces, dots, dashes and brackets, reads 00 as +; a number without a country code is Senegal's. */
export function tidyPhone(typed: string): string {
  const bare = typed.replace(/[\s.()/\u2010-\u2015-]/gu, '')
  if (bare === '') return ''
  if (bare.startsWith('+')) return bare
  if (bare.startsWith('00')) return `+${bare.slice(2)}`
  return /^221\d{9}$/.test(bare) ? `+${bare}` : `+221${bare}`
}

/** A telephone number in E.164. */
export const Phone = z
  .string({ error: ({ input }) => (input === undefined ? 'required' : 'phone_invalid') })
  .check(z.refine(isPhone, 'phone_invalid'))

/** Formats a number for people: +221 77 512 34 56. */
export function showPhone(phone: string): string {
  const parts = partsOf(tidyPhone(phone))
  return parts ? groupPhone(parts.code, parts.rest) : phone
}
