// Saves, renames and deletes a user's views of operations: they change no banking data, so the audit log does not record them.
import { MAX_VIEWS, type OperationView } from 'contract/accounts/operation-views.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import {
  isViewNameTaken,
  insertView,
  type ViewOwner,
  listViews,
  lockViews,
  removeView,
  updateViewName,
} from './view-store.ts'

export function createView(
  { db, clock }: { db: Db; clock: Clock },
  owner: ViewOwner,
  input: Omit<OperationView, 'id'>,
): Promise<OperationView> {
  return transaction(db, async (tx) => {
    await lockViews(tx, owner)
    if ((await listViews(tx, owner)).length >= MAX_VIEWS) throw new Refusal('too_many_views')
    const view = { id: newId(), ...input }
    if (!(await insertView(tx, owner, view, clock.now()))) throw new Refusal('view_name_taken')
    return view
  })
}

export function renameView(db: Db, owner: ViewOwner, id: string, name: string): Promise<null> {
  return transaction(db, async (tx) => {
    await lockViews(tx, owner)
    if (await isViewNameTaken(tx, owner, id, name)) throw new Refusal('view_name_taken')
    if (!(await updateViewName(tx, owner, id, name))) throw new Refusal('not_found')
    return null
  })
}

export async function deleteView(db: Db, owner: ViewOwner, id: string): Promise<null> {
  if (!(await removeView(db, owner, id))) throw new Refusal('not_found')
  return null
}
