// Identifiers of the instant payment platform PI: member codes, messages, payments and requests for returns.
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'

const COUNTRY = '(?:BJ|BF|CI|GW|ML|NE|SN|TG)'
const MEMBER = `${COUNTRY}[BCDEF][0-9]{3}`

/** The member code of a participant: its country, its kind (`B` is a bank, `E` an issuer of e-money), three digits. */
export const memberCode = z.string().check(z.regex(new RegExp(`^${MEMBER}$`)))
/** The identifier of a message that a participant sends. */
export const messageId = z.string().check(z.regex(new RegExp(`^M${MEMBER}[A-Za-z0-9]{28}$`)))
/** The identifier of a message that the platform sends. */
export const platformMessageId = z.string().check(z.regex(/^MPIUMOA[A-Za-z0-9]{28}$/))
/** The identifier of a payment from end to end; unique for ever. */
export const endToEndId = z.string().check(z.regex(new RegExp(`^E${MEMBER}[0-9]{14}[A-Za-z0-9]{14}$`)))

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits: 5.95 bits each, so that 14 of them have 83 bits. */
const randomText = (length: number) =>
  Array.from({ length }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('')

/** A new message identifier of a participant: `M`, its member code, 28 characters. */
export const newMessageId = (member: string): string => `M${member}${randomText(28)}`

/** A new message identifier of the platform: `MPIUMOA` and 28 characters. */
export const newPlatformMessageId = (): string => newMessageId('PIUMOA')

/** A new payment identifier: `E`, the payer's member code, the moment in UTC to the second, 14 characters. */
export const newEndToEndId = (member: string, at: Date): string =>
  `E${member}${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}${randomText(14)}`

/** A new identifier of a request for a return of funds: `C`, the member code, 28 characters. */
export const newReturnRequestId = (member: string): string => `C${member}${randomText(28)}`

/** The member code in a message identifier or a payment identifier. */
export const memberOf = (id: string): string => id.slice(1, 7)

/** The member code of a bank, from its country and code in account numbers: SN999 is SNB999. */
export function memberCodeOf(bankCode: string): string {
  const member = `${bankCode.slice(0, 2)}B${bankCode.slice(2)}`
  if (!memberCode.safeParse(member).success) throw new Error(`${bankCode} is not the code of a bank of the UEMOA`)
  return member
}
