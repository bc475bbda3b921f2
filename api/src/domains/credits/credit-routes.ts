import * as contract from 'contract/products/credits.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { scheduleFile } from './schedule-file.ts'
import { getCredit, listCredits, readSchedule, simulateRepayment } from './describe-credit.ts'

export function creditRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.listCredits, async ({ caller, query: { page = 1 } }) => {
    const { credits, totals } = await listCredits(ports, caller.account_id)
    return {
      items: credits.slice((page - 1) * PER_PAGE, page * PER_PAGE),
      page,
      per_page: PER_PAGE,
      total: credits.length,
      headers: { [contract.CREDIT_TOTALS_HEADER]: JSON.stringify(totals) },
    }
  })
  serve(contract.getCredit, ({ caller, params }) => getCredit(ports, caller.account_id, params.id))
  serve(contract.getEarlyRepayment, ({ caller, params, query }) =>
    simulateRepayment(ports, caller.account_id, params.id, query.day),
  )
  serve(
    contract.getCreditBoard,
    async ({ caller, params }) => (await readSchedule(ports, caller.account_id, params.id)).lines,
  )
  serve(contract.getCreditBoardFile, ({ caller, params, query, lang }) =>
    scheduleFile(ports, caller.account_id, { id: params.id, format: query.format ?? 'pdf', lang }),
  )
}
