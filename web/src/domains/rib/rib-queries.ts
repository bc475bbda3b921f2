import { listBankDetails } from 'contract/rib.ts'
import { callQuery } from '../../lib/query.ts'

export const bankDetailsQuery = () => callQuery(listBankDetails, {})
