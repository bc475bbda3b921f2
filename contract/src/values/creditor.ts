// Identifiers of direct debit creditors and of their mandates (domain.md 3).
import { ibanCheckDigits } from './iban.ts'

/** Whether a creditor identifier holds together: country, two check digits, three signs of business that are not checked, national part. */
export const isCreditorId = (id: string): boolean =>
  /^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,31}$/.test(id) && ibanCheckDigits(id.slice(0, 2), id.slice(7)) === id.slice(2, 4)

/** A creditor identifier as it is kept: without blanks, in capitals. */
export const tidyCreditorId = (typed: string): string => typed.replace(/\s/gu, '').toUpperCase()

/** Whether a text serves as unique mandate reference: the signs of the restricted set, and no slash first, last or twice. */
export const isMandateReference = (umr: string): boolean =>
  /^[A-Za-z0-9+?/:().,' -]{1,35}$/.test(umr) && umr.trim() === umr && !/^\/|\/$|\/\//.test(umr)
