// Filters of the list of operations that a user saves under a name.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { MAX_CATEGORIES_SEARCHED, operationTypes, signs } from './operations.ts'
import { PlainDate } from '../values/dates.ts'
import { Amount } from '../values/money.ts'
import { Id, line } from '../values/text.ts'

/** Relative periods. */
export const periodNames = ['month', 'last-month', 'three-months', 'year'] as const

/** As in the address of the list; a relative period is stored by its name. */
export const ViewFilter = z.strictObject({
  search: z.optional(z.string().check(z.minLength(1, 'invalid'), z.maxLength(64, 'text_too_long'))),
  period: z.optional(z.enum(periodNames)),
  from: z.optional(PlainDate),
  to: z.optional(PlainDate),
  sign: z.optional(z.enum(signs)),
  type: z.optional(z.enum(operationTypes)),
  min: z.optional(Amount),
  max: z.optional(Amount),
  categories: z.optional(z.array(Id).check(z.minLength(1, 'invalid'), z.maxLength(MAX_CATEGORIES_SEARCHED, 'invalid'))),
  documents: z.optional(z.enum(['with', 'without'])),
  account: z.optional(z.literal('all')),
})
export type ViewFilter = z.infer<typeof ViewFilter>
/** A saved view must be valid as a filter: the list refuses a reversed period. */
const SavedFilter = ViewFilter.check(
  z.refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'period_reversed' }),
  z.refine(({ min = 0 }) => min >= 0, { path: ['min'], error: 'amount_range_invalid' }),
  z.refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    path: ['max'],
    error: 'amounts_reversed',
  }),
)

export const VIEW_NAME_MAX_LENGTH = 40
/** Of one user, for the accounts of one customer. */
export const MAX_VIEWS = 20
const name = line(1, VIEW_NAME_MAX_LENGTH)

export const OperationView = z.strictObject({ id: Id, name: z.string(), filter: ViewFilter })
export type OperationView = z.infer<typeof OperationView>

export const listOperationViews = endpoint({
  method: 'GET',
  path: '/operation-views',
  summary: 'Lists the views that the user saved for the accounts of this customer, by name',
  right: 'operations',
  answer: z.array(OperationView),
})

export const NewView = z.strictObject({ name, filter: SavedFilter })
export const createOperationView = endpoint({
  method: 'POST',
  path: '/operation-views',
  summary: 'Saves filters under a name that is unique for the user',
  right: 'operations',
  body: NewView,
  answer: OperationView,
  status: 201,
  refusals: ['view_name_taken', 'too_many_views'],
})

export const ViewName = z.strictObject({ name })
export const renameOperationView = endpoint({
  method: 'PUT',
  path: '/operation-views/:id',
  summary: 'Renames a view',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  body: ViewName,
  refusals: ['not_found', 'view_name_taken'],
})

export const removeOperationView = endpoint({
  method: 'DELETE',
  path: '/operation-views/:id',
  summary: 'Deletes a view',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  refusals: ['not_found'],
})
