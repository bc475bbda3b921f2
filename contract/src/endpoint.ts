// One definition per call: the server serves it, the portal calls it, OpenAPI is generated from it.
import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'
import type { Capability, Right } from './rights.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: `public` anyone, `user` a signed-in user, `account` a signed-in user on the account of the
 * X-Account-Id header (the header selects, the membership grants).
 */
export type Scope = 'public' | 'user' | 'account'

/** The accepted kinds of file, detected by their content. */
export const fileKinds = ['pdf', 'jpeg', 'png'] as const
export type FileKind = (typeof fileKinds)[number]

/** The files that a call accepts, by the name of their field. Kinds: all unless limited; the reader of a table checks its content. */
export type FileFields = Readonly<Record<string, { max: number; kinds?: readonly FileKind[]; isTable?: true }>>
export const MAX_FILE_BYTES = 5 * 1024 * 1024
/** All files of one call together. */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024

export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  S extends Scope = Scope,
  Files extends FileFields = FileFields,
> = {
  method: Method
  /** Under /wb-api, in Fastify's form: `/operations/:id`. */
  path: string
  summary: string
  scope: S
  right: Right | null
  capability: Capability | null
  /** The account must be active: blocked and closed accounts can be read, but move no money. */
  movesMoney: boolean
  params: Params
  query: Query
  body: Body
  answer: Answer
  /** 200 unless the call creates (201) or answers nothing (204). */
  status: 200 | 201 | 204
  /** The X-Pagination-* headers come with the answer. */
  isPaged: boolean
  /** The Idempotency-Key header is required; a replay gets the first answer again. */
  isIdempotent: boolean
  /** Answers 428 until X-Confirmation carries a re-authentication token for exactly this operation. */
  isConfirmed: boolean
  /** Answers a file, not JSON: its name is in Content-Disposition. */
  isFile: boolean
  /** Stays open and sends changes as server-sent events, each with the answer as its data. Holding it open does not count as activity. */
  isStream: boolean
  /** With files the body may come as multipart: JSON in the part `jsonBody`, or fields with bracketed keys, and the files. */
  files: Files
  refusals: readonly RefusalCode[]
}

const Nothing = z.strictObject({})
type Nothing = typeof Nothing
const NoAnswer = z.null()
type NoAnswer = typeof NoAnswer
const noFiles = {} as const satisfies FileFields
type NoFiles = typeof noFiles

type EndpointDefinition<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
  S extends Scope,
  F extends FileFields,
> = Pick<Endpoint, 'method' | 'path' | 'summary'> &
  Partial<
    Pick<
      Endpoint,
      | 'right'
      | 'capability'
      | 'movesMoney'
      | 'status'
      | 'isPaged'
      | 'isIdempotent'
      | 'isConfirmed'
      | 'isFile'
      | 'isStream'
      | 'refusals'
    >
  > & {
    files?: F
    scope?: S
    params?: P
    query?: Q
    body?: B
    answer?: A
  }

/** Completes a call's definition: by default the scope is an account, with no input and no answer. */
export function endpoint<
  P extends z.ZodMiniType = Nothing,
  Q extends z.ZodMiniType = Nothing,
  B extends z.ZodMiniType = Nothing,
  A extends z.ZodMiniType = NoAnswer,
  S extends Scope = 'account',
  const F extends FileFields = NoFiles,
>(definition: EndpointDefinition<P, Q, B, A, S, F>): Endpoint<P, Q, B, A, S, F> {
  return {
    right: null,
    capability: null,
    movesMoney: false,
    status: definition.answer || definition.isFile ? 200 : 204,
    isPaged: false,
    isIdempotent: false,
    isConfirmed: false,
    isFile: false,
    isStream: false,
    refusals: [],
    ...definition,
    // The defaults of the type parameters are exactly these values, so each cast matches the signature.
    files: definition.files ?? (noFiles as FileFields as F),
    scope: definition.scope ?? ('account' as S),
    params: definition.params ?? (Nothing as unknown as P),
    query: definition.query ?? (Nothing as unknown as Q),
    body: definition.body ?? (Nothing as unknown as B),
    answer: definition.answer ?? (NoAnswer as unknown as A),
  }
}

/** The input on the server's side and on the caller's: on the wire the query is text, in the code it is typed. */
export type Input<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
export type Answer<E extends Endpoint> = z.output<E['answer']>

/** The page of a list: 1 is the first. Query parameters are text on the wire, so this one is read from digits. */
export const Page = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[1-9][0-9]{0,6}$/, 'invalid')),
    z.transform((digits: string) => Number(digits)),
  ),
)

export const PER_PAGE = 20

export const headers = {
  accountId: 'X-Account-Id',
  clientDatetime: 'X-Client-Datetime',
  /** The time since the user's last activity, in whole seconds: automatic requests do not count. Without it, the call is activity. */
  idleSeconds: 'X-Idle-Seconds',
  idempotencyKey: 'Idempotency-Key',
  confirmation: 'X-Confirmation',
  requestId: 'X-Request-Id',
  balance: 'X-Account-Balance',
  balanceDate: 'X-Account-Balance-Date',
  currentPage: 'X-Pagination-Current-Page',
  pageCount: 'X-Pagination-Page-Count',
  perPage: 'X-Pagination-Per-Page',
  totalCount: 'X-Pagination-Total-Count',
  /** Of a list of amounts: the sum of everything found, not only of the page. */
  totalAmount: 'X-Total-Amount',
} as const

/** One line of a 422 answer. `field` is a path such as `amount` or `items.3.iban`, null when the problem concerns the whole body. */
export const FieldProblem = z.strictObject({
  field: z.nullable(z.string()),
  code: z.string(),
  message: z.string(),
  /** The cause, where the message is a fixed sentence: of a file that cannot be read. */
  details: z.optional(z.string()),
})
export type FieldProblem = z.infer<typeof FieldProblem>

/** Any other error answer. */
export const ErrorAnswer = z.strictObject({
  code: z.string(),
  message: z.string(),
  status: z.int(),
  request_id: z.string(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
