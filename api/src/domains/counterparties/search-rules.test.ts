import { expect, test } from 'vitest'
import { searchesOwnTransfers, wordingPatterns } from './search-rules.ts'

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
  ['Tax on interest, 6.75%', '%retenue%irc%6%75\\%%'],
  ['12.500', '%12.500%'],
  ['Account closed, amount given back', '%retourne%compte%clos%', '%retour%vir%compte%clos%'],
  ['Virement retourné', '%vir%retourne%'],
  ['Au guichet', '%retrait%especes%', '%retrait%devises%', '%versement%'],
  ['Cheque 4471902, came back unpaid', '%cheque%4471902%impaye%', '%cheque%4471902%rejete%'],
  ['de la'],
  [' '],
])('%j is searched as %j', (search, ...patterns) => {
  expect(wordingPatterns(search)).toEqual(patterns)
})

test('a text of many names has few patterns', () => {
  expect(wordingPatterns('guichet '.repeat(8)).length).toBe(16)
})

test.each([
  ['Entre vos comptes', true],
  ['vos comptes', true],
  ['between your', true],
  ['entre', true],
  ['comp', false],
  ['compte courant', false],
])('%j means transfers between own accounts: %j', (search, expected) => {
  expect(searchesOwnTransfers(search)).toBe(expected)
})
