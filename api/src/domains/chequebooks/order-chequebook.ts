import type { Chequebook, NewChequebook } from 'contract/products/chequebooks.ts'
import type { Language } from 'contract/language.ts'
import type { AccountCaller } from '../../caller.ts'
import { type AuditEvent, byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import { hold, lockBalances, release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { forbidOwn, paymentRule, signPayment } from '../signing/sign-payment.ts'
import { chargeAccount } from './charge-account.ts'
import { chargesOn } from './chequebook-rules.ts'
import type { LockedChequebook } from './chequebook-columns.ts'
import {
  chequebookOf,
  findAgency,
  findChequebooks,
  findChequeTariff,
  findTypes,
  getAgency,
  hasOpenOrder,
  insertChequebook,
  lockChequebook,
  markOrdered,
  markRefused,
  mayHaveCheques,
} from './chequebook-store.ts'
import { notifyOfChequebook } from './notify-of-chequebook.ts'

type Ports = { db: Db; clock: Clock }
type RequestContext = { caller: AccountCaller; confirmation: Confirmation; lang: Language }

const LABEL = 'COMMANDE CHEQUIER'
export const chequebookHold = (id: string) => `chequebook:${id}`

const recorded = (
  tx: Tx,
  caller: AccountCaller,
  id: string,
  action: AuditEvent['action'],
  at: Date,
  facts: Record<string, unknown>,
) => recordEvent(tx, { at, ...byCaller(caller), action, subject_id: id, facts })

async function toView(tx: Tx, caller: AccountCaller, lang: Language, id: string): Promise<Chequebook> {
  const [row] = await findChequebooks(tx, caller, lang, { id, limit: 1, offset: 0 })
  if (!row) throw new Error('a chequebook has vanished')
  return chequebookOf(row, caller)
}

/** Charges the fee of a fully signed order; without a fee there is no posting. */
async function pay(
  tx: Tx,
  book: Pick<LockedChequebook, 'account_id' | 'id' | 'fees' | 'tax' | 'reference'>,
  at: Date,
): Promise<string | null> {
  if (book.fees + book.tax === 0) return null
  const posting_id = newId()
  const outcome = await chargeAccount(tx, {
    ...book,
    label: LABEL,
    posting_key: chequebookHold(book.id),
    posting_id,
    reverses: null,
    at,
  })
  if (outcome !== 'posted') throw new Error('the ledger refused what the lock had allowed')
  return posting_id
}

async function order(
  tx: Tx,
  { caller, confirmation, lang, input }: RequestContext & { input: NewChequebook },
  now: Date,
): Promise<Chequebook> {
  const { account_id, user_id } = caller
  if (caller.currency !== 'XOF') throw new Refusal('account_not_in_francs')
  if (!(await mayHaveCheques(tx, account_id))) throw new Refusal('chequebook_not_possible')
  const [type] = await findTypes(tx, input.type)
  if (!type || input.quantity > type.max_per_order) throw new Refusal('unknown_chequebook_type')
  if (!type.crossed && !input.accepts_risk) throw new Refusal('risk_not_accepted')
  const agency = await findAgency(tx, account_id, input.agency ?? null, lang)
  if (!agency) throw new Refusal('unknown_agency')
  const [balance] = await lockBalances(tx, [account_id])
  // Under the lock of the account: two simultaneous orders must not both find none.
  if (await hasOpenOrder(tx, account_id)) throw new Refusal('chequebook_on_its_way')
  const charges = chargesOn(type.fee * input.quantity, (await findChequeTariff(tx)).taf_basis_points)
  const total = charges.fees + charges.tax
  const available = balance?.available ?? 0
  if (total > available)
    throw new Refusal('balance_too_low', { missing: { amount: total - available, currency: 'XOF' } })
  await requireConfirmation(
    tx,
    { caller, account_id, confirmation, details: input },
    {
      kind: 'chequebook.order',
      facts: [
        { name: 'chequebook', text: `${input.quantity} × ${type.leaves}` },
        { name: 'agency', text: agency.name },
        { name: 'fees', amount: charges.fees, currency: 'XOF' },
        { name: 'tax', amount: charges.tax, currency: 'XOF' },
        { name: 'total', amount: total, currency: 'XOF' },
      ],
    },
    now,
  )
  const rule = await paymentRule(tx, caller, total, now)
  const isSigned = rule.signatures_needed === 0
  const book = { account_id, id: newId(), ...charges, reference: newReference('C', now) }
  const posting_id = isSigned ? await pay(tx, book, now) : null
  if (!isSigned && total > 0) {
    const isHeld = await hold(tx, {
      id: newId(),
      account_id,
      amount: total,
      cause: chequebookHold(book.id),
      held_at: now,
    })
    if (!isHeld) throw new Error('the ledger refused to hold what the lock had allowed')
  }
  const isAlone = await insertChequebook(tx, {
    ...book,
    type_id: type.id,
    quantity: input.quantity,
    branch_code: agency.code,
    status: isSigned ? 'ordered' : 'pending',
    ...rule,
    ordered_at: now,
    ordered_by: user_id,
    moved_at: now,
    posting_id,
  })
  if (!isAlone) throw new Refusal('chequebook_on_its_way')
  const facts = { type: type.id, quantity: input.quantity, agency: agency.name, total }
  await recorded(tx, caller, book.id, 'chequebook.order', now, facts)
  return toView(tx, caller, lang, book.id)
}

/** Orders chequebooks. The fee is charged at once, or held until the required signatures are given. */
export function orderChequebook(
  { db, clock }: Ports,
  { once, ...context }: RequestContext & { input: NewChequebook; once: { key: string; request_hash: string } },
): Promise<Chequebook> {
  return transaction(db, (tx) => {
    const now = clock.now()
    return runIdempotent(tx, { user_id: context.caller.user_id, ...once }, now, () => order(tx, context, now))
  })
}

async function lockPending(tx: Tx, { caller, id }: RequestContext & { id: string }) {
  const book = await lockChequebook(tx, caller.account_id, id)
  if (!book) throw new Refusal('not_found')
  if (book.status !== 'pending') throw new Refusal('payment_not_pending')
  const signable = { ...book, version: 1, created_by: book.ordered_by, edited_by: null }
  forbidOwn(signable, caller)
  return signable
}

/** Signs an order; the last signature charges the fee and submits the order to the bank. */
export function acceptChequebook({ db, clock }: Ports, context: RequestContext & { id: string }): Promise<Chequebook> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, confirmation, lang, id } = context
    const book = await lockPending(tx, context)
    const total = book.fees + book.tax
    const agency = await getAgency(tx, book.account_id, book.branch_code, lang)
    await requireConfirmation(
      tx,
      { caller, account_id: caller.account_id, confirmation, details: id },
      {
        kind: 'chequebook.accept',
        facts: [
          { name: 'chequebook', text: String(book.quantity) },
          { name: 'agency', text: agency.name },
          { name: 'total', amount: total, currency: 'XOF' },
        ],
      },
      now,
    )
    const isLast = await signPayment(tx, book, caller, now)
    await recorded(tx, caller, id, isLast ? 'chequebook.accept' : 'chequebook.sign', now, { total })
    if (isLast) {
      await lockBalances(tx, [caller.account_id])
      await release(tx, caller.account_id, chequebookHold(id), now)
      await markOrdered(tx, book, await pay(tx, book, now), now)
    }
    return toView(tx, caller, lang, id)
  })
}

/** Refuses an order: one refusal ends it and releases the held fee. */
export function rejectChequebook(
  { db, clock }: Ports,
  { reason, ...context }: RequestContext & { id: string; reason: string },
): Promise<Chequebook> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, lang, id } = context
    const book = await lockPending(tx, context)
    await release(tx, caller.account_id, chequebookHold(id), now)
    await markRefused(tx, book, reason, now)
    await recorded(tx, caller, id, 'chequebook.reject', now, { reason })
    await notifyOfChequebook(tx, book, { status: 'refused', reason }, now)
    return toView(tx, caller, lang, id)
  })
}
