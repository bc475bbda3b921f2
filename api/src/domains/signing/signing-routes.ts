import { PER_PAGE } from 'contract/endpoint.ts'
import * as contract from 'contract/transfers/signing-rules.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { leftOf } from './limit-rules.ts'
import { findLimitUses, findPayeeIban } from './limit-store.ts'
import { listPaymentsToSignBy } from './payment-signature-store.ts'
import { acceptRules, describeRules, refuseRules, setRules } from './administer-signing.ts'

export function signingRoutes(serve: Serve, ports: { db: Db; clock: Clock; portalUrl: string }) {
  serve(contract.getSigningRules, ({ caller }) => describeRules(ports, caller))
  serve(contract.setSigningRules, ({ caller, lang, confirmation, body }) =>
    setRules(ports, { caller, lang, confirmation }, body),
  )
  serve(contract.acceptSigningRules, ({ caller, lang, confirmation, params }) =>
    acceptRules(ports, { caller, lang, confirmation }, params.id),
  )
  serve(contract.refuseSigningRules, ({ caller, params }) => refuseRules(ports, { caller }, params.id))
  serve(contract.listPaymentsToSign, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listPaymentsToSignBy(ports.db, caller.user_id, page, ports.clock.now())) }
  })
  serve(contract.listLimits, async ({ caller, query }) => {
    const { account_id, user_id } = caller
    const iban = query.beneficiary ? await findPayeeIban(ports.db, caller, query.beneficiary) : null
    const [uses = []] = await findLimitUses(ports.db, [{ account_id, user_id, iban, changed: null }], ports.clock.now())
    return leftOf(uses)
  })
}
