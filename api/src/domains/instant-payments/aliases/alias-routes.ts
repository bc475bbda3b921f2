import * as contract from 'contract/accounts/payment-aliases.ts'
import type { Serve } from '../../../http/serve.ts'
import { type AliasPorts, getPaymentAliases } from './alias-ports.ts'
import { answerAliasClaim, claimPaymentAlias } from './claim-alias.ts'
import { createPaymentAlias, removePaymentAlias } from './create-alias.ts'
import { getPaymentCodeFile } from './get-payment-code.ts'
import { cancelTillPayment, createTillPayment, listTillPayments } from './manage-till.ts'
import { sendPhoneCode } from './prove-phone.ts'
import { findInstantPayer } from '../platform/receipt-store.ts'

export function aliasRoutes(serve: Serve, ports: AliasPorts): void {
  serve(contract.listPaymentAliases, ({ caller }) => getPaymentAliases(ports, caller))
  serve(contract.sendPhoneCode, ({ caller }) => sendPhoneCode(ports, caller))
  serve(contract.createPaymentAlias, ({ caller, confirmation, body, once }) =>
    createPaymentAlias(ports, { caller, confirmation, input: body, once }),
  )
  serve(contract.removePaymentAlias, async ({ caller, confirmation, params }) => {
    await removePaymentAlias(ports, { caller, confirmation, id: params.id })
    return null
  })
  serve(contract.claimPaymentAlias, async ({ caller, confirmation, params }) => {
    await claimPaymentAlias(ports, { caller, confirmation, id: params.id })
    return null
  })
  serve(contract.answerAliasClaim, async ({ caller, confirmation, params, body }) => {
    await answerAliasClaim(ports, { caller, confirmation, id: params.id, ...body })
    return null
  })
  serve(contract.getPaymentCodeFile, ({ caller, params, query, lang }) =>
    getPaymentCodeFile(ports, caller, { id: params.id, ...query, lang }),
  )
  serve(contract.getInstantPayer, async ({ caller, params }) => ({
    payer: await findInstantPayer(ports.db, caller.account_id, params.id),
  }))
  serve(contract.listTillPayments, ({ caller }) => listTillPayments(ports, caller))
  serve(contract.createTillPayment, ({ caller, body, once }) =>
    createTillPayment(ports, { caller, amount: body.amount, once }),
  )
  serve(contract.cancelTillPayment, async ({ caller, params }) => {
    await cancelTillPayment(ports, caller, params.id)
    return null
  })
}
