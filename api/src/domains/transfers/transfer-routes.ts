import { headers, PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers/transfers.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { acceptTransfer, acceptTransfers, rejectTransfer } from './accept-transfers.ts'
import type { TransferCreator } from './create-transfers.ts'
import { exportTransfers } from './export-transfers.ts'
import { documentsIn } from './form-documents.ts'
import { getTransfer, readerOf } from './get-transfer.ts'
import { listPayees } from './list-payees.ts'
import { quoteTransfer } from './quote-transfer.ts'
import { Refusal } from '../../refusal.ts'
import { listUnsavedPayees } from './payee-store.ts'
import { findDocument } from './transfer-document-store.ts'
import { searchOf } from './transfer-search.ts'
import { listToSign, listTransfersOf } from './transfer-store.ts'

type Ports = { db: Db; clock: Clock; portalUrl: string; createTransfer: TransferCreator }

export function transferRoutes(serve: Serve, { createTransfer, ...ports }: Ports) {
  serve(contract.listTransfers, async ({ caller, reading, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE, today: businessDate(ports.clock) }
    const { sum, ...found } = await listTransfersOf(await reading(), readerOf(caller), searchOf(query, caller), page)
    return { ...page, ...found, headers: { [headers.totalAmount]: String(sum) } }
  })
  serve(contract.listTransfersToSign, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listToSign(ports.db, caller.user_id, page, ports.clock.now())) }
  })
  serve(contract.exportTransfers, ({ caller, query: { format = 'csv', ...query }, lang }) =>
    exportTransfers(ports, caller, { format, search: searchOf(query, caller), lang }),
  )
  serve(contract.listPayees, ({ caller, query }) =>
    listPayees(ports.db, caller, { search: query.search?.trim() || null, beneficiary: query.beneficiary ?? null }),
  )
  serve(contract.listUnsavedPayees, ({ caller }) => listUnsavedPayees(ports.db, caller))
  serve(contract.getTransfer, ({ caller, params }) => getTransfer(ports, caller, params.id))
  serve(contract.quoteTransfer, ({ caller, body }) => quoteTransfer(ports, caller, body))
  serve(contract.createTransfer, async ({ caller, body, confirmation, once, files, setBalance }) => {
    const order = { caller, input: body, documents: documentsIn(files), confirmation, once }
    const { transfer, booked } = await createTransfer(order)
    if (booked !== null) setBalance(booked)
    return transfer
  })
  serve(contract.downloadTransferDocument, async ({ caller, params }) => {
    const document = await findDocument(ports.db, { account_id: caller.account_id, id: params.id }, params.document)
    if (!document) throw new Refusal('not_found')
    return { file_name: document.name, media_type: document.media_type, content: document.content }
  })
  serve(contract.acceptTransfer, ({ caller, confirmation, params, body }) =>
    acceptTransfer(ports, { caller, confirmation, id: params.id, version: body.version }),
  )
  serve(contract.acceptTransfers, ({ caller, confirmation, lang, body }) =>
    acceptTransfers(ports, { caller, confirmation, lang, items: body.items }),
  )
  serve(contract.rejectTransfer, ({ caller, params, body }) =>
    rejectTransfer(ports, { caller, id: params.id, ...body }),
  )
}
