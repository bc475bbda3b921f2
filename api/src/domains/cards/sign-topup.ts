// What validators say of the top-ups of a company: each signature counts once, for one text, and never for one's own.
import type { CardTopup, RecurringTopup } from 'contract/card-topups.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import type { AccountCaller } from '../../caller.ts'
import { type AuditEvent, recordEvent } from '../../db/audit.ts'
import { requireConfirmation } from '../../db/confirmations.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, post, release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../outside/clock.ts'
import { newId } from '../../outside/ids.ts'
import { Refusal } from '../../refusal.ts'
import { forbidOwn, signPayment } from '../signing/sign-payment.ts'
import { lockCard } from './card-store.ts'
import { topupHold } from './create-topup.ts'
import { goOn, shownRecurring } from './plan-topups.ts'
import { type LockedRecurring, lockRecurring, markStopped } from './recurring-store.ts'
import { tellOfTopups } from './tell-of-topups.ts'
import { topupPosting } from './topup-posting.ts'
import { findTopup, type LockedTopup, lockTopup, markTopupDone, markTopupFailed, topupOf } from './topup-store.ts'

type Ports = { db: Db; clock: Clock }
type Asked = { caller: AccountCaller; confirmation: Buffer | null; id: string }

const recorded = (
  tx: Tx,
  { user_id, session_id, account_id, address }: AccountCaller,
  id: string,
  action: AuditEvent['action'],
  at: Date,
  facts: Record<string, unknown> = {},
) => recordEvent(tx, { at, user_id, session_id, account_id, address, action, subject_id: id, facts })

async function lockPending(tx: Tx, { caller, id }: Asked): Promise<LockedTopup> {
  const topup = await lockTopup(tx, caller.account_id, id)
  if (!topup) throw new Refusal('not_found')
  if (topup.status !== 'pending') throw new Refusal('payment_not_pending')
  forbidOwn(signableOf(topup), caller)
  return topup
}

const signableOf = (topup: LockedTopup) => ({ ...topup, version: 1, edited_by: null })

async function shown(tx: Tx, caller: AccountCaller, id: string): Promise<CardTopup> {
  const row = await findTopup(tx, caller, id)
  if (!row) throw new Error('a top-up has vanished')
  return topupOf(row, caller)
}

/** Signs a top-up. With the last signature its money, held until then, moves. */
export function acceptTopup({ db, clock }: Ports, asked: Asked): Promise<CardTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, confirmation, id } = asked
    const { account_id } = caller
    const topup = await lockPending(tx, asked)
    const card = await lockCard(tx, account_id, topup.card_id, now.toISOString().slice(0, 10))
    if (!card) throw new Error('a top-up without its card')
    if (card.status !== 'active') throw new Refusal('card_not_active')
    const { amount, fees, tax, reference } = topup
    await requireConfirmation(
      tx,
      { caller, account_id, confirmation, details: id },
      {
        kind: 'topup.accept',
        facts: [
          { name: 'card', text: `${maskedCardNumber(card.last_digits)} · ${card.holder}` },
          { name: 'amount', amount, currency: 'XOF' },
          { name: 'total', amount: amount + fees + tax, currency: 'XOF' },
        ],
      },
      now,
    )
    const isLast = await signPayment(tx, signableOf(topup), caller, now)
    await recorded(tx, caller, id, 'topup.accept', now, { amount })
    if (isLast) {
      await lockBalances(tx, [account_id, card.ledger_account_id])
      await release(tx, account_id, topupHold(id), now)
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
      }
      const [outcome] = await post(tx, [topupPosting(load, await findInternalAccounts(tx))])
      if (outcome !== 'posted') throw new Error('the ledger refused what was held for it')
      await markTopupDone(tx, topup, posting_id, now)
      await recordEvent(tx, {
        at: now,
        user_id: null,
        session_id: null,
        account_id,
        address: null,
        action: 'topup.execute',
        subject_id: id,
        facts: { amount, posting_id },
      })
    }
    return shown(tx, caller, id)
  })
}

/** One refusal ends it, and its money is free again. */
export function rejectTopup({ db, clock }: Ports, { reason, ...asked }: Asked & { reason: string }): Promise<CardTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, id } = asked
    const topup = await lockPending(tx, asked)
    await release(tx, caller.account_id, topupHold(id), now)
    await markTopupFailed(tx, topup, { code: 'refused', reason }, now)
    await recorded(tx, caller, id, 'topup.reject', now, { reason })
    await tellOfTopups(tx, [{ ...topup, code: 'refused', reason }], now)
    return shown(tx, caller, id)
  })
}

async function lockPendingRecurring(tx: Tx, { caller, id, version }: Asked & { version: number }): Promise<LockedRecurring> {
  const recurring = await lockRecurring(tx, caller.account_id, id)
  if (!recurring) throw new Refusal('not_found')
  if (recurring.status !== 'pending') throw new Refusal('payment_not_pending')
  forbidOwn(recurring, caller)
  if (recurring.version !== version) throw new Refusal('stale_recurring')
  return recurring
}

/** Signs a recurring top-up, once for all its dates. */
export function acceptRecurring({ db, clock }: Ports, asked: Asked & { version: number }): Promise<RecurringTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    const { caller, confirmation, id, version } = asked
    const recurring = await lockPendingRecurring(tx, asked)
    const { amount, recurrence, start_date } = recurring
    const card = await lockCard(tx, caller.account_id, recurring.card_id, today)
    if (!card) throw new Error('a recurring top-up without its card')
    await requireConfirmation(
      tx,
      { caller, account_id: caller.account_id, confirmation, details: [id, version] },
      {
        kind: 'recurring-topup.accept',
        facts: [
          { name: 'card', text: `${maskedCardNumber(card.last_digits)} · ${card.holder}` },
          { name: 'amount', amount, currency: 'XOF' },
          { name: 'periodicity', text: recurrence },
          { name: 'date', text: start_date },
        ],
      },
      now,
    )
    const isLast = await signPayment(tx, recurring, caller, now)
    await recorded(tx, caller, id, 'recurring-topup.accept', now, { amount, version })
    // What was signed too late for its first date begins with the next one.
    if (isLast && (await goOn(tx, recurring, recurring.next_k, now)) === 'ended') throw new Refusal('payment_not_pending')
    return shownRecurring(tx, caller, id, today)
  })
}

export function rejectRecurring(
  { db, clock }: Ports,
  { reason, ...asked }: Asked & { version: number; reason: string },
): Promise<RecurringTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, id } = asked
    const recurring = await lockPendingRecurring(tx, asked)
    await markStopped(tx, recurring, { status: 'refused', reason })
    await recorded(tx, caller, id, 'recurring-topup.reject', now, { reason })
    await tellOfTopups(tx, [{ ...recurring, reference: null, code: 'refused', reason }], now)
    return shownRecurring(tx, caller, id, now.toISOString().slice(0, 10))
  })
}
