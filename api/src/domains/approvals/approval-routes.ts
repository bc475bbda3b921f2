import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers/signatures.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { listItemsToSignBy } from './to-sign-store.ts'
import { acceptItems } from './accept-items.ts'

export function signatureRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.listItemsToSign, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listItemsToSignBy(ports.db, caller.user_id, page, ports.clock.now())) }
  })
  serve(contract.acceptItems, ({ caller, confirmation, lang, body }) =>
    acceptItems(ports, { caller, confirmation, lang, items: body.items }),
  )
}
