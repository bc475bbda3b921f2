import type { ChequebookDetail, NewStop } from 'contract/products/chequebooks.ts'
import type { Language } from 'contract/language.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import { lockBalances } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { chargeAccount } from './charge-account.ts'
import { chargesOn, printedNumber, stopObjection } from './chequebook-rules.ts'
import { findChequeTariff, insertStop, listPaidNumbers, listStops, lockChequebook } from './chequebook-store.ts'
import { describeChequebook } from './list-chequebooks.ts'

type Ports = { db: Db; clock: Clock }
type RequestContext = { caller: AccountCaller; confirmation: Confirmation; lang: Language; id: string; input: NewStop }

async function stop(
  tx: Tx,
  { caller, confirmation, lang, id, input }: RequestContext,
  now: Date,
): Promise<ChequebookDetail> {
  const { account_id, user_id } = caller
  const { first_number, last_number, reason } = input
  if (caller.currency !== 'XOF') throw new Refusal('account_not_in_francs')
  const book = await lockChequebook(tx, account_id, id)
  if (!book || book.first_number === null || book.last_number === null || book.status === 'refused')
    throw new Refusal('not_found')
  // Under the account's lock: a cheque that is being paid is either paid before, or found stopped.
  const [balance] = await lockBalances(tx, [account_id])
  const objection = stopObjection(input, {
    first_number: book.first_number,
    last_number: book.last_number,
    paid: await listPaidNumbers(tx, account_id, id),
    stopped: await listStops(tx, account_id, id),
  })
  if (objection) throw new Refusal(objection.code, objection.facts)
  const tariff = await findChequeTariff(tx)
  const charges = chargesOn(tariff.cheque_stop_fee, tariff.taf_basis_points)
  const total = charges.fees + charges.tax
  const available = balance?.available ?? 0
  if (total > available)
    throw new Refusal('balance_too_low', { missing: { amount: total - available, currency: 'XOF' } })
  const range =
    first_number === last_number
      ? printedNumber(first_number)
      : `${printedNumber(first_number)} – ${printedNumber(last_number)}`
  await requireConfirmation(
    tx,
    { caller, account_id, confirmation, details: id },
    {
      kind: 'cheque.stop',
      facts: [
        { name: 'cheques', text: range },
        { name: 'reason', text: reason },
        { name: 'fees', amount: charges.fees, currency: 'XOF' },
        { name: 'tax', amount: charges.tax, currency: 'XOF' },
        { name: 'total', amount: total, currency: 'XOF' },
      ],
    },
    now,
  )
  // Without a fee there is no posting.
  const [stopId, posting_id, reference] = [newId(), total > 0 ? newId() : null, newReference('O', now)]
  if (posting_id) {
    const outcome = await chargeAccount(tx, {
      account_id,
      ...charges,
      label: 'FRAIS OPPOSITION CHEQUE',
      reference,
      posting_key: `cheque-stop:${stopId}`,
      posting_id,
      reverses: null,
      at: now,
    })
    if (outcome !== 'posted') throw new Error('the ledger refused what the lock had allowed')
  }
  await insertStop(tx, {
    account_id,
    id: stopId,
    chequebook_id: id,
    ...input,
    ...charges,
    reference,
    stopped_at: now,
    stopped_by: user_id,
    posting_id,
  })
  const facts = { first_number, last_number, reason }
  await recordEvent(tx, {
    at: now,
    ...byCaller(caller),
    action: 'cheque.stop',
    subject_id: id,
    facts,
  })
  return describeChequebook(tx, caller, lang, id)
}

/** Stops one cheque or a range, for a legal reason and a fee. */
export function stopCheques(
  { db, clock }: Ports,
  { once, ...context }: RequestContext & { once: { key: string; request_hash: string } },
): Promise<ChequebookDetail> {
  return transaction(db, (tx) => {
    const now = clock.now()
    return runIdempotent(tx, { user_id: context.caller.user_id, ...once }, now, () => stop(tx, context, now))
  })
}
