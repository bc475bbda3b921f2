// Adds the identity of its counterparty to each operation.
import type { Operation } from 'contract/accounts/operations.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import type { Sql } from '../../db/db.ts'
import { type KnownNames, readOwnAccounts } from '../counterparties/known-names.ts'
import type { OperationRow } from './operation-columns.ts'

/** The day on which an operation is booked; null while it is upcoming. */
export const bookedOn = ({ execution_date }: OperationRow): PlainDate | null =>
  execution_date === null ? null : new Date(execution_date * 1_000).toISOString().slice(0, 10)

/** Operations of an account, or of several where each names its own. */
type Listed = { account_id: string; items: readonly OperationRow[] }

/** The operations of several lists, in their order: what they need is read for all of them at once. */
export async function identifyLists(db: Sql, lists: readonly Listed[], names: KnownNames): Promise<Operation[][]> {
  const accountOf = ({ account }: OperationRow, { account_id }: Listed) => account?.id ?? account_id
  const own = await readOwnAccounts(
    db,
    lists.flatMap((list) =>
      list.items.map((row) => ({
        account_id: accountOf(row, list),
        id: row.id,
        type: row.type,
        transfer_id: row.transfer_id,
        booked_on: bookedOn(row),
      })),
    ),
    names,
  )
  return lists.map((list) =>
    list.items.map((row) => ({
      ...row,
      identity: names.identify(accountOf(row, list), {
        ...row,
        category: row.categories[0]?.label ?? null,
        own_account: own.get(row.id) ?? null,
      }),
    })),
  )
}

/** The operations of an account, or of several where each names its own. */
export async function identifyOperations(
  db: Sql,
  rows: readonly OperationRow[],
  accountId: string,
  names: KnownNames,
): Promise<Operation[]> {
  const [operations = []] = await identifyLists(db, [{ account_id: accountId, items: rows }], names)
  return operations
}

/** The same for operations that are read while a file is written. */
export async function* identifyStream(
  db: Sql,
  rows: AsyncIterable<readonly OperationRow[]>,
  accountId: string,
  names: KnownNames,
): AsyncGenerator<Operation[]> {
  for await (const some of rows) yield await identifyOperations(db, some, accountId, names)
}
