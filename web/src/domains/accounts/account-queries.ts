import { type accountGroups, countAccounts, listAccounts, updateAccount } from 'contract/accounts/accounts.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export type AccountGroup = (typeof accountGroups)[number] | 'all'

export const accountListQuery = (search: string, page: number, group: AccountGroup = 'all') =>
  callQuery(listAccounts, { query: { search, page, group: group === 'all' ? undefined : group } })
/** How many accounts the user has, whatever is searched: only the header is asked for. */
export const accountCountQuery = () => callQuery(countAccounts, { query: {} })
export const useStarAccount = () => useCall(updateAccount, { refreshes: [listAccounts] })
