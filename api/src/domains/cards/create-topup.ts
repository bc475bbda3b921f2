import type { CardTopup, NewTopup, RecurringTopup, TopupQuote } from 'contract/products/card-topups.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import type { AccountCaller } from '../../caller.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, hold, lockBalances, post } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { paymentRule } from '../signing/sign-payment.ts'
import { type CardRow, findCards, lockCard } from './card-store.ts'
import { planTopups } from './plan-topups.ts'
import { topupPosting } from './topup-posting.ts'
import { quoteOf, rangeObjection, remainingCaps, topupCharges, topupObjection } from './topup-rules.ts'
import {
  findCardLoad,
  findTopup,
  findTopupRules,
  hasSameTopupSince,
  insertTopup,
  listCardLedgers,
  topupOf,
} from './topup-store.ts'

type Ports = { db: Db; clock: Clock }

const SAME_TOPUP_MS = 86_400_000
const sameTopupSince = (now: Date) => new Date(now.getTime() - SAME_TOPUP_MS)

export const topupHold = (id: string) => `topup:${id}`

/** The cost of a top-up and the remaining limits. An amount above the limits is quoted too, with what remains. */
export function quoteTopup(
  { db, clock }: Ports,
  caller: AccountCaller,
  { card_id, amount }: Pick<NewTopup, 'card_id' | 'amount'>,
): Promise<TopupQuote> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    if (caller.currency !== 'XOF') throw new Refusal('account_not_in_francs')
    const [card] = await findCards(tx, caller.account_id, card_id, today)
    if (!card) throw new Refusal('unknown_card')
    if (card.status !== 'active') throw new Refusal('card_not_active')
    const { tariff } = await findTopupRules(tx, today)
    const outside = rangeObjection(amount, tariff)
    if (outside) throw new Refusal(outside.code, outside.facts)
    const [balance] = await lockBalances(tx, [caller.account_id])
    if (!balance) throw new Error('an account without a balance')
    const charges = topupCharges(amount, tariff)
    const total = amount + charges.fees + charges.tax
    const load = await findCardLoad(tx, card, now)
    const { signatures_needed } = await paymentRule(tx, caller, amount, now)
    const isRepeated = await hasSameTopupSince(tx, card, amount, sameTopupSince(now))
    return {
      amount,
      ...charges,
      total,
      currency: 'XOF',
      available: balance.available,
      balance_after: balance.available - total,
      card_balance_after: load.balance + amount,
      ...remainingCaps(load, tariff),
      signatures_needed,
      warnings: isRepeated ? ['same_topup_today'] : [],
      quote: quoteOf({ card_id, amount, ...charges }),
    }
  })
}

type RequestContext = { caller: AccountCaller; confirmation: Confirmation; input: NewTopup }

async function lockOwnCard(tx: Tx, { account_id }: AccountCaller, id: string, today: string): Promise<CardRow> {
  const card = await lockCard(tx, account_id, id, today)
  if (!card) throw new Refusal('unknown_card')
  return card
}

async function topUpOnce(
  tx: Tx,
  { caller, confirmation, input }: RequestContext,
  card: CardRow,
  now: Date,
): Promise<CardTopup> {
  const { account_id, user_id, session_id, address } = caller
  const { amount } = input
  // The locks come before the rules: two simultaneous top-ups must not see the same balance, nor the same room on the customer's cards.
  const balances = await lockBalances(tx, [account_id, ...(await listCardLedgers(tx, [account_id]))])
  const available = balances.find((balance) => balance.account_id === account_id)?.available ?? 0
  const { tariff } = await findTopupRules(tx, now.toISOString().slice(0, 10))
  const objection = topupObjection(amount, card.status, await findCardLoad(tx, card, now), tariff)
  if (objection) throw new Refusal(objection.code, objection.facts)
  const charges = topupCharges(amount, tariff)
  if (input.quote !== quoteOf({ card_id: card.id, amount, ...charges })) throw new Refusal('stale_quote')
  const total = amount + charges.fees + charges.tax
  if (total > available)
    throw new Refusal('balance_too_low', { missing: { amount: total - available, currency: 'XOF' } })
  const isRepeated = await hasSameTopupSince(tx, card, amount, sameTopupSince(now))
  const summary = {
    kind: 'topup.create',
    facts: [
      { name: 'card', text: `${maskedCardNumber(card.last_digits)} · ${card.holder}` },
      { name: 'amount', amount, currency: 'XOF' },
      { name: 'fees', amount: charges.fees, currency: 'XOF' },
      { name: 'tax', amount: charges.tax, currency: 'XOF' },
      { name: 'total', amount: total, currency: 'XOF' },
      // A second top-up to the same card needs an acknowledgement, also where no quote was requested.
      ...(isRepeated ? [{ name: 'repeated' as const, text: 'same_topup_today' }] : []),
    ],
  } as const
  await requireConfirmation(
    tx,
    { caller, account_id, confirmation, details: card.id },
    { kind: summary.kind, facts: [...summary.facts] },
    now,
  )

  const rule = await paymentRule(tx, caller, amount, now)
  const isSigned = rule.signatures_needed === 0
  const id = newId()
  const posting_id = isSigned ? newId() : null
  const reference = newReference('R', now)
  if (posting_id) {
    const load = {
      account_id,
      card_ledger_id: card.ledger_account_id,
      last_digits: card.last_digits,
      amount,
      ...charges,
      reference,
      posting_key: topupHold(id),
      posting_id,
      at: now,
      taf_basis_points: tariff.taf_basis_points,
    }
    const [outcome] = await post(tx, [topupPosting(load, await findInternalAccounts(tx))])
    if (outcome !== 'posted') throw new Error('the ledger refused what the lock had allowed')
  } else {
    const isHeld = await hold(tx, { id: newId(), account_id, amount: total, cause: topupHold(id), held_at: now })
    if (!isHeld) throw new Error('the ledger refused to hold what the lock had allowed')
  }
  await insertTopup(tx, {
    account_id,
    id,
    card_id: card.id,
    amount,
    ...charges,
    reference,
    status: isSigned ? 'done' : 'pending',
    reason_code: null,
    recurring_id: null,
    nominal_date: null,
    ...rule,
    created_at: now,
    created_by: user_id,
    decided_at: isSigned ? now : null,
    posting_id,
  })
  const about = { at: now, account_id, subject_id: id }
  await recordEvent(tx, {
    ...about,
    user_id,
    session_id,
    address,
    action: 'topup.create',
    facts: { amount, card: card.id },
  })
  if (posting_id)
    await recordEvent(tx, {
      ...about,
      ...byBank,
      action: 'topup.execute',
      facts: { amount, posting_id },
    })
  const row = await findTopup(tx, caller, id)
  if (!row) throw new Error('a top-up has vanished')
  return topupOf(row, caller)
}

/** Tops a card up, or creates a recurring top-up. The same idempotency key gives the same answer. */
export function createTopup(
  { db, clock }: Ports,
  { once, ...context }: RequestContext & { once: { key: string; request_hash: string } },
): Promise<{ topup: CardTopup | null; recurring: RecurringTopup | null }> {
  return transaction(db, (tx) => {
    const now = clock.now()
    const { caller, input } = context
    return runIdempotent(tx, { user_id: caller.user_id, ...once }, now, async () => {
      if (caller.currency !== 'XOF') throw new Refusal('account_not_in_francs')
      const card = await lockOwnCard(tx, caller, input.card_id, now.toISOString().slice(0, 10))
      const { series } = input
      if (series) return { topup: null, recurring: await planTopups(tx, { ...context, series }, card, now) }
      return { topup: await topUpOnce(tx, context, card, now), recurring: null }
    })
  })
}
