// Lists of invoices that a company sends from a file as requests to pay, one for each line.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UnixSeconds } from '../values/dates.ts'
import { Amount } from '../values/money.ts'
import { Id } from '../values/text.ts'

export const MAX_REQUEST_LINES = 500

/** payer: a telephone number or a payment address; last_day: the last one for an answer. */
export const requestColumns = ['payer', 'amount', 'label', 'invoice', 'last_day'] as const
export type RequestColumn = (typeof requestColumns)[number]

/** An error of a file: the line (1 is the header), the name of the column, and a sentence in the reader's language. */
const RequestFileProblem = z.strictObject({
  line: z.int(),
  column: z.string(),
  code: z.string(),
  message: z.string(),
})
export type RequestFileProblem = z.infer<typeof RequestFileProblem>

export const RequestFile = z.strictObject({
  id: Id,
  file_name: z.string(),
  created_at: UnixSeconds,
  total: Amount,
  lines: z.int(),
  /** Lines that became requests. */
  sent: z.int(),
  /** Lines whose payer the platform is looking for. */
  waiting: z.int(),
  /** Lines that were not sent: nobody has this number or address, or the platform did not find out in a day. */
  unknown: z.array(z.strictObject({ line: z.int(), payer: z.string() })),
})
export type RequestFile = z.infer<typeof RequestFile>

const ordering = { right: 'transfers', capability: 'transfer.create' } as const

export const sendRequestFile = endpoint({
  ...ordering,
  method: 'POST',
  path: '/instant-payments/requests/file',
  summary:
    'Sends the invoices of a file (CSV, XLSX) as requests to pay: all of them, or none where a line has an error',
  isIdempotent: true,
  files: { file: { max: 1, isTable: true } },
  /** With errors the file is null: nothing was stored. */
  answer: z.strictObject({ file: z.nullable(RequestFile), problems: z.array(RequestFileProblem) }),
  refusals: [
    'instant_payments_off',
    'request_files_for_companies',
    'account_not_active',
    'identity_missing',
    'import_file_invalid',
    'import_file_missing',
    'request_file_repeated',
    'asked_too_often',
    'file_too_large',
    'too_many_files',
    'upload_cut',
    'idempotency_key_reused',
  ],
})

export const listRequestFiles = endpoint({
  method: 'GET',
  path: '/instant-payments/requests/files',
  summary: 'Lists the last files of requests to pay with their progress, the latest first',
  right: 'transfers',
  answer: z.array(RequestFile),
})

export const downloadRequestTemplate = endpoint({
  ...ordering,
  method: 'GET',
  path: '/instant-payments/requests/files/template',
  summary: 'Returns an empty file of invoices to fill in',
  isFile: true,
})
