// Adds the identity of its counterparty to each operation.
import type { Operation } from 'contract/accounts/operations.ts'
import type { Identify } from '../counterparties/known-names.ts'
import type { OperationRow } from './operation-columns.ts'

/** The operations of an account, or of several where each names its own. */
export const identifyOperations = (rows: readonly OperationRow[], accountId: string, identify: Identify): Operation[] =>
  rows.map((row) => ({
    ...row,
    identity: identify(row.account?.id ?? accountId, { ...row, category: row.categories[0]?.label ?? null }),
  }))

/** The same for operations that are read while a file is written. */
export async function* identifyWalked(
  rows: AsyncIterable<readonly OperationRow[]>,
  accountId: string,
  identify: Identify,
): AsyncGenerator<Operation[]> {
  for await (const some of rows) yield identifyOperations(some, accountId, identify)
}
