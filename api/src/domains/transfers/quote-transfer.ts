import { changeTransfer, createTransfer, type QuoteInput, type TransferQuote } from 'contract/transfers/transfers.ts'
import { dueDatesFrom } from 'contract/values/calendar.ts'
import { type AccountCaller, seesConfidential } from '../../caller.ts'
import { requestDigest } from '../../confirmation.ts'
import { operationOf } from '../reauthentication/reauthentication-store.ts'
import type { Db } from '../../db/db.ts'
import { findAvailable, heldFor } from '../../ledger/ledger-store.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { summaryOf } from './order-summary.ts'
import { contextOfEdit, prepare, type PreparedOrder } from './transfer-order.ts'
import { leftOf } from '../signing/limit-rules.ts'
import { findLimitUses } from '../signing/limit-store.ts'
import { signaturesOf } from '../signing/tier-rules.ts'
import {
  chargesOf,
  creditValueDate,
  cutOffOf,
  firstDayFor,
  holidaysOnBothSides,
  networkOf,
  postponedBy,
} from './transfer-charges-rules.ts'
import { holdCause } from './transfer-rules.ts'
import { findStoredTransfer } from './transfer-state-store.ts'
import { datesKept, isSameSeries } from './edit-transfer.ts'
import { leftFor, newPayeeRefusal } from '../beneficiaries/new-payee-rules.ts'
import { confirmationObjection, hasPasskey } from '../reauthentication/confirmation-rules.ts'
import { withOrdered } from './new-payee-orders.ts'
import { findExchangeContexts } from './exchange-store.ts'
import { findOrderContext, type OrderContext, payeeIn } from './order-context-store.ts'

const VISIBLE_DATES = 4

/** The other way to pay a looked-up payee with an IBAN: through the clearing where it is paid instantly, and the reverse. */
function otherNetworkOf(
  caller: AccountCaller,
  {
    input,
    facts,
    prepared,
    now,
  }: { input: Omit<QuoteInput, 'replaces'>; facts: OrderContext; prepared: PreparedOrder; now: Date },
): TransferQuote['other_network'] {
  const { looked_up, tariff, home } = facts
  if (!looked_up?.has_iban || prepared.network === 'book') return null
  const iban = prepared.beneficiary_iban
  const { amount } = prepared.price
  const chosen = prepared.network === 'instant' ? 'clearing' : 'instant'
  const network = networkOf({ iban, is_ours: false, amount, looked_up, chosen }, tariff)
  if (network === null) return null
  const holidays = new Set(facts.holidays)
  const first = firstDayFor(network, now, tariff, holidaysOnBothSides(iban, holidays))
  const day = input.type === 'direct' ? first : prepared.dates.execution_date
  const { fees, tax } = chargesOf(network, { iban, amount, home, is_company: caller.is_company }, tariff)
  return { network, fees: fees + tax, arrival_date: creditValueDate({ network, iban }, day, holidays) }
}

/** The cost of a transfer, its date, and the remaining balance. Nothing is stored and nothing is locked. */
export async function quoteTransfer(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  { replaces = null, keep_documents, ...input }: QuoteInput,
): Promise<TransferQuote> {
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const [read] = await findOrderContext(db, [payeeIn(caller, input)], now)
  const [facts] = read ? await withOrdered(db, [{ ...caller, changed: replaces }], [read], now) : []
  const replaced = replaces && (await findStoredTransfer(db, caller.account_id, replaces))
  if (replaces && (!replaced || (replaced.is_confidential && !seesConfidential(caller)))) throw new Refusal('not_found')
  const balance = await findAvailable(db, caller.account_id)
  if (!facts || balance === null) throw new Refusal('unknown_beneficiary')
  const [exchange] = await findExchangeContexts(db, [{ ...caller, changed: replaces }], [facts], now)
  if (!exchange) throw new Error('the store answered no facts')
  const kept = replaced ? datesKept(replaced, today, facts.holidays) : null
  const context = replaced ? contextOfEdit(facts, replaced, input) : facts
  const prepared = prepare(caller, input, { ...context, ...exchange }, now, kept)
  if (prepared instanceof Refusal) throw prepared
  const { rail, network, price, currencies, dates, signing_rule, signs_alone, asks, new_payee, is_repeated } = prepared
  const { amount, fees, tax, rate_at, rate_until } = price
  const { periodicity, start_date, end_date, execution_date } = dates
  const index = (replaced && isSameSeries(replaced, dates) && replaced.next_occurrence) || 0
  const payee = { network, iban: prepared.beneficiary_iban }
  const holidays = new Set(facts.holidays)
  const closed = holidaysOnBothSides(payee.iban, holidays)
  const is_paused = replaced ? replaced.execution_status === 'paused' : false
  const next =
    periodicity && start_date && !is_paused
      ? dueDatesFrom({ periodicity, start_date, end_date }, index, VISIBLE_DATES, closed)
      : []
  const total = amount + fees + tax
  const available = balance + (replaced ? await heldFor(db, caller.account_id, holdCause(replaced)) : 0)
  const requestedDay =
    input.type === 'delayed'
      ? input.execution_date
      : input.type === 'periodic'
        ? (next[0]?.nominal ?? execution_date)
        : today
  const [uses = []] = prepared.is_own
    ? [[]]
    : await findLimitUses(
        db,
        [
          {
            account_id: caller.account_id,
            user_id: caller.user_id,
            iban: prepared.beneficiary_iban,
            changed: replaces,
          },
        ],
        now,
      )
  const [limit = null] = leftOf(uses).toSorted((one, other) => one.remaining - other.remaining)
  const warnings: TransferQuote['warnings'] = []
  if (total > available) warnings.push('insufficient_balance')
  if (!replaced && is_repeated) warnings.push('same_order_today')
  if (execution_date !== requestedDay) warnings.push('date_moved')
  const summary = summaryOf(
    replaced ? 'transfer.edit' : 'transfer.create',
    input,
    { ...prepared, is_paused },
    facts.account_number,
    caller.currency,
  )
  const objection = confirmationObjection(summary, caller.policy, now)
  if (objection) throw objection
  const isLifted = !replaced && hasPasskey(caller.policy)
  const needsPasskey = newPayeeRefusal(new_payee, facts.ordered, amount, caller.currency) !== null
  // The request that will carry the token: the quote describes its operation before the documents are uploaded.
  const request = replaced
    ? requestDigest(changeTransfer, {
        params: { id: replaced.id },
        query: {},
        body: { ...input, version: replaced.version, ...(keep_documents && { keep_documents }) },
      })
    : requestDigest(createTransfer, { params: {}, query: {}, body: input })
  return {
    rail,
    network,
    other_network: otherNetworkOf(caller, { input, facts, prepared, now }),
    is_reachable_instantly: facts.is_reachable_instantly,
    amount,
    credit_amount: price.credit_amount,
    credit_currency: price.credit_currency,
    exchange_rate: price.exchange_rate,
    rate_at: rate_at && unixSeconds(rate_at),
    rate_until: rate_until && unixSeconds(rate_until),
    exchange_commission: price.exchange_commission,
    currencies,
    fees,
    tax,
    total,
    currency: caller.currency,
    available,
    balance_after: available - total,
    execution_date,
    arrival_date: creditValueDate(payee, execution_date, holidays),
    cut_off: cutOffOf(network, facts.tariff),
    postponed_by: input.type === 'direct' ? postponedBy(payee, now, facts.tariff, holidays) : null,
    limit,
    // A passkey lifts the limit: only with it is the order confirmed.
    new_payee:
      new_payee && !isLifted
        ? {
            limit: new_payee.limit,
            remaining: leftFor(new_payee, facts.ordered),
            until: new_payee.until && unixSeconds(new_payee.until),
          }
        : null,
    next_dates: next.map(({ nominal, due }) => ({ nominal, due })),
    signatures_needed: signaturesOf(signing_rule),
    signs_alone,
    asks,
    warnings,
    operation: {
      ...operationOf(caller, summary, request),
      ...(isLifted && needsPasskey && { methods: ['passkey' as const] }),
    },
  }
}
