import { type accountGroups, countAccounts, listAccounts, updateAccount } from 'contract/accounts/accounts.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export type AccountGroup = (typeof accountGroups)[number] | 'all'

export const accountListQuery = (search: string, page: number, group: AccountGroup = 'all') =>
  callQuery(listAccounts, { query: { search, page, group: group === 'all' ? undefined : group } })
/** The number of the user's accounts, independent of the search: only the header of the answer is read. */
export const accountCountQuery = () => callQuery(countAccounts, { query: {} })
export const useStarAccount = (id: string) =>
  useCall(updateAccount, { refreshes: [listAccounts], scope: { id: `star ${id}` } })
