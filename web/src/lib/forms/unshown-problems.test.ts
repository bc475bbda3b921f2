import { expect, it } from 'vitest'
import { CallError } from '../api/call-error.ts'
import { unshownProblems } from './unshown-problems.ts'

const refused = (...problems: [field: string | null, message: string][]) =>
  new CallError(422, 'x', problems[0]?.[1] ?? '', {
    problems: problems.map(([field, message]) => ({ field, code: 'x', message })),
  })

it('keeps what no field of the form shows', () => {
  const refusal = refused(['body', 'Trop long'], ['zzz', 'Premier message'], [null, 'Autre message'])
  expect(unshownProblems(refusal, ['Trop long'])).toEqual(['Premier message', 'Autre message'])
})

it('says a sentence once, however many hidden fields have it', () => {
  expect(unshownProblems(refused(['a', 'Format invalide'], ['b', 'Format invalide']), [])).toEqual(['Format invalide'])
})

it('does not move a sentence above the form when its field has been corrected', () => {
  const refusal = refused(['body', 'Trop long'])
  expect(unshownProblems(refusal, ['Trop long'])).toEqual([])
  expect(unshownProblems(refusal, [])).toEqual([])
  // The next refusal is another one.
  expect(unshownProblems(refused(['body', 'Trop long']), [])).toEqual(['Trop long'])
})
