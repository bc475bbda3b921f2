import * as contract from 'contract/transfers/transfers.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { editTransfer } from '../transfers/edit-transfer.ts'
import { documentsIn } from '../transfers/form-documents.ts'
import { cancelTransfer, changeTransfer } from './change-transfer.ts'

export function transferExecutionRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.cancelTransfer, ({ caller, confirmation, params }) =>
    cancelTransfer(ports, { caller, confirmation, id: params.id }),
  )
  serve(contract.changeTransfer, ({ caller, confirmation, params, body, files }) => {
    const { version, enabled = null, skip = null, ...change } = body
    const context = { caller, confirmation, id: params.id }
    if (version === undefined) return changeTransfer(ports, context, { enabled, skip, comment: change.comment })
    return editTransfer(ports, { ...context, version, change, documents: documentsIn(files) })
  })
}
