import { expect, it } from 'vitest'
import { CallError } from '../api/call-error.ts'
import { formLevelProblems } from './form-level-problems.ts'

const refused = (...problems: [field: string | null, message: string][]) =>
  new CallError(422, 'x', problems[0]?.[1] ?? '', {
    problems: problems.map(([field, message]) => ({ field, code: 'x', message })),
  })

it('returns errors that no visible field displays', () => {
  const refusal = refused(['body', 'Trop long'], ['zzz', 'Premier message'], [null, 'Autre message'])
  expect(formLevelProblems(refusal, ['Trop long'])).toEqual(['Premier message', 'Autre message'])
})

it('returns a sentence once for several hidden fields', () => {
  expect(formLevelProblems(refused(['a', 'Format invalide'], ['b', 'Format invalide']), [])).toEqual([
    'Format invalide',
  ])
})

it('omits an error when its field was corrected', () => {
  const refusal = refused(['body', 'Trop long'])
  expect(formLevelProblems(refusal, ['Trop long'])).toEqual([])
  expect(formLevelProblems(refusal, [])).toEqual([])
  // Another refusal.
  expect(formLevelProblems(refused(['body', 'Trop long']), [])).toEqual(['Trop long'])
})
