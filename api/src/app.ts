// Builds the server: its ports, and every route module by name.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { calls } from 'contract/calls.ts'
import { loadPushKey } from './domains/notifications/push-key-store.ts'
import { loadSigningKeys } from './db/signing-keys.ts'
import type { Db } from './db/db.ts'
import type { Reader } from './db/standby.ts'
import { acceptInvitation } from './domains/access/accept-invitation.ts'
import { accessRoutes } from './domains/access/access-routes.ts'
import { accountRoutes } from './domains/accounts/account-routes.ts'
import { auditRoutes } from './domains/audit-log/audit-routes.ts'
import { alertRoutes } from './domains/alerts/alert-routes.ts'
import { beneficiaryRoutes } from './domains/beneficiaries/beneficiary-routes.ts'
import { creditRoutes } from './domains/credits/credit-routes.ts'
import { cardRoutes } from './domains/cards/card-routes.ts'
import { topupRoutes } from './domains/cards/topup-routes.ts'
import { chequebookRoutes } from './domains/chequebooks/chequebook-routes.ts'
import { projectBalance } from './domains/dashboard/describe-outlook.ts'
import { dashboardRoutes } from './domains/dashboard/dashboard-routes.ts'
import { debitRoutes } from './domains/debits/debit-routes.ts'
import { depositRoutes } from './domains/deposits/deposit-routes.ts'
import { exchangeRateRoutes } from './domains/exchange-rates/exchange-rate-routes.ts'
import { inboxRoutes } from './domains/inbox/inbox-routes.ts'
import { createEventHub, type HubPorts } from './domains/live/event-hub.ts'
import { aliasRoutes } from './domains/instant-payments/aliases/alias-routes.ts'
import { instantPaymentRoutes } from './domains/instant-payments/instant-payment-routes.ts'
import { liveRoutes } from './domains/live/live-routes.ts'
import { operationRoutes } from './domains/operations/operation-routes.ts'
import { profileRoutes } from './domains/profile/profile-routes.ts'
import { ribRoutes } from './domains/rib/rib-routes.ts'
import { searchRoutes } from './domains/search/search-routes.ts'
import { passwordRoutes } from './domains/session/password-routes.ts'
import { sessionRoutes } from './domains/session/session-routes.ts'
import { signatureRoutes } from './domains/approvals/approval-routes.ts'
import { signingRoutes } from './domains/signing/signing-routes.ts'
import { statementRoutes } from './domains/statements/statement-routes.ts'
import { stopTransfersTo } from './domains/transfer-execution/stop-transfers.ts'
import { resumeTransfersTo, suspendTransfersTo } from './domains/transfer-execution/suspend-transfers.ts'
import { batchRoutes } from './domains/batches/batch-routes.ts'
import { transferExecutionRoutes } from './domains/transfer-execution/transfer-execution-routes.ts'
import { importRoutes } from './domains/transfer-imports/import-routes.ts'
import { transferProofRoutes } from './domains/transfer-proofs/transfer-proof-routes.ts'
import { transferCreator } from './domains/transfers/create-transfers.ts'
import { transferRoutes } from './domains/transfers/transfer-routes.ts'
import { countOpenTransfersTo } from './domains/transfers/transfer-state-store.ts'
import { recordActivity } from './http/activity.ts'
import { balanceFinder, sessionAccessFinder } from './http/guard-store.ts'
import { createGuard } from './http/guard.ts'
import { type Health, healthRoutes, MAX_WAIT_MS } from './http/health.ts'
import { openApiDocument } from './http/open-api.ts'
import { browserReports } from './http/browser-reports.ts'
import { servePortal } from './http/portal.ts'
import { createServe, type Deadlines } from './http/serve.ts'
import { createDeviceCookie, createSessionCookie } from './http/session-cookie.ts'
import { createServer } from './http/server.ts'
import type { Clock } from './adapters/clock.ts'
import { newId } from './adapters/ids.ts'
import type { Metrics } from './adapters/metrics.ts'
import { createPasswords } from './adapters/passwords.ts'
import { createTokens, newSigningKey } from './adapters/tokens.ts'
import { createWebAuthn } from './adapters/webauthn.ts'
import { newPushKey, publicKeyOf } from './adapters/web-push.ts'

export type AppOptions = {
  db: Db
  /** Where lists and exports are read, where that is not the same database. */
  reader?: Reader | undefined
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  health: Health
  webRoot: string | null
  trustedProxies: string[]
  hasTls: boolean
  allowsUnboundTokens: boolean
  /** The public URL of the portal, for links in e-mails. Ends with a slash. */
  portalUrl: string
  /** The push services that may receive alerts. */
  pushServices: readonly string[]
  /** Whether the bank is connected to the platform of instant payments; not by default. */
  isInstant?: boolean
  /** Settings of event streams that differ from the defaults. */
  live?: Pick<HubPorts, 'heartbeatEveryMs' | 'maxStreams'>
  /** Time limits of calls, where they differ from the defaults. */
  deadlines?: Deadlines | undefined
}

/** The complete server, before it listens. */
export async function createApp({
  db,
  reader = () => Promise.resolve(db),
  clock,
  log,
  metrics,
  health,
  webRoot,
  trustedProxies,
  hasTls,
  allowsUnboundTokens,
  portalUrl,
  pushServices,
  isInstant = false,
  live,
  deadlines,
}: AppOptions): Promise<FastifyInstance> {
  const app = await createServer({ log, metrics, health, trustedProxies, hasTls })
  const tokens = await createTokens(await loadSigningKeys(db, () => newSigningKey(newId())))
  const push = { services: pushServices, publicKey: publicKeyOf(await loadPushKey(db, newPushKey, clock.now())) }
  const passwords = await createPasswords()
  const cookie = createSessionCookie(portalUrl)
  const deviceCookie = createDeviceCookie(portalUrl)
  const webAuthn = createWebAuthn(portalUrl)
  const findSessionAccess = sessionAccessFinder(db)
  const createTransfer = transferCreator({ db, clock })
  health.waits.set('sessions', { milliseconds: findSessionAccess.oldestWait, max: MAX_WAIT_MS })
  health.waits.set('transfers', { milliseconds: createTransfer.oldestWait, max: MAX_WAIT_MS })
  const activity = recordActivity(db, (error) => log.warn({ err: error }, 'activity is recorded later'))
  const hub = createEventHub({ db, clock, log, ...live })
  // Streams never end by themselves: the server would wait for them.
  app.addHook('preClose', () => hub.close())
  app.addHook('onClose', () => activity.close())
  // Generated on the first request: most servers never serve it.
  let document: ReturnType<typeof openApiDocument> | null = null

  await app.register(
    async (bank) => {
      const serve = createServe(bank, {
        admit: createGuard({ db, clock, tokens, cookie, allowsUnboundTokens, findSessionAccess, activity }),
        findBalance: balanceFinder(db),
        clock,
        reader,
        obstacle: health.obstacle,
        ...(deadlines && { deadlines }),
      })
      sessionRoutes(serve, { db, clock, tokens, passwords, cookie, deviceCookie, webAuthn, portalUrl, isInstant })
      passwordRoutes(serve, { db, clock, passwords, onPasswordSet: acceptInvitation })
      accessRoutes(serve, { db, clock, portalUrl })
      auditRoutes(serve, { db, clock })
      signatureRoutes(serve, { db, clock, portalUrl })
      signingRoutes(serve, { db, clock, portalUrl })
      profileRoutes(serve, { db, clock, passwords, webAuthn })
      accountRoutes(serve, { db, clock })
      operationRoutes(serve, { db, clock })
      statementRoutes(serve, { db, clock })
      debitRoutes(serve, { db, clock })
      depositRoutes(serve, { db, clock })
      creditRoutes(serve, { db, clock })
      ribRoutes(serve, { db, clock })
      exchangeRateRoutes(serve, { db, clock })
      beneficiaryRoutes(serve, {
        db,
        clock,
        orders: {
          count: countOpenTransfersTo,
          stop: stopTransfersTo,
          suspend: suspendTransfersTo,
          resume: resumeTransfersTo,
        },
      })
      instantPaymentRoutes(serve, { db, clock, isInstant })
      aliasRoutes(serve, { db, clock, isInstant })
      importRoutes(serve, {
        db,
        clock,
        isInstant,
        project: (caller, until) => projectBalance({ db, clock }, caller, until),
      })
      batchRoutes(serve, { db, clock })
      transferRoutes(serve, { db, clock, portalUrl, createTransfer })
      transferProofRoutes(serve, { db, clock, portalUrl })
      transferExecutionRoutes(serve, { db, clock })
      cardRoutes(serve, { db, clock })
      topupRoutes(serve, { db, clock })
      chequebookRoutes(serve, { db, clock })
      inboxRoutes(serve, { db, clock })
      alertRoutes(serve, { db, clock, push })
      liveRoutes(serve, hub)
      dashboardRoutes(serve, { db, clock })
      searchRoutes(serve, { db, clock })
      bank.get('/openapi.json', () => (document ??= openApiDocument(calls)))
    },
    { prefix: '/wb-api' },
  )
  healthRoutes(app, health)
  await browserReports(app, { clock, log })
  if (webRoot) await servePortal(app, webRoot, hasTls)
  return app
}
