// Applies weaker signing rules that one administrator has set alone, on their day, unless they were refused.
import { recordEvent } from '../audit/audit-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { check } from './administer-signing.ts'
import { findDueRules, isAdministrator, markApplied, stopRules } from './delayed-rules-store.ts'
import {
  findRules,
  findWaitingChange,
  listSignatories,
  lockRules,
  replaceRules,
  type RuleChange,
} from './signing-rules-store.ts'

/** Whether rules can be satisfied by the people who have access now. */
function areValid(change: RuleChange, people: Parameters<typeof check>[1]): boolean {
  try {
    check(change.rules, people, true)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Applies the oldest due rules. False where none are due. Rules that were changed since, or can no longer be satisfied, are dropped. */
export function applyDelayedRules({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const due = await findDueRules(tx, now)
    if (!due) return false
    const { id, account_id } = due
    const version = await lockRules(tx, account_id)
    const change = await findWaitingChange(tx, account_id, now)
    const isDue =
      change?.id === id &&
      change.version === version &&
      (await isAdministrator(tx, change.asked_by, account_id)) &&
      areValid(change, await listSignatories(tx, account_id))
    if (!isDue) {
      await stopRules(tx, id, now)
      return true
    }
    const before = await findRules(tx, account_id)
    await markApplied(tx, id, now)
    await replaceRules(tx, account_id, change.rules)
    const facts = { before, after: change.rules }
    const author = { user_id: change.asked_by, session_id: null, address: null }
    await recordEvent(tx, { at: now, ...author, account_id, action: 'rules.change', subject_id: account_id, facts })
    return true
  })
}
