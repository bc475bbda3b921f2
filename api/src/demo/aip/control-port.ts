// Lets tests and demonstrations act for somebody outside the bank: pay, ask, claim, settle. HTTP with JSON on the loopback interface.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import * as z from 'zod/mini'
import {
  aliasValue,
  reasonCode,
  requestChannel,
  returnReason,
  returnRequestReason,
  text35,
} from '../../formats/instant/aip-fields.ts'
import { newEndToEndId, newPlatformMessageId } from '../../formats/instant/aip-ids.ts'
import { jsonOf, textOf } from './aip-port.ts'
import { requestName, claimFromBank } from './simulate-directory.ts'
import { requestFromBank } from './simulate-requests.ts'
import { requestReturnFromBank, returnToBank } from './simulate-returns.ts'
import { balanceOf, findOutsider, payBank, settle } from './simulate-transfers.ts'
import { answer, findAlias, type Reaction, refuse, type SimulatorContext } from './simulator-context.ts'

/** The wallet in Abidjan that pays and requests where no other alias is given. */
const DEFAULT_PERSON = '+2250700000101'

const francs = z.int().check(z.positive())

const Inputs = {
  // Pays an alias of the bank, or an IBAN of it after asking for its holder's name.
  '/demo/pay': z.object({
    to: z.string(),
    amount: francs,
    from: z.prefault(aliasValue, DEFAULT_PERSON),
    purpose: z.optional(z.string()),
    channel: z.prefault(z.enum(['633', '731', '000', '400', '999']), '999'),
    transaction: z.optional(text35),
  }),
  '/demo/request': z.object({
    to: aliasValue,
    amount: francs,
    from: z.prefault(aliasValue, DEFAULT_PERSON),
    purpose: z.optional(z.string()),
    identifier: z.optional(text35),
    channel: z.prefault(requestChannel, '631'),
    seconds: z.optional(z.int()),
    may_change_amount: z.prefault(z.boolean(), false),
    discount: z.optional(francs),
  }),
  '/demo/claim': z.object({ alias: aliasValue, by: z.prefault(z.string(), 'SNE102') }),
  '/demo/ask-return': z.object({ end_to_end_id: z.string(), reason: z.prefault(returnRequestReason, 'DUPL') }),
  '/demo/return': z.object({ end_to_end_id: z.string(), reason: z.prefault(returnReason, 'MD06') }),
  // The outcome of a payment whose payee's bank never answers; with a reason it is refused.
  '/demo/settle': z.object({ end_to_end_id: z.string(), reason: z.optional(reasonCode) }),
  '/demo/participant': z.object({ member: z.string(), state: z.enum(['JOIN', 'ENBL', 'DSBL', 'DLTD']) }),
  '/demo/inform': z.object({ event: z.enum(['INFO', 'WARN']), text: z.string() }),
  '/demo/behave': z.object({
    latency_min_ms: z.optional(z.int().check(z.nonnegative())),
    latency_max_ms: z.optional(z.int().check(z.nonnegative())),
    duplicate_rate: z.optional(z.number().check(z.gte(0), z.lte(1))),
    guarantee: z.optional(francs),
  }),
} as const

type ControlPath = keyof typeof Inputs
type Input<Path extends ControlPath> = z.output<(typeof Inputs)[Path]>
type Result = Reaction & { result?: object }

export type Control = { setDuplicateRate: (rate: number) => void; onChange: () => void }

function pay(
  context: SimulatorContext,
  { to, amount, from, purpose, channel, transaction }: Input<'/demo/pay'>,
): Result {
  const payer = findOutsider(context, from)
  if (!payer) return refuse(404, `nobody outside the bank has the alias ${from}`)
  const alias = findAlias(context, to)
  const endToEndId = newEndToEndId(payer.member, context.clock.now())
  const payment = { amount, purpose: purpose ?? null, endToEndId }
  const result = { end_to_end_id: endToEndId }
  if (alias?.holder.member === context.bank) {
    const details = {
      payer,
      payerAlias: from,
      to: alias.holder,
      alias: to,
      channel,
      transactionId: transaction ?? null,
    }
    return { changes: payBank(context, { ...payment, ...details }), result }
  }
  return /^[A-Z]{2}\d{2}[A-Z]{2}\d{22}$/.test(to)
    ? { ...requestName(context, { ...payment, from, iban: to }), result }
    : refuse(404, `${to} is no alias of the bank and no IBAN`)
}

const controls: { [Path in ControlPath]: (context: SimulatorContext, input: Input<Path>, control: Control) => Result } =
  {
    '/demo/pay': pay,
    '/demo/request': (
      context,
      { to, amount, from, purpose, identifier, channel, seconds, may_change_amount, discount },
    ) => {
      const id = identifier ?? `DEMO${randomUUID().slice(0, 8).toUpperCase()}`
      const { endToEndId, ...reaction } = requestFromBank(context, {
        to,
        from,
        amount,
        purpose: purpose ?? null,
        identifier: id,
        channel,
        seconds: seconds ?? null,
        mayChangeAmount: may_change_amount,
        discount: discount ?? null,
      })
      return { ...reaction, result: { end_to_end_id: endToEndId, identifier: id } }
    },
    '/demo/claim': (context, { alias, by }) => claimFromBank(context, alias, by),
    '/demo/ask-return': (context, { end_to_end_id, reason }) => requestReturnFromBank(context, end_to_end_id, reason),
    '/demo/return': (context, { end_to_end_id, reason }) => returnToBank(context, end_to_end_id, reason),
    '/demo/settle': (context, { end_to_end_id, reason }) => settle(context, end_to_end_id, reason ?? null),
    '/demo/participant': (_, { member, state }) => ({ changes: [{ table: 'participants', key: member, row: state }] }),
    '/demo/inform': (context, { event, text }) => ({
      changes: [
        answer(context, '/notifications/info-warn', {
          msgId: newPlatformMessageId(),
          evenement: event,
          evenementDescription: text,
          evenementDate: context.clock.now().toISOString(),
        }),
      ],
    }),
    '/demo/behave': (context, { latency_min_ms, latency_max_ms, duplicate_rate, guarantee }, { setDuplicateRate }) => {
      const { latency } = context
      latency.minMs = latency_min_ms ?? latency.minMs
      latency.maxMs = Math.max(latency.minMs, latency_max_ms ?? latency.maxMs)
      context.guarantee = guarantee ?? context.guarantee
      if (duplicate_rate !== undefined) setDuplicateRate(duplicate_rate)
      return { changes: [] }
    },
  }

const isControlPath = (path: string): path is ControlPath => Object.hasOwn(Inputs, path)

/** What a test compares with the bank: payments, requests, returns, claims, what is not delivered, and contradictions. */
const stateOf = (context: SimulatorContext) => ({
  transfers: [...context.store.rows('transfers').values()].map(
    ({ endToEndId, payerMember, payeeMember, amount, state, reason }) => ({
      end_to_end_id: endToEndId,
      payer: payerMember,
      payee: payeeMember,
      amount,
      state,
      reason,
    }),
  ),
  requests: [...context.store.rows('requests').values()].map(({ endToEndId, identifier, amount, state, reason }) => ({
    end_to_end_id: endToEndId,
    identifier,
    amount,
    state,
    reason,
  })),
  returns: [...context.store.rows('returns').values()].map(({ endToEndId, state, amount, reason }) => ({
    end_to_end_id: endToEndId,
    state,
    amount,
    reason,
  })),
  claims: [...context.store.rows('claims').values()],
  aliases: [...context.store.rows('aliases').values()].filter(({ holder }) => holder?.member === context.bank),
  undelivered: context.store.rows('tasks').size,
  conflicts: [...context.store.rows('conflicts').values()].map(({ text }) => text),
  balance: balanceOf(context),
})

async function answerTo(
  context: SimulatorContext,
  request: IncomingMessage,
  control: Control,
): Promise<{ status: number; body: object }> {
  const path = request.url ?? ''
  if (request.method === 'GET' && path === '/demo/state') return { status: 200, body: stateOf(context) }
  if (request.method !== 'POST' || !isControlPath(path)) return { status: 404, body: { error: 'unknown path' } }
  const parsed = Inputs[path].safeParse(jsonOf((await textOf(request)) || '{}'))
  if (!parsed.success) return { status: 400, body: { error: z.prettifyError(parsed.error) } }
  // The path chooses both the schema and its function.
  const run = controls[path] as (context: SimulatorContext, input: unknown, control: Control) => Result
  const { changes, refusal, result } = run(context, parsed.data, control)
  if (refusal) return { status: refusal.status, body: { error: refusal.message } }
  await context.store.commit(changes)
  control.onChange()
  return { status: 200, body: result ?? {} }
}

/** Opens the control port on the loopback interface. */
export async function openControlPort(context: SimulatorContext, port: number, control: Control): Promise<Server> {
  const server = createServer((request, response) => {
    answerTo(context, request, control)
      .then(({ status, body }) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      )
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
