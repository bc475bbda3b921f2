// Names and categories that customers give to those whom they pay or who pay them.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { CategoryChange } from './categories.ts'
import { Operation } from './operations.ts'
import { Id, tidiedLine } from '../values/text.ts'

export const COUNTERPARTY_NAME_MAX_LENGTH = 60
/** Limited to one customer. */
export const MAX_NAMES = 500

export const nameCounterparty = endpoint({
  method: 'PUT',
  path: '/operations/:id/counterparty',
  summary:
    'Names the counterparty of an operation, and categorises all its operations, new ones included; absent fields stay unchanged',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({
    /** Null gives back the name of the bank. */
    name: z.optional(z.nullable(tidiedLine(1, COUNTERPARTY_NAME_MAX_LENGTH))),
    category_id: z.optional(Id),
  }),
  answer: z.strictObject({
    operation: Operation,
    /** Of the categories: its author can undo it for a day. */
    change: z.nullable(CategoryChange),
  }),
  refusals: [
    'not_found',
    'counterparty_fixed',
    'too_many_names',
    'unknown_category',
    'too_many_rules',
    'rule_too_wide',
  ],
})
