// The sign-in of a person who has a second factor, or comes from a new device; and the sign-in by a passkey alone.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UnixSeconds } from '../values/dates.ts'
import { OneTimeCode, SignedChallenge, SigningOptions } from './factors.ts'
import { User } from './session.ts'

/** The 403 answer of a sign-in with the right password that needs a second step. */
export const SecondStepRequired = z.strictObject({
  code: z.literal('second_step_required'),
  message: z.string(),
  status: z.literal(403),
  request_id: z.string(),
  /** What completes the sign-in: a passkey, a one-time or recovery code, or the link of an e-mail that was sent. */
  methods: z.array(z.enum(['passkey', 'code', 'mail'])),
  /** The secret of this sign-in, valid for ten minutes in this browser. */
  sign_in: z.string(),
})
export type SecondStepRequired = z.infer<typeof SecondStepRequired>

const PendingSignIn = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'))

export const completeSignIn = endpoint({
  method: 'POST',
  path: '/user/auth',
  summary:
    'Opens the session of a sign-in that waits for its second step, with a code, or once its e-mail was answered',
  scope: 'public',
  body: z.strictObject({ sign_in: PendingSignIn, code: z.optional(OneTimeCode) }),
  answer: User,
  refusals: ['sign_in_over', 'sign_in_waits', 'wrong_code', 'codes_locked'],
})

export const prepareSignIn = endpoint({
  method: 'POST',
  path: '/user/auth/passkey/options',
  summary: 'Returns the request for the signature of a passkey, valid for five minutes',
  scope: 'public',
  answer: SigningOptions,
  refusals: ['asked_too_often'],
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/user/auth/passkey',
  summary: 'Opens a session by a passkey, without a password',
  scope: 'public',
  body: z.strictObject({ credential: SignedChallenge }),
  answer: User,
  refusals: ['passkey_unknown', 'asked_too_often'],
})

/** The secret of the link in the e-mail about a new device. */
const DeviceLink = z.strictObject({ token: z.string() })

export const getDeviceLink = endpoint({
  method: 'GET',
  path: '/user/auth/links/:token',
  summary: 'Returns the sign-in that the link of an e-mail would allow: its device, address and time',
  scope: 'public',
  params: DeviceLink,
  answer: z.strictObject({ device: z.string(), address: z.nullable(z.string()), at: UnixSeconds }),
  refusals: ['link_over'],
})

export const answerDeviceLink = endpoint({
  method: 'POST',
  path: '/user/auth/links/:token',
  summary: 'Allows or refuses the sign-in of a new device',
  scope: 'public',
  params: DeviceLink,
  body: z.strictObject({ is_allowed: z.boolean() }),
  refusals: ['link_over'],
})
