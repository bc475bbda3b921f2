import { expect, it } from 'vitest'
import { lookAlikeOf, skeletonOf } from './look-alike-rules.ts'

it.each([
  ['SENELEC', 'ЅЕNЕLЕС'],
  ['SENELEC', 'ＳＥＮＥＬＥＣ'],
  ['Awa Ndiaye', 'Аwа Ndiауе'],
  ['Orange Money', '0range Money'],
  ['Boutique I', 'Boutique |'],
  ['Modern', 'Modem'],
  ['Ibrahima Mané', 'Ibrahima Mane'],
  ['Sonatel', 'Sonate1'],
])('reports %s and %s as similar', (name, other) => {
  expect(lookAlikeOf(other, ['Khady Sarr', name])).toBe(name)
})

it.each([
  ['Awa Ndiaye', 'Awa Ndiaye'],
  ['Awa Ndiaye', 'AWA NDIAYE'],
  ['Awa Ndiaye', 'Awa Ndoye'],
  ['Mamadou Fall', 'Mamadou Ball'],
  ['عائشة', 'Aicha'],
])('does not report %s and %s as similar', (name, other) => {
  expect(lookAlikeOf(other, [name])).toBeNull()
})

it('normalises composed and decomposed characters alike', () => {
  expect(skeletonOf('Thérèse'.normalize('NFD'))).toBe(skeletonOf('Thérèse'.normalize('NFC')))
})
