// Fees and states of chequebooks, and which cheques can be stopped (domain.md 7.2). Pure.
import type { ChequebookStatus, NewStop } from 'contract/products/chequebooks.ts'
import type { RefusalCode } from 'contract/refusals.ts'
import type { RefusalValues } from '../../refusal.ts'
import { share } from '../accounts/payment-rules.ts'

export type Charges = { fees: number; tax: number }

/** The fee before tax, and the TAF on it as one line. */
export const chargesOn = (fees: number, tafBasisPoints: number): Charges => ({ fees, tax: share(fees, tafBasisPoints) })

/** The states that the bank sets on an order. A refusal gives the fee back. */
export const chequebookMoves: Record<ChequebookStatus, readonly ChequebookStatus[]> = {
  pending: [],
  ordered: ['in_production', 'refused'],
  in_production: ['available', 'refused'],
  available: ['delivered', 'refused'],
  delivered: [],
  refused: [],
}

/** The printed form of a cheque number: seven digits. */
export const printedNumber = (number: number) => String(number).padStart(7, '0')

type Known = {
  first_number: number
  last_number: number
  paid: readonly number[]
  stopped: readonly { first_number: number; last_number: number }[]
}

/** Why these cheques cannot be stopped, or null when they can. */
export function stopObjection(
  { first_number, last_number }: NewStop,
  book: Known,
): { code: RefusalCode; facts: RefusalValues } | null {
  if (first_number > last_number || first_number < book.first_number || last_number > book.last_number)
    return {
      code: 'cheques_not_of_chequebook',
      facts: { first: printedNumber(book.first_number), last: printedNumber(book.last_number) },
    }
  const paid = book.paid.find((number) => number >= first_number && number <= last_number)
  if (paid !== undefined) return { code: 'cheque_already_paid', facts: { number: printedNumber(paid) } }
  const stopped = book.stopped.find((stop) => stop.first_number <= last_number && stop.last_number >= first_number)
  return stopped
    ? { code: 'cheque_already_stopped', facts: { number: printedNumber(Math.max(stopped.first_number, first_number)) } }
    : null
}
