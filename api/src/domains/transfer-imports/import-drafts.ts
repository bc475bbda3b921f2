// Moves drafts to another account, stores the options of their batch, and discards them.
import type { Import } from 'contract/transfers/imports.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { findDebtors, moveDraft } from './debtor-store.ts'
import { lockDraft, removeDraft, updateOptions } from './import-store.ts'

/** The lines are checked again on the new account when the draft is shown. */
export function moveImport(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  id: string,
  accountId: string,
): Promise<null> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const draft = await lockDraft(tx, caller, id, now)
    if (!draft) throw new Refusal('not_found')
    if (draft.message_id !== null) throw new Refusal('import_account_named')
    const { others } = await findDebtors(tx, caller)
    // The amounts of the file are in the currency of its account.
    if (!others.some((other) => other.id === accountId && other.currency === caller.currency))
      throw new Refusal('import_account_refused')
    if (!(await moveDraft(tx, caller, { id, accountId, now }))) throw new Refusal('import_account_taken')
    return null
  })
}

export async function chooseImportOptions(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  id: string,
  options: Import['options'],
): Promise<null> {
  if (!(await updateOptions(db, caller, id, options, clock.now()))) throw new Refusal('not_found')
  return null
}

export async function removeImport({ db }: { db: Db }, caller: AccountCaller, id: string): Promise<null> {
  if (!(await removeDraft(db, caller, id))) throw new Refusal('not_found')
  return null
}
