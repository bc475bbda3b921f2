// Events for open pages: they announce that something changed, without the data. The page then repeats its ordinary calls.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './values/text.ts'

export const liveKinds = [
  'balance',
  'transfers',
  'batches',
  'beneficiaries',
  'messages',
  'cards',
  'chequebooks',
  'debits',
  'statements',
  'deposits',
  'credits',
  'aliases',
  'alerts',
  'access',
] as const
export type LiveKind = (typeof liveKinds)[number]

/** The data of an event named `change`. `account_id`: null where it concerns the user. */
export const LiveChange = z.strictObject({ kind: z.enum(liveKinds), account_id: z.nullable(Id) })
export type LiveChange = z.infer<typeof LiveChange>

/** The maximum of streams of one user, each of another session: one more is refused. A session has one, the newest. */
export const MAX_STREAMS = 5

export const followEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary:
    'Streams server-sent events: hello, change, reset (reload everything), bye (the session ended, or another page opened a stream)',
  scope: 'user',
  isStream: true,
  answer: LiveChange,
  refusals: ['too_many_requests'],
})
