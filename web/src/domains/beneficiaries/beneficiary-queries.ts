import { listBeneficiaries } from 'contract/beneficiaries.ts'
import { callQuery } from '../../lib/query.ts'

/** The saved beneficiaries of the account, by name. */
export const beneficiaryListQuery = (search: string, page: number) => callQuery(listBeneficiaries, { query: { search, page } })
