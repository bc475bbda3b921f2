import * as balances from 'contract/accounts/balances.ts'
import * as categories from 'contract/accounts/categories.ts'
import * as counterparties from 'contract/accounts/counterparties.ts'
import * as views from 'contract/accounts/operation-views.ts'
import * as contract from 'contract/accounts/operations.ts'
import type { Db } from '../../db/db.ts'
import { type Serve, unchanged } from '../../http/serve.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { applyRule, createRule, previewRule, removeRule } from './categories/categorise-by-rule.ts'
import { changeOperation, createCategory, deleteCategory } from './categories/manage-categories.ts'
import { categoriseOperations, undoCategories } from './categories/categorise-operations.ts'
import { listCategories } from './categories/category-store.ts'
import {
  downloadOperationDocument,
  attachDocuments,
  listOperationDocuments,
  removeDocument,
} from './attach-documents.ts'
import { dayBalance } from './day-balance.ts'
import { exportOperations } from './export-operations.ts'
import { getOperation } from './get-operation.ts'
import { isNarrowed, listOperations } from './list-operations.ts'
import { operationsVersionFinder } from './operations-version-store.ts'
import { listRules } from './categories/category-rule-store.ts'
import { createView, deleteView, renameView } from './save-views.ts'
import { listViews } from './view-store.ts'
import { listOperationIds } from './operation-store.ts'
import { nameCounterparty } from './name-counterparty.ts'
import { pageFinder } from './page-finder.ts'
import { readCriteria } from './read-criteria.ts'

export function operationRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  const { db } = ports
  const findVersion = operationsVersionFinder()
  const find = pageFinder()
  serve(contract.listOperations, async ({ caller, reading, isUnchanged, query: { page, ...filter } }) => {
    const from = await reading()
    const criteria = await readCriteria(from, caller, filter)
    // What filters find has no number that changes with it.
    const version = isNarrowed(criteria) ? null : await findVersion(from, caller.account_id)
    if (version !== null && isUnchanged(version)) return unchanged
    return listOperations(from, caller, page ?? 1, criteria, find)
  })
  serve(
    contract.exportOperations,
    async ({
      caller,
      reading,
      lang,
      query: { scope = 'filters', format = 'csv', columns, page, attachments, ...filter },
    }) => {
      const from = await reading()
      return exportOperations({ ...ports, reading: from }, caller, {
        scope,
        format,
        columns,
        page,
        hasAttachments: attachments === 'true',
        filter: await readCriteria(from, caller, filter),
        lang,
      })
    },
  )
  serve(contract.listOperationIds, async ({ caller, query }) =>
    listOperationIds(db, caller.account_id, await readCriteria(db, caller, query), contract.MAX_CHOSEN),
  )
  serve(balances.getDayBalance, ({ caller, query }) => dayBalance(db, caller, query.on ?? businessDate(ports.clock)))
  serve(categories.categoriseOperations, ({ caller, body }) => categoriseOperations(ports, caller, body))
  serve(categories.undoCategories, ({ caller, params }) => undoCategories(ports, caller, params.id))
  serve(categories.listCategoryRules, ({ caller }) => listRules(db, caller.account_id))
  serve(categories.createCategoryRule, ({ caller, body }) => createRule(ports, caller, body))
  serve(categories.previewCategoryRule, ({ caller, body }) => previewRule(db, caller, body))
  serve(categories.applyCategoryRule, ({ caller, params }) => applyRule(ports, caller, params.id))
  serve(categories.removeCategoryRule, ({ caller, params }) => removeRule(ports, caller, params.id))
  serve(counterparties.nameCounterparty, ({ caller, params, body }) => nameCounterparty(ports, caller, params.id, body))
  serve(views.listOperationViews, ({ caller }) => listViews(db, caller))
  serve(views.createOperationView, ({ caller, body }) => createView(ports, caller, body))
  serve(views.renameOperationView, ({ caller, params, body }) => renameView(db, caller, params.id, body.name))
  serve(views.removeOperationView, ({ caller, params }) => deleteView(db, caller, params.id))
  serve(contract.getOperation, ({ caller, params }) => getOperation(db, caller, params.id))
  serve(contract.listCategories, ({ caller }) => listCategories(db, caller.account_id))
  serve(contract.createCategory, ({ caller, body }) => createCategory(ports, caller, body.label))
  serve(contract.removeCategory, ({ caller, params, query }) =>
    deleteCategory(ports, caller, params.id, query.replacement ?? null),
  )
  serve(contract.changeOperation, ({ caller, params, body }) => changeOperation(ports, caller, params.id, body))
  serve(contract.listOperationDocuments, ({ caller, params }) => listOperationDocuments(db, caller, params.id))
  serve(contract.addOperationDocuments, ({ caller, params, files }) =>
    attachDocuments(ports, caller, params.id, files.documents),
  )
  serve(contract.downloadOperationDocument, ({ caller, params }) => downloadOperationDocument(db, caller, params))
  serve(contract.removeOperationDocument, ({ caller, params }) => removeDocument(ports, caller, params))
}
