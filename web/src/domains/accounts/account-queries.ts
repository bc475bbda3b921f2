import { countAccounts, listAccounts } from 'contract/accounts.ts'
import { callQuery } from '../../lib/query.ts'

export const accountListQuery = (search: string, page: number) => callQuery(listAccounts, { query: { search, page } })
/** How many accounts the user has, whatever is searched: only the header is asked for. */
export const accountCountQuery = () => callQuery(countAccounts, { query: {} })
