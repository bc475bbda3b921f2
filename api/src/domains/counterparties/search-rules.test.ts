import { expect, test } from 'vitest'
import { wordingPattern } from './search-rules.ts'

test.each([
  ['Retrait au distributeur, Sacré-Cœur', '%retrait%gab%sacre-coeur%'],
  ['78 000 00 84', '%780000084%'],
  ['Facture 0187', '%fact%0187%'],
  ['Salaire d’octobre', '%salaire%octobre%'],
  ['50 %', '%50%\\%%'],
  ['de la', null],
  [' ', null],
])('%j is searched as %j', (search, pattern) => {
  expect(wordingPattern(search)).toBe(pattern)
})
