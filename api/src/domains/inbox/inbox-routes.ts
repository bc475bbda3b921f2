import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/accounts/messages.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { downloadMessageDocument, getMessage } from './get-message.ts'
import { markMessage } from './mark-message.ts'
import { listMessagesOf } from './message-store.ts'
import { replyToMessage, writeMessage } from './write-message.ts'

export function inboxRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  const { db, clock } = ports
  serve(contract.listMessages, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    const filter = {
      isUnreadOnly: query.unread !== undefined,
      isArchived: query.archived !== undefined,
      search: query.search?.trim() || null,
      from: query.from ?? null,
      to: query.to ?? null,
    }
    return { ...page, ...(await listMessagesOf(db, caller.account_id, filter, page)) }
  })
  serve(contract.getMessage, ({ caller, params }) => getMessage(db, caller.account_id, params.id))
  serve(contract.markMessage, ({ caller, params, body }) =>
    markMessage(db, caller.account_id, params.id, body, clock.now()),
  )
  serve(contract.writeMessage, ({ caller, body, files, once }) =>
    writeMessage(ports, { caller, input: body, files: files.documents, once }),
  )
  serve(contract.replyToMessage, ({ caller, params, body, files, once }) =>
    replyToMessage(ports, params.id, { caller, input: body, files: files.documents, once }),
  )
  serve(contract.downloadMessageDocument, ({ caller, params }) =>
    downloadMessageDocument(db, caller.account_id, params),
  )
}
