// The list of transfers as screens show it: single orders and series, and each batch as one row.
import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { PlainDate } from '../values/dates.ts'
import { Identity } from '../values/identity.ts'
import { runsForward } from '../values/list-filter.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id } from '../values/text.ts'
import { batchStatuses } from './batches.ts'
import { Transfer, transferFilter } from './transfers.ts'

/** In the header: each group of the page with the number and the sum of all its rows. */
export const TRANSFER_GROUPS_HEADER = 'X-Transfer-Groups'
/** The sum of a month is what has left and stayed. */
export type TransferGroup = { id: string; count: number; sum: number }

/** upcoming, recurring, or the first day of a month. */
const group = z.string()

const TransferLine = z.extend(Transfer, { row: z.literal('transfer'), group })

/** A batch: its lines are on its own page. */
const BatchLine = z.strictObject({
  row: z.literal('batch'),
  group,
  id: Id,
  /** Its name, and the number of its lines. */
  identity: Identity,
  status: z.enum(batchStatuses),
  /** The number of lines that failed. */
  failed: z.int(),
  amount: Amount,
  currency: Currency,
  /** null: it leaves as soon as it is signed. */
  display_date: z.nullable(PlainDate),
  /** Of a search: the first line that it finds, and how many it finds; null where no line is found, or lines are hidden from the reader. */
  found: z.nullable(z.strictObject({ name: z.string(), count: z.int() })),
})

export const TransferRow = z.discriminatedUnion('row', [TransferLine, BatchLine])
export type TransferRow = z.infer<typeof TransferRow>
export type TransferLine = z.infer<typeof TransferLine>
export type BatchRow = z.infer<typeof BatchLine>

export const listTransferRows = endpoint({
  method: 'GET',
  path: '/transfers/rows',
  summary:
    'Lists single orders and batches in groups: what is to come, the soonest first; then series; then months, the latest first',
  right: 'transfers',
  query: z.strictObject({ page: Page, ...transferFilter }).check(...runsForward),
  answer: z.array(TransferRow),
  isPaged: true,
})
