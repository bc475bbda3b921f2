import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Email, Phone } from '../values/contact.ts'
import { UnixSeconds } from '../values/dates.ts'
import { EmailedCode } from '../values/emailed-code.ts'
import { Id } from '../values/text.ts'

export const Contact = z.strictObject({ email: Email, phone: z.nullable(Phone) })
export type Contact = z.infer<typeof Contact>

/** Absent fields stay unchanged. */
const ContactChange = z.partial(Contact)
export type ContactChange = z.infer<typeof ContactChange>

export const updateUser = endpoint({
  method: 'PUT',
  path: '/user',
  summary:
    'Changes the telephone number at once, and the e-mail address when the code that is sent to it is typed; the current address ends a change that waits',
  scope: 'user',
  body: ContactChange,
  answer: z.strictObject({ email_to_confirm: z.nullable(z.string()) }),
  isConfirmed: true,
  refusals: ['asked_too_often'],
})

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/user/email/code',
  summary: 'Sends another code to the new e-mail address; the former code is no longer valid',
  scope: 'user',
  refusals: ['not_found', 'asked_too_often'],
})

export const EmailProof = z.strictObject({ code: EmailedCode })

export const confirmEmail = endpoint({
  method: 'PUT',
  path: '/user/email',
  summary: 'Makes the new e-mail address the address of the user, with the code that was sent to it',
  scope: 'user',
  body: EmailProof,
  refusals: ['emailed_code_wrong', 'emailed_code_over'],
})

export const deviceKinds = ['computer', 'phone', 'tablet', 'program'] as const

/** A session on a device: open, or with its end. */
export const UserSession = z.strictObject({
  id: Id,
  device: z.strictObject({
    kind: z.enum(deviceKinds),
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
  }),
  address: z.nullable(z.string()),
  opened_at: UnixSeconds,
  last_active_at: UnixSeconds,
  is_current: z.boolean(),
  is_open: z.boolean(),
})
export type UserSession = z.infer<typeof UserSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  summary: "Lists the user's latest sessions: the current one first, then the open ones, then those that ended",
  scope: 'user',
  answer: z.array(UserSession),
})

/** The sign-in before the one of the current session. */
export const LastSignIn = z.strictObject({
  at: UnixSeconds,
  device: UserSession.shape.device,
  address: z.nullable(z.string()),
})
export type LastSignIn = z.infer<typeof LastSignIn>

export const getLastSignIn = endpoint({
  method: 'GET',
  path: '/user/last-sign-in',
  summary: "Returns the user's last sign-in before that of the current session; null where there was none",
  scope: 'user',
  answer: z.nullable(LastSignIn),
})

/** A browser from which the user has signed in, and may again without a second step. */
export const UserDevice = z.strictObject({
  id: Id,
  device: UserSession.shape.device,
  address: z.nullable(z.string()),
  first_seen_at: UnixSeconds,
  last_seen_at: UnixSeconds,
  is_current: z.boolean(),
})
export type UserDevice = z.infer<typeof UserDevice>

export const listDevices = endpoint({
  method: 'GET',
  path: '/user/devices',
  summary: 'Lists the browsers from which the user has signed in: the current one first, then the one seen last',
  scope: 'user',
  answer: z.array(UserDevice),
})

export const revokeDevice = endpoint({
  method: 'DELETE',
  path: '/user/devices/:id',
  summary: 'Forgets a browser and ends its sessions: its next sign-in is one from a new device',
  scope: 'user',
  params: z.strictObject({ id: Id }),
  refusals: ['not_found'],
})

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  summary: 'Ends one session of the user',
  scope: 'user',
  params: z.strictObject({ id: Id }),
  refusals: ['not_found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'Ends every session of the user except the current one',
  scope: 'user',
})

export const setPicture = endpoint({
  method: 'PUT',
  path: '/user/picture',
  summary: "Stores the user's picture, cropped to a square and resized",
  scope: 'user',
  files: { picture: { max: 1, kinds: ['jpeg', 'png'] } },
  refusals: ['picture_missing', 'file_too_large', 'too_many_files', 'upload_cut'],
})

export const removePicture = endpoint({
  method: 'DELETE',
  path: '/user/picture',
  summary: "Deletes the user's picture",
  scope: 'user',
})
