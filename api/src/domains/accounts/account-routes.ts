import * as contract from 'contract/accounts/accounts.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { RequestOf, Serve } from '../../http/serve.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { listAccountsOf } from './account-store.ts'
import { getAdvisorOf } from './advisor-store.ts'
import { markAccount } from './mark-account.ts'

type Ports = { db: Db; clock: Clock }

export function accountRoutes(serve: Serve, { db, clock }: Ports) {
  const list = async ({ caller, query }: RequestOf<typeof contract.listAccounts>) => {
    const per_page = query.group === 'recent' ? contract.RECENT_ACCOUNTS : PER_PAGE
    const page = { page: query.page ?? 1, per_page, now: unixSeconds(clock.now()) }
    const { access = null, status_group = null, group = null } = query
    const search = { search: query.search?.trim() || null, access, status_group, group }
    return { ...page, ...(await listAccountsOf(db, caller.user_id, search, page)) }
  }
  serve(contract.listAccounts, list)
  serve(contract.countAccounts, list)
  serve(contract.updateAccount, ({ caller, params, body }) => markAccount(db, caller.user_id, params.id, body))
  serve(contract.getAdvisor, ({ caller, lang }) => getAdvisorOf(db, caller.account_id, lang))
}
