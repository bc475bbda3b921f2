// The one way to the server: typed by the contract, with the headers that every call carries.
import { generalError } from '../report-error.ts'
import { type Answer, type Endpoint, headers as names } from 'contract/endpoint.ts'
import { getUser, signOut } from 'contract/access/session.ts'
import type * as z from 'zod/mini'
import { idleSeconds } from '../session/activity.ts'
import { CallError, readCallError } from './call-error.ts'
import type { Payload } from './form-data.ts'
import { language, translate } from '../language.ts'
import { counted } from './progress.ts'
import type { Sending } from './send-form.ts'
import {
  accountId,
  departuresSoFar,
  leave,
  liveToken,
  session,
  tokenSecondsLeft,
  updateBalance,
  welcome,
} from '../session/session.ts'

const API = '/wb-api'
const RENEW_BEFORE_SECONDS = 60

const unreachable = { fr: 'La connexion au serveur a échoué.', en: 'The connection to the server failed.' }

// A call without parameters or without a body has the empty object there, which takes no name at all.
type Part<Name extends string, T> = string extends keyof T ? object : { [K in Name]: T }
/** What a caller gives: the parts that the call defines, the query as far as one likes. */
export type CallInput<E extends Endpoint> = Part<'params', z.output<E['params']>> &
  Part<'body', z.output<E['body']>> & {
    query?: Loose<z.output<E['query']>>
    files?: { [Field in keyof E['files']]?: FilesOf<E['files'][Field]> }
  }
/** One file where the call takes one, else a list of them. */
type FilesOf<Field extends { max: number }> = Field['max'] extends 1 ? File : readonly File[]
type Loose<T> = { [K in keyof T]?: T[K] | undefined }

export type CallOptions = {
  signal?: AbortSignal | undefined
  idempotencyKey?: string
  confirmation?: string
  /** Another account of the user than the selected one. */
  account?: string
  /** How much of the files has left, from 0 to 1. */
  onProgress?: (share: number) => void
  /** How many bytes of a file have come. */
  onReceived?: (bytes: number) => void
  /** The call is made to its end, also when the page is being left. */
  keepalive?: boolean
  /** Basic credentials, for the one call that signs in. */
  credentials?: { id: string; password: string }
}

export type PageOfList = { current: number; count: number; perPage: number; total: number }
export type Reply<E extends Endpoint> = { answer: Answer<E>; page: PageOfList | null; headers: Headers }

type Text = string | number | boolean | null | undefined

/** The path with its parameters and its query; empty query parameters are dropped. */
export function addressOf(path: string, params: Record<string, Text> = {}, query: Record<string, Text> = {}): string {
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return `${API}${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** The device's time with its offset: 2026-02-03T09:42:05+00:00. The server only writes it down. */
export function clientDatetime(now: Date): string {
  const offset = -now.getTimezoneOffset()
  const pad = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${pad(offset / 60)}:${pad(offset % 60)}`
}

/** Where a list stands, from the headers of its answer; null when it has no pages. */
export function readPage(headers: Headers): PageOfList | null {
  const read = (name: string) => Number(headers.get(name) ?? Number.NaN)
  const total = read(names.totalCount)
  if (Number.isNaN(total)) return null
  return {
    current: read(names.currentPage) || 1,
    count: read(names.pageCount) || 1,
    perPage: read(names.perPage) || 20,
    total,
  }
}

/** Basic credentials in UTF-8, as RFC 7617 lets the server expect. */
export function basicCredentials({ id, password }: { id: string; password: string }): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${id}:${password}`)))}`
}

let renewal: Promise<void> | null = null

async function renew(): Promise<void> {
  const departures = departuresSoFar()
  const requested = accountId()
  const { answer } = await send(getUser, {}, {})
  if (departures !== departuresSoFar()) return
  // An account that was chosen meanwhile stays: the answer is about the one before.
  const { account } = session()
  welcome(account && accountId() !== requested ? { ...answer, account } : answer)
}

// What the server refuses because the rights are not what the page believes.
const STALE_RIGHTS: ReadonlySet<string> = new Set([
  'right_missing',
  'capability_missing',
  'account_unknown',
  'no_account',
])
const LOOK_AGAIN_AFTER_MS = 5_000
let lookedAt = Number.NEGATIVE_INFINITY

/** Asks once who the user is now, however many calls were refused together. */
function lookAgain(code: string): void {
  if (!STALE_RIGHTS.has(code) || session().status !== 'in' || Date.now() - lookedAt < LOOK_AGAIN_AFTER_MS) return
  lookedAt = Date.now()
  void renewSession().catch(() => null)
}

/** Asks for a new token, once however many calls wait for it. */
export function renewSession(): Promise<void> {
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

let ending = Promise.resolve()

/** Ends the session on the server. Its answer changes nothing: the session ends here in any case. */
export function endSession({ wasIdle = false } = {}): Promise<void> {
  ending = send(signOut, { query: wasIdle ? { idle: 'true' } : {} }, {}).then(
    () => undefined,
    () => undefined,
  )
  return ending
}

/** Once no sign-out is under way: its late answer would take the cookie of a session that has begun meanwhile. */
export const whenSessionEnded = (): Promise<void> => ending

export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  await renewIfSoonOver(endpoint)
  return send(endpoint, input, options)
}

async function renewIfSoonOver(endpoint: Endpoint): Promise<void> {
  if (endpoint.scope !== 'public' && session().status === 'in' && tokenSecondsLeft() < RENEW_BEFORE_SECONDS)
    await renewSession()
}

/** The file's name in a Content-Disposition header: the UTF-8 one where there is one (RFC 6266). */
export function fileNameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? 'file.pdf')
  } catch {
    return plain ?? 'file.pdf'
  }
}

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions): Promise<Reply<E>> {
  const { response, content } = await request(endpoint, input, options, (answered) => answered.text())
  return {
    // The server checks each answer against the same contract before it leaves.
    answer: (parse(content) ?? null) as Answer<E>,
    page: readPage(response.headers),
    headers: response.headers,
  }
}

export type DownloadedFile = { name: string; content: Blob }

/** Asks for a file. Its name is the one of the answer, `file.pdf` where it has none. */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<DownloadedFile> {
  await renewIfSoonOver(endpoint)
  const { response, content } = await request(endpoint, input, options, (answered) => readFile(answered, options))
  return { name: fileNameIn(response.headers.get('Content-Disposition')), content }
}

/** Opens a stream of events, from where the last one broke off. Rejects with what the server says where it does not open. */
export async function openEvents(
  endpoint: Endpoint,
  { signal, lastEventId }: { signal: AbortSignal; lastEventId: string | null },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  await renewIfSoonOver(endpoint)
  const token = liveToken()
  const headers = new Headers({ 'Accept-Language': language(), [names.clientDatetime]: clientDatetime(new Date()) })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (lastEventId !== null) headers.set('Last-Event-ID', lastEventId)
  const { method } = endpoint
  // Not counted among the calls under way: it never ends.
  const response = await fetch(addressOf(endpoint.path), {
    method,
    headers,
    signal,
    credentials: 'same-origin',
    cache: 'no-store',
  })
  if (response.ok && response.body) return response.body
  if (response.status === 401) leave('expired')
  throw readCallError(response.status, parse(await response.text()), translate(generalError))
}

/** Downloads a file with progress. */
async function readFile(response: Response, { onReceived }: CallOptions): Promise<Blob> {
  if (!onReceived || !response.body) return response.blob()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    bytes += piece.value.length
    onReceived(bytes)
  }
  return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' })
}

async function request<E extends Endpoint, Content>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
  read: (response: Response) => Promise<Content>,
): Promise<{ response: Response; content: Content }> {
  const { params, query, body, files } = input as {
    params?: Record<string, Text>
    query?: Record<string, Text>
    body?: unknown
    files?: Record<string, File | readonly File[] | undefined>
  }
  const account = options.account ?? accountId()
  const headers = new Headers({ 'Accept-Language': language(), [names.clientDatetime]: clientDatetime(new Date()) })
  headers.set(names.idleSeconds, String(idleSeconds()))
  const token = liveToken()
  if (options.credentials) headers.set('Authorization', basicCredentials(options.credentials))
  else if (token) headers.set('Authorization', `Bearer ${token}`)
  if (account) headers.set(names.accountId, account)
  if (options.idempotencyKey) headers.set(names.idempotencyKey, options.idempotencyKey)
  if (options.confirmation) headers.set(names.confirmation, options.confirmation)
  const json = body === undefined ? null : JSON.stringify(body)
  if (json !== null && !files) headers.set('Content-Type', 'application/json')

  const address = addressOf(endpoint.path, params, query)
  const { method } = endpoint
  const { signal = null, keepalive = false } = options
  const exchange = () =>
    files
      ? upload(address, { method, headers, ...options }, { jsonBody: json, ...files })
      : fetch(address, {
          method,
          headers,
          body: json,
          signal,
          keepalive,
          credentials: 'same-origin',
          cache: 'no-store',
        })
  // A refusal is text whatever the call answers when it goes well.
  const fetched = async () => {
    const response = await exchange()
    return response.ok ? { response, content: await read(response) } : { response, refused: await response.text() }
  }
  let answered: Awaited<ReturnType<typeof fetched>>
  try {
    answered = await counted(fetched())
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new CallError(0, 'unreachable', translate(unreachable))
  }
  const { response } = answered
  if ('refused' in answered) {
    // One 401 ends the session for everyone who waits; the sign-in page says why, no banner repeats it.
    if (response.status === 401 && endpoint.scope !== 'public' && endpoint.path !== signOut.path) leave('expired')
    const refusal = readCallError(response.status, parse(answered.refused), translate(generalError))
    if (endpoint.scope === 'account') lookAgain(refusal.code)
    throw refusal
  }
  readBalance(account, response.headers)
  return { response, content: answered.content }
}

/** Files are rare: what sends them comes when the first one leaves. */
async function upload(address: string, sending: Omit<Sending, 'form'>, payload: Payload): Promise<Response> {
  const [{ sendForm }, { toFormData }] = await Promise.all([import('./send-form.ts'), import('./form-data.ts')])
  return sendForm(address, { ...sending, form: toFormData(payload) })
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function readBalance(account: string | null, headers: Headers): void {
  const balance = headers.get(names.balance)
  const date = headers.get(names.balanceDate)
  if (account && balance !== null && date !== null) updateBalance(account, Number(balance), Number(date))
}
