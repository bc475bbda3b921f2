import * as z from 'zod/mini'
import { endpoint, Page } from './endpoint.ts'
import { UnixSeconds } from './values/dates.ts'
import { Id } from './values/text.ts'

/** A message as the list shows it. */
export const MessageHead = z.strictObject({ id: Id, subject: z.string(), sender: z.string(), sent_at: UnixSeconds, is_read: z.boolean() })
export type MessageHead = z.infer<typeof MessageHead>

/** The body is plain text: what looks like markup in it is shown as it is. */
export const Message = z.extend(MessageHead, { body: z.string() })
export type Message = z.infer<typeof Message>

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  summary: 'The messages of the account, newest first',
  right: 'inbox',
  query: z.strictObject({ page: Page, unread: z.optional(z.literal('true')) }),
  answer: z.array(MessageHead),
  isPaged: true,
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/messages/:id',
  summary: 'One message',
  right: 'inbox',
  params: z.strictObject({ id: Id }),
  answer: Message,
  refusals: ['not_found'],
})

export const markMessage = endpoint({
  method: 'PUT',
  path: '/messages/:id',
  summary: 'Marks a message as read, or as unread again',
  right: 'inbox',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ read: z.boolean() }),
  refusals: ['not_found'],
})
