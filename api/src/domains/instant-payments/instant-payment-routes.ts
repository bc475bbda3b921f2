import * as contract from 'contract/transfers/instant-payments.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { listPaidPayees } from './lookup-store.ts'
import { lookUpPayee } from './look-up-payee.ts'

const MAX_PAYEES = 8

export function instantPaymentRoutes(serve: Serve, ports: { db: Db; clock: Clock; isInstant: boolean }): void {
  serve(contract.lookUpPayee, ({ caller, body }) => lookUpPayee(ports, caller, body))
  serve(contract.listInstantPayees, ({ caller }) =>
    ports.isInstant ? listPaidPayees(ports.db, caller.account_id, MAX_PAYEES) : Promise.resolve([]),
  )
}
