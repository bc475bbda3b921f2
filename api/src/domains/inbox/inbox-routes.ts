import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/messages.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../outside/clock.ts'
import { getMessage } from './get-message.ts'
import { markMessage } from './mark-message.ts'
import { listMessagesOf } from './message-store.ts'

export function inboxRoutes(serve: Serve, { db, clock }: { db: Db; clock: Clock }) {
  serve(contract.listMessages, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listMessagesOf(db, caller.account_id, { isUnreadOnly: query.unread !== undefined }, page)) }
  })
  serve(contract.getMessage, ({ caller, params }) => getMessage(db, caller.account_id, params.id))
  serve(contract.markMessage, ({ caller, params, body }) => markMessage(db, caller.account_id, params.id, body.read ? clock.now() : null))
}
