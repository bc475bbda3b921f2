// Creates the transfers that most customers order: inside the bank, paid at once, without documents or signatures. A batch of them is read by
// one statement and written by one. It is optimistic: what was read is checked again after the accounts are locked, and where it has
// changed, nothing is written.
import type { Transfer } from 'contract/transfers/transfers.ts'
import pg from 'pg'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { answersInsert } from '../../db/idempotency.ts'
import { notify } from '../../db/listen.ts'
import { isTakenKey } from '../../db/transaction.ts'
import { postingsArguments } from '../../ledger/ledger-store.ts'
import { Refusal } from '../../refusal.ts'
import { eventsInsert } from '../audit/audit-store.ts'
import type { Ordering } from '../signing/limit-store.ts'
import { confirmationsUpdate, tokensOf } from '../reauthentication/reauthentication-store.ts'
import { noExchange } from './exchange-control-rules.ts'
import { mayBeLimited } from './new-payee-orders.ts'
import { type AcceptedOrder, decide, type TransferOrder, totalOf } from './transfer-order.ts'
import { answerOf, bookPostingOf, eventsOf, transferOf } from './transfer-records.ts'
import { findPayableContext, payeeIn } from './order-context-store.ts'
import { transfersInsert } from './transfer-store.ts'

type Ports = { db: Db; clock: Clock }

/** `booked`: the balance that the order leaves on the debited account; null where it was not read. */
export type CreatedTransfer = { transfer: Transfer; booked: number | null }

/** Orders that were read and can be paid now. */
export type PayableOrders = { orders: readonly AcceptedOrder[]; now: Date }

/** What an order depends on has changed since it was read (0025_book_transfers.sql). */
const CHANGED = 'LG006'

/** Whether an order qualifies for the fast way, judged by its own values. */
export const mayBeSimple = ({ input, documents, confirmation }: TransferOrder) =>
  input.type === 'direct' && documents.length === 0 && confirmation.token_hash !== null

/** The first order of each debited account. */
function firstOfEach(orders: readonly TransferOrder[]): TransferOrder[] {
  const accounts = new Set<string>()
  return orders.filter(({ caller: { account_id } }) => {
    const isFirst = !accounts.has(account_id)
    accounts.add(account_id)
    return isFirst
  })
}

/**
 * Reads what orders need, and decides which are simple: book transfers of a person who signs alone, one for each debited account. The
 * others are not in the answer. Nothing is locked.
 */
export async function readPayableOrders(
  { db, clock }: Ports,
  orders: readonly TransferOrder[],
): Promise<PayableOrders> {
  const simple = firstOfEach(orders.filter(mayBeSimple))
  const now = clock.now()
  if (simple.length === 0) return { orders: [], now }
  const contexts = await findPayableContext(
    db,
    simple.map(({ caller, input, once: { key } }) => ({ ...payeeIn(caller, input), key })),
    now,
  )
  const payable = simple.flatMap((order, index) => {
    const context = contexts[index]
    // What is limited is counted under the lock of the account.
    if (!context || context.is_known || mayBeLimited(order.caller, context, now)) return []
    const accepted = decide(order, { ...context, ...noExchange }, context.available, [], now)
    const isPayable = !(accepted instanceof Refusal) && accepted.transfer.posting_id !== null && accepted.payee_id
    const isPlain =
      isPayable && totalOf(accepted) === accepted.transfer.amount && accepted.transfer.credit_amount === null
    return isPlain ? [accepted] : []
  })
  return { orders: payable, now }
}

/** The balances that orders leave, by account. `booked`: those before. */
function balancesAfter(booked: Readonly<Record<string, number>>, orders: readonly AcceptedOrder[]) {
  const balances = new Map(Object.entries(booked))
  const move = (id: string, amount: number) => balances.set(id, (balances.get(id) ?? 0) + amount)
  for (const { payee_id, transfer } of orders) {
    move(transfer.account_id, -transfer.amount)
    if (payee_id) move(payee_id, transfer.amount)
  }
  return balances
}

const accountsOf = ({ payee_id, transfer: { account_id } }: AcceptedOrder) =>
  payee_id ? [account_id, payee_id] : [account_id]

type Written =
  /** The balances that the orders leave. */
  | { balances: ReadonlyMap<string, number> }
  /** Nothing was written: the orders that nothing known prevents. */
  | { remaining: AcceptedOrder[] }

/** Writes all of them in one statement, or none. */
async function write({ db }: Ports, { orders, now }: PayableOrders): Promise<Written> {
  const accounts = new Set(orders.flatMap(accountsOf))
  const limited = orders.filter(({ transfer }) => !transfer.is_own)
  const orderings: (Ordering & { amount: number })[] = limited.map(({ order: { caller }, transfer }) => {
    const { account_id, beneficiary_iban: iban, amount } = transfer
    return { account_id, user_id: caller.user_id, iban, changed: null, amount }
  })
  const postings = orders.flatMap((one) => bookPostingOf(one, now, new Map()) ?? [])
  const { heads, lines } = postingsArguments(postings)
  const tokens = orders.flatMap(({ order: { caller, confirmation }, operation }) =>
    tokensOf(caller, confirmation, operation),
  )
  const events = orders.flatMap((one) => eventsOf(one, now))
  // Each part waits for `can_run`, which locks the accounts and checks them.
  const [row] = await db<{ can_run: boolean; booked: Record<string, number>; over_limit: number[] }>`
    WITH locked AS MATERIALIZED (
      SELECT can_run, booked, over_limit FROM orders_lock(${[...accounts]}::uuid[], ${JSON.stringify(orderings)}, ${now.toISOString().slice(0, 10)})
    ), confirmed AS (
      ${confirmationsUpdate(tokens, now)} AND (SELECT can_run FROM locked) RETURNING 1
    ), posted AS MATERIALIZED (
      SELECT outcome FROM ledger_post(${heads}, ${lines}) WHERE (SELECT can_run FROM locked)
    ), ordered AS (
      ${transfersInsert(orders.map(({ transfer }) => transfer))} AND (SELECT can_run FROM locked) RETURNING 1
    ), recorded AS (
      ${eventsInsert(events)} WHERE (SELECT can_run FROM locked) RETURNING 1
    ), kept AS (
      ${answersInsert(orders.map(answerOf), now)} WHERE (SELECT can_run FROM locked) RETURNING 1
    )
    SELECT can_run, booked, over_limit, CASE WHEN can_run THEN refuse_unless(
             (SELECT count(*) FROM posted WHERE outcome = 'posted') = ${orders.length} AND (SELECT count(*) FROM confirmed) = ${orders.length}
             AND (SELECT count(*) FROM ordered) = ${orders.length} AND (SELECT count(*) FROM kept) = ${orders.length}
             AND (SELECT count(*) FROM recorded) = ${events.length}) END
      FROM locked`
  if (!row) throw new Error('a function without a row')
  const { can_run, booked, over_limit } = row
  if (can_run) return { balances: balancesAfter(booked, orders) }
  const tooLarge = new Set(over_limit.map((index) => limited[index]))
  const isFree = (one: AcceptedOrder) => accountsOf(one).every((id) => id in booked) && !tooLarge.has(one)
  return { remaining: orders.filter(isFree) }
}

const isChanged = (error: unknown) => error instanceof pg.DatabaseError && (error.code === CHANGED || isTakenKey(error))

/**
 * Creates orders that were read. An order whose account another transaction has locked, or that exceeds a limit, is not in the answer;
 * where something else has changed meanwhile, none is. They take the general way, which also says why an order is refused.
 */
export async function writePayableOrders(
  ports: Ports,
  { orders, now }: PayableOrders,
): Promise<Map<TransferOrder, CreatedTransfer>> {
  if (orders.length === 0) return new Map()
  try {
    const written = await write(ports, { orders, now })
    if ('remaining' in written)
      return written.remaining.length < orders.length
        ? await writePayableOrders(ports, { orders: written.remaining, now })
        : new Map()
    notify(ports.db.pool)
    return new Map(
      orders.map((one) => [
        one.order,
        { transfer: transferOf(one), booked: written.balances.get(one.transfer.account_id) ?? null },
      ]),
    )
  } catch (error) {
    if (isChanged(error)) return new Map()
    throw error
  }
}

/** Creates those of the orders that are simple. The others are not in the answer. */
export const createBookTransfers = async (
  ports: Ports,
  orders: readonly TransferOrder[],
): Promise<Map<TransferOrder, CreatedTransfer>> => writePayableOrders(ports, await readPayableOrders(ports, orders))
