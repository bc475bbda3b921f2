// Serves a call of the contract: authorises, validates the input, runs the handler, validates the answer, and refuses
// where needed.
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { User } from 'contract/access/session.ts'
import { type Answer, type Endpoint, headers, type Input } from 'contract/endpoint.ts'
import type { Language } from 'contract/language.ts'
import * as core from 'zod/v4/core'
import type { AccountCaller, Caller } from '../caller.ts'
import { type Confirmation, requestDigest } from '../confirmation.ts'
import type { Readable } from 'node:stream'
import type { Db } from '../db/db.ts'
import type { Reader } from '../db/standby.ts'
import { Refusal } from '../refusal.ts'
import { type Clock, unixSeconds } from '../adapters/clock.ts'
import { withDeadline } from '../adapters/deadline.ts'
import type { Admitted } from './guard.ts'
import { compiledSchema } from './compiled-schema.ts'
import { compressAnswer } from './compressed-answers.ts'
import { type Download, sendDownload } from './download.ts'
import { isKnownTag, tagOf } from './entity-tag.ts'
import { sendEvents } from './events.ts'
import { hashOf, refuseCrossSite } from './guard.ts'
import type { Obstacle } from './health.ts'
import { InputError } from './input-error.ts'
import { createUploadMemory, type Form, isMultipart, readForm, type Upload } from './multipart.ts'
import { languageOf, problemsOf, setPageHeaders } from './reply.ts'
import { allowSlowBody } from './slow-bodies.ts'

/** A page of a list, as use cases return it. */
export type PageOf<Item> = {
  items: Item[]
  page: number
  per_page: number
  total: number
  headers?: Record<string, string>
}

/** The answer of a handler when the caller has the answer of this version already. */
export const unchanged = Symbol('unchanged')

/** Identifies an idempotent call: its key, and a digest of the caller and the request. */
export type IdempotencyKey = { key: string; request_hash: string }

/** The input of a handler: as its schemas parsed it, and the caller according to the scope of the call. */
export type RequestOf<E extends Endpoint> = Input<E> & {
  lang: Language
  /** The token of X-Confirmation, and the request to which it must be bound. */
  confirmation: Confirmation
  once: IdempotencyKey
  /** The uploaded files of each field, an empty list if there are none. */
  files: { [Field in keyof E['files']]: Upload[] }
  /**
   * Gives the answer a version: a text that changes whenever anything in the answer does. True if the caller has the answer of
   * this version: the handler then returns `unchanged`.
   */
  isUnchanged: (version: string) => boolean
  /** Sets the booked balance after a change, where the handler knows it: for the header of the answer, it is not read again. */
  setBalance: (booked: number) => void
  /** Where to read lists and exports: a standby that has what the caller knows of, or the primary. */
  reading: () => Promise<Db>
  raw: FastifyRequest
  reply: FastifyReply
} & (E['scope'] extends 'account'
    ? { caller: AccountCaller }
    : E['scope'] extends 'user'
      ? { caller: Caller; selected_account_id: string | null }
      : unknown)

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handle: (request: RequestOf<E>) => Promise<Answer<E> | PageOf<unknown> | Download | Readable | typeof unchanged>,
) => void

export type ServePorts = {
  admit: (request: FastifyRequest, endpoint: Endpoint) => Promise<Admitted>
  findBalance: (accountId: string) => Promise<number | null>
  clock: Clock
  reader: Reader
  /** Why nothing can be changed at the moment: calls that would are refused at once. */
  obstacle: () => Obstacle | null
  /** In bytes, for all files that are being received at the same time. */
  uploadMemory?: number
  deadlines?: Deadlines
}

/** Time limits of calls in milliseconds: `file` for calls with files, and those that answer a file. */
export type Deadlines = { call: number; file: number }

// The portal waits ten seconds: one is left for the network.
const DEADLINES: Deadlines = { call: 9_000, file: 60_000 }

const UPLOAD_MEMORY = 256 * 1024 * 1024

/** A text that the database cannot store: with a null character, or with a lone surrogate. */
const UNWRITABLE = /\0|\p{Cs}/u

/** Searches such texts in the parsed input; binary content is skipped. */
function unwritableIn(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return UNWRITABLE.test(value) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((item, at) => unwritableIn(item, [...path, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => unwritableIn(field, [...path, name]))
}

type Schemas = Record<'params' | 'query' | 'body' | 'answer', core.$ZodType>

const schemasOf = ({ params, query, body, answer }: Endpoint): Schemas => ({
  params: compiledSchema(params),
  query: compiledSchema(query),
  body: compiledSchema(body),
  answer: compiledSchema(answer),
})

function readInput<E extends Endpoint>(
  schemas: Schemas,
  request: FastifyRequest,
  sent: unknown,
  lang: Language,
): Input<E> {
  const found: ReturnType<typeof problemsOf> = []
  const read = (schema: core.$ZodType, value: unknown) => {
    const result = core.safeParse(schema, value, { reportInput: true })
    if (result.success) {
      const unwritable = unwritableIn(result.data).map((path) => ({
        code: 'custom',
        message: 'text_invalid',
        path,
        input: '',
      }))
      found.push(...problemsOf(unwritable, lang))
      return result.data
    }
    found.push(...problemsOf(result.error.issues, lang))
    return null
  }
  const params = core.safeParse(schemas.params, request.params)
  // A malformed id names nothing: the same answer as for an id that does not exist.
  if (!params.success) throw new Refusal('not_found')
  const query = read(schemas.query, request.query)
  const body = read(schemas.body, sent ?? {})
  if (found.length > 0) throw new InputError(found)
  // Each part has just been parsed by the schema whose output the type names.
  return { params: params.data, query, body } as Input<E>
}

const KEY = /^[\x21-\x7E]{8,128}$/

function readOnce(
  endpoint: Endpoint,
  request: FastifyRequest,
  sent: unknown,
  account: AccountCaller | null,
): IdempotencyKey {
  const key = request.headers[headers.idempotencyKey.toLowerCase()]
  if (!endpoint.isIdempotent) return { key: '', request_hash: '' }
  if (typeof key !== 'string' || !KEY.test(key)) throw new Refusal('idempotency_key_missing')
  const hashedValues = [endpoint.method, request.url, account?.account_id ?? null, sent ?? null]
  return { key, request_hash: hash('sha256', JSON.stringify(hashedValues)) }
}

function readConfirmation(endpoint: Endpoint, request: FastifyRequest, input: Input<Endpoint>): Confirmation {
  const token = request.headers[headers.confirmation.toLowerCase()]
  return {
    token_hash: typeof token === 'string' && token !== '' ? hashOf(token) : null,
    // Only the calls that are confirmed need it.
    get request() {
      return requestDigest(endpoint, input)
    },
  }
}

/** Refuses what would change something while that cannot be stored, or would be stored with a wrong time. */
function refuseChanges({ method, scope }: Endpoint, obstacle: Obstacle | null): void {
  if (obstacle === null || method === 'GET' || method === 'HEAD') return
  if (obstacle === 'database_not_writable') throw new Refusal('unavailable')
  if (scope === 'account') throw new Refusal('clock_differs')
}

/** Headers that differ from answer to answer with the same content. */
const OF_CALL: ReadonlySet<string> = new Set(
  [headers.requestId, headers.balance, headers.balanceDate].map((name) => name.toLowerCase()),
)
const isOfAnswer = (name: string) => !OF_CALL.has(name)

const isPage = (result: unknown): result is PageOf<unknown> =>
  typeof result === 'object' && result !== null && 'items' in result && 'per_page' in result

/** Creates the function that registers a call of the contract with its handler. */
export function createServe(
  app: FastifyInstance,
  { admit, findBalance, clock, reader, obstacle, uploadMemory = UPLOAD_MEMORY, deadlines = DEADLINES }: ServePorts,
): Serve {
  const takeMemory = createUploadMemory(uploadMemory)

  /** `known`: what the handler knows, and `booked`: what the guard has read before. */
  async function balanceHeaders(
    reply: FastifyReply,
    endpoint: Endpoint,
    account: AccountCaller | null,
    { known, booked }: { known: number | null; booked: number | null },
  ) {
    if (!account || account.rights.length === 0) return
    const isRead = endpoint.method === 'GET' || endpoint.method === 'HEAD'
    const balance = known ?? (isRead ? booked : await findBalance(account.account_id))
    if (balance === null) return
    void reply.header(headers.balance, String(balance)).header(headers.balanceDate, String(unixSeconds(clock.now())))
  }

  /** Sends an answer with its tag, or 304 where the caller has it. `tag`: null where the handler gave no version. */
  function sendTagged(request: FastifyRequest, reply: FastifyReply, content: string, tag: string | null) {
    const pageHeaders = Object.entries(reply.getHeaders()).filter(([name]) => name.startsWith('x-') && isOfAnswer(name))
    const current = tag ?? tagOf(content, JSON.stringify(pageHeaders))
    void reply.header('ETag', current)
    if (isKnownTag(request.headers['if-none-match'], current)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(content)
  }

  function answer(
    { request, reply, tag }: { request: FastifyRequest; reply: FastifyReply; tag: string | null },
    endpoint: Endpoint,
    schemas: Schemas,
    result: unknown,
  ) {
    if (result === unchanged) return reply.header('ETag', tag).code(304).send()
    const content = isPage(result) ? result.items : result
    if (isPage(result)) {
      setPageHeaders(reply, result)
      if (result.headers) void reply.headers(result.headers)
    }
    void reply.code(endpoint.status)
    // A call that is defined as a file is answered with one: its handler has no other return type.
    if (endpoint.isFile) return sendDownload(reply, result as Download)
    // Likewise a call that is defined as a stream.
    if (endpoint.isStream) return sendEvents(reply, result as Readable)
    if (endpoint.method === 'HEAD' || endpoint.status === 204) return reply.send()
    // An answer that does not match the contract is our error: it throws, is logged, and is not sent.
    const checked = core.parse(schemas.answer, content)
    return endpoint.method === 'GET' ? sendTagged(request, reply, JSON.stringify(checked), tag) : reply.send(checked)
  }

  return (endpoint, handle) => {
    const schemas = schemasOf(endpoint)
    const noFiles = Object.fromEntries(Object.keys(endpoint.files).map((field) => [field, []]))
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      // The length of a compressed answer depends on its content: one with a token is sent as it is.
      ...(endpoint.answer !== User && { onSend: compressAnswer }),
      handler: async (raw, reply) => {
        refuseCrossSite(raw)
        const lang = languageOf(raw.headers['accept-language'])
        const takesFiles = Object.keys(endpoint.files).length > 0
        if (isMultipart(raw) && !takesFiles) throw new Refusal('media_type')
        refuseChanges(endpoint, obstacle())
        let tag: string | null = null

        async function work(admitted: Admitted | null, form: Form | null) {
          const account = admitted?.account ?? null
          let known: number | null = null
          const input = readInput<typeof endpoint>(schemas, raw, form ? form.body : raw.body, lang)
          const request = {
            ...input,
            files: form?.files ?? noFiles,
            lang,
            reading: () => reader(admitted?.position ?? null),
            setBalance: (booked: number) => {
              known = booked
            },
            isUnchanged: (version: string) => {
              tag = tagOf(admitted?.caller.user_id ?? '', account?.account_id ?? '', lang, raw.url, version)
              return isKnownTag(raw.headers['if-none-match'], tag)
            },
            raw,
            reply,
            caller: account ?? admitted?.caller,
            selected_account_id: admitted?.selected_account_id ?? null,
            once: readOnce(endpoint, raw, form ? form.digest : raw.body, account),
            confirmation: readConfirmation(endpoint, raw, input),
          }
          // The scope that the type reads is the one the guard has just applied.
          const result = await handle(request as unknown as RequestOf<typeof endpoint>)
          await balanceHeaders(reply, endpoint, account, { known, booked: admitted?.booked ?? null })
          return result
        }
        const enter = () => (endpoint.scope === 'public' ? null : admit(raw, endpoint))
        async function workWithFiles() {
          const admitted = await withDeadline(deadlines.call, async () => enter())
          if (admitted) allowSlowBody(raw.raw)
          // After the guard: the server reads no files of a request without a session.
          const held = takeMemory(admitted?.caller.user_id ?? null)
          const form = isMultipart(raw) ? await readForm(raw, endpoint.files, lang, held) : null
          // A stream lasts as long as its page.
          return endpoint.isStream ? work(admitted, form) : withDeadline(deadlines.file, () => work(admitted, form))
        }
        const result =
          isMultipart(raw) || endpoint.isFile || endpoint.isStream
            ? await workWithFiles()
            : await withDeadline(deadlines.call, async () => work(await enter(), null))
        return answer({ request: raw, reply, tag }, endpoint, schemas, result)
      },
    })
  }
}
