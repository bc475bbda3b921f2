import * as contract from 'contract/products/deposits.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { requestOfDeposit } from './request-of-deposit.ts'
import { depositCertificate, depositNotice } from './deposit-documents.ts'
import { listOffers } from './deposit-store.ts'
import { getDeposit, listDeposits } from './describe-deposit.ts'

export function depositRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.listDeposits, async ({ caller, query: { page = 1 } }) => {
    const { deposits, totals } = await listDeposits(ports, caller.account_id)
    return {
      items: deposits.slice((page - 1) * PER_PAGE, page * PER_PAGE),
      page,
      per_page: PER_PAGE,
      total: deposits.length,
      headers: { [contract.DEPOSIT_TOTALS_HEADER]: JSON.stringify(totals) },
    }
  })
  serve(contract.listDepositOffers, () => listOffers(ports.db))
  serve(contract.getDeposit, ({ caller, params }) => getDeposit(ports, caller.account_id, params.id))
  serve(contract.getDepositCertificate, ({ caller, params, lang }) =>
    depositCertificate(ports, caller.account_id, { ...params, lang }),
  )
  serve(contract.getDepositNotice, ({ caller, params, lang }) =>
    depositNotice(ports.db, caller.account_id, { ...params, lang }),
  )
  serve(contract.requestOfDeposit, ({ caller, confirmation, once, params, body }) =>
    requestOfDeposit(ports, { caller, confirmation, once, id: params.id, kind: body.kind }),
  )
}
