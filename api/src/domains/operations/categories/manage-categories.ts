import { identifyOperations } from '../identify-operations.ts'
import { readKnownNames } from '../../counterparties/known-names.ts'
import { type Category, MAX_CATEGORIES, type Operation } from 'contract/accounts/operations.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Db } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { newId } from '../../../adapters/ids.ts'
import { Refusal } from '../../../refusal.ts'
import { markChosen } from './category-change-store.ts'
import {
  countCategories,
  findCategory,
  insertCategory,
  lockCategories,
  removeCategory,
  setAccounting,
  setCategories,
  setNote,
} from './category-store.ts'
import { findOperation } from '../operation-store.ts'
import { recordAction } from '../record-action.ts'

type Ports = { db: Db; clock: Clock }

export function createCategory({ db, clock }: Ports, caller: AccountCaller, label: string): Promise<Category> {
  return transaction(db, async (tx) => {
    await lockCategories(tx, caller.customer_id)
    if ((await countCategories(tx, caller.customer_id)) >= MAX_CATEGORIES) throw new Refusal('too_many_categories')
    const category = await insertCategory(tx, caller.customer_id, { id: newId(), label })
    if (!category) throw new Refusal('category_taken')
    await recordAction(tx, caller, {
      at: clock.now(),
      action: 'category.create',
      subject_id: category.id,
      facts: { label },
    })
    return category
  })
}

/** Deletes a category of the customer, from the operations of all their accounts. */
export function deleteCategory(
  { db, clock }: Ports,
  caller: AccountCaller,
  id: string,
  replacement: string | null,
): Promise<null> {
  return transaction(db, async (tx) => {
    await lockCategories(tx, caller.customer_id)
    const category = await findCategory(tx, caller.customer_id, id)
    if (!category) throw new Refusal('not_found')
    const other = replacement === null ? null : await findCategory(tx, caller.customer_id, replacement)
    if (replacement !== null && (!other || other.id === id)) throw new Refusal('unknown_category')
    await removeCategory(tx, caller.customer_id, id, replacement)
    const facts = { label: category.label, replacement: other?.label ?? null }
    await recordAction(tx, caller, { at: clock.now(), action: 'category.remove', subject_id: id, facts })
    return null
  })
}

type Change = {
  category_ids?: readonly string[] | undefined
  accounting?: string | null | undefined
  comment?: string | null | undefined
}

/** Sets the customer's categories and note of an operation. The operation itself never changes. */
export function changeOperation(
  { db, clock }: Ports,
  caller: AccountCaller,
  id: string,
  change: Change,
): Promise<Operation> {
  return transaction(db, async (tx) => {
    const { account_id, customer_id } = caller
    await lockCategories(tx, customer_id)
    if (!(await findOperation(tx, account_id, id))) throw new Refusal('not_found')
    if (change.category_ids) {
      const categoryIds = new Set(change.category_ids)
      if ((await setCategories(tx, { account_id, customer_id }, id, [...categoryIds])) !== categoryIds.size)
        throw new Refusal('unknown_category')
      await markChosen(tx, account_id, id)
    }
    if (change.accounting !== undefined) await setAccounting(tx, account_id, id, change.accounting)
    if (change.comment !== undefined) await setNote(tx, account_id, id, change.comment)
    await recordAction(tx, caller, {
      at: clock.now(),
      action: 'operation.change',
      subject_id: id,
      facts: { ...change },
    })
    const changed = await findOperation(tx, account_id, id)
    const [operation] = changed
      ? await identifyOperations(tx, [changed], account_id, await readKnownNames(tx, [account_id]))
      : []
    if (!operation) throw new Refusal('not_found')
    return operation
  })
}
