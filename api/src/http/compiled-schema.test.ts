import { calls } from 'contract/calls.ts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as core from 'zod/v4/core'
import { compiledSchema } from './compiled-schema.ts'

const outcomeOf = (schema: core.$ZodType, value: unknown) => {
  const { success, data, error } = core.safeParse(schema, value, { reportInput: true })
  return success ? { data } : { issues: error.issues }
}

const Line = z.strictObject({
  name: z.string().check(z.minLength(2)),
  amount: z.nullable(z.int()),
  at: z.exactOptional(z.string()),
  tags: z.optional(z.array(z.strictObject({ tag: z.string() }))),
  payee: z.nullable(z.strictObject({ iban: z.string() })),
  kind: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.int() })]),
})
const Lines = z.array(Line).check(z.maxLength(2))
const line = { name: 'Awa', amount: null, payee: { iban: 'SN' }, kind: { b: 1 } }

it.each([
  ['valid lines', [line, { ...line, at: 'now', tags: [{ tag: 'x' }], payee: null, kind: { a: 'y' } }]],
  ['an unknown field', [{ ...line, balance: 1 }]],
  ['an unknown field inside', [{ ...line, payee: { iban: 'SN', secret: 1 } }]],
  ['missing and wrong fields', [{ name: 'A', amount: 1.5, tags: [{}, null], payee: {} }]],
  ['an exact optional field without a value', [{ ...line, at: undefined }]],
  ['too many lines', [line, line, line]],
  ['no list', { 0: line }],
])('compiled, finds the same as the library in %s', (_name, value) => {
  expect(outcomeOf(compiledSchema(Lines), value)).toEqual(outcomeOf(Lines, value))
})

const values: unknown[] = [undefined, null, 7, 'text', [], {}, { page: '0', id: 'x', search: 1 }, [{}], [null]]
it.each(Object.values(calls).map((call) => [`${call.method} ${call.path}`, call] as const))(
  'compiled, refuses the same as the library at %s',
  (_name, { params, query, body, answer }) => {
    for (const schema of [params, query, body, answer])
      for (const value of values) expect(outcomeOf(compiledSchema(schema), value)).toEqual(outcomeOf(schema, value))
  },
)
