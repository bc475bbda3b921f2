import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../outside/clock.ts'
import { acceptTransfer, acceptTransfers, rejectTransfer } from './accept-transfers.ts'
import { cancelTransfer, changeTransfer } from './change-transfer.ts'
import { transferCreator } from './create-transfers.ts'
import { getTransfer, readerOf } from './get-transfer.ts'
import { quoteTransfer } from './quote-transfer.ts'
import { listToSign, listTransfersOf } from './transfer-store.ts'

export function transferRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  const createTransfer = transferCreator(ports)

  serve(contract.listTransfers, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    const { type = null, validation_status = null, execution_status = null } = query
    const search = { type, validation_status, execution_status, search: query.search?.trim() || null }
    return { ...page, ...(await listTransfersOf(ports.db, readerOf(caller), search, page)) }
  })
  serve(contract.listTransfersToSign, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listToSign(ports.db, caller.user_id, page)) }
  })
  serve(contract.getTransfer, ({ caller, params }) => getTransfer(ports, caller, params.id))
  serve(contract.quoteTransfer, ({ caller, body }) => quoteTransfer(ports, caller, body))
  serve(contract.createTransfer, ({ caller, body, confirmation, once }) => createTransfer({ caller, wish: body, confirmation, once }))
  serve(contract.acceptTransfer, ({ caller, confirmation, params, body }) =>
    acceptTransfer(ports, { caller, confirmation, id: params.id, version: body.version }),
  )
  serve(contract.acceptTransfers, ({ caller, confirmation, lang, body }) =>
    acceptTransfers(ports, { caller, confirmation, lang, items: body.items }),
  )
  serve(contract.rejectTransfer, ({ caller, params, body }) => rejectTransfer(ports, { caller, id: params.id, ...body }))
  serve(contract.cancelTransfer, ({ caller, confirmation, params }) => cancelTransfer(ports, { caller, confirmation, id: params.id }))
  serve(contract.changeTransfer, ({ caller, confirmation, params, body }) =>
    changeTransfer(
      ports,
      { caller, confirmation, id: params.id },
      { enabled: body.enabled ?? null, skip: body.skip ?? null, comment: body.comment },
    ),
  )
}
