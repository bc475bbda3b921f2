import { getOperation, listOperations } from 'contract/operations.ts'
import { callQuery } from '../../lib/query.ts'

export const operationListQuery = (page: number) => callQuery(listOperations, { query: { page } })
export const operationQuery = (id: string) => callQuery(getOperation, { params: { id } })
