import { listBankDetails } from 'contract/accounts/rib.ts'
import { callQuery } from '../../lib/api/query.ts'

export const bankDetailsQuery = () => callQuery(listBankDetails, {})
