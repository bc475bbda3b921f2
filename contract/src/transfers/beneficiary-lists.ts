import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { Id, line } from '../values/text.ts'

export const ListType = z.strictObject({ id: Id, label: z.string() })
export type ListType = z.infer<typeof ListType>

export const BeneficiaryList = z.strictObject({
  id: Id,
  name: z.string(),
  type: z.nullable(ListType),
  comment: z.nullable(z.string()),
  beneficiary_count: z.int(),
})
export type BeneficiaryList = z.infer<typeof BeneficiaryList>

/** A list where one is chosen. */
export const ListName = z.pick(BeneficiaryList, { id: true, name: true })
export type ListName = z.infer<typeof ListName>

export const LIST_NAME_MAX_LENGTH = 140
export const LIST_TYPE_MAX_LENGTH = 60
export const LIST_COMMENT_MAX_LENGTH = 255
export const MAX_MEMBERS_AT_ONCE = 500

/** An existing type by its id, or a new one by its name. */
const ChosenType = z.union([z.strictObject({ id: Id }), z.strictObject({ label: line(1, LIST_TYPE_MAX_LENGTH) })])
const members = z.array(Id).check(z.maxLength(MAX_MEMBERS_AT_ONCE, 'invalid'))

export const NewBeneficiaryList = z.strictObject({
  name: line(1, LIST_NAME_MAX_LENGTH),
  type: z.nullable(ChosenType),
  comment: z.nullable(line(1, LIST_COMMENT_MAX_LENGTH)),
})
export type NewBeneficiaryList = z.infer<typeof NewBeneficiaryList>

/** Absent fields stay unchanged. */
export const BeneficiaryListChange = z.extend(z.partial(NewBeneficiaryList), {
  add: z.optional(members),
  remove: z.optional(members),
})
export type BeneficiaryListChange = z.infer<typeof BeneficiaryListChange>

const one = { params: z.strictObject({ id: Id }), right: 'transfers' } as const

export const listBeneficiaryLists = endpoint({
  method: 'GET',
  path: '/beneficiary-lists',
  summary: 'Lists the beneficiary lists of the account, by name',
  right: 'transfers',
  query: z.strictObject({ search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))), page: Page }),
  answer: z.array(BeneficiaryList),
  isPaged: true,
})

export const listListNames = endpoint({
  method: 'GET',
  path: '/beneficiary-lists/names',
  summary: 'Lists the names of all beneficiary lists of the account, by name, to choose among them',
  right: 'transfers',
  answer: z.array(ListName),
})

export const listListTypes = endpoint({
  method: 'GET',
  path: '/beneficiary-lists/types',
  summary: "Lists the types of the account's beneficiary lists, by name",
  right: 'transfers',
  answer: z.array(ListType),
})

export const getBeneficiaryList = endpoint({
  ...one,
  method: 'GET',
  path: '/beneficiary-lists/:id',
  summary: 'Returns one list; its members are GET /beneficiaries?list=',
  answer: BeneficiaryList,
  refusals: ['not_found'],
})

export const createBeneficiaryList = endpoint({
  method: 'POST',
  path: '/beneficiary-lists',
  summary: 'Creates a list, of an existing type or a new one',
  right: 'transfers',
  capability: 'beneficiary.manage',
  isIdempotent: true,
  body: NewBeneficiaryList,
  answer: BeneficiaryList,
  status: 201,
  refusals: ['list_name_taken', 'unknown_list_type', 'idempotency_key_reused'],
})

export const changeBeneficiaryList = endpoint({
  ...one,
  method: 'PUT',
  path: '/beneficiary-lists/:id',
  summary: 'Changes the name and the members of a list',
  capability: 'beneficiary.manage',
  body: BeneficiaryListChange,
  answer: BeneficiaryList,
  refusals: ['not_found', 'list_name_taken', 'unknown_list_type', 'unknown_member'],
})

export const removeBeneficiaryList = endpoint({
  ...one,
  method: 'DELETE',
  path: '/beneficiary-lists/:id',
  summary: 'Deletes a list; its beneficiaries are kept',
  capability: 'beneficiary.manage',
  refusals: ['not_found'],
})
