import type { Transfer } from 'contract/transfers/transfers.ts'
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { AccountCaller, Caller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { plainAmount } from '../../formats/account-report.ts'
import type { Clock } from '../../adapters/clock.ts'
import { formatRefusal } from '../../formats/refusal-text.ts'
import { formatDay } from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'
import { strictestPolicy } from '../signing/strictest-policy.ts'
import { readerOf } from './get-transfer.ts'
import { byCaller } from '../audit/audit-store.ts'
import {
  acceptanceOf,
  executionDateOnceSigned,
  lockToDecide,
  lockToSign,
  refuse,
  sign,
  type SigningRules,
} from './sign-transfer.ts'
import { totalOf } from './transfer-order.ts'
import { listSignableAccounts } from './transfer-state-store.ts'
import { findSigningRules, findTransfer } from './transfer-store.ts'

type Ports = { db: Db; clock: Clock }

async function rulesAt(tx: Tx, now: Date): Promise<SigningRules> {
  const { tariff, holidays } = await findSigningRules(tx, now.toISOString().slice(0, 10))
  return { now, tariff, holidays: new Set(holidays) }
}

async function toView(tx: Tx, caller: AccountCaller, id: string, now: Date): Promise<Transfer> {
  const found = await findTransfer(tx, readerOf(caller), id, now.toISOString().slice(0, 10))
  if (!found) throw new Error('an order has vanished under its lock')
  const { next_occurrence: _next, ...transfer } = found
  return transfer
}

/** Adds one signature to one order, confirmed by the password. */
export function acceptTransfer(
  { db, clock }: Ports,
  {
    caller,
    confirmation,
    id,
    version,
  }: { caller: AccountCaller; confirmation: Confirmation; id: string; version: number },
): Promise<Transfer> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const transfer = await lockToSign(tx, byCaller(caller), { id, version })
    const rules = await rulesAt(tx, now)
    await requireConfirmation(
      tx,
      { caller, account_id: caller.account_id, confirmation },
      acceptanceOf(transfer, rules),
      now,
    )
    await sign(tx, byCaller(caller), transfer, rules)
    return toView(tx, caller, id, now)
  })
}

/** Refuses an order: one refusal ends it. It needs no re-authentication, because it moves no money. */
export function rejectTransfer(
  { db, clock }: Ports,
  { caller, id, version, reason }: { caller: AccountCaller; id: string; version?: number | undefined; reason: string },
): Promise<Transfer> {
  return transaction(db, async (tx) => {
    const transfer = await lockToDecide(tx, byCaller(caller), { id, version })
    const now = clock.now()
    await refuse(tx, byCaller(caller), transfer, reason, now)
    return toView(tx, caller, id, now)
  })
}

type Item = { account: string; id: string; version: number }
export type Acceptance = {
  id: string
  outcome: 'validated' | 'pending' | 'refused'
  code: string | null
  message: string | null
}

const sortedUnique = (items: readonly Item[]) =>
  [...new Map(items.map((item) => [item.id, item])).values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))

/**
 * Signs a selection with one confirmation, bound to each order's amount, payee, day and version. Orders that may not be
 * signed are answered as refused; the others are signed.
 */
export function acceptTransfers(
  { db, clock }: Ports,
  {
    caller,
    confirmation,
    lang,
    items,
  }: { caller: Caller; confirmation: Confirmation; lang: Language; items: readonly Item[] },
): Promise<Acceptance[]> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const signableAccounts = new Set(await listSignableAccounts(tx, caller.user_id))
    const sortedItems = sortedUnique(items)
    const outcomes = new Map<string, Acceptance>()
    const locked = []
    for (const item of sortedItems) {
      const signer = {
        user_id: caller.user_id,
        session_id: caller.session_id,
        address: caller.address,
        account_id: item.account,
      }
      try {
        // An account on which the user may not sign is answered like a missing one.
        if (!signableAccounts.has(item.account)) throw new Refusal('not_found')
        locked.push({ signer, transfer: await lockToSign(tx, signer, item) })
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal
        outcomes.set(item.id, {
          id: item.id,
          outcome: 'refused',
          code: refusal.code,
          message: formatRefusal(refusal, lang),
        })
      }
    }
    if (locked.length > 0) {
      const rules = await rulesAt(tx, now)
      const sums = new Map<Transfer['currency'], number>()
      for (const { transfer } of locked)
        sums.set(transfer.currency, (sums.get(transfer.currency) ?? 0) + totalOf({ transfer }))
      const policy = await strictestPolicy(
        tx,
        caller.policy,
        locked.map(({ signer }) => signer.account_id),
      )
      await requireConfirmation(
        tx,
        { caller: { ...caller, policy }, account_id: null, confirmation },
        {
          kind: 'transfer.accept',
          facts: [
            { name: 'count', text: String(locked.length) },
            ...[...sums].map(([currency, amount]) => ({ name: 'total' as const, amount, currency })),
            ...[...new Set(locked.map(({ transfer }) => transfer.account_number))].map((text) => ({
              name: 'account' as const,
              text,
            })),
            ...locked.map(({ transfer }) => ({
              name: 'payee' as const,
              text: `${transfer.beneficiary_name} · ${plainAmount(transfer.amount, transfer.currency)} ${transfer.currency} · ${formatDay(executionDateOnceSigned(transfer, rules), lang)} · ${groupByFour(transfer.beneficiary_iban)}`,
            })),
          ],
        },
        now,
      )
      for (const { signer, transfer } of locked) {
        try {
          outcomes.set(transfer.id, {
            id: transfer.id,
            outcome: await sign(tx, signer, transfer, rules),
            code: null,
            message: null,
          })
        } catch (refusal) {
          if (!(refusal instanceof Refusal)) throw refusal
          outcomes.set(transfer.id, {
            id: transfer.id,
            outcome: 'refused',
            code: refusal.code,
            message: formatRefusal(refusal, lang),
          })
        }
      }
    }
    return items.flatMap(({ id }) => outcomes.get(id) ?? [])
  })
}
