// The jobs of instant payments, with the connection to the interface application (AIP) in both directions.
import { listenForCallbacks } from '../adapters/aip-callback-server.ts'
import { openAipClient } from '../adapters/aip-client.ts'
import type { Clock } from '../adapters/clock.ts'
import type { AipConfig } from '../config.ts'
import { askForOutcomes } from '../domains/instant-payments/payments/ask-for-outcomes.ts'
import { compareReports } from '../domains/instant-payments/reports/compare-reports.ts'
import {
  createProofOfAvailability,
  requestParticipants,
} from '../domains/instant-payments/platform/connect-to-platform.ts'
import { endClosedAccounts } from '../domains/instant-payments/end-closed-accounts.ts'
import { receiveCallback } from '../domains/instant-payments/receive-callback.ts'
import { measureRail } from '../domains/instant-payments/platform/measure-rail.ts'
import { requestReports } from '../domains/instant-payments/reports/request-reports.ts'
import { sendFileRequests } from '../domains/instant-payments/requests/send-file-requests.ts'
import { sendMessages } from '../domains/instant-payments/send-messages.ts'
import { watchGuarantee } from '../domains/instant-payments/payments/watch-guarantee.ts'
import type { Listener } from '../domains/clearing/payment-updates.ts'
import type { Running } from '../process.ts'
import type { Job } from './job.ts'
import { refuseAddress } from '../refuse-address.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

type Ports = Pick<Running, 'db' | 'log' | 'metrics'> & { clock: Clock; notify: Listener }

/** Listens for callbacks and lists the jobs; `close` ends both directions. */
export async function openInstantPayments(
  { db, log, metrics, clock, notify }: Ports,
  config: AipConfig,
): Promise<{ jobs: Job[]; close: () => Promise<void> }> {
  const warn = (facts: object, sentence: string) => log.warn(facts, sentence)
  measureRail(metrics, db, clock)
  const logError = (facts: object, sentence: string) => log.error(facts, sentence)
  const aip = openAipClient(config)
  const ports = { db, clock, notify, aip, warn }
  const callbacks = await listenForCallbacks({
    port: config.callbackPort,
    host: config.callbackHost,
    tls: config.tls,
    allowedSubject: config.subject,
    receive: (message) => receiveCallback(ports, message),
    log,
  }).catch(
    refuseAddress(
      { port: 'AIP_CALLBACK_PORT', host: 'AIP_CALLBACK_HOST' },
      { port: config.callbackPort, host: config.callbackHost },
    ),
  )
  const jobs: Job[] = [
    {
      name: 'send-instant-messages',
      // Somebody waits for what a message asks: it leaves at once. The idle pause is that of messages which are sent again.
      everyMs: 50,
      idleMs: SECOND,
      run: async (signal) => {
        while (!signal.aborted && (await sendMessages(ports)) > 0);
      },
    },
    { name: 'ask-for-instant-outcomes', everyMs: SECOND, run: () => askForOutcomes(ports) },
    { name: 'send-file-requests', everyMs: SECOND, run: () => sendFileRequests({ db, clock }) },
    { name: 'end-closed-instant-accounts', everyMs: 5 * MINUTE, run: () => endClosedAccounts({ db, clock }) },
    { name: 'prove-availability', everyMs: 5 * MINUTE, run: createProofOfAvailability(ports) },
    { name: 'list-instant-participants', everyMs: HOUR, run: () => requestParticipants(ports) },
    { name: 'watch-instant-guarantee', everyMs: MINUTE, run: () => watchGuarantee({ ...ports, logError }) },
    { name: 'request-instant-reports', everyMs: 10 * MINUTE, run: () => requestReports(ports) },
    {
      name: 'compare-instant-reports',
      everyMs: MINUTE,
      run: (signal) => compareReports({ ...ports, logError }, signal),
    },
  ]
  return {
    jobs,
    close: async () => {
      aip.close()
      await callbacks.close()
    },
  }
}
