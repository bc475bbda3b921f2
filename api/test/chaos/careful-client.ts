// Calls the bank as a customer does: each order with one idempotency key, repeated until it is acknowledged.
import { setTimeout as pause } from 'node:timers/promises'
import { listAccounts } from 'contract/accounts/accounts.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { type ConfirmationRequired, reauthenticate, signIn } from 'contract/access/session.ts'
import { type Answer, type Endpoint, ErrorAnswer, headers, type Input } from 'contract/endpoint.ts'
import { acceptTopup, createTopup, quoteTopup } from 'contract/products/card-topups.ts'
import { registerPrepaidCard } from 'contract/products/prepaid-cards.ts'
import { acceptBatch, createBatch } from 'contract/transfers/batches.ts'
import { lookUpPayee } from 'contract/transfers/instant-payments.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import {
  acceptTransfer,
  createTransfer,
  getTransfer,
  listTransfers,
  type NewTransfer,
} from 'contract/transfers/transfers.ts'
import { newId } from '../../src/adapters/ids.ts'
import { PASSWORD } from './chaos-bank.ts'
import type { Tally } from './tally.ts'

export type Person = { login: string; account_id: string }
type Session = { token: string; cookie: string }
type CallInput<E extends Endpoint> = Partial<Input<E>> & { form?: () => FormData }
type Ports = { origin: () => Promise<string>; tally: Tally; signal: AbortSignal }

/** Longer than the server's own limits: a call without an answer by then has lost its server. */
const ANSWER_MS = 25_000
const RETRY_MS = 20
/** The bank asks to wait longer; repeating earlier finds more faults. */
const RETRY_AFTER_REFUSAL_MS = 250
const SIGNED_ALREADY = new Set(['not_pending', 'already_signed', 'payment_not_pending', 'payment_signed'])

class Objection extends Error {
  readonly code: string
  constructor(status: number, text: string) {
    super(`the bank answered ${status}: ${text}`)
    this.code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
  }
}

const pathOf = ({ path }: Endpoint, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''))

export class CarefulClient {
  private session: Session | null = null
  private readonly person: Person
  private readonly ports: Ports

  constructor(person: Person, ports: Ports) {
    this.person = person
    this.ports = ports
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const { origin, signal } = this.ports
    return fetch(`${await origin()}${path}`, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    })
  }

  /** Notes an answer of 500 and above that is not the 503 which the contract promises. */
  private async checkErrorAnswer(reply: Response, call: string): Promise<void> {
    if (reply.status < 500) return
    const text = await reply.text()
    const { tally } = this.ports
    tally.unavailable += 1
    const isUnanswered = /"code":"lookup_unanswered"/.test(text)
    const isPromised =
      reply.status === 503 &&
      isError(text) &&
      (isUnanswered || (Number(reply.headers.get('retry-after')) > 0 && /"code":"unavailable"/.test(text)))
    if (!isPromised) tally.fault(`${call} was answered ${reply.status}: ${text.slice(0, 300)}`)
  }

  private async signIn(): Promise<Session | null> {
    const basic = Buffer.from(`${this.person.login}:${PASSWORD}`).toString('base64')
    const reply = await this.send(signIn.path, { headers: { authorization: `Basic ${basic}` } })
    await this.checkErrorAnswer(reply, signIn.path)
    if (!reply.ok) return null
    const { token } = (await reply.json()) as { token: string }
    return { token, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  private async sendCall<E extends Endpoint>(
    endpoint: E,
    { params, query, body, form }: CallInput<E>,
    own: Record<string, string> = {},
  ): Promise<Response | null> {
    this.session ??= await this.signIn()
    if (!this.session) return null
    const { token, cookie } = this.session
    const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString()
    const content = form ? form() : body === undefined ? null : JSON.stringify(body)
    const reply = await this.send(`${pathOf(endpoint, params)}${search && `?${search}`}`, {
      method: endpoint.method,
      ...(content !== null && { body: content }),
      headers: {
        authorization: `Bearer ${token}`,
        cookie,
        [headers.accountId]: this.person.account_id,
        ...(typeof content === 'string' && { 'content-type': 'application/json' }),
        ...own,
      },
    })
    if (reply.status === 401) this.session = null
    await this.checkErrorAnswer(reply, `${endpoint.method} ${endpoint.path}`)
    return reply
  }

  /** A re-authentication token for the operation of a 428 answer, by password; null where the bank issued none. */
  private async confirm(reply: Response): Promise<string | null> {
    const { operation } = (await reply.json()) as ConfirmationRequired
    const proof = await this.sendCall(reauthenticate, { body: { password: PASSWORD, operation_hash: operation.hash } })
    return proof?.ok ? ((await proof.json()) as Answer<typeof reauthenticate>).confirmation : null
  }

  /** Repeats the call until it is answered, and returns the answer. Throws an Objection where the bank refuses the call. */
  async call<E extends Endpoint>(endpoint: E, given: CallInput<E>): Promise<Answer<E>> {
    const key = endpoint.isIdempotent ? { [headers.idempotencyKey]: newId() } : {}
    let confirmation: string | null = null
    for (;;) {
      let wait = RETRY_MS
      try {
        const proof = confirmation === null ? {} : { [headers.confirmation]: confirmation }
        const reply = await this.sendCall(endpoint, given, { ...key, ...proof })
        // Without content the answer is undefined, as in the contract.
        if (reply?.status === endpoint.status)
          return (reply.status === 204 ? undefined : await reply.json()) as Answer<E>
        if (reply?.status === 428) {
          confirmation = await this.confirm(reply)
          if (confirmation !== null) continue
        } else if (reply && reply.status >= 500) wait = RETRY_AFTER_REFUSAL_MS
        else if (reply && reply.status !== 401 && reply.status !== 429)
          throw new Objection(reply.status, `${endpoint.path} ${await reply.text()}`)
      } catch (error) {
        // Without a complete answer the call is repeated. A refusal by the bank fails the test.
        if (error instanceof Objection) throw error
      }
      this.ports.tally.repeats += 1
      this.ports.signal.throwIfAborted()
      await pause(wait)
    }
  }

  /** The id of the transfer, once it is acknowledged. */
  async order(body: NewTransfer): Promise<string> {
    return (await this.call(createTransfer, { body })).id
  }

  /** A look-up of who has a phone number, to be paid instantly. */
  async lookUp(phone: string): Promise<string> {
    return (await this.call(lookUpPayee, { body: { kind: 'phone', value: phone } })).id
  }

  /** Signs an order. When the answer to the first signature was lost, the bank refuses the repetition: it has nothing to sign. */
  async accept(kind: 'transfer' | 'batch' | 'topup', id: string): Promise<void> {
    const [params, body] = [{ id }, { version: 1 }]
    try {
      if (kind === 'transfer') await this.call(acceptTransfer, { params, body })
      else if (kind === 'batch') await this.call(acceptBatch, { params, body })
      else await this.call(acceptTopup, { params })
    } catch (error) {
      if (!(error instanceof Objection && SIGNED_ALREADY.has(error.code))) throw error
    }
  }

  /** The id of a batch of all lines of the file. */
  async orderBatch(name: string, content: string): Promise<string> {
    const form = () => {
      const file = new FormData()
      file.append('file', new Blob([content]), name)
      return file
    }
    const { import_id } = await this.call(importTransfers, { form })
    return (await this.call(createBatch, { body: { import_id, single_entry: false } })).id
  }

  async registerCard(number: string): Promise<string> {
    return (
      await this.call(registerPrepaidCard, { body: { number, expiry: '2030-09', holder: 'Awa Ndiaye', label: null } })
    ).id
  }

  async topUp(card_id: string, amount: number): Promise<string> {
    const { quote } = await this.call(quoteTopup, { body: { card_id, amount } })
    const { topup } = await this.call(createTopup, { body: { card_id, amount, quote, series: null } })
    if (!topup) throw new Error('the bank answered a top-up without one')
    return topup.id
  }

  /** Reads pages after an order. An acknowledged order must be found at once. */
  async read(transfer: string | null): Promise<void> {
    const page = [
      () => this.call(listAccounts, {}),
      () => this.call(listOperations, {}),
      () => this.call(listTransfers, {}),
    ][Math.floor(Math.random() * 3)]
    await page?.()
    this.ports.tally.readPage()
    if (transfer === null) return
    await this.call(getTransfer, { params: { id: transfer } })
    this.ports.tally.readPage()
  }
}

function isError(text: string): boolean {
  try {
    return ErrorAnswer.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
