// Calls the server: typed by the contract, with the headers that every call needs.
import { generalError } from '../report-error.ts'
import { type Answer, type Endpoint, headers as names } from 'contract/endpoint.ts'
import { getUser, signOut } from 'contract/access/session.ts'
import type * as z from 'zod/mini'
import { idleSeconds } from '../session/activity.ts'
import { CallError, readCallError } from './call-error.ts'
import type { Payload } from './form-data.ts'
import { language, translate } from '../language.ts'
import { ServerFrozen, withDeadline } from './deadline.ts'
import {
  addressOf,
  basicCredentials,
  clientDatetime,
  fileNameIn,
  type PageOfList,
  readPage,
  type Text,
} from './http-values.ts'
import { counted } from './progress.ts'
import type { Sending } from './send-form.ts'
import {
  accountId,
  countEndedSessions,
  leave,
  liveToken,
  session,
  tokenSecondsLeft,
  updateBalance,
  storeUser,
} from '../session/session.ts'

const RENEW_BEFORE_SECONDS = 60
/** The form of each parameter `id`. */
const UUID = /^[\da-f-]{36}$/i

const notFound = { fr: 'Introuvable.', en: 'Not found.' }
const unreachable = { fr: 'La connexion au serveur a échoué.', en: 'The connection to the server failed.' }

const frozen = {
  fr: 'Le serveur ne répond pas. Réessayez dans un instant.',
  en: 'The server does not answer. Try again in a moment.',
}

// A call without parameters or without a body has the empty object there, which has no keys.
type Part<Name extends string, T> = string extends keyof T ? object : { [K in Name]: T }
/** The input of a caller: the parts that the call defines, with an optional query. */
export type CallInput<E extends Endpoint> = Part<'params', z.output<E['params']>> &
  Part<'body', z.output<E['body']>> & {
    query?: OptionalFields<z.output<E['query']>>
    files?: { [Field in keyof E['files']]?: FilesOf<E['files'][Field]> }
  }
/** One file if the call takes one, else a list. */
type FilesOf<Field extends { max: number }> = Field['max'] extends 1 ? File : readonly File[]
type OptionalFields<T> = { [K in keyof T]?: T[K] | undefined }

export type CallOptions = {
  signal?: AbortSignal | undefined
  idempotencyKey?: string
  confirmation?: string
  /** The former answer of the same call: the server sends no content when it is still the same. */
  known?: { headers: Headers } | undefined
  /** Another account of the user than the selected one. */
  account?: string
  /** Upload progress, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Downloaded bytes. */
  onReceived?: (bytes: number) => void
  /** The call is completed even when the page is being left. */
  keepalive?: boolean
  /** Basic credentials, for the one call that signs in. */
  credentials?: { id: string; password: string }
}

export type Reply<E extends Endpoint> = { answer: Answer<E>; page: PageOfList | null; headers: Headers }

let renewal: Promise<void> | null = null

async function renew(): Promise<void> {
  const endedSessions = countEndedSessions()
  const requested = accountId()
  const { answer } = await send(getUser, {}, {})
  if (endedSessions !== countEndedSessions()) return
  // An account that was selected meanwhile stays selected: the answer concerns the previous one.
  const { account } = session()
  storeUser(account && accountId() !== requested ? { ...answer, account } : answer)
}

// Refusals that indicate changed rights.
const STALE_RIGHTS: ReadonlySet<string> = new Set([
  'right_missing',
  'capability_missing',
  'account_unknown',
  'no_account',
])
const USER_REFRESH_INTERVAL_MS = 5_000
let lookedAt = Number.NEGATIVE_INFINITY

/** Fetches the user once, however many calls were refused together. */
function refreshUser(code: string): void {
  if (!STALE_RIGHTS.has(code) || session().status !== 'in' || Date.now() - lookedAt < USER_REFRESH_INTERVAL_MS) return
  lookedAt = Date.now()
  void renewSession().catch(() => null)
}

/** Renews the token once, however many calls wait for it. */
export function renewSession(): Promise<void> {
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

let ending = Promise.resolve()

/** Ends the session on the server. Its answer is ignored: the session ends here in any case. */
export function endSession({ wasIdle = false } = {}): Promise<void> {
  ending = send(signOut, { query: wasIdle ? { idle: 'true' } : {} }, {}).then(
    () => undefined,
    () => undefined,
  )
  return ending
}

/** Waits for a pending sign-out: its late answer would delete the cookie of a session that started meanwhile. */
export const whenSessionEnded = (): Promise<void> => ending

export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  // Of the moment of the call: while the token is renewed another account may be selected.
  const account = options.account ?? accountId()
  await renewIfSoonOver(endpoint)
  return send(endpoint, input, { ...options, ...(account !== null && { account }) })
}

async function renewIfSoonOver(endpoint: Endpoint): Promise<void> {
  if (endpoint.scope !== 'public' && session().status === 'in' && tokenSecondsLeft() < RENEW_BEFORE_SECONDS)
    await renewSession()
}

const NOT_MODIFIED = 304

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions): Promise<Reply<E>> {
  const { response, content } = await request(endpoint, input, options, (answered) => answered.text())
  // Only a call with the tag of a known answer is answered so.
  if (response.status === NOT_MODIFIED) return options.known as Reply<E>
  return {
    // The server validates each answer against the same contract before sending it.
    answer: (parse(content) ?? null) as Answer<E>,
    page: readPage(response.headers),
    headers: response.headers,
  }
}

export type DownloadedFile = { name: string; content: Blob }

/** Downloads a file. Its name comes from the answer, or is `file.pdf`. */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<DownloadedFile> {
  await renewIfSoonOver(endpoint)
  const { response, content } = await request(endpoint, input, options, (answered) => readFile(answered, options))
  return { name: fileNameIn(response.headers.get('Content-Disposition')), content }
}

/** Opens an event stream from the last received event. Rejects with the server's refusal if it does not open. */
export async function openEvents(
  endpoint: Endpoint,
  { signal, lastEventId }: { signal: AbortSignal; lastEventId: string },
): Promise<NonNullable<Response['body']>> {
  await renewIfSoonOver(endpoint)
  const token = liveToken()
  const headers = new Headers({
    'Accept-Language': language(),
    [names.clientDatetime]: clientDatetime(new Date()),
    'Last-Event-ID': lastEventId,
  })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const { method } = endpoint
  // Not counted as a pending call: it never ends.
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
  const pieces: BlobPart[] = []
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
  // An identifier from a typed address could be the path of another call: `/transfers/import` is no transfer.
  if (params && 'id' in params && !UUID.test(String(params['id'])))
    throw new CallError(404, 'not_found', translate(notFound))
  const account = options.account ?? accountId()
  const headers = new Headers({ 'Accept-Language': language(), [names.clientDatetime]: clientDatetime(new Date()) })
  headers.set(names.idleSeconds, String(idleSeconds()))
  const token = liveToken()
  if (options.credentials) headers.set('Authorization', basicCredentials(options.credentials))
  else if (token) headers.set('Authorization', `Bearer ${token}`)
  if (account) headers.set(names.accountId, account)
  if (options.idempotencyKey) headers.set(names.idempotencyKey, options.idempotencyKey)
  if (options.confirmation) headers.set(names.confirmation, options.confirmation)
  const tag = options.known?.headers.get('ETag')
  if (tag) headers.set('If-None-Match', tag)
  const json = body === undefined ? null : JSON.stringify(body)
  if (json !== null && !files) headers.set('Content-Type', 'application/json')

  const address = addressOf(endpoint.path, params, query)
  const { method } = endpoint
  const { signal = null, keepalive = false } = options
  const exchange = () =>
    files
      ? upload(address, { method, headers, ...options }, { jsonBody: json, ...files })
      : withDeadline(signal, (limited) =>
          fetch(address, {
            method,
            headers,
            body: json,
            signal: limited,
            keepalive,
            credentials: 'same-origin',
            cache: 'no-store',
          }),
        )
  // A refusal is text, whatever the type of a successful answer is.
  const fetched = async () => {
    const response = await exchange()
    return response.ok || response.status === NOT_MODIFIED
      ? { response, content: await read(response) }
      : { response, refused: await response.text() }
  }
  let answered: Awaited<ReturnType<typeof fetched>>
  try {
    answered = await counted(fetched())
  } catch (error) {
    if (options.signal?.aborted) throw error
    if (error instanceof ServerFrozen) throw new CallError(0, 'frozen', translate(frozen))
    throw new CallError(0, 'unreachable', translate(unreachable))
  }
  const { response } = answered
  if ('refused' in answered) {
    // One 401 ends the session for all waiting calls; the sign-in page explains it, no banner repeats it.
    if (response.status === 401 && endpoint.scope !== 'public' && endpoint.path !== signOut.path) leave('expired')
    const refusal = readCallError(response.status, parse(answered.refused), translate(generalError))
    if (endpoint.scope === 'account') refreshUser(refusal.code)
    throw refusal
  }
  readBalance(account, response.headers)
  return { response, content: answered.content }
}

/** Uploads are rare: their code is loaded with the first one. */
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
