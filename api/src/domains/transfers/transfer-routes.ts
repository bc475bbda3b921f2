import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../outside/clock.ts'
import { transferCreator } from './create-transfers.ts'
import { getTransfer } from './get-transfer.ts'
import { listTransfersOf } from './transfer-store.ts'

export function transferRoutes(serve: Serve, { db, clock }: { db: Db; clock: Clock }) {
  const createTransfer = transferCreator({ db, clock })

  serve(contract.listTransfers, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    const search = { validation_status: query.validation_status ?? null, execution_status: null }
    return { ...page, ...(await listTransfersOf(db, caller.account_id, search, page)) }
  })
  serve(contract.getTransfer, ({ caller, params }) => getTransfer(db, caller.account_id, params.id))
  serve(contract.createTransfer, ({ caller, body, confirmation, once }) => createTransfer({ caller, wish: body, confirmation, once }))
}
