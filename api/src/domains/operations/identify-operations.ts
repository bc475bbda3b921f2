// Adds the identity of its counterparty to each operation.
import type { Operation } from 'contract/accounts/operations.ts'
import type { Sql } from '../../db/db.ts'
import { type KnownNames, readOwnAccounts } from '../counterparties/known-names.ts'
import type { OperationRow } from './operation-columns.ts'

/** The operations of an account, or of several where each names its own. */
export async function identifyOperations(
  db: Sql,
  rows: readonly OperationRow[],
  accountId: string,
  names: KnownNames,
): Promise<Operation[]> {
  const accountOf = ({ account }: OperationRow) => account?.id ?? accountId
  const own = await readOwnAccounts(
    db,
    rows.map((row) => ({ ...row, account_id: accountOf(row), is_booked: row.execution_date !== null })),
    names,
  )
  return rows.map((row) => ({
    ...row,
    identity: names.identify(accountOf(row), {
      ...row,
      category: row.categories[0]?.label ?? null,
      own_account: own.get(row.id) ?? null,
    }),
  }))
}

/** The same for operations that are read while a file is written. */
export async function* identifyWalked(
  db: Sql,
  rows: AsyncIterable<readonly OperationRow[]>,
  accountId: string,
  names: KnownNames,
): AsyncGenerator<Operation[]> {
  for await (const some of rows) yield await identifyOperations(db, some, accountId, names)
}
