import { listBeneficiaries } from 'contract/beneficiaries.ts'
import { callQuery } from '../../lib/query.ts'

/** The saved beneficiaries whose account is at this bank. */
export const sameBankBeneficiariesQuery = (search: string, page: number) =>
  callQuery(listBeneficiaries, { query: { search, page, rail: 'internal' } })
