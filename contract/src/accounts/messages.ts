import * as z from 'zod/mini'
import { endpoint, fileKinds, Page } from '../endpoint.ts'
import { runsForward } from '../values/list-filter.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Id, line, paragraphs } from '../values/text.ts'

export const MESSAGE_SUBJECT_LENGTH = 140
export const MESSAGE_TEXT_LENGTH = 2_000
/** Of a conversation with one message. */
export const MAX_MESSAGE_DOCUMENTS = 10
/** The number of messages that a person may write in an hour, on all accounts. */
export const MAX_LETTERS_AN_HOUR = 20
/** A conversation with this many messages is closed for further ones. */
export const MAX_LETTERS = 200

/** A conversation in the list, with its last message. */
export const MessageHead = z.strictObject({
  id: Id,
  subject: z.string(),
  /** The author of the last message. */
  sender: z.string(),
  sent_at: UnixSeconds,
  is_read: z.boolean(),
  is_archived: z.boolean(),
  /** The beginning of the last message. */
  preview: z.string(),
  letter_count: z.int(),
  document_count: z.int(),
})
export type MessageHead = z.infer<typeof MessageHead>

export const MessageDocument = z.strictObject({ id: Id, name: z.string(), file_kind: z.enum(fileKinds), size: z.int() })
export type MessageDocument = z.infer<typeof MessageDocument>

/** The body is plain text: markup in it is shown unchanged. */
export const Letter = z.strictObject({
  id: Id,
  sender: z.string(),
  /** Written for the customer, not by the bank. */
  is_own: z.boolean(),
  body: z.string(),
  sent_at: UnixSeconds,
  documents: z.array(MessageDocument),
})
export type Letter = z.infer<typeof Letter>

/** The subject of a conversation: an object of the account, or an error that the portal showed, by its request id. */
export const About = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('operation'), id: Id }),
  z.strictObject({ kind: z.literal('transfer'), id: Id }),
  z.strictObject({ kind: z.literal('fault'), request_id: Id }),
])
export type About = z.infer<typeof About>

/** A conversation, its first message first. */
export const Message = z.strictObject({
  id: Id,
  subject: z.string(),
  is_read: z.boolean(),
  is_archived: z.boolean(),
  about: z.nullable(About),
  letters: z.array(Letter),
})
export type Message = z.infer<typeof Message>

const ofMessage = z.strictObject({ id: Id })

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  summary: 'Lists the conversations of the account, latest first; archived ones only on request',
  right: 'inbox',
  query: z
    .strictObject({
      page: Page,
      unread: z.optional(z.literal('true')),
      archived: z.optional(z.literal('true')),
      /** In the subject, the author names and all texts. */
      search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
      /** Whose last message is between these days, inclusive. */
      from: z.optional(PlainDate),
      to: z.optional(PlainDate),
    })
    .check(...runsForward),
  answer: z.array(MessageHead),
  isPaged: true,
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/messages/:id',
  summary: 'Returns one conversation with all its messages',
  right: 'inbox',
  params: ofMessage,
  answer: Message,
  refusals: ['not_found'],
})

export const markMessage = endpoint({
  method: 'PUT',
  path: '/messages/:id',
  summary: 'Marks a conversation as read or unread, archives or restores it',
  right: 'inbox',
  params: ofMessage,
  body: z.strictObject({ read: z.optional(z.boolean()), archived: z.optional(z.boolean()) }),
  refusals: ['not_found'],
})

const Text = paragraphs(1, MESSAGE_TEXT_LENGTH)
export const NewMessage = z.strictObject({
  subject: line(1, MESSAGE_SUBJECT_LENGTH),
  body: Text,
  about: z.optional(z.nullable(About)),
})
export type NewMessage = z.infer<typeof NewMessage>
export const NewReply = z.strictObject({ body: Text })
export type NewReply = z.infer<typeof NewReply>

const files = { documents: { max: MAX_MESSAGE_DOCUMENTS } } as const

export const writeMessage = endpoint({
  method: 'POST',
  path: '/messages',
  summary: 'Starts a conversation with the bank',
  right: 'inbox',
  capability: 'message.send',
  body: NewMessage,
  files,
  answer: z.strictObject({ id: Id }),
  status: 201,
  isIdempotent: true,
  refusals: ['about_unknown', 'too_many_letters', 'file_too_large', 'too_many_files', 'upload_cut'],
})

export const replyToMessage = endpoint({
  method: 'POST',
  path: '/messages/:id/replies',
  summary: 'Adds a message to a conversation, which is then read and no longer archived; returns the id of the message',
  right: 'inbox',
  capability: 'message.send',
  params: ofMessage,
  body: NewReply,
  files,
  answer: z.strictObject({ id: Id }),
  status: 201,
  isIdempotent: true,
  refusals: ['not_found', 'conversation_full', 'too_many_letters', 'file_too_large', 'too_many_files', 'upload_cut'],
})

export const downloadMessageDocument = endpoint({
  method: 'GET',
  path: '/messages/:id/documents/:document',
  summary: 'Returns a file of a conversation',
  right: 'inbox',
  params: z.strictObject({ id: Id, document: Id }),
  isFile: true,
  refusals: ['not_found'],
})
