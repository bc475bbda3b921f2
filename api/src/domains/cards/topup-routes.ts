import * as contract from 'contract/products/card-topups.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { createTopup, quoteTopup } from './create-topup.ts'
import { getTopup, listRecurringTopups, listTopups } from './list-topups.ts'
import { changeRecurring, removeRecurring } from './plan-topups.ts'
import { acceptMany, acceptRecurring, acceptTopup, rejectRecurring, rejectTopup } from './sign-topup.ts'
import { exportTopups, printReceipt } from './topup-documents.ts'
import type { TopupFilter } from './topup-store.ts'

const filterOf = ({ card, status, from, to }: contract.TopupQuery): TopupFilter => ({
  card: card ?? null,
  status: status ?? null,
  from: from ?? null,
  to: to ?? null,
})

export function topupRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.quoteTopup, ({ caller, body }) => quoteTopup(ports, caller, body))
  serve(contract.createTopup, ({ caller, confirmation, once, body }) =>
    createTopup(ports, { caller, confirmation, once, input: body }),
  )
  serve(contract.listTopups, ({ caller, query }) =>
    listTopups(ports, caller, filterOf(query), { page: query.page ?? 1, per_page: PER_PAGE }),
  )
  serve(contract.exportTopups, ({ caller, query, lang }) =>
    exportTopups(ports, caller, { format: query.format ?? 'csv', filter: filterOf(query), lang }),
  )
  serve(contract.getTopup, ({ caller, params }) => getTopup(ports, caller, params.id))
  serve(contract.getTopupReceipt, ({ caller, params, lang }) => printReceipt(ports, caller, params.id, lang))
  serve(contract.acceptTopup, ({ caller, confirmation, params }) =>
    acceptTopup(ports, { caller, confirmation, ...params }),
  )
  serve(contract.acceptTopups, ({ caller, confirmation, lang, body }) =>
    acceptMany(ports, { caller, confirmation, lang, items: body.items }),
  )
  serve(contract.rejectTopup, ({ caller, confirmation, params, body }) =>
    rejectTopup(ports, { caller, confirmation, ...params, ...body }),
  )
  serve(contract.listRecurringTopups, ({ caller }) => listRecurringTopups(ports, caller))
  serve(contract.changeRecurringTopup, ({ caller, confirmation, params, body }) =>
    changeRecurring(ports, { caller, confirmation, ...params, change: body }),
  )
  serve(contract.removeRecurringTopup, ({ caller, params }) => removeRecurring(ports, { caller, ...params }))
  serve(contract.acceptRecurringTopup, ({ caller, confirmation, params, body }) =>
    acceptRecurring(ports, { caller, confirmation, ...params, ...body }),
  )
  serve(contract.rejectRecurringTopup, ({ caller, confirmation, params, body }) =>
    rejectRecurring(ports, { caller, confirmation, ...params, ...body }),
  )
}
