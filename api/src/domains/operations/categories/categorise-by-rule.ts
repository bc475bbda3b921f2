// Assigns categories by rules: to new operations automatically, to past ones on request.
import { identifyOperations } from '../identify-operations.ts'
import { readKnownNames } from '../../counterparties/known-names.ts'
import {
  type CategoryChange,
  type CategoryRule,
  MAX_APPLIED,
  MAX_RULES,
  type NewRule,
  PREVIEWED,
  type RuleCondition,
} from 'contract/accounts/categories.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Db } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { newId } from '../../../adapters/ids.ts'
import { Refusal } from '../../../refusal.ts'
import { insertChange, markCategorised, setCategoriesOfChange } from './category-change-store.ts'
import * as store from './category-rule-store.ts'
import { findCategory, lockCategories } from './category-store.ts'
import { recordAction } from '../record-action.ts'

type Ports = { db: Db; clock: Clock }

export function createRule({ db, clock }: Ports, caller: AccountCaller, rule: NewRule): Promise<CategoryRule> {
  return transaction(db, async (tx) => {
    const { account_id, customer_id } = caller
    await lockCategories(tx, customer_id)
    if ((await store.countRules(tx, account_id)) >= MAX_RULES) throw new Refusal('too_many_rules')
    const category = await findCategory(tx, customer_id, rule.category_id)
    if (!category) throw new Refusal('unknown_category')
    const [id, at] = [newId(), clock.now()]
    await store.insertRule(tx, { account_id, customer_id }, id, rule, at)
    await recordAction(tx, caller, { at, action: 'category-rule.create', subject_id: id, facts: { ...rule } })
    const { category_id: _, ...condition } = rule
    return { id, ...condition, category }
  })
}

/** Counts the past operations that a rule would categorise. */
export async function previewRule(db: Db, { account_id }: AccountCaller, condition: RuleCondition) {
  const rows = await store.listMatching(db, account_id, condition, PREVIEWED)
  return {
    operation_count: await store.countMatching(db, account_id, condition),
    operations: await identifyOperations(db, rows, account_id, await readKnownNames(db, [account_id])),
  }
}

/** Applies a rule to booked operations; never to those that a user has categorised. */
export function applyRule({ db, clock }: Ports, caller: AccountCaller, ruleId: string): Promise<CategoryChange> {
  return transaction(db, async (tx) => {
    const { account_id, customer_id, user_id } = caller
    await lockCategories(tx, customer_id)
    const rule = await store.findRule(tx, account_id, ruleId)
    if (!rule) throw new Refusal('not_found')
    const change = { account_id, id: newId() }
    const at = clock.now()
    await insertChange(tx, change, user_id, at)
    const operation_count = await store.storeMatching(tx, change, rule, MAX_APPLIED)
    if (operation_count > MAX_APPLIED) throw new Refusal('rule_too_wide', { max: MAX_APPLIED })
    await setCategoriesOfChange(tx, change, customer_id, [rule.category_id])
    await markCategorised(tx, change, false)
    const facts = { change: change.id, operations: operation_count }
    await recordAction(tx, caller, { at, action: 'category-rule.apply', subject_id: ruleId, facts })
    return { id: change.id, operation_count }
  })
}

export function removeRule({ db, clock }: Ports, caller: AccountCaller, id: string): Promise<null> {
  return transaction(db, async (tx) => {
    const { account_id, customer_id } = caller
    await lockCategories(tx, customer_id)
    const rule = await store.findRule(tx, account_id, id)
    if (!rule) throw new Refusal('not_found')
    await store.removeRule(tx, account_id, id)
    const { text, sign, min, max, category_id } = rule
    const facts = { text, sign, min, max, category_id }
    await recordAction(tx, caller, { at: clock.now(), action: 'category-rule.remove', subject_id: id, facts })
    return null
  })
}

const ACCOUNTS_AT_ONCE = 100
const ENTRIES_AT_ONCE = 1_000

/** Applies the rules of all accounts to entries that were booked since the last run, each entry once. */
export async function categoriseNewOperations(db: Db): Promise<void> {
  for (;;) {
    const accounts = await store.listUnprocessedAccounts(db, ACCOUNTS_AT_ONCE)
    for (const { account_id, customer_id } of accounts)
      await transaction(db, async (tx) => {
        await lockCategories(tx, customer_id)
        await store.applyRules(tx, account_id, ENTRIES_AT_ONCE)
      })
    if (accounts.length === 0) return
  }
}
