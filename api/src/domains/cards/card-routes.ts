import * as contract from 'contract/products/prepaid-cards.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { changeCard } from './change-card.ts'
import { describeLimits, listCards } from './list-cards.ts'
import { registerCard } from './register-card.ts'

export function cardRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.listPrepaidCards, ({ caller }) => listCards(ports, caller.account_id))
  serve(contract.getCardLimits, ({ caller }) => describeLimits(ports, caller))
  serve(contract.registerPrepaidCard, ({ caller, confirmation, body }) =>
    registerCard(ports, { caller, confirmation, input: body }),
  )
  serve(contract.changePrepaidCard, ({ caller, confirmation, params, body }) =>
    changeCard(ports, { caller, confirmation, ...params, ...body }),
  )
}
