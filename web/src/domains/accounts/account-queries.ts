import {
  type Account,
  type accountGroups,
  countAccounts,
  listAccounts,
  updateAccount,
} from 'contract/accounts/accounts.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { callQuery, changeRows, useCall } from '../../lib/api/query.ts'
import { reportError } from '../../lib/report-error.ts'

export type AccountGroup = (typeof accountGroups)[number] | 'all'

export const accountListQuery = (search: string, page: number, group: AccountGroup = 'all') =>
  callQuery(listAccounts, { query: { search, page, group: group === 'all' ? undefined : group } })
/** The number of the user's accounts, independent of the search: only the header of the answer is read. */
export const accountCountQuery = () => callQuery(countAccounts, { query: {} })

/**
 * The star of an account: `chosen`, the last choice, null where there is none or it failed, and `setStar`. Lists that are loaded
 * have it as soon as it is stored: one that is displayed again before its answer shows no former state. The home page has favourites first.
 */
export function useStarAccount(id: string) {
  const star = useCall(updateAccount, { refreshes: [listAccounts, getDashboard], scope: { id: `star ${id}` } })
  const setStar = (is_favourite: boolean) => {
    const done = () =>
      changeRows<Account>(listAccounts, (account) => (account.uuid === id ? { ...account, is_favourite } : account))
    star.mutate({ params: { id }, body: { is_favourite }, done }, { onError: reportError })
  }
  return { chosen: star.isError ? null : (star.variables?.body.is_favourite ?? null), setStar }
}
