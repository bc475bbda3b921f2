// Registers mandates between companies, before their first collection.
import { createHash } from 'node:crypto'
import type { Mandate, NewMandate } from 'contract/products/debits.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Sql } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { describeMandate } from './change-mandate.ts'
import { statusOn } from './debit-rules.ts'
import { findMandateCopy, insertMandate, insertMandateCopy, lockMandate } from './mandate-store.ts'

const PDF = 'application/pdf'

type Copy = { name: string; media_type: string; content: Buffer }
type Registering = {
  caller: AccountCaller
  confirmation: Confirmation
  input: NewMandate
  copy: Copy | undefined
  once: { key: string; request_hash: string }
}

/** The validated copy and date, or a refusal with the error of the field. */
function requireSigned({ signed_on, recurrence }: NewMandate, copy: Copy | undefined, today: string): Copy {
  if (!copy) throw new Refusal('mandate_copy_missing')
  if (signed_on > today) throw new Refusal('mandate_signed_later')
  if (statusOn({ status: 'active', signed_on, last_used_on: null, recurrence }, today) === 'expired')
    throw new Refusal('mandate_signed_long_ago')
  return copy
}

/** Registers a mandate of a company with its signed copy. It waits for the confirmation of another person (domain.md 3). */
export function registerMandate(
  { db, clock }: { db: Db; clock: Clock },
  { caller, confirmation, input, copy, once }: Registering,
): Promise<Mandate> {
  const { user_id, account_id } = caller
  if (!caller.is_company) throw new Refusal('mandate_companies_only')
  return transaction(db, (tx) => {
    const now = clock.now()
    const today = businessDate(clock)
    return runIdempotent(tx, { user_id, ...once }, now, async () => {
      const signed = requireSigned(input, copy, today)
      const digest = createHash('sha256').update(signed.content).digest('hex')
      const { creditor_name, creditor_id, umr, max_amount } = input
      const facts = [
        { name: 'creditor' as const, text: creditor_name },
        { name: 'creditor_id' as const, text: creditor_id },
        { name: 'umr' as const, text: umr },
        ...(max_amount === null ? [] : [{ name: 'ceiling' as const, amount: max_amount, currency: caller.currency }]),
      ]
      await requireConfirmation(
        tx,
        { caller, account_id, confirmation, details: [input, digest] },
        { kind: 'mandate.register', facts },
        now,
      )
      const id = newId()
      const mandate = {
        ...input,
        account_id,
        id,
        scheme: 'b2b' as const,
        status: 'pending_confirmation' as const,
        registered_by: user_id,
        known_at: now,
      }
      if (!(await insertMandate(tx, mandate))) throw new Refusal('mandate_known')
      await insertMandateCopy(tx, account_id, id, signed, now)
      await recordEvent(tx, {
        at: now,
        ...byCaller(caller),
        action: 'mandate.register',
        subject_id: id,
        facts: { ...input, copy: digest },
      })
      const registered = await lockMandate(tx, account_id, id)
      if (!registered) throw new Error(`the mandate ${id} is gone`)
      return describeMandate(registered, user_id, today)
    })
  })
}

/** The signed copy of a mandate of the account. */
export async function getMandateCopy(db: Sql, accountId: string, id: string) {
  const copy = await findMandateCopy(db, accountId, id)
  if (!copy) throw new Refusal('not_found')
  return { file_name: copy.name, media_type: PDF, content: copy.content }
}
