import * as contract from 'contract/products/debits.ts'
import { headers, PER_PAGE } from 'contract/endpoint.ts'
import { type Currency, writtenAmount } from 'contract/values/money.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { disputeDebit, rejectDebit } from './answer-debit.ts'
import { changeMandate, getMandate, listMandates } from './change-mandate.ts'
import type { DebitFilter } from './debit-store.ts'
import { getDebit, listDebits } from './describe-debit.ts'
import { exportDebits } from './export-debits.ts'
import { getMandateCopy, registerMandate } from './register-mandate.ts'

const filterOf = (
  { tab, status, search, from, to, min, max }: contract.DebitQuery,
  { currency }: { currency: Currency },
): DebitFilter => ({
  tab: tab ?? 'upcoming',
  status: status ?? null,
  search: search?.trim() || null,
  amount: writtenAmount(search ?? '', currency),
  from: from ?? null,
  to: to ?? null,
  min: min ?? null,
  max: max ?? null,
})

export function debitRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.listDebits, async ({ caller, query: { page = 1, ...query } }) => {
    const { items, total, sum } = await listDebits(ports, caller.account_id, filterOf(query, caller), page)
    return { items, page, per_page: PER_PAGE, total, headers: { [headers.totalAmount]: String(sum) } }
  })
  serve(contract.getDebit, ({ caller, params }) => getDebit(ports, caller.account_id, params.id))
  serve(contract.exportDebits, ({ caller, query: { format = 'csv', ...query }, lang }) =>
    exportDebits(ports, caller, { format, filter: filterOf(query, caller), lang }),
  )
  serve(contract.rejectDebit, ({ caller, params }) => rejectDebit(ports, { caller, id: params.id }))
  serve(contract.disputeDebit, ({ caller, confirmation, params, body, once }) =>
    disputeDebit(ports, { caller, confirmation, id: params.id, reason: body.reason, once }),
  )
  serve(contract.listMandates, async ({ caller, query: { page = 1 } }) => ({
    ...(await listMandates(ports, caller, page)),
    page,
    per_page: PER_PAGE,
  }))
  serve(contract.getMandate, ({ caller, params }) => getMandate(ports, caller, params.id))
  serve(contract.registerMandate, ({ caller, confirmation, body, files, once }) =>
    registerMandate(ports, { caller, confirmation, input: body, copy: files.copy[0], once }),
  )
  serve(contract.getMandateCopy, ({ caller, params }) => getMandateCopy(ports.db, caller.account_id, params.id))
  serve(contract.changeMandate, ({ caller, confirmation, params, body }) =>
    changeMandate(ports, { caller, confirmation, id: params.id, change: body }),
  )
}
