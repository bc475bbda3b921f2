import { headers, PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers/batches.ts'
import { listTransferRows, TRANSFER_GROUPS_HEADER } from 'contract/transfers/transfer-rows.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { listBatchesOf, listBatchesToSignBy } from './batch-store.ts'
import { cancelBatch, createBatch, retryBatch } from './create-batch.ts'
import { exportBatchLines } from './batch-export.ts'
import { describeBatch, exportFailures, listBatchBanks, listBatchLines } from './batch-lines.ts'
import { reportBatch } from './batch-report.ts'
import { createSlip } from './batch-slip.ts'
import { readerOf } from '../transfers/get-transfer.ts'
import { searchOf } from '../transfers/transfer-search.ts'
import { acceptBatch, rejectBatch } from './sign-batch.ts'
import { listTransferRowsOf } from './transfer-row-store.ts'

export function batchRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  const { db } = ports
  serve(contract.createBatch, ({ caller, lang, confirmation, once, body }) =>
    createBatch(ports, { caller, lang, confirmation, once }, body),
  )
  serve(contract.listBatches, async ({ caller, reading, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE, today: businessDate(ports.clock) }
    return { ...page, ...(await listBatchesOf(await reading(), readerOf(caller), page)) }
  })
  serve(listTransferRows, async ({ caller, reading, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE, today: businessDate(ports.clock) }
    const { sum, groups, ...found } = await listTransferRowsOf(
      await reading(),
      readerOf(caller),
      searchOf(query, caller),
      page,
    )
    return {
      ...page,
      ...found,
      headers: { [headers.totalAmount]: String(sum), [TRANSFER_GROUPS_HEADER]: JSON.stringify(groups) },
    }
  })
  serve(contract.listBatchesToSign, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listBatchesToSignBy(db, caller.user_id, page, ports.clock.now())) }
  })
  serve(contract.getBatch, ({ caller, params }) => describeBatch(ports, caller, params.id))
  serve(contract.listBatchLines, async ({ caller, reading, params, query }) =>
    listBatchLines({ ...ports, db: await reading() }, caller, params.id, query),
  )
  serve(contract.listBatchBanks, ({ caller, params }) => listBatchBanks(ports, caller, params.id))
  serve(contract.downloadBatchLines, ({ caller, lang, params }) => exportBatchLines(ports, { caller, lang }, params.id))
  serve(contract.downloadBatchFailures, ({ caller, lang, params }) =>
    exportFailures(ports, { caller, lang }, params.id),
  )
  serve(contract.downloadBatchSlip, ({ caller, lang, params, query }) =>
    createSlip(ports, { caller, lang, format: query.format ?? 'pdf' }, params.id),
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
