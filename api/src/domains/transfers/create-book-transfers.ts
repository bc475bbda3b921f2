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

/** What an order depends on has changed since it was read (0025_book_transfers.sql). */
const CHANGED = 'LG006'

const mayBeSimple = ({ input, documents, confirmation }: TransferOrder) =>
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

/** The orders that are paid at once, whatever the limits say. */
async function findPayable({ db }: Ports, orders: readonly TransferOrder[], now: Date): Promise<AcceptedOrder[]> {
  const contexts = await findPayableContext(
    db,
    orders.map(({ caller, input, once: { key } }) => ({ ...payeeIn(caller, input), key })),
    now,
  )
  return orders.flatMap((order, index) => {
    const context = contexts[index]
    // What is limited is counted under the lock of the account.
    if (!context || context.is_known || mayBeLimited(order.caller, context, now)) return []
    const accepted = decide(order, { ...context, ...noExchange }, context.available, [], now)
    const isPayable = !(accepted instanceof Refusal) && accepted.transfer.posting_id !== null && accepted.payee_id
    const isPlain =
      isPayable && totalOf(accepted) === accepted.transfer.amount && accepted.transfer.credit_amount === null
    return isPlain ? [accepted] : []
  })
}

/** Writes all of them in one statement, or none. Answers whether they were written. */
async function write({ db }: Ports, payable: readonly AcceptedOrder[], now: Date): Promise<boolean> {
  const accounts = new Set(
    payable.flatMap(({ payee_id, transfer }) => [transfer.account_id, ...(payee_id ? [payee_id] : [])]),
  )
  const limited: (Ordering & { amount: number })[] = payable.flatMap(({ order: { caller }, transfer }) => {
    const { account_id, beneficiary_iban: iban, amount } = transfer
    return transfer.is_own ? [] : [{ account_id, user_id: caller.user_id, iban, changed: null, amount }]
  })
  const postings = payable.flatMap((one) => bookPostingOf(one, now, new Map()) ?? [])
  const { heads, lines } = postingsArguments(postings)
  const tokens = payable.flatMap(({ order: { caller, confirmation }, operation }) =>
    tokensOf(caller, confirmation, operation),
  )
  const events = payable.flatMap((one) => eventsOf(one, now))
  // Each part waits for `can_run`, which locks the accounts and checks them.
  const [row] = await db<{ can_run: boolean }>`
    WITH locked AS MATERIALIZED (
      SELECT orders_can_run(${[...accounts]}::uuid[], ${JSON.stringify(limited)}, ${now.toISOString().slice(0, 10)}) AS can_run
    ), confirmed AS (
      ${confirmationsUpdate(tokens, now)} AND (SELECT can_run FROM locked) RETURNING 1
    ), posted AS MATERIALIZED (
      SELECT outcome FROM ledger_post(${heads}, ${lines}) WHERE (SELECT can_run FROM locked)
    ), ordered AS (
      ${transfersInsert(payable.map(({ transfer }) => transfer))} AND (SELECT can_run FROM locked) RETURNING 1
    ), recorded AS (
      ${eventsInsert(events)} WHERE (SELECT can_run FROM locked) RETURNING 1
    ), kept AS (
      ${answersInsert(payable.map(answerOf), now)} WHERE (SELECT can_run FROM locked) RETURNING 1
    )
    SELECT can_run, CASE WHEN can_run THEN refuse_unless(
             (SELECT count(*) FROM posted WHERE outcome = 'posted') = ${payable.length} AND (SELECT count(*) FROM confirmed) = ${payable.length}
             AND (SELECT count(*) FROM ordered) = ${payable.length} AND (SELECT count(*) FROM kept) = ${payable.length}
             AND (SELECT count(*) FROM recorded) = ${events.length}) END
      FROM locked`
  return row?.can_run ?? false
}

const isChanged = (error: unknown) => error instanceof pg.DatabaseError && (error.code === CHANGED || isTakenKey(error))

/**
 * Creates those of the orders that are simple: book transfers of a person who signs alone, one for each debited account. The others, and all
 * where something has changed meanwhile, are not in the answer: they take the general way, which also says why an order is refused.
 */
export async function createBookTransfers(
  ports: Ports,
  orders: readonly TransferOrder[],
): Promise<Map<TransferOrder, Transfer>> {
  const simple = firstOfEach(orders.filter(mayBeSimple))
  if (simple.length === 0) return new Map()
  const now = ports.clock.now()
  const payable = await findPayable(ports, simple, now)
  if (payable.length === 0) return new Map()
  try {
    if (!(await write(ports, payable, now))) return new Map()
  } catch (error) {
    if (isChanged(error)) return new Map()
    throw error
  }
  notify(ports.db.pool)
  return new Map(payable.map((one) => [one.order, transferOf(one)]))
}
