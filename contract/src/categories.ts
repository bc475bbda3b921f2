// What arranges many operations at once.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CategoryIds, MOST_CHOSEN } from './operations.ts'
import { Id } from './values/text.ts'

/** One act on the categories of many operations. It can be undone by whoever did it, for a day. */
export const CategoryChange = z.strictObject({ id: Id, operation_count: z.int() })
export type CategoryChange = z.infer<typeof CategoryChange>

export const categoriseOperations = endpoint({
  method: 'PUT',
  path: '/operations/categories',
  summary: 'Sets the categories of many booked operations, in place of those that they have: all of them, or none',
  right: 'operations',
  body: z.strictObject({
    ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(MOST_CHOSEN, 'too_many_operations')),
    category_ids: CategoryIds,
  }),
  answer: CategoryChange,
  refusals: ['not_found', 'unknown_category'],
})

export const undoCategories = endpoint({
  method: 'DELETE',
  path: '/operations/categories/:id',
  summary: 'Gives back to each operation the categories it had before a change; what somebody has set since stays',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  refusals: ['not_found'],
})
