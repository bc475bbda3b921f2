import {
  addOperationDocuments,
  changeOperation,
  createCategory,
  getOperation,
  listCategories,
  listOperationDocuments,
  listOperations,
  type OperationFilter,
  removeCategory,
  removeOperationDocument,
} from 'contract/operations.ts'
import { callQuery, useCall } from '../../lib/query.ts'

/** What narrows the list, as its address holds it: amounts in the minor unit, categories as ids between commas. */
export type OperationSearch = Omit<OperationFilter, 'categories'> & { categories?: string | undefined }

export const operationListQuery = (page: number, { categories, ...filter }: OperationSearch) =>
  callQuery(listOperations, { query: { page, ...filter, categories: categories?.split(',') } })
export const operationQuery = (id: string) => callQuery(getOperation, { params: { id } })
export const operationDocumentsQuery = (id: string) => callQuery(listOperationDocuments, { params: { id } })
export const categoriesQuery = () => callQuery(listCategories, {})

export const useChangeOperation = () => useCall(changeOperation, { refreshes: [listOperations, getOperation] })
export const useCreateCategory = () => useCall(createCategory, { refreshes: [listCategories] })
export const useRemoveCategory = () => useCall(removeCategory, { refreshes: [listCategories, listOperations, getOperation] })

const withDocuments = { refreshes: [listOperationDocuments, listOperations, getOperation] }
export const useAddDocuments = () => useCall(addOperationDocuments, withDocuments)
export const useRemoveDocument = () => useCall(removeOperationDocument, withDocuments)
