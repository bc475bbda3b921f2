// The bank's server: its ports, and every route module by name.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { calls } from 'contract/calls.ts'
import { loadSigningKeys } from './db/signing-keys.ts'
import type { Db } from './db/db.ts'
import { acceptInvitation } from './domains/access/accept-invitation.ts'
import { accessRoutes } from './domains/access/access-routes.ts'
import { accountRoutes } from './domains/accounts/account-routes.ts'
import { beneficiaryRoutes } from './domains/beneficiaries/beneficiary-routes.ts'
import { creditRoutes } from './domains/credits/credit-routes.ts'
import { cardRoutes } from './domains/cards/card-routes.ts'
import { topupRoutes } from './domains/cards/topup-routes.ts'
import { chequebookRoutes } from './domains/chequebooks/chequebook-routes.ts'
import { dashboardRoutes } from './domains/dashboard/dashboard-routes.ts'
import { debitRoutes } from './domains/debits/debit-routes.ts'
import { depositRoutes } from './domains/deposits/deposit-routes.ts'
import { exchangeRateRoutes } from './domains/exchange-rates/exchange-rate-routes.ts'
import { inboxRoutes } from './domains/inbox/inbox-routes.ts'
import { operationRoutes } from './domains/operations/operation-routes.ts'
import { profileRoutes } from './domains/profile/profile-routes.ts'
import { ribRoutes } from './domains/rib/rib-routes.ts'
import { passwordRoutes } from './domains/session/password-routes.ts'
import { sessionRoutes } from './domains/session/session-routes.ts'
import { signingRoutes } from './domains/signing/signing-routes.ts'
import { statementRoutes } from './domains/statements/statement-routes.ts'
import { stopTransfersTo } from './domains/transfers/stop-transfers.ts'
import { multipleTransferRoutes } from './domains/transfers/multiple-transfer-routes.ts'
import { transferRoutes } from './domains/transfers/transfer-routes.ts'
import { countOpenTransfersTo } from './domains/transfers/transfer-state-store.ts'
import { balanceFinder } from './http/guard-store.ts'
import { createGuard } from './http/guard.ts'
import { healthRoutes } from './http/health.ts'
import { openApiDocument } from './http/open-api.ts'
import { servePortal } from './http/portal.ts'
import { createServe } from './http/serve.ts'
import { createServer } from './http/server.ts'
import type { Clock } from './outside/clock.ts'
import { newId } from './outside/ids.ts'
import { createPasswords } from './outside/passwords.ts'
import { createTokens, newSigningKey } from './outside/tokens.ts'

export type AppOptions = {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  webRoot: string | null
  trustedProxies: string[]
  hasTls: boolean
  allowsUnboundTokens: boolean
  /** The portal as customers reach it, for links in e-mails. Ends with a slash. */
  portalUrl: string
}

/** The server, complete and not listening yet. */
export async function createApp({
  db,
  clock,
  log,
  webRoot,
  trustedProxies,
  hasTls,
  allowsUnboundTokens,
  portalUrl,
}: AppOptions): Promise<FastifyInstance> {
  const app = await createServer({ log, trustedProxies, hasTls })
  const tokens = await createTokens(await loadSigningKeys(db, () => newSigningKey(newId())))
  const passwords = await createPasswords()
  const document = openApiDocument(calls)

  await app.register(
    async (bank) => {
      const serve = createServe(bank, {
        admit: createGuard({ db, clock, tokens, allowsUnboundTokens }),
        findBalance: balanceFinder(db),
        clock,
      })
      sessionRoutes(serve, { db, clock, tokens, passwords })
      passwordRoutes(serve, { db, clock, passwords, onFirstPassword: acceptInvitation })
      accessRoutes(serve, { db, clock, portalUrl })
      signingRoutes(serve, { db, clock, portalUrl })
      profileRoutes(serve, { db, clock })
      accountRoutes(serve, { db, clock })
      operationRoutes(serve, { db, clock })
      statementRoutes(serve, { db, clock })
      debitRoutes(serve, { db, clock })
      depositRoutes(serve, { db, clock })
      creditRoutes(serve, { db, clock })
      ribRoutes(serve, { db, clock })
      exchangeRateRoutes(serve, { db, clock })
      beneficiaryRoutes(serve, { db, clock, orders: { count: countOpenTransfersTo, stop: stopTransfersTo } })
      multipleTransferRoutes(serve, { db, clock })
      transferRoutes(serve, { db, clock, portalUrl })
      cardRoutes(serve, { db, clock })
      topupRoutes(serve, { db, clock })
      chequebookRoutes(serve, { db, clock })
      inboxRoutes(serve, { db, clock })
      dashboardRoutes(serve, { db, clock })
      bank.get('/openapi.json', () => document)
    },
    { prefix: '/wb-api' },
  )
  healthRoutes(app, db)
  if (webRoot) await servePortal(app, webRoot, hasTls)
  return app
}
