// Creates transfers. Orders that arrive together share one transaction and its few round trips; each keeps its own rules, posting and outcome.
import type { Transfer } from 'contract/transfers/transfers.ts'
import { recordEvents } from '../audit/audit-store.ts'
import { tokensOf, useConfirmations } from '../reauthentication/reauthentication-store.ts'
import { Busy, createBatcher } from '../../db/batcher.ts'
import { findAnswers, storeAnswers } from '../../db/idempotency.ts'
import type { StoredAnswer } from '../../db/idempotency-columns.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, hold, lockBalances, lockFreeBalances, post } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { ConfirmationNeeded, Refusal } from '../../refusal.ts'
import { type AcceptedOrder, decide, holdsMoney, type TransferOrder, totalOf } from './transfer-order.ts'
import { holdCause } from './transfer-rules.ts'
import { countWithin, limitRefusal } from '../signing/limit-rules.ts'
import { findLimitUses } from '../signing/limit-store.ts'
import { insertDocuments } from './transfer-document-store.ts'
import { lockExchangeContexts } from './exchange-store.ts'
import { findOrderContext, type OrderContext, payeeIn } from './order-context-store.ts'
import { insertTransfers } from './transfer-store.ts'
import { answerOf, bookPostingOf, eventsOf, transferOf } from './transfer-records.ts'
import { mayBeLimited, withOrdered } from './new-payee-orders.ts'
import { createBookTransfers, type CreatedTransfer, mayBeSimple } from './create-book-transfers.ts'

type Ports = { db: Db; clock: Clock }
type Outcome = Transfer | Refusal | ConfirmationNeeded | Busy

const keyOf = ({ caller, once }: TransferOrder) => `${caller.user_id} ${once.key}`

/** The first answer again, or a refusal where the key was used for another request. */
const replay = ({ once }: TransferOrder, { request_hash, answer }: StoredAnswer): Outcome =>
  // Only this file stores these answers, as transfers.
  request_hash === once.request_hash ? (answer as Transfer) : new Refusal('idempotency_key_reused')

async function findReplays(tx: Tx, orders: readonly TransferOrder[]): Promise<Map<TransferOrder, Outcome>> {
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

/** Whether an earlier order of the batch is counted with this one: by exchange control (same customer, same payee abroad), or to a new payee. */
function countedTogether(orders: readonly TransferOrder[], facts: readonly OrderContext[], now: Date) {
  const keys = orders.map(({ caller }, index) => {
    const known = facts[index]
    const isCounted = known && (known.rail === 'international' || mayBeLimited(caller, known, now))
    return isCounted ? `${caller.customer_id} ${known.beneficiary_iban}` : null
  })
  return (index: number) => keys[index] !== null && keys.indexOf(keys[index] ?? null) < index
}

/**
 * Locks the accounts of these orders, then decides each. The lock comes first: orders sent together must not see the same
 * balance. An order with an account that another transaction has locked is Busy, unless the caller waits for locks.
 */
async function decideLocked(
  tx: Tx,
  orders: readonly TransferOrder[],
  { now, isApart }: { now: Date; isApart: boolean },
) {
  const facts = await findOrderContext(
    tx,
    orders.map(({ caller, input }) => payeeIn(caller, input)),
    now,
  )
  const exchanges = await lockExchangeContexts(
    tx,
    orders.map(({ caller }) => ({ ...caller, changed: null })),
    facts,
    now,
  )
  const isCountedTwice = countedTogether(orders, facts, now)
  const accountsOf = ({ caller }: TransferOrder, index: number) => [
    caller.account_id,
    ...(facts[index]?.payee_id ? [facts[index].payee_id] : []),
  ]
  const accountIds = orders.flatMap(accountsOf)
  const balances = await (isApart ? lockBalances : lockFreeBalances)(tx, accountIds)
  const available = new Map(balances.map((balance) => [balance.account_id, balance.available]))
  const contexts = await withOrdered(
    tx,
    orders.map(({ caller }) => ({ ...caller, changed: null })),
    facts,
    now,
  )
  const uses = await findLimitUses(
    tx,
    orders.map(({ caller: { account_id, user_id } }, index) => ({
      account_id,
      user_id,
      iban: facts[index]?.beneficiary_iban ?? null,
      changed: null,
    })),
    now,
  )
  const decisions = orders.map((order, index) => {
    const known = contexts[index]
    const exchange = exchanges[index]
    if (!known || !exchange) throw new Error('the store answered fewer facts than there are orders')
    if (!isApart && isCountedTwice(index)) return new Busy()
    if (!isApart && !accountsOf(order, index).every((id) => available.has(id))) return new Busy()
    return decide(order, { ...known, ...exchange }, available.get(order.caller.account_id) ?? 0, uses[index] ?? [], now)
  })
  return { decisions, available }
}

/** The orders with valid re-authentication for exactly this operation. A token confirms one of them. */
async function confirmedAmong(tx: Tx, accepted: readonly AcceptedOrder[], now: Date): Promise<Set<AcceptedOrder>> {
  const tokens = accepted.flatMap(({ order: { confirmation, caller }, operation }) =>
    tokensOf(caller, confirmation, operation),
  )
  const used = await useConfirmations(tx, tokens, now)
  return new Set(accepted.filter(({ order }) => used.delete(order.confirmation.token_hash?.toString('hex') ?? '')))
}

type Funding = 'paid' | 'held' | 'later' | Refusal

/**
 * Decides the funding of an order after the earlier ones of the batch: paid now, held, or checked on its day.
 * The available balance is reduced accordingly.
 */
function fund(
  available: Map<string, number>,
  limits: ReturnType<typeof countWithin>,
  accepted: AcceptedOrder,
): Funding {
  const { transfer, uses } = accepted
  const where = { account_id: transfer.account_id, iban: transfer.beneficiary_iban }
  const overLimit = limitRefusal(limits.usesNow(uses, where), transfer.amount, transfer.currency)
  if (overLimit) return overLimit
  const funding = pay(available, accepted)
  if (!(funding instanceof Refusal)) limits.add(uses, where, transfer.amount)
  return funding
}

function pay(available: Map<string, number>, accepted: AcceptedOrder): Funding {
  const { transfer, payee_id } = accepted
  if (!transfer.posting_id && !holdsMoney(accepted)) return 'later'
  const left = (available.get(transfer.account_id) ?? 0) - totalOf(accepted)
  if (left < 0) return new Refusal('insufficient_balance', { missing: { amount: -left, currency: transfer.currency } })
  available.set(transfer.account_id, left)
  if (!transfer.posting_id) return 'held'
  if (payee_id) available.set(payee_id, (available.get(payee_id) ?? 0) + (transfer.credit_amount ?? transfer.amount))
  return 'paid'
}

/** Posts the orders that run now, and holds the amounts of those that wait for signatures. */
async function moveOrHold(tx: Tx, funded: ReadonlyMap<AcceptedOrder, Funding>, now: Date): Promise<void> {
  const isExchanged = [...funded.keys()].some(({ transfer }) => transfer.credit_amount !== null)
  const internal = isExchanged ? await findInternalAccounts(tx) : new Map<string, string>()
  const postings = [...funded.keys()].flatMap((one) => {
    const posting = bookPostingOf(one, now, internal)
    return posting ? [posting] : []
  })
  const outcomes = postings.length > 0 ? await post(tx, postings) : []
  if (outcomes.some((outcome) => outcome !== 'posted')) throw new Error('the ledger refused what the lock had allowed')
  for (const [one, funding] of funded) {
    if (funding !== 'held') continue
    const { id, account_id } = one.transfer
    const isHeld = await hold(tx, {
      id: newId(),
      account_id,
      amount: totalOf(one),
      cause: holdCause({ id, version: 1 }),
      held_at: now,
    })
    if (!isHeld) throw new Error('the ledger refused to hold what the lock had allowed')
  }
}

async function record(tx: Tx, payable: readonly AcceptedOrder[], now: Date): Promise<void> {
  await insertTransfers(
    tx,
    payable.map(({ transfer }) => transfer),
  )
  for (const { order, transfer } of payable)
    if (order.documents.length > 0)
      await insertDocuments(tx, transfer, order.documents, { by: order.caller.user_id, at: now })
  await recordEvents(
    tx,
    payable.flatMap((one) => eventsOf(one, now)),
  )
  await storeAnswers(tx, payable.map(answerOf), now)
}

/** Creates orders with different keys in one transaction. */
function createTogether(
  { db, clock }: Ports,
  orders: readonly TransferOrder[],
  isApart: boolean,
): Promise<Map<TransferOrder, Outcome>> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const outcomes = await findReplays(tx, orders)
    const fresh = orders.filter((order) => !outcomes.has(order))
    const { decisions, available } = await decideLocked(tx, fresh, { now, isApart })
    const accepted: AcceptedOrder[] = []
    fresh.forEach((order, index) => {
      const decision = decisions[index]
      if (decision instanceof Error) outcomes.set(order, decision)
      else if (decision) accepted.push(decision)
    })

    const confirmed = await confirmedAmong(tx, accepted, now)
    const funded = new Map<AcceptedOrder, Funding>()
    const limits = countWithin()
    for (const one of accepted) {
      const funding = confirmed.has(one) ? fund(available, limits, one) : new ConfirmationNeeded(one.operation)
      if (funding instanceof Error) outcomes.set(one.order, funding)
      else {
        outcomes.set(one.order, transferOf(one))
        funded.set(one, funding)
      }
    }
    if (funded.size > 0) {
      await moveOrHold(tx, funded, now)
      await record(tx, [...funded.keys()], now)
    }
    // Another server may have executed the same request while this one waited: the order is refused because of itself.
    const refused = fresh.filter((order) => order.confirmation.token_hash && outcomes.get(order) instanceof Error)
    if (refused.length > 0) for (const [order, outcome] of await findReplays(tx, refused)) outcomes.set(order, outcome)
    return outcomes
  })
}

/** Creates any orders: a repeated key in the same batch is processed after its first order, and gets its answer. */
export async function createTransfers(
  ports: Ports,
  orders: readonly TransferOrder[],
  isApart: boolean,
): Promise<Map<TransferOrder, Outcome>> {
  const firsts = new Map<string, TransferOrder>()
  const repeats: TransferOrder[] = []
  for (const order of orders) {
    if (firsts.has(keyOf(order))) repeats.push(order)
    else firsts.set(keyOf(order), order)
  }
  const outcomes = await createTogether(ports, [...firsts.values()], isApart)
  return repeats.length === 0 ? outcomes : new Map([...outcomes, ...(await createTransfers(ports, repeats, isApart))])
}

export type TransferCreator = ((order: TransferOrder) => Promise<CreatedTransfer>) & {
  /** For how many milliseconds the first order has waited for its turn; 0 when none waits. */
  oldestWait: () => number
}

/**
 * Orders a transfer. An individual's is executed at once; a company's waits for its signatures with its
 * amount held. Throws the refusal, or ConfirmationNeeded without a valid re-authentication.
 */
export function transferCreator(ports: Ports): TransferCreator {
  // One batch at a time: two would wait for each other's locks, and each would be half as large.
  const size = { max: 64, concurrency: 1 }
  const create = createBatcher<TransferOrder, Transfer>(
    async (orders, { isApart }) => {
      const outcomes = await createTransfers(ports, orders, isApart)
      return orders.map((order) => outcomes.get(order) ?? new Error('an order was left without an outcome'))
    },
    { ...size, keyOf: ({ caller }) => caller.account_id },
  )

  /** Null for an order that takes the general way. Apart are orders whose batch failed: in general, because of one of them. */
  const createSimple = createBatcher<TransferOrder, CreatedTransfer | null>(async (orders, { isApart }) => {
    const created = isApart ? new Map<TransferOrder, CreatedTransfer>() : await createBookTransfers(ports, orders)
    return orders.map((order) => created.get(order) ?? null)
  }, size)

  async function createTransfer(order: TransferOrder): Promise<CreatedTransfer> {
    const created = mayBeSimple(order) ? await createSimple(order) : null
    return created ?? { transfer: await create(order), booked: null }
  }
  return Object.assign(createTransfer, { oldestWait: () => Math.max(create.oldestWait(), createSimple.oldestWait()) })
}
