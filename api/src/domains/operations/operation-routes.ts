import * as contract from 'contract/operations.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { getOperation } from './get-operation.ts'
import { listOperations } from './list-operations.ts'

export function operationRoutes(serve: Serve, { db }: { db: Db }) {
  serve(contract.listOperations, ({ caller, query }) => listOperations(db, caller.account_id, query.page ?? 1))
  serve(contract.getOperation, ({ caller, params }) => getOperation(db, caller.account_id, params.id))
}
