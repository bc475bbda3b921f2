// Names the counterparty of an operation, and categorises everything that stands on the account with it.
import type { CategoryChange } from 'contract/accounts/categories.ts'
import { MAX_APPLIED, MAX_RULES } from 'contract/accounts/categories.ts'
import { MAX_NAMES } from 'contract/accounts/counterparties.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { folded } from 'contract/values/folded.ts'
import { textIn } from 'contract/values/identity.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { countOtherNames, removeName, saveName } from '../counterparties/counterparty-store.ts'
import { isRenamable, keyOf, type KnownNames, readKnownNames, readOwnAccounts } from '../counterparties/known-names.ts'
import {
  insertChange,
  markCategorised,
  storeCategories,
  setCategoriesOfChange,
} from './categories/category-change-store.ts'
import { changeRule, countRules, findRuleByText, insertRule } from './categories/category-rule-store.ts'
import { findCategory, lockCategories } from './categories/category-store.ts'
import { bookedOn, identifyOperations } from './identify-operations.ts'
import type { OperationRow } from './operation-columns.ts'
import { streamOperations } from './operation-export-store.ts'
import { findOperation, listUpcomingOperations, oneAccount } from './operation-store.ts'
import { recordAction } from './record-action.ts'

type Ports = { db: Db; clock: Clock }
type Input = { name?: string | null | undefined; category_id?: string | undefined }

const RULE_MAX_LENGTH = 64

/** A text that all wordings of the counterparty contain: its name, or else the whole wording. */
function ruleTextOf({ counterparty, label }: OperationRow, key: string): string {
  const wording = folded(`${label}\n${counterparty ?? ''}`).replaceAll('’', "'")
  const texts = [counterparty ?? '', key, label].filter((text) => text.length > 1 && wording.includes(folded(text)))
  return (texts[0] ?? label).slice(0, RULE_MAX_LENGTH).trim()
}

/** Sets the category of all booked operations with this counterparty, and of new ones by a rule. */
async function categorise(
  tx: Tx,
  caller: AccountCaller,
  { row, key, names }: { row: OperationRow; key: string; names: KnownNames },
  categoryId: string,
  at: Date,
): Promise<CategoryChange> {
  const { account_id, customer_id, user_id } = caller
  await lockCategories(tx, customer_id)
  if (!(await findCategory(tx, customer_id, categoryId))) throw new Refusal('unknown_category')
  const text = ruleTextOf(row, key)
  const rule = await findRuleByText(tx, account_id, text)
  if (rule) await changeRule(tx, account_id, rule, categoryId)
  else if ((await countRules(tx, account_id)) >= MAX_RULES) throw new Refusal('too_many_rules')
  else {
    const condition = { text, sign: null, min: null, max: null, category_id: categoryId }
    await insertRule(tx, { account_id, customer_id }, newId(), condition, at)
  }
  const ids: string[] = []
  for await (const some of streamOperations(
    tx,
    account_id,
    { search: text, namesInWording: [key] },
    Number.MAX_SAFE_INTEGER - 1,
  ))
    ids.push(...some.filter((other) => keyOf(names.derive(account_id, other)) === key).map(({ id }) => id))
  if (ids.length > MAX_APPLIED) throw new Refusal('rule_too_wide', { max: MAX_APPLIED })
  const change = { account_id, id: newId() }
  await insertChange(tx, change, user_id, at)
  await storeCategories(tx, change, ids)
  await setCategoriesOfChange(tx, change, customer_id, [categoryId])
  await markCategorised(tx, change, true)
  return { id: change.id, operation_count: ids.length }
}

async function findRow(db: Db | Tx, caller: AccountCaller, id: string): Promise<OperationRow> {
  const row =
    (await findOperation(db, caller.account_id, id)) ??
    (await listUpcomingOperations(db, oneAccount(caller), {}, id))[0]
  if (!row) throw new Refusal('not_found')
  return row
}

export function nameCounterparty(
  { db, clock }: Ports,
  caller: AccountCaller,
  id: string,
  { name, category_id }: Input,
): Promise<{ operation: Operation; change: CategoryChange | null }> {
  return transaction(db, async (tx) => {
    const { account_id, customer_id } = caller
    const at = clock.now()
    const row = await findRow(tx, caller, id)
    // The name of the bank, whatever the customer calls the counterparty now.
    const names = await readKnownNames(tx, [account_id])
    const sides = [{ ...row, account_id, booked_on: bookedOn(row) }]
    const own = await readOwnAccounts(tx, sides, names)
    const identity = names.derive(account_id, { ...row, own_account: own.get(id) ?? null })
    if (!isRenamable(identity)) throw new Refusal('counterparty_fixed')
    const key = keyOf(identity)
    const given = name === textIn(identity.name, caller.lang) ? null : name
    if (given === null) await removeName(tx, customer_id, key)
    if (typeof given === 'string') {
      if ((await countOtherNames(tx, customer_id, key)) >= MAX_NAMES) throw new Refusal('too_many_names')
      await saveName(tx, customer_id, key, given, at)
    }
    const change = category_id === undefined ? null : await categorise(tx, caller, { row, key, names }, category_id, at)
    await recordAction(tx, caller, {
      at,
      action: 'counterparty.name',
      subject_id: id,
      facts: {
        from: textIn(identity.name, 'fr'),
        ...(name !== undefined && { name: given ?? null }),
        ...(change && { category_id, operations: change.operation_count }),
      },
    })
    const changed = await findRow(tx, caller, id)
    const [operation] = await identifyOperations(tx, [changed], account_id, await readKnownNames(tx, [account_id]))
    if (!operation) throw new Refusal('not_found')
    return { operation, change }
  })
}
