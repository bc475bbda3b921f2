// Categories of operations and the rules that assign them.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Category, CategoryIds, MAX_CHOSEN, Operation, signs } from './operations.ts'
import { Id, line } from '../values/text.ts'

/** One change of the categories of many operations. Its author can undo it for a day. */
export const CategoryChange = z.strictObject({ id: Id, operation_count: z.int() })
export type CategoryChange = z.infer<typeof CategoryChange>

export const categoriseOperations = endpoint({
  method: 'PUT',
  path: '/operations/categories',
  summary: 'Replaces the categories of many booked operations: of all of them, or of none',
  right: 'operations',
  body: z.strictObject({
    ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(MAX_CHOSEN, 'too_many_operations')),
    category_ids: CategoryIds,
  }),
  answer: CategoryChange,
  refusals: ['not_found', 'unknown_category'],
})

export const undoCategories = endpoint({
  method: 'DELETE',
  path: '/operations/categories/:id',
  summary: 'Undoes a change of categories; operations that were changed since keep their categories',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  refusals: ['not_found'],
})

const Bound = z.nullable(
  z
    .int('amount_range_invalid')
    .check(z.gte(0, 'amount_range_invalid'), z.lte(999_999_999_999_999, 'amount_range_invalid')),
)
const ruleFields = {
  /** In the label, the counterparty or the reference; case and accents are ignored. */
  text: line(2, 64),
  sign: z.nullable(z.enum(signs)),
  /** Of the absolute amount. */
  min: Bound,
  max: Bound,
}
const runsForward = z.refine<{ min: number | null; max: number | null }>(
  ({ min, max }) => min === null || max === null || min <= max,
  {
    path: ['max'],
    error: 'amounts_reversed',
  },
)

/** The conditions of a rule. */
export const RuleCondition = z.strictObject(ruleFields).check(runsForward)
export type RuleCondition = z.infer<typeof RuleCondition>
export const NewRule = z.strictObject({ ...ruleFields, category_id: Id }).check(runsForward)
export type NewRule = z.infer<typeof NewRule>
export const CategoryRule = z.strictObject({ id: Id, ...ruleFields, category: Category })
export type CategoryRule = z.infer<typeof CategoryRule>

/** Limited to one account. */
export const MAX_RULES = 100
/** The maximum of past operations that a rule categorises at once. */
export const MAX_APPLIED = 20_000
export const PREVIEWED = 10

export const listCategoryRules = endpoint({
  method: 'GET',
  path: '/category-rules',
  summary: 'Lists the rules of the account, oldest first: the first matching rule applies to an operation',
  right: 'operations',
  answer: z.array(CategoryRule),
})

export const createCategoryRule = endpoint({
  method: 'POST',
  path: '/category-rules',
  summary: 'Creates a rule that sets a category on new operations; booked ones stay unchanged',
  right: 'operations',
  body: NewRule,
  answer: CategoryRule,
  status: 201,
  refusals: ['unknown_category', 'too_many_rules'],
})

export const previewCategoryRule = endpoint({
  method: 'POST',
  path: '/category-rules/preview',
  summary: 'Previews a rule on booked operations without a category: how many match, and the newest ten',
  right: 'operations',
  body: RuleCondition,
  answer: z.strictObject({ operation_count: z.int(), operations: z.array(Operation) }),
})

export const applyCategoryRule = endpoint({
  method: 'POST',
  path: '/category-rules/:id/apply',
  summary: 'Applies a rule to booked operations; it can be undone like a change of categories',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  answer: CategoryChange,
  refusals: ['not_found', 'rule_too_wide'],
})

export const removeCategoryRule = endpoint({
  method: 'DELETE',
  path: '/category-rules/:id',
  summary: 'Deletes a rule; operations keep the category that it set',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  refusals: ['not_found'],
})
