import { headers, PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers/transfers.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { acceptTransfer, acceptTransfers, rejectTransfer } from './accept-transfers.ts'
import { cancelTransfer, changeTransfer } from '../transfer-execution/change-transfer.ts'
import { transferCreator } from './create-transfers.ts'
import { editTransfer } from './edit-transfer.ts'
import { getTransfer, readerOf } from './get-transfer.ts'
import { listOwnAccountsOf } from './own-account-store.ts'
import { quoteTransfer } from './quote-transfer.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { findDocument, type NewDocument } from './transfer-document-store.ts'
import { checkProof, proveTransfer } from '../transfer-proofs/transfer-proof.ts'
import { listToSign, listTransfersOf } from './transfer-store.ts'

type File = { name: string; media_type: string; content: Buffer }

/** The files of a form as documents of an order, under the limit for both kinds together. */
function documentsIn({ documents, international_documents }: { documents: File[]; international_documents: File[] }): NewDocument[] {
  if (documents.length + international_documents.length > contract.MAX_DOCUMENTS) throw new Refusal('too_many_files')
  const named =
    (kind: NewDocument['kind']) =>
    ({ name, media_type, content }: File) => ({ id: newId(), kind, name, media_type, content })
  return [...documents.map(named('document')), ...international_documents.map(named('international'))]
}

export function transferRoutes(serve: Serve, ports: { db: Db; clock: Clock; portalUrl: string }) {
  const createTransfer = transferCreator(ports)

  serve(contract.listTransfers, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE, today: businessDate(ports.clock) }
    const { type = null, status = null, validation_status = null, execution_status = null } = query
    const { from = null, to = null, batch_lines = 'included' } = query
    const search = {
      type,
      status,
      validation_status,
      execution_status,
      from,
      to,
      search: query.search?.trim() || null,
      has_batch_lines: batch_lines === 'included',
    }
    const { sum, left_out, ...found } = await listTransfersOf(ports.db, readerOf(caller), search, page)
    return { ...page, ...found, headers: { [headers.totalAmount]: String(sum), [headers.leftOut]: String(left_out) } }
  })
  serve(contract.listTransfersToSign, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listToSign(ports.db, caller.user_id, page, ports.clock.now())) }
  })
  serve(contract.listOwnAccounts, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listOwnAccountsOf(ports.db, caller, query.search?.trim() || null, page)) }
  })
  serve(contract.getTransfer, ({ caller, params }) => getTransfer(ports, caller, params.id))
  serve(contract.quoteTransfer, ({ caller, body }) => quoteTransfer(ports, caller, body))
  serve(contract.createTransfer, ({ caller, body, confirmation, once, files }) =>
    createTransfer({ caller, input: body, documents: documentsIn(files), confirmation, once }),
  )
  serve(contract.getTransferProof, ({ caller, params, lang }) => proveTransfer(ports, caller, params.id, lang))
  serve(contract.checkProof, ({ params, raw }) => checkProof(ports, params.code, raw.ip))
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
  serve(contract.rejectTransfer, ({ caller, params, body }) => rejectTransfer(ports, { caller, id: params.id, ...body }))
  serve(contract.cancelTransfer, ({ caller, confirmation, params }) => cancelTransfer(ports, { caller, confirmation, id: params.id }))
  serve(contract.changeTransfer, ({ caller, confirmation, params, body, files }) => {
    const { version, enabled = null, skip = null, ...change } = body
    const context = { caller, confirmation, id: params.id }
    if (version === undefined) return changeTransfer(ports, context, { enabled, skip, comment: change.comment })
    return editTransfer(ports, { ...context, version, change, documents: documentsIn(files) })
  })
}
