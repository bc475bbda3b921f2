// Validates or refuses top-ups of companies: each signature counts once, for one version, and never for the signer's own order.
import type { acceptTopups, CardTopup, RecurringTopup } from 'contract/products/card-topups.ts'
import type { Answer } from 'contract/endpoint.ts'
import type { Language } from 'contract/language.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import type { AccountCaller, Caller } from '../../caller.ts'
import { type AuditEvent, byBank, byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, post, release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { formatRefusal } from '../../formats/refusal-text.ts'
import { formatMoney } from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'
import { listSigningAccounts } from '../signing/payment-signature-store.ts'
import { forbidOwn, signPayment } from '../signing/sign-payment.ts'
import { seriesFacts } from '../signing/operation-summary.ts'
import { strictestPolicy } from '../signing/strictest-policy.ts'
import { type CardRow, lockCard } from './card-store.ts'
import { topupHold } from './create-topup.ts'
import { continueRecurring, nextDateOf, visibleRecurring } from './plan-topups.ts'
import type { LockedRecurring, LockedTopup } from './topup-columns.ts'
import { lockRecurring, markStopped } from './recurring-store.ts'
import { notifyOfTopups } from './notify-of-topups.ts'
import { topupPosting } from './topup-posting.ts'
import { capObjection, nextObjection } from './topup-rules.ts'
import {
  findCardLoad,
  findTopup,
  findTopupRules,
  listCardLedgers,
  lockTopup,
  markTopupDone,
  markTopupFailed,
  topupOf,
} from './topup-store.ts'

type Ports = { db: Db; clock: Clock }
type Signer = Pick<AccountCaller, 'user_id' | 'session_id' | 'address' | 'account_id'>
type RequestContext = { caller: AccountCaller; confirmation: Confirmation; id: string }

const recorded = (
  tx: Tx,
  signer: Signer,
  id: string,
  action: AuditEvent['action'],
  at: Date,
  facts: Record<string, unknown> = {},
) => recordEvent(tx, { at, ...byCaller(signer), action, subject_id: id, facts })

async function lockPending(tx: Tx, signer: Signer, id: string): Promise<LockedTopup> {
  const topup = await lockTopup(tx, signer.account_id, id)
  if (!topup) throw new Refusal('not_found')
  if (topup.status !== 'pending') throw new Refusal('payment_not_pending')
  forbidOwn(signableOf(topup), signer)
  return topup
}

const signableOf = (topup: LockedTopup) => ({ ...topup, version: 1, edited_by: null })

async function toView(tx: Tx, caller: AccountCaller, id: string): Promise<CardTopup> {
  const row = await findTopup(tx, caller, id)
  if (!row) throw new Error('a top-up has vanished')
  return topupOf(row, caller)
}

/** Locks a top-up that may be signed, with its card. */
export async function lockTopupToSign(
  tx: Tx,
  signer: Signer,
  id: string,
  now: Date,
): Promise<{ topup: LockedTopup; card: CardRow }> {
  const topup = await lockPending(tx, signer, id)
  const today = now.toISOString().slice(0, 10)
  const card = await lockCard(tx, signer.account_id, topup.card_id, today)
  if (!card) throw new Error('a top-up without its card')
  if (card.status !== 'active') throw new Refusal('card_not_active')
  // The bank may have lowered its caps since the order.
  const { tariff } = await findTopupRules(tx, today)
  const above = capObjection(topup.amount, await findCardLoad(tx, card, now, id), tariff)
  if (above) throw new Refusal(above.code, above.facts)
  return { topup, card }
}

/** Signs a locked and confirmed top-up. The last signature moves the held money; true then. */
export async function signTopup(
  tx: Tx,
  signer: Signer,
  { topup, card }: { topup: LockedTopup; card: CardRow },
  now: Date,
): Promise<boolean> {
  const { account_id } = signer
  const { id, amount, fees, tax, reference } = topup
  const isLast = await signPayment(tx, signableOf(topup), signer, now)
  await recorded(tx, signer, id, isLast ? 'topup.accept' : 'topup.sign', now, { amount })
  if (!isLast) return false
  await lockBalances(tx, [account_id, ...(await listCardLedgers(tx, [account_id]))])
  await release(tx, account_id, topupHold(id), now)
  const { tariff } = await findTopupRules(tx, now.toISOString().slice(0, 10))
  const posting_id = newId()
  const { ledger_account_id: card_ledger_id, last_digits } = card
  const load = {
    account_id,
    card_ledger_id,
    last_digits,
    amount,
    fees,
    tax,
    reference,
    posting_key: topupHold(id),
    posting_id,
    at: now,
    taf_basis_points: tariff.taf_basis_points,
  }
  const [outcome] = await post(tx, [topupPosting(load, await findInternalAccounts(tx))])
  if (outcome !== 'posted') throw new Error('the ledger refused what was held for it')
  await markTopupDone(tx, topup, posting_id, now)
  const bank = { ...byBank, account_id }
  await recordEvent(tx, { at: now, ...bank, action: 'topup.execute', subject_id: id, facts: { amount, posting_id } })
  return true
}

export const nameOfCard = ({ last_digits, holder }: CardRow) => `${maskedCardNumber(last_digits)} · ${holder}`

/** Adds one signature to one top-up, confirmed by the password. */
export function acceptTopup({ db, clock }: Ports, { caller, confirmation, id }: RequestContext): Promise<CardTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { account_id } = caller
    const locked = await lockTopupToSign(tx, caller, id, now)
    const { amount, fees, tax } = locked.topup
    const facts = [
      { name: 'card' as const, text: nameOfCard(locked.card) },
      { name: 'amount' as const, amount, currency: 'XOF' as const },
      { name: 'total' as const, amount: amount + fees + tax, currency: 'XOF' as const },
    ]
    await requireConfirmation(
      tx,
      { caller, account_id, confirmation, details: id },
      { kind: 'topup.accept', facts },
      now,
    )
    await signTopup(tx, caller, locked, now)
    return toView(tx, caller, id)
  })
}

type Chosen = { account: string; id: string }
type Acceptance = Answer<typeof acceptTopups>[number]
type Selection = { caller: Caller; confirmation: Confirmation; lang: Language; items: readonly Chosen[] }

/** Sorts the items and removes duplicates: simultaneous signers lock in the same order. */
const sortedUnique = (items: readonly Chosen[]) =>
  [...new Map(items.map((item) => [item.id, item])).values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** Signs a selection with one confirmation. Top-ups that may not be signed are answered as refused; the others are signed. */
export function acceptMany(
  { db, clock }: Ports,
  { caller, confirmation, lang, items }: Selection,
): Promise<Acceptance[]> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const signableAccounts = new Set(await listSigningAccounts(tx, caller.user_id))
    const outcomes = new Map<string, Acceptance>()
    const attempt = async <T>(id: string, work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        outcomes.set(id, { id, outcome: 'refused', code: error.code, message: formatRefusal(error, lang) })
        return null
      }
    }
    const ready = []
    for (const { account, id } of sortedUnique(items)) {
      const signer = {
        user_id: caller.user_id,
        session_id: caller.session_id,
        address: caller.address,
        account_id: account,
      }
      const locked = await attempt(id, () => {
        // An account on which the user may not sign is answered like a missing one.
        if (!signableAccounts.has(account)) throw new Refusal('not_found')
        return lockTopupToSign(tx, signer, id, now)
      })
      if (locked) ready.push({ signer, ...locked })
    }
    if (ready.length > 0) {
      const total = (topups: readonly LockedTopup[]) =>
        topups.reduce((sum, { amount, fees, tax }) => sum + amount + fees + tax, 0)
      const facts = [
        { name: 'count' as const, text: String(ready.length) },
        { name: 'total' as const, amount: total(ready.map(({ topup }) => topup)), currency: 'XOF' as const },
        ...ready.map(({ card, topup }) => ({
          name: 'card' as const,
          text: `${nameOfCard(card)} · ${formatMoney(topup.amount, 'XOF', lang)}`,
        })),
      ]
      const details = ready.map(({ topup: { id } }) => id)
      const accounts = [...new Set(ready.map(({ signer }) => signer.account_id))]
      const policy = await strictestPolicy(tx, caller.policy, accounts)
      await requireConfirmation(
        tx,
        { caller: { ...caller, policy }, account_id: null, confirmation, details },
        { kind: 'topup.accept', facts },
        now,
      )
      // Locks all balances at once, in the ledger's order: overlapping selections must not deadlock.
      await lockBalances(tx, [...accounts, ...(await listCardLedgers(tx, accounts))])
      for (const { signer, ...locked } of ready) {
        const { id } = locked.topup
        const isDone = await attempt(id, () => signTopup(tx, signer, locked, now))
        if (isDone !== null) outcomes.set(id, { id, outcome: isDone ? 'done' : 'pending', code: null, message: null })
      }
    }
    return items.flatMap(({ id }) => outcomes.get(id) ?? [])
  })
}

/** Refuses a top-up: one refusal ends it and releases its hold. */
export function rejectTopup(
  { db, clock }: Ports,
  { reason, ...context }: RequestContext & { reason: string },
): Promise<CardTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, id } = context
    const topup = await lockPending(tx, caller, id)
    await release(tx, caller.account_id, topupHold(id), now)
    await markTopupFailed(tx, topup, { code: 'refused', reason }, now)
    await recorded(tx, caller, id, 'topup.reject', now, { reason })
    await notifyOfTopups(tx, [{ ...topup, code: 'refused', reason }], now)
    return toView(tx, caller, id)
  })
}

async function lockPendingRecurring(
  tx: Tx,
  { caller, id, version }: RequestContext & { version: number },
): Promise<LockedRecurring> {
  const recurring = await lockRecurring(tx, caller.account_id, id)
  if (!recurring) throw new Refusal('not_found')
  if (recurring.status !== 'pending') throw new Refusal('payment_not_pending')
  forbidOwn(recurring, caller)
  if (recurring.version !== version) throw new Refusal('stale_recurring')
  return recurring
}

/** Signs a recurring top-up, once for all its dates. */
export function acceptRecurring(
  { db, clock }: Ports,
  context: RequestContext & { version: number },
): Promise<RecurringTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    const { caller, confirmation, id, version } = context
    const recurring = await lockPendingRecurring(tx, context)
    const { amount, recurrence, start_date, end_date } = recurring
    const card = await lockCard(tx, caller.account_id, recurring.card_id, today)
    if (!card) throw new Error('a recurring top-up without its card')
    const next = await nextDateOf(tx, recurring, recurring.next_occurrence, now)
    const late = nextObjection(next, card.expires_on)
    if (late) throw new Refusal(late.code, late.facts)
    if (card.status !== 'active') throw new Refusal('card_not_active')
    await requireConfirmation(
      tx,
      { caller, account_id: caller.account_id, confirmation, details: [id, version] },
      {
        kind: 'recurring-topup.accept',
        facts: [
          { name: 'card', text: `${maskedCardNumber(card.last_digits)} · ${card.holder}` },
          { name: 'amount', amount, currency: 'XOF' },
          ...seriesFacts({ periodicity: recurrence, start_date, end_date }, next?.due ?? null),
        ],
      },
      now,
    )
    const isLast = await signPayment(tx, recurring, caller, now)
    const action = isLast ? 'recurring-topup.accept' : 'recurring-topup.sign'
    await recorded(tx, caller, id, action, now, { amount, version })
    // A series that was signed after its first date begins with the next one.
    if (isLast && (await continueRecurring(tx, recurring, recurring.next_occurrence, now)) === 'ended')
      throw new Refusal('payment_not_pending')
    return visibleRecurring(tx, caller, id, today)
  })
}

export function rejectRecurring(
  { db, clock }: Ports,
  { reason, ...context }: RequestContext & { version: number; reason: string },
): Promise<RecurringTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, id } = context
    const recurring = await lockPendingRecurring(tx, context)
    await markStopped(tx, recurring, { status: 'refused', reason })
    await recorded(tx, caller, id, 'recurring-topup.reject', now, { reason })
    await notifyOfTopups(tx, [{ ...recurring, reference: null, code: 'refused', reason }], now)
    return visibleRecurring(tx, caller, id, now.toISOString().slice(0, 10))
  })
}
