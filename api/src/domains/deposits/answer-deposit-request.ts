// Answers a customer's request about a deposit: a break settles it today, a renewal takes effect at maturity. Only an operator's command calls it.
import { earlyBreak } from 'contract/values/deposit-schedule.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { writeToReaders } from '../notifications/mail-to-readers.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, postingOfParts } from '../../ledger/posting-parts.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import {
  findRequestedDeposit,
  getBreakRules,
  listDepositsOf,
  lockRequest,
  markAnswered,
  markBroken,
  type RequestedDeposit,
  type StoredDeposit,
} from './deposit-store.ts'
import { depositRequestMail } from './deposit-request-mail.ts'

type Ports = { db: Db; clock: Clock; portalUrl: string }
/** A reason, in words for the customer, rejects the request. A renewal is accepted at a rate, with the last interest added or paid out. */
export type RequestAnswer = {
  id: string
  refusal: string | null
  renewal: { rate: number; adds_interest: boolean } | null
}
/** The outcome. Those from `answered` on have changed nothing. */
export type RequestOutcome =
  | 'broken'
  | 'renewal_agreed'
  | 'refused'
  | 'answered'
  | 'unknown'
  | 'ended'
  | 'pledged'
  | 'account_closed'
  | 'rate_missing'
  | 'rate_unwanted'

/**
 * Repays the capital today with the interest of the whole time at the lower rate: interest paid above it is taken back, and the tax
 * is adjusted. Answers the repaid amount.
 */
async function settle(
  tx: Tx,
  requested: RequestedDeposit,
  deposit: StoredDeposit,
  { at, day }: { at: Date; day: string },
): Promise<number> {
  const { rate, gross, withholding, returned } = earlyBreak(deposit, day, deposit.paid_net, await getBreakRules(tx))
  const [interest, tax] = [gross - deposit.paid_gross, withholding - (deposit.paid_gross - deposit.paid_net)]
  const bank = bankAccounts(await findInternalAccounts(tx), deposit.currency)
  await lockBalances(tx, [requested.account_id])
  // A closed account receives no money: the returned amount waits for the bank's staff.
  const account_id = requested.account_status === 'closed' ? bank('suspense') : requested.account_id
  const { number, principal } = deposit
  const [labels, taxLabels, capital] = [
    `INTERETS RUPTURE DAT ${number}`,
    `RETENUE IRC RUPTURE DAT ${number}`,
    `RUPTURE DAT ${number}`,
  ]
  const [outcome] = await post(tx, [
    postingOfParts({ key: `deposit:${deposit.id}:break`, kind: 'deposit', day, at }, [
      { account_id, amount: principal, type: 'other', label: capital },
      { account_id: bank('deposits'), amount: -principal, type: 'other', label: capital },
      { account_id, amount: interest, type: 'interest', label: labels },
      { account_id: bank('interest'), amount: -interest, type: 'interest', label: labels },
      { account_id, amount: -tax, type: 'tax', label: taxLabels },
      { account_id: bank('withholding'), amount: tax, type: 'tax', label: taxLabels },
    ]),
  ])
  if (outcome !== 'posted') throw new Error(`the break of deposit ${deposit.id}: ${outcome}`)
  await markBroken(tx, deposit.id, { day, rate, gross, withholding })
  return returned
}

/** Why a deposit cannot do what the request asks today, or null where it can. */
function obstacleTo(
  kind: 'renew' | 'break',
  deposit: StoredDeposit,
  { day, hasRate, is_account_closed }: { day: string; hasRate: boolean; is_account_closed: boolean },
): RequestOutcome | null {
  if (deposit.status !== 'pending') return 'ended'
  if (kind === 'renew') {
    if (is_account_closed) return 'account_closed'
    return hasRate ? null : 'rate_missing'
  }
  if (hasRate) return 'rate_unwanted'
  // From maturity on the worker repays it: no break is possible any more.
  if (day >= deposit.maturity_date) return 'ended'
  return deposit.is_pledged ? 'pledged' : null
}

/** Answers a request once: simultaneous or repeated answers move no more money. */
export function answerDepositRequest(
  { db, clock, portalUrl }: Ports,
  { id, refusal, renewal }: RequestAnswer,
): Promise<RequestOutcome> {
  return transaction(db, async (tx) => {
    const requested = await findRequestedDeposit(tx, id)
    const request = requested && (await lockRequest(tx, { request_id: id, deposit_id: requested.id }))
    if (!request) return 'unknown'
    if (request.is_answered) return 'answered'
    const { account_id } = requested
    const [at, day] = [clock.now(), businessDate(clock)]
    const [deposit] = await listDepositsOf(tx, account_id, requested.id)
    if (!deposit) throw new Error(`the request ${id} has no deposit`)
    const { kind } = request
    const is_account_closed = requested.account_status === 'closed'
    const obstacle =
      refusal === null ? obstacleTo(kind, deposit, { day, hasRate: renewal !== null, is_account_closed }) : null
    if (obstacle) return obstacle
    const returned = refusal === null && kind === 'break' ? await settle(tx, requested, deposit, { at, day }) : null
    await markAnswered(tx, id, { at, refusal, renewal })
    const readers = { account_id, right: 'dat', kind: 'deposit_answered' } as const
    const url = new URL(`dat/${deposit.id}`, portalUrl).href
    await writeToReaders(tx, readers, at, (reader, bank) =>
      depositRequestMail(reader, bank, { kind, deposit, refusal, renewal, returned, is_account_closed }, url),
    )
    const action = refusal === null ? 'deposit.accept' : 'deposit.refuse'
    const facts = {
      kind,
      ...(refusal !== null && { reason: refusal }),
      ...renewal,
      ...(returned !== null && { returned }),
    }
    await recordEvent(tx, { at, ...byBank, account_id, action, subject_id: deposit.id, facts })
    if (refusal !== null) return 'refused'
    return kind === 'break' ? 'broken' : 'renewal_agreed'
  })
}
