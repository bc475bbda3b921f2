import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UnixSeconds } from '../values/dates.ts'
import { NewPassword } from '../values/password.ts'

/** Repeated requests for a link wait one minute, then two, then four. */
export const RESEND_AFTER_SECONDS = 60

/** The secret of a link from an e-mail. An invalid one is answered like an expired one. */
const Token = z.strictObject({ token: z.string() })

export const PasswordLinkRequest = z.strictObject({
  id: z
    .string('user_id_missing')
    .check(
      z.minLength(1, 'user_id_missing'),
      z.maxLength(64, 'text_too_long'),
      z.regex(/^[\x20-\x7E]*$/, 'id_invalid'),
    ),
})

export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/user/password/forgot',
  summary:
    'Sends a link to set a password to the e-mail address of this user id; the response is the same if the id does not exist',
  scope: 'public',
  body: PasswordLinkRequest,
  refusals: ['asked_too_often'],
})

export const getPasswordLink = endpoint({
  method: 'GET',
  path: '/user/password/:token',
  summary: 'Returns the user of a password link and its kind: first password (new) or reset (existing)',
  scope: 'public',
  params: Token,
  answer: z.strictObject({ kind: z.enum(['new', 'existing']), expires_at: UnixSeconds }),
  refusals: ['link_over'],
})

export const FirstPassword = z.strictObject({ password: NewPassword })

export const setPassword = endpoint({
  method: 'POST',
  path: '/user/password/:token',
  summary: 'Sets a password by a link, which works once; ends all sessions of the user',
  scope: 'public',
  params: Token,
  body: FirstPassword,
  refusals: ['link_over', 'password_personal'],
})

export const PasswordChange = z.strictObject({
  current: z.optional(
    z.string('password_missing').check(z.minLength(1, 'password_missing'), z.maxLength(256, 'text_too_long')),
  ),
  password: NewPassword,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/user/password',
  summary:
    'Changes the password, with the current one; at the first sign-in without it, for ten minutes. Ends the other sessions of the user',
  scope: 'user',
  body: PasswordChange,
  refusals: [
    'current_password_missing',
    'wrong_current_password',
    'password_personal',
    'password_unchanged',
    'id_locked',
  ],
})
