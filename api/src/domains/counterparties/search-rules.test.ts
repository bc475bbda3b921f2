import { expect, test } from 'vitest'
import { wordingPattern } from './search-rules.ts'

test.each([
  ['Retrait au distributeur, Sacré-Cœur', '%retrait%gab%sacre-coeur%'],
  ['78 000 00 84', '%780000084%'],
  ['Facture 0187', '%fact%0187%'],
  ['Salaire d’octobre', '%salaire%octobre%'],
  ['50 %', '%50%\\%%'],
  ['Cash machine, other bank', '%retrait%gab%confrere%'],
  ['October 2025 salaries', '%salaires%octobre%2025%'],
  ['Agios, 1er trimestre 2026', '%agios%t1%2026%'],
  ['Overdraft interest, Q1 2026', '%agios%t1%2026%'],
  ['Dépôt à terme 2026-0142', '%dat%2026-0142%'],
  ['Commission sur virement', '%commission%'],
  ['de la', null],
  [' ', null],
])('%j is searched as %j', (search, pattern) => {
  expect(wordingPattern(search)).toBe(pattern)
})
