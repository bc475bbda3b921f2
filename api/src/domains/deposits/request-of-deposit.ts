import type { depositRequests } from 'contract/products/deposits.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { getDeposit } from './describe-deposit.ts'
import { insertRequest } from './deposit-store.ts'

type Ports = { db: Db; clock: Clock }
type RequestContext = {
  caller: AccountCaller
  confirmation: Confirmation
  id: string
  kind: (typeof depositRequests)[number]
}

async function send(
  { db, clock }: Ports,
  tx: Tx,
  { caller, confirmation, id, kind }: RequestContext,
  now: Date,
): Promise<null> {
  const { user_id, account_id } = caller
  const deposit = await getDeposit({ db: Object.assign(tx, { pool: db.pool }), clock }, account_id, id)
  if (deposit.status !== 'pending') throw new Refusal('deposit_ended')
  if (kind === 'break' && deposit.is_pledged) throw new Refusal('deposit_pledged')
  if (deposit.request) throw new Refusal('wish_pending')
  if (kind === 'renew' && deposit.renewal) throw new Refusal('renewal_agreed')
  const { currency } = deposit
  const facts = [
    { name: 'deposit' as const, text: deposit.number },
    { name: 'amount' as const, amount: deposit.amount, currency },
    ...(kind === 'break' && deposit.early_break
      ? [{ name: 'returned' as const, amount: deposit.early_break.returned, currency }]
      : []),
  ]
  await requireConfirmation(tx, { caller, account_id, confirmation }, { kind: `deposit.${kind}`, facts }, now)
  if (!(await insertRequest(tx, { id: newId(), deposit_id: id, kind, asked_by: user_id, asked_at: now })))
    throw new Refusal('wish_pending')
  await recordEvent(tx, {
    at: now,
    ...byCaller(caller),
    action: 'deposit.ask',
    subject_id: id,
    facts: { kind },
  })
  return null
}

/** Sends the bank a request about a deposit: renew at maturity, or break now. One at a time; an operator answers it. */
export function requestOfDeposit(
  ports: Ports,
  { once, ...context }: RequestContext & { once: { key: string; request_hash: string } },
): Promise<null> {
  return transaction(ports.db, (tx) => {
    const now = ports.clock.now()
    return runIdempotent(tx, { user_id: context.caller.user_id, ...once }, now, () => send(ports, tx, context, now))
  })
}
