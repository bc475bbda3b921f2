import { getDayBalance } from 'contract/accounts/balances.ts'
import {
  applyCategoryRule,
  categoriseOperations,
  createCategoryRule,
  listCategoryRules,
  previewCategoryRule,
  removeCategoryRule,
  type RuleCondition,
  undoCategories,
} from 'contract/accounts/categories.ts'
import { nameCounterparty } from 'contract/accounts/counterparties.ts'
import {
  createOperationView,
  listOperationViews,
  removeOperationView,
  renameOperationView,
} from 'contract/accounts/operation-views.ts'
import {
  addOperationDocuments,
  changeOperation,
  createCategory,
  getOperation,
  listCategories,
  listOperationDocuments,
  listOperationIds,
  listOperations,
  type Operation,
  type OperationFilter,
  removeCategory,
  removeOperationDocument,
} from 'contract/accounts/operations.ts'
import { getDashboard, getOutlook } from 'contract/dashboard.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery, makeStale, showAnswered, useCall } from '../../lib/api/query.ts'

/** The filters of the list, as in its address: amounts in the minor unit, categories as ids separated by commas. */
export type OperationSearch = Omit<OperationFilter, 'categories'> & { categories?: string | undefined }

/** A filter as the input of calls. */
export const toFilter = ({ categories, ...filter }: OperationSearch): OperationFilter => ({
  ...filter,
  categories: categories?.split(','),
})

export const operationListQuery = (page: number, filter: OperationSearch) =>
  callQuery(listOperations, { query: { page, ...toFilter(filter) } })
export const fetchOperationIds = async (filter: OperationSearch) =>
  (await call(listOperationIds, { query: toFilter(filter) })).answer
export const dayBalanceQuery = (on: string) => callQuery(getDayBalance, { query: { on } })
export const operationQuery = (id: string) => callQuery(getOperation, { params: { id } })
export const operationDocumentsQuery = (id: string) => callQuery(listOperationDocuments, { params: { id } })
export const categoriesQuery = () => callQuery(listCategories, {})

/** Every list that shows the names of counterparties. */
export const useNameCounterparty = () =>
  useCall(nameCounterparty, { refreshes: [...withCategories.refreshes, listCategoryRules, getDashboard, getOutlook] })

const withCategories = { refreshes: [listCategories, listOperations, getOperation, previewCategoryRule] }
/** Displays a changed operation at once. A list of all accounts keeps its account, which only lists answer. */
const showChanged = ({ account: _account, ...changed }: Operation) =>
  showAnswered(changed, { list: listOperations, one: getOperation })
export const useChangeOperation = (id: string) =>
  useCall(changeOperation, {
    ...withCategories,
    show: showChanged,
    scope: { id: `operation ${id}` },
  })
/** Saves the personal note on the account where it was written, also when the page or the account is being left. */
export async function saveNote(account: string, id: string, comment: string | null): Promise<void> {
  const { answer } = await call(changeOperation, { params: { id }, body: { comment } }, { account, keepalive: true })
  // Before the tab deletes the draft: a panel that opens now reads it here.
  showChanged(answer)
  for (const stale of [listOperations, getOperation]) void makeStale(stale)
}
export const useCategorise = () => useCall(categoriseOperations, withCategories)
/** On the account of the action, whichever is selected by then. */
export const useUndoCategories = (account: string) => useCall(undoCategories, { ...withCategories, account })
export const useCreateCategory = () => useCall(createCategory, { refreshes: [listCategories] })
export const useRemoveCategory = () =>
  useCall(removeCategory, { refreshes: [...withCategories.refreshes, listCategoryRules, listOperationViews] })

export const rulesQuery = () => callQuery(listCategoryRules, {})
export const rulePreviewQuery = (condition: RuleCondition) => callQuery(previewCategoryRule, { body: condition })
export const useCreateRule = () => useCall(createCategoryRule, { refreshes: [listCategoryRules] })
export const useApplyRule = () => useCall(applyCategoryRule, withCategories)
export const useRemoveRule = () => useCall(removeCategoryRule, { refreshes: [listCategoryRules] })

export const viewsQuery = () => callQuery(listOperationViews, {})
const withViews = { refreshes: [listOperationViews] }
export const useCreateView = () => useCall(createOperationView, withViews)
export const useRenameView = () => useCall(renameOperationView, withViews)
export const useRemoveView = () => useCall(removeOperationView, withViews)

const withDocuments = { refreshes: [listOperationDocuments, listOperations, getOperation] }
export const useAddDocuments = () => useCall(addOperationDocuments, withDocuments)
export const useRemoveDocument = () => useCall(removeOperationDocument, withDocuments)
