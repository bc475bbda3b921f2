import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers/instant-payments.ts'
import * as requests from 'contract/transfers/payment-requests.ts'
import * as returns from 'contract/transfers/return-requests.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal } from '../../refusal.ts'
import { acceptReturn, refuseReturn } from './returns/answer-return.ts'
import { refuseRequest } from './requests/answer-requests.ts'
import { listPaidPayees } from './lookups/lookup-store.ts'
import { lookUpPayee } from './lookups/look-up-payee.ts'
import { findRequest, listRequestsOf } from './requests/payment-request-store.ts'
import { getRequestDocument } from './requests/get-request-document.ts'
import { requestPayment } from './requests/request-payment.ts'
import { requestReturn } from './returns/return-payments.ts'
import { findReturnRequest, listReturnRequestsOf } from './returns/return-request-store.ts'
import { rejectReturn } from './returns/sign-return.ts'

const MAX_PAYEES = 8

export function instantPaymentRoutes(serve: Serve, ports: { db: Db; clock: Clock; isInstant: boolean }): void {
  const { db, clock } = ports
  serve(contract.lookUpPayee, ({ caller, body }) => lookUpPayee(ports, caller, body))
  serve(contract.listInstantPayees, ({ caller }) =>
    ports.isInstant ? listPaidPayees(db, caller.account_id, MAX_PAYEES) : Promise.resolve([]),
  )
  serve(requests.listPaymentRequests, async ({ caller: { account_id }, query: { page = 1, direction = null } }) => {
    const found = { page, per_page: PER_PAGE, now: clock.now() }
    return { ...(await listRequestsOf(db, { account_id, direction }, found)), page, per_page: PER_PAGE }
  })
  serve(requests.getPaymentRequest, async ({ caller: { account_id }, params }) => {
    const request = await findRequest(db, { account_id, id: params.id }, clock.now())
    if (!request) throw new Refusal('not_found')
    return request
  })
  serve(requests.getRequestDocument, ({ caller, params }) => getRequestDocument(db, caller.account_id, params.id))
  serve(requests.createPaymentRequest, ({ caller, body, files, once }) =>
    requestPayment(ports, { caller, input: body, document: files.document[0], once }),
  )
  serve(requests.refusePaymentRequest, ({ caller, params, body }) =>
    refuseRequest(ports, { caller, id: params.id, reason: body.reason }),
  )
  serve(returns.listReturnRequests, async ({ caller, query: { page = 1 } }) => ({
    ...(await listReturnRequestsOf(db, caller.account_id, { page, per_page: PER_PAGE })),
    page,
    per_page: PER_PAGE,
  }))
  serve(returns.getReturnRequest, async ({ caller, params }) => {
    const request = await findReturnRequest(db, caller.account_id, params.id)
    if (!request) throw new Refusal('not_found')
    return request
  })
  serve(returns.requestReturn, ({ caller, params, body }) =>
    requestReturn(ports, { caller, id: params.id, reason: body.reason }),
  )
  serve(returns.acceptReturn, ({ caller, confirmation, params }) =>
    acceptReturn(ports, { caller, confirmation, id: params.id }),
  )
  serve(returns.refuseReturn, ({ caller, params }) => refuseReturn(ports, { caller, id: params.id }))
  serve(returns.rejectReturn, ({ caller, params, body }) => rejectReturn(ports, { caller, id: params.id, ...body }))
}
