// Builds the HTTP server with everything that is common to all calls.
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { headers } from 'contract/endpoint.ts'
import { newId } from '../adapters/ids.ts'
import type { Metrics } from '../adapters/metrics.ts'
import { isUnavailable, isUnwritable } from '../db/unavailable.ts'
import { ConfirmationNeeded, Refusal, SecondStepNeeded } from '../refusal.ts'
import type { Health } from './health.ts'
import { InputError } from './input-error.ts'
import { parseJsonBody } from './json-body.ts'
import { measureRequests } from './request-metrics.ts'
import { answerHeaders } from './security-headers.ts'
import { limitBodies } from './slow-bodies.ts'
import {
  languageOf,
  replyConfirmationNeeded,
  replyError,
  replyProblems,
  replyRefusal,
  replySecondStepNeeded,
} from './reply.ts'

const BODY_LIMIT = 64 * 1024
const UPLOAD_MS = 300_000
const BODY_MS = 30_000

export type ServerOptions = {
  health: Health
  log: FastifyBaseLogger
  metrics: Metrics
  trustedProxies: string[]
  hasTls: boolean
  /** Within how many milliseconds the body of a request arrives. */
  bodyMs?: number
}

/** Converts errors that Fastify found in a request to refusals of the contract. */
function refusalOf(error: FastifyError): Refusal | null {
  if (error.statusCode === 413) return new Refusal('too_large')
  if (error.statusCode === 415) return new Refusal('media_type')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('malformed')
  return null
}

/** The methods of the calls at an address, for the Allow header; none for the wildcard paths of the portal's pages. */
function rememberMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replace(/:[a-z_]+/gi, '[^/]+')}$`)
    routes.push({ pattern, methods: [method].flat() })
  })
  return (path) =>
    [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].toSorted()
}

/** A server with its headers, limits and error handlers, without routes. */
export async function createServer({
  log,
  metrics,
  health,
  trustedProxies,
  hasTls,
  bodyMs = BODY_MS,
}: ServerOptions): Promise<FastifyInstance> {
  const sent = answerHeaders(hasTls)
  const app = fastify({
    loggerInstance: log,
    // We log one line per call (see onResponse): Fastify's own lines would contain addresses with ids.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: newId,
    bodyLimit: BODY_LIMIT,
    // Five megabytes over a slow mobile network take minutes. Requests without files, and those without a session, have less time (see onRequest).
    requestTimeout: UPLOAD_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 100 },
    exposeHeadRoutes: false,
    // Requests that arrive while the server stops are answered as always: its own 503 would lack what the contract promises.
    return503OnClosing: false,
    frameworkErrors: ({ code }, request, reply) => {
      // No hook runs for these.
      void reply.headers(sent).header(headers.requestId, request.id)
      // A link that was cut off inside an encoded character leads to the home page of the portal.
      if (request.url.startsWith('/connect/')) return void reply.redirect('/connect/')
      // An id that is too long names nothing, like any other malformed one.
      const refusal = new Refusal(code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not_found' : 'malformed')
      return void replyRefusal(reply, refusal, languageOf(request.headers['accept-language']))
    },
  })

  measureRequests(app, metrics)
  await app.register(cookie)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : parseJsonBody(body.toString()))
    } catch (refusal) {
      // parseJsonBody throws nothing else.
      done(refusal as Refusal)
    }
  })

  // Not parsed here: the handler parses it once the caller is known to have the right to send files.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

  // A connection kept open for a next request would delay a stopping server.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.isStopping) void reply.header('Connection', 'close')
    done()
  })

  const awaitBody = limitBodies(bodyMs)
  // Hooks are plain functions: each promise would cost a turn of every request.
  app.addHook('onRequest', ({ id, raw, method }, reply, done) => {
    void reply.headers(sent).header(headers.requestId, id)
    // A form of a caller with a session has more time, from the moment when the guard has admitted it.
    if (method !== 'GET' && method !== 'HEAD') awaitBody(raw)
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, not the address: ids of customers' objects stay out of the log.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })

  const methodsAt = rememberMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const lang = languageOf(request.headers['accept-language'])
    const methods = methodsAt(request.url.split('?')[0] ?? '')
    if (methods.length === 0) return replyRefusal(reply, new Refusal('not_found'), lang)
    return replyRefusal(reply.header('Allow', methods.join(', ')), new Refusal('method_unknown'), lang)
  })
  app.setErrorHandler(
    (error: FastifyError | Refusal | ConfirmationNeeded | SecondStepNeeded | InputError, request, reply) => {
      const lang = languageOf(request.headers['accept-language'])
      if (error instanceof InputError) return replyProblems(reply, error.problems)
      if (error instanceof ConfirmationNeeded) return replyConfirmationNeeded(reply, error, lang)
      if (error instanceof SecondStepNeeded) return replySecondStepNeeded(reply, error, lang)
      const refusal = error instanceof Refusal ? error : refusalOf(error)
      if (refusal) return replyRefusal(reply, refusal, lang)
      const failure: Error = error
      if (isUnavailable(failure)) {
        if (isUnwritable(failure)) health.reportFailure()
        request.log.warn({ because: failure.message }, 'a call had no answer of the database in time')
        return replyRefusal(reply, new Refusal('unavailable'), lang)
      }
      request.log.error({ err: error }, 'a call failed')
      return replyError(reply, lang)
    },
  )
  return app
}
