import type {
  BeneficiaryList,
  BeneficiaryListChange,
  NewBeneficiaryList,
} from 'contract/transfers/beneficiary-lists.ts'
import type { AccountCaller, AccountReader } from '../../caller.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import {
  addMembers,
  ensureListType,
  hasListType,
  insertList,
  isListNameTaken,
  listListsOf,
  lockListsOf,
  removeList,
  removeMembers,
  updateList,
} from './beneficiary-list-store.ts'
import { recordBeneficiary } from './beneficiary-ports.ts'

type Ports = { db: Db; clock: Clock }

export async function getBeneficiaryList(db: Sql, reader: AccountReader, id: string): Promise<BeneficiaryList> {
  const { items } = await listListsOf(db, reader, { id, search: null }, { page: 1, per_page: 1 })
  const [list] = items
  if (!list) throw new Refusal('not_found')
  return list
}

async function typeOf(tx: Tx, accountId: string, type: NewBeneficiaryList['type']): Promise<string | null> {
  if (type === null) return null
  if ('label' in type) return ensureListType(tx, accountId, { id: newId(), label: type.label })
  if (!(await hasListType(tx, accountId, type.id))) throw new Refusal('unknown_list_type')
  return type.id
}

export function createBeneficiaryList(
  { db, clock }: Ports,
  {
    caller,
    input,
    once,
  }: { caller: AccountCaller; input: NewBeneficiaryList; once: { key: string; request_hash: string } },
): Promise<BeneficiaryList> {
  const { account_id, user_id } = caller
  return transaction(db, (tx) => {
    const now = clock.now()
    return runIdempotent(tx, { user_id, ...once }, now, async () => {
      await lockListsOf(tx, account_id)
      if (await isListNameTaken(tx, account_id, input.name, null)) throw new Refusal('list_name_taken')
      const list = {
        id: newId(),
        name: input.name,
        type_id: await typeOf(tx, account_id, input.type),
        comment: input.comment,
      }
      await insertList(tx, account_id, list, now)
      await recordBeneficiary(tx, caller, 'beneficiary-list.create', list.id, now, { name: list.name })
      return getBeneficiaryList(tx, caller, list.id)
    })
  })
}

export function changeBeneficiaryList(
  { db, clock }: Ports,
  { caller, id, change }: { caller: AccountCaller; id: string; change: BeneficiaryListChange },
): Promise<BeneficiaryList> {
  const { account_id } = caller
  return transaction(db, async (tx) => {
    await lockListsOf(tx, account_id)
    const list = await getBeneficiaryList(tx, caller, id)
    const name = change.name ?? list.name
    if (await isListNameTaken(tx, account_id, name, id)) throw new Refusal('list_name_taken')
    const type_id = change.type === undefined ? (list.type?.id ?? null) : await typeOf(tx, account_id, change.type)
    await updateList(tx, account_id, {
      id,
      name,
      type_id,
      comment: change.comment === undefined ? list.comment : change.comment,
    })
    const { add = [], remove = [] } = change
    if (!(await addMembers(tx, caller, id, add))) throw new Refusal('unknown_member')
    await removeMembers(tx, account_id, id, remove)
    await recordBeneficiary(tx, caller, 'beneficiary-list.change', id, clock.now(), {
      name,
      added: add,
      removed: remove,
    })
    return getBeneficiaryList(tx, caller, id)
  })
}

/** Deletes a list and keeps its beneficiaries. */
export function removeBeneficiaryList(
  { db, clock }: Ports,
  { caller, id }: { caller: AccountCaller; id: string },
): Promise<null> {
  return transaction(db, async (tx) => {
    if (!(await removeList(tx, caller.account_id, id))) throw new Refusal('not_found')
    await recordBeneficiary(tx, caller, 'beneficiary-list.remove', id, clock.now(), {})
    return null
  })
}
