import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/accounts/statements.ts'
import { addDays } from 'contract/values/calendar.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { archiveDocuments } from './archive-documents.ts'
import { listDocumentsOf } from './list-documents.ts'
import { openDocument } from './open-document.ts'

export function statementRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  const { db, clock } = ports
  serve(contract.listDocuments, async ({ caller, query: { type = 'statements', page = 1, ...filter } }) => {
    const position = { page, per_page: PER_PAGE }
    const new_since = addDays(businessDate(clock), -contract.NEW_FOR_DAYS)
    return { ...(await listDocumentsOf(db, { ...caller, new_since }, type, filter, position)), ...position }
  })
  serve(contract.getDocumentFile, ({ caller, params, query, lang }) =>
    openDocument(ports, caller, { id: params.id, format: query.format ?? 'pdf', lang }),
  )
  serve(contract.archiveDocuments, ({ caller, body, lang }) => archiveDocuments(ports, caller, { ids: body.ids, lang }))
}
