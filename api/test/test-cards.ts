// Prepaid cards for tests: registered as a customer does, by the call and the password.
import { type NewTopup, quoteTopup } from 'contract/products/card-topups.ts'
import { type PrepaidCard, registerPrepaidCard } from 'contract/products/prepaid-cards.ts'
import { groupCardNumber, hasLuhnCheck } from 'contract/values/card-number.ts'
import type { Visitor } from './test-bank.ts'

let cards = 0

/** A new number of the bank each time, with a valid check digit. */
export function aCardNumber(): string {
  cards += 1
  const start = `507126${String(cards).padStart(9, '0')}`
  const check = [...'0123456789'].find((digit) => hasLuhnCheck(start + digit))
  return groupCardNumber(`${start}${check}`)
}

export async function aCard(visitor: Visitor, expiry = '2030-09'): Promise<PrepaidCard> {
  const reply = await visitor.confirm(registerPrepaidCard, {
    body: { number: aCardNumber(), expiry, holder: 'Awa Ndiaye', label: null },
  })
  if (reply.status !== 201) throw new Error(`no card: ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** The input of a top-up: with the quote for these amounts, as the page requests it. */
export async function aTopup(visitor: Visitor, card: PrepaidCard, amount: number, series: NewTopup['series'] = null) {
  const { body } = await visitor.call(quoteTopup, { body: { card_id: card.id, amount } })
  return { body: { card_id: card.id, amount, quote: body.quote, series } }
}
