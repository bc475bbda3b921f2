// Validates identifiers of direct debit creditors and of their mandates (domain.md 3).
import { ibanCheckDigits } from './iban.ts'

/** Whether a creditor identifier is valid: country, two check digits, a business code of three characters, which is not checked, national part. */
export const isCreditorId = (id: string): boolean =>
  /^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,31}$/.test(id) && ibanCheckDigits(id.slice(0, 2), id.slice(7)) === id.slice(2, 4)

/** The stored form of a creditor identifier: without spaces, in upper case. */
export const tidyCreditorId = (typed: string): string => typed.replace(/\s/gu, '').toUpperCase()

/** Whether a text is a valid unique mandate reference: the restricted character set, and no slash first, last or twice in a row. */
export const isMandateReference = (umr: string): boolean =>
  /^[A-Za-z0-9+?/:().,' -]{1,35}$/.test(umr) && umr.trim() === umr && !/^\/|\/$|\/\//.test(umr)
