import type { OperationFilter } from 'contract/accounts/operations.ts'
import { writtenAmount } from 'contract/values/money.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { listNamesInWording } from '../counterparties/counterparty-store.ts'
import type { OperationCriteria } from './operation-store.ts'

/**
 * What a filter searches for: an amount, read in the currency of the reader's account, and the names of the bank for what the
 * customer sees under a name with this text.
 */
export async function readCriteria(
  db: Sql,
  { account_id, currency }: Pick<AccountCaller, 'account_id' | 'currency'>,
  filter: OperationFilter,
): Promise<OperationCriteria> {
  const search = filter.search?.trim() ?? ''
  if (search === '') return filter
  const names = await listNamesInWording(db, [account_id], search)
  return {
    ...filter,
    searchedAmount: writtenAmount(search, currency) ?? undefined,
    namesInWording: names.length > 0 ? names : undefined,
  }
}
