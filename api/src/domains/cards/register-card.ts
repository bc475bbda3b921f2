// Registers a card. Only this file reads the card's number; it stores the last four digits and a keyed digest.
import { createHmac } from 'node:crypto'
import type { NewCard, PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { addDays, addMonths } from 'contract/values/calendar.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { cardOf, findCards, getCardPrefix, getNumberKey, insertCard, isRegistered } from './card-store.ts'

type Ports = { db: Db; clock: Clock }

/** A card can be used until the end of the month printed on it. */
const lastDayOf = (month: string) => addDays(addMonths(`${month}-01`, 1), -1)

/** Attaches a card of the bank to the account, with a ledger balance of its own. */
export function registerCard(
  { db, clock }: Ports,
  { caller, confirmation, input }: { caller: AccountCaller; confirmation: Confirmation; input: NewCard },
): Promise<PrepaidCard> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    const { account_id, user_id } = caller
    if (!caller.is_active) throw new Refusal('account_not_active')
    // The network of these cards settles in francs only.
    if (caller.currency !== 'XOF') throw new Refusal('account_not_in_francs')
    const digits = input.number.replaceAll(' ', '')
    const last_digits = digits.slice(-4)
    const expiry = lastDayOf(input.expiry)
    if (!digits.startsWith(await getCardPrefix(tx))) throw new Refusal('card_unknown')
    if (expiry < today) throw new Refusal('card_expired')
    const number_digest = createHmac('sha256', await getNumberKey(tx))
      .update(digits)
      .digest()
    if (await isRegistered(tx, number_digest)) throw new Refusal('card_already_registered')
    const { holder, label } = input
    const details = [number_digest.toString('hex'), expiry]
    const facts = [
      { name: 'card', text: maskedCardNumber(last_digits) },
      { name: 'holder', text: holder },
    ] as const
    await requireConfirmation(
      tx,
      { caller, account_id, confirmation, details },
      { kind: 'card.register', facts: [...facts] },
      now,
    )

    const id = newId()
    const card = { account_id, id, ledger_account_id: newId(), last_digits, holder, label, expires_on: expiry }
    const isNew = await insertCard(tx, { ...card, number_digest, registered_at: now, registered_by: user_id })
    if (!isNew) throw new Refusal('card_already_registered')
    await recordEvent(tx, {
      at: now,
      ...byCaller(caller),
      action: 'card.register',
      subject_id: id,
      facts: { last_digits, expiry },
    })
    const [row] = await findCards(tx, account_id, id, today)
    if (!row) throw new Error('a card has vanished')
    return cardOf(row)
  })
}
