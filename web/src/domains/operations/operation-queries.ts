import {
  changeOperation,
  createCategory,
  getOperation,
  listCategories,
  listOperations,
  type OperationFilter,
  removeCategory,
} from 'contract/operations.ts'
import { callQuery, useCall } from '../../lib/query.ts'

/** What narrows the list, as its address holds it: amounts in the minor unit, categories as ids between commas. */
export type OperationSearch = Omit<OperationFilter, 'categories'> & { categories?: string | undefined }

export const operationListQuery = (page: number, { categories, ...filter }: OperationSearch) =>
  callQuery(listOperations, { query: { page, ...filter, categories: categories?.split(',') } })
export const operationQuery = (id: string) => callQuery(getOperation, { params: { id } })
export const categoriesQuery = () => callQuery(listCategories, {})

export const useChangeOperation = () => useCall(changeOperation, { refreshes: [listOperations, getOperation] })
export const useCreateCategory = () => useCall(createCategory, { refreshes: [listCategories] })
export const useRemoveCategory = () => useCall(removeCategory, { refreshes: [listCategories, listOperations, getOperation] })
