import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UnixSeconds } from '../values/dates.ts'
import { NewPassword } from '../values/password.ts'

/** Repeated requests for a link wait one minute, then two, then four. */
export const RESEND_AFTER_SECONDS = 60

/** The secret of a link from an e-mail. An invalid one is answered like an expired one. */
const Token = z.strictObject({ token: z.string() })

export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/user/password/forgot',
  summary:
    'Sends a link that makes a new password to the e-mail address of this user ID; answers the same whether the ID exists or not',
  scope: 'public',
  body: z.strictObject({
    id: z
      .string('user_id_missing')
      .check(
        z.minLength(1, 'user_id_missing'),
        z.maxLength(64, 'text_too_long'),
        z.regex(/^[\x20-\x7E]*$/, 'id_invalid'),
      ),
  }),
  refusals: ['asked_too_often'],
})

export const getPasswordLink = endpoint({
  method: 'GET',
  path: '/user/password/:token',
  summary:
    'Whether a link can still make a password, and for whom: a customer who has none yet (new), or one who has (existing)',
  scope: 'public',
  params: Token,
  answer: z.strictObject({ kind: z.enum(['new', 'existing']), expires_at: UnixSeconds }),
  refusals: ['link_over'],
})

export const setPassword = endpoint({
  method: 'POST',
  path: '/user/password/:token',
  summary: 'Makes a password by a link: once; ends all sessions of the user',
  scope: 'public',
  params: Token,
  body: z.strictObject({ password: NewPassword }),
  refusals: ['link_over', 'password_personal'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/user/password',
  summary:
    'Changes the password. The current one is the proof of it; at the first sign-in the sign-in itself is, for ten minutes. Ends the other sessions of the user',
  scope: 'user',
  body: z.strictObject({
    current: z.optional(
      z.string('password_missing').check(z.minLength(1, 'password_missing'), z.maxLength(256, 'text_too_long')),
    ),
    password: NewPassword,
  }),
  refusals: [
    'current_password_missing',
    'wrong_current_password',
    'password_personal',
    'password_unchanged',
    'id_locked',
  ],
})
