import type { CategoryChange } from 'contract/accounts/categories.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Db } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { newId } from '../../../adapters/ids.ts'
import { Refusal } from '../../../refusal.ts'
import {
  insertChange,
  isChangeOf,
  markCategorised,
  storeCategories,
  removeChange,
  restoreCategories,
  setCategoriesOfChange,
} from './category-change-store.ts'
import { countKnownCategories, lockCategories } from './category-store.ts'
import { recordAction } from '../record-action.ts'

type Ports = { db: Db; clock: Clock }

/** Sets the categories of many operations: all of them, or none. */
export function categoriseOperations(
  { db, clock }: Ports,
  caller: AccountCaller,
  input: { ids: readonly string[]; category_ids: readonly string[] },
): Promise<CategoryChange> {
  return transaction(db, async (tx) => {
    const { account_id, customer_id, user_id } = caller
    const [entries, categories] = [[...new Set(input.ids)], [...new Set(input.category_ids)]]
    await lockCategories(tx, customer_id)
    if ((await countKnownCategories(tx, customer_id, categories)) !== categories.length)
      throw new Refusal('unknown_category')
    const change = { account_id, id: newId() }
    const at = clock.now()
    await insertChange(tx, change, user_id, at)
    if ((await storeCategories(tx, change, entries)) !== entries.length) throw new Refusal('not_found')
    await setCategoriesOfChange(tx, change, customer_id, categories)
    await markCategorised(tx, change, true)
    const facts = { category_ids: categories, operations: entries }
    await recordAction(tx, caller, { at, action: 'operations.categorise', subject_id: change.id, facts })
    return { id: change.id, operation_count: entries.length }
  })
}

/** Undoes such a change, once. */
export function undoCategories({ db, clock }: Ports, caller: AccountCaller, id: string): Promise<null> {
  return transaction(db, async (tx) => {
    const { account_id, customer_id, user_id } = caller
    const change = { account_id, id }
    await lockCategories(tx, customer_id)
    if (!(await isChangeOf(tx, change, user_id))) throw new Refusal('not_found')
    const facts = { operations: await restoreCategories(tx, change, customer_id) }
    await removeChange(tx, change)
    const at = clock.now()
    await recordAction(tx, caller, { at, action: 'operations.restore', subject_id: id, facts })
    return null
  })
}
