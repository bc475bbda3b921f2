// Orders that arrive together share one transaction and its few round trips; each keeps its own rules, posting and outcome.
import type { Transfer } from 'contract/transfers.ts'
import { recordEvents } from '../../db/audit.ts'
import { useConfirmations } from '../../db/confirmations.ts'
import { gather } from '../../db/gather.ts'
import { findAnswers, type KeptAnswer, keepAnswers } from '../../db/idempotency.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { hold, lockBalances, post } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../outside/clock.ts'
import { newId } from '../../outside/ids.ts'
import { ConfirmationNeeded, Refusal } from '../../refusal.ts'
import { type AcceptedOrder, decide, type Order, postingOf, totalOf, transferOf } from './transfer-order.ts'
import { findOrderFacts, insertTransfers } from './transfer-store.ts'

type Ports = { db: Db; clock: Clock }
type Outcome = Transfer | Refusal | ConfirmationNeeded

const keyOf = ({ caller, once }: Order) => `${caller.user_id} ${once.key}`

/** The first answer again, or a refusal where the key has served for something else. */
const replay = ({ once }: Order, { request_hash, answer }: KeptAnswer): Outcome =>
  // Answers are kept by this file alone, as transfers.
  request_hash === once.request_hash ? (answer as Transfer) : new Refusal('idempotency_key_reused')

async function findReplays(tx: Tx, orders: readonly Order[]): Promise<Map<Order, Outcome>> {
  const kept = await findAnswers(
    tx,
    orders.map(({ caller, once }) => ({ user_id: caller.user_id, key: once.key })),
  )
  const answers = new Map(kept.map((answer) => [`${answer.user_id} ${answer.key}`, answer]))
  return new Map(
    orders.flatMap((order) => {
      const answer = answers.get(keyOf(order))
      return answer ? [[order, replay(order, answer)] as const] : []
    }),
  )
}

/** Locks the accounts of these orders, then decides each. The lock comes first: orders sent together must not see the same balance. */
async function decideLocked(tx: Tx, orders: readonly Order[], now: Date) {
  const facts = await findOrderFacts(
    tx,
    orders.map(({ caller, wish }) => ({ account_id: caller.account_id, beneficiary_id: wish.beneficiary_id })),
  )
  const touched = [...orders.map(({ caller }) => caller.account_id), ...facts.flatMap(({ payee_id }) => payee_id ?? [])]
  const balances = await lockBalances(tx, touched)
  const available = new Map(balances.map((balance) => [balance.account_id, balance.available]))
  const decisions = orders.map((order, place) => {
    const known = facts[place]
    if (!known) throw new Error('the store answered fewer facts than there are orders')
    return decide(order, known, available.get(order.caller.account_id) ?? 0, now)
  })
  return { decisions, available }
}

/** The orders whose password was given again, for exactly this operation. A proof serves one of them. */
async function confirmedAmong(tx: Tx, accepted: readonly AcceptedOrder[], now: Date): Promise<Set<AcceptedOrder>> {
  const proofs = accepted.flatMap(({ order: { confirmation, caller }, operation }) =>
    confirmation ? [{ token_hash: confirmation, session_id: caller.session_id, operation_hash: operation.hash }] : [],
  )
  const good = await useConfirmations(tx, proofs, now)
  return new Set(accepted.filter(({ order }) => order.confirmation !== null && good.delete(order.confirmation.toString('hex'))))
}

/** Whether an order can still be paid after those before it in the batch; where it can, what is available moves on. */
function spend(available: Map<string, number>, accepted: AcceptedOrder): Refusal | null {
  const { transfer, payee_id } = accepted
  const left = (available.get(transfer.account_id) ?? 0) - totalOf(accepted)
  if (left < 0) return new Refusal('insufficient_balance', { missing: { amount: -left, currency: transfer.currency } })
  available.set(transfer.account_id, left)
  if (transfer.posting_id) available.set(payee_id, (available.get(payee_id) ?? 0) + transfer.amount)
  return null
}

/** Moves the money of the orders that run now, holds the money of those that wait for signatures. */
async function moveOrHold(tx: Tx, payable: readonly AcceptedOrder[], now: Date): Promise<void> {
  const postings = payable.flatMap((one) => (one.transfer.posting_id ? [postingOf(one, one.transfer.posting_id)] : []))
  const outcomes = postings.length > 0 ? await post(tx, postings) : []
  if (outcomes.some((outcome) => outcome !== 'posted')) throw new Error('the ledger refused what the lock had allowed')
  for (const one of payable) {
    const { id, account_id, posting_id } = one.transfer
    if (posting_id) continue
    const isHeld = await hold(tx, { id: newId(), account_id, amount: totalOf(one), cause: `transfer:${id}`, held_at: now })
    if (!isHeld) throw new Error('the ledger refused to hold what the lock had allowed')
  }
}

async function record(tx: Tx, payable: readonly AcceptedOrder[], now: Date): Promise<void> {
  await insertTransfers(
    tx,
    payable.map(({ transfer }) => transfer),
  )
  await recordEvents(
    tx,
    payable.map(({ order: { caller }, transfer }) => ({
      at: now,
      user_id: caller.user_id,
      session_id: caller.session_id,
      account_id: transfer.account_id,
      address: caller.address,
      action: 'transfer.create' as const,
      subject_id: transfer.id,
      facts: { amount: transfer.amount, currency: transfer.currency, iban: transfer.beneficiary_iban, status: transfer.execution_status },
    })),
  )
  await keepAnswers(
    tx,
    payable.map((one) => ({ user_id: one.order.caller.user_id, ...one.order.once, answer: transferOf(one) })),
    now,
  )
}

/** Orders with different keys, in one transaction. */
function createTogether({ db, clock }: Ports, orders: readonly Order[]): Promise<Map<Order, Outcome>> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const outcomes = await findReplays(tx, orders)
    const fresh = orders.filter((order) => !outcomes.has(order))
    const { decisions, available } = await decideLocked(tx, fresh, now)
    const accepted: AcceptedOrder[] = []
    fresh.forEach((order, place) => {
      const decision = decisions[place]
      if (decision instanceof Refusal) outcomes.set(order, decision)
      else if (decision) accepted.push(decision)
    })

    const confirmed = await confirmedAmong(tx, accepted, now)
    const payable: AcceptedOrder[] = []
    for (const one of accepted) {
      const objection = confirmed.has(one) ? spend(available, one) : new ConfirmationNeeded(one.operation)
      outcomes.set(one.order, objection ?? transferOf(one))
      if (!objection) payable.push(one)
    }
    if (payable.length > 0) {
      await moveOrHold(tx, payable, now)
      await record(tx, payable, now)
    }
    return outcomes
  })
}

/** Any orders: those that repeat a key of the same batch come after its first, and get its answer. */
async function createAll(ports: Ports, orders: readonly Order[]): Promise<Map<Order, Outcome>> {
  const firsts = new Map<string, Order>()
  const repeats: Order[] = []
  for (const order of orders) {
    if (firsts.has(keyOf(order))) repeats.push(order)
    else firsts.set(keyOf(order), order)
  }
  const outcomes = await createTogether(ports, [...firsts.values()])
  return repeats.length === 0 ? outcomes : new Map([...outcomes, ...(await createAll(ports, repeats))])
}

/**
 * The way to order a transfer. An individual's is executed at once; a company's waits for its signatures with its
 * amount held. Throws the refusal that says why not, or ConfirmationNeeded until the password was given again.
 */
export function transferCreator(ports: Ports): (order: Order) => Promise<Transfer> {
  return gather<Order, Transfer>(
    async (orders) => {
      const outcomes = await createAll(ports, orders)
      return orders.map((order) => outcomes.get(order) ?? new Error('an order was left without an outcome'))
    },
    // One batch at a time: two would wait for each other's accounts, and each would be half as large.
    { most: 64, lanes: 1 },
  )
}
