import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers/multiple-transfers.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { listBatchesOf, listBatchesToSignBy } from './batch-store.ts'
import { cancelBatch, createBatch, retryBatch } from './create-batch.ts'
import { exportBatchLines } from './batch-export.ts'
import { describeBatch, exportFailures, listBatchBanks, listBatchLines } from './batch-lines.ts'
import { reportBatch } from './batch-report.ts'
import { printSlip } from './batch-slip.ts'
import { readerOf } from '../transfers/get-transfer.ts'
import {
  changeImport,
  exportErrors,
  exportTemplate,
  findImport,
  importFile,
  importList,
  type ProjectBalance,
  removeImport,
} from '../transfer-imports/import-transfers.ts'
import { acceptBatch, rejectBatch } from './sign-batch.ts'

export function multipleTransferRoutes(serve: Serve, ports: { db: Db; clock: Clock; project: ProjectBalance }) {
  const { db } = ports
  serve(contract.importTransfers, ({ caller, lang, files }) => importFile(ports, { caller, lang }, files.file[0]))
  serve(contract.importList, ({ caller, lang, body }) => importList(ports, { caller, lang }, body.list_id))
  serve(contract.findImport, ({ caller, lang }) => findImport(ports, { caller, lang }))
  serve(contract.changeImport, ({ caller, lang, params, body }) =>
    changeImport(ports, { caller, lang }, params.id, body),
  )
  serve(contract.removeImport, ({ caller, lang, params }) => removeImport(ports, { caller, lang }, params.id))
  serve(contract.downloadImportErrors, ({ caller, lang, params }) => exportErrors(ports, { caller, lang }, params.id))
  serve(contract.downloadImportTemplate, ({ caller, lang, query }) => exportTemplate(ports, { caller, lang }, query))

  serve(contract.createBatch, ({ caller, lang, confirmation, once, body }) =>
    createBatch(ports, { caller, lang, confirmation, once }, body),
  )
  serve(contract.listBatches, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE, today: businessDate(ports.clock) }
    return { ...page, ...(await listBatchesOf(db, readerOf(caller), page)) }
  })
  serve(contract.listBatchesToSign, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listBatchesToSignBy(db, caller.user_id, page, ports.clock.now())) }
  })
  serve(contract.getBatch, ({ caller, params }) => describeBatch(ports, caller, params.id))
  serve(contract.listBatchLines, ({ caller, params, query }) => listBatchLines(ports, caller, params.id, query))
  serve(contract.listBatchBanks, ({ caller, params }) => listBatchBanks(ports, caller, params.id))
  serve(contract.downloadBatchLines, ({ caller, lang, params }) => exportBatchLines(ports, { caller, lang }, params.id))
  serve(contract.downloadBatchFailures, ({ caller, lang, params }) =>
    exportFailures(ports, { caller, lang }, params.id),
  )
  serve(contract.downloadBatchSlip, ({ caller, lang, params, query }) =>
    printSlip(ports, { caller, lang, format: query.format ?? 'pdf' }, params.id),
  )
  serve(contract.downloadBatchReport, ({ caller, params }) => reportBatch(ports, caller, params.id))
  serve(contract.retryBatch, ({ caller, lang, confirmation, once, params }) =>
    retryBatch(ports, { caller, lang, confirmation, once }, params.id),
  )
  serve(contract.acceptBatch, ({ caller, confirmation, params, body }) =>
    acceptBatch(ports, { caller, confirmation, id: params.id, ...body }),
  )
  serve(contract.rejectBatch, ({ caller, params, body: { version, reason, lines = null } }) =>
    rejectBatch(ports, { caller, id: params.id, version, reason, lines }),
  )
  serve(contract.cancelBatch, ({ caller, confirmation, params }) =>
    cancelBatch(ports, { caller, confirmation, id: params.id }),
  )
}
