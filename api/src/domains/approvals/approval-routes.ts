import * as contract from 'contract/transfers/signatures.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { acceptItems } from './accept-items.ts'
import { examineItem, listItemsToSign, listSentItems, listSignedItems } from './examine-item.ts'
import { remindSigners } from './remind-signers.ts'
import { countItemsToSignBy } from './to-sign-store.ts'

export function signatureRoutes(serve: Serve, ports: { db: Db; clock: Clock; portalUrl: string }) {
  serve(contract.listItemsToSign, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: contract.SIGNATURES_PER_PAGE }
    return { ...page, ...(await listItemsToSign(ports, caller.user_id, page)) }
  })
  serve(contract.countItemsToSign, async ({ caller }) => ({
    items: [],
    page: 1,
    per_page: contract.SIGNATURES_PER_PAGE,
    total: await countItemsToSignBy(ports.db, caller.user_id, ports.clock.now()),
  }))
  serve(contract.listSentItems, ({ caller }) => listSentItems(ports, caller.user_id))
  serve(contract.listSignedItems, ({ caller }) => listSignedItems(ports, caller.user_id))
  serve(contract.getItemToSign, ({ caller, params }) => examineItem(ports, caller.user_id, params))
  serve(contract.remindSigners, ({ caller, params }) => remindSigners(ports, caller, params))
  serve(contract.acceptItems, ({ caller, confirmation, lang, body }) =>
    acceptItems(ports, { caller, confirmation, lang, items: body.items }),
  )
}
