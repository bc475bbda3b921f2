import * as contract from 'contract/beneficiaries.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../outside/clock.ts'
import { listBeneficiariesOf } from './beneficiary-store.ts'
import { checkAccount } from './check-account.ts'
import { listCountries } from './list-countries.ts'

export function beneficiaryRoutes(serve: Serve, { db, clock }: { db: Db; clock: Clock }) {
  serve(contract.listCountries, ({ lang }) => listCountries(db, lang))
  serve(contract.validateIban, ({ caller, query }) => checkAccount({ db, clock }, caller, query.iban ?? ''))
  serve(contract.listBeneficiaries, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    const search = { search: query.search?.trim() || null, rail: query.rail ?? null }
    return { ...page, ...(await listBeneficiariesOf(db, caller.account_id, search, page)) }
  })
}
