import * as contract from 'contract/operations.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { listCategories } from './category-store.ts'
import { getOperation } from './get-operation.ts'
import { listOperations } from './list-operations.ts'

export function operationRoutes(serve: Serve, { db }: { db: Db }) {
  serve(contract.listOperations, ({ caller, query: { page, ...filter } }) => listOperations(db, caller.account_id, page ?? 1, filter))
  serve(contract.getOperation, ({ caller, params }) => getOperation(db, caller.account_id, params.id))
  serve(contract.listCategories, ({ caller }) => listCategories(db, caller.account_id))
}
