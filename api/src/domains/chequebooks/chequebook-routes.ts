import * as contract from 'contract/products/chequebooks.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { getAgency, listAgencies } from './chequebook-store.ts'
import { describeChequebook, listChequebooks, listTypes } from './list-chequebooks.ts'
import { acceptChequebook, orderChequebook, rejectChequebook } from './order-chequebook.ts'
import { stopCheques } from './stop-cheques.ts'

export function chequebookRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  const { db } = ports
  serve(contract.listChequebooks, ({ caller, lang, query }) => {
    const cheque = query.cheque === undefined ? null : Number(query.cheque)
    return listChequebooks(db, caller, lang, cheque, { page: query.page ?? 1, per_page: PER_PAGE })
  })
  serve(contract.listChequebookTypes, () => listTypes(db))
  serve(contract.getAgencyAddress, ({ caller, lang }) => getAgency(db, caller.account_id, null, lang))
  serve(contract.listAgencies, ({ caller, lang }) => listAgencies(db, caller.account_id, lang))
  serve(contract.getChequebook, ({ caller, lang, params }) => describeChequebook(db, caller, lang, params.id))
  serve(contract.orderChequebook, ({ caller, confirmation, lang, once, body }) =>
    orderChequebook(ports, { caller, confirmation, lang, once, input: body }),
  )
  serve(contract.stopCheques, ({ caller, confirmation, lang, once, params, body }) =>
    stopCheques(ports, { caller, confirmation, lang, once, ...params, input: body }),
  )
  serve(contract.acceptChequebook, ({ caller, confirmation, lang, params }) =>
    acceptChequebook(ports, { caller, confirmation, lang, ...params }),
  )
  serve(contract.rejectChequebook, ({ caller, confirmation, lang, params, body }) =>
    rejectChequebook(ports, { caller, confirmation, lang, ...params, ...body }),
  )
}
