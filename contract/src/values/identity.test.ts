import { expect, test } from 'vitest'
import { identityOfName, initialsOf, isCompanyName, joinTexts, textIn, tintOfCategory, tintOfName } from './identity.ts'

test.each([
  ['Moustapha Thiam', 'MT'],
  ['Assurances du Baobab SA', 'AB'],
  ['Groupement Jappo de Joal', 'GJ'],
  ['Modou Sarr (compte clos)', 'MS'],
  ['Aminata Sow-Lefort', 'AL'],
  ['Salaires', 'S'],
  ['GIE', 'G'],
  ['', ''],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name has one tint, whatever its case and its remark', () => {
  expect(tintOfName('Moustapha Thiam')).toBe('p6')
  expect(tintOfName('MOUSTAPHA THIAM')).toBe('p6')
  expect(tintOfName('Moustapha Thiam (ancien compte)')).toBe('p6')
  expect(tintOfName('Assurances du Baobab SA')).toBe('p5')
})

test.each([
  ['Sine Agro Négoce SA', true],
  ['Marché de gros Thiaroye', true],
  ['Wax & Bazin', true],
  ['Huileries du Saloum', true],
  ['Gardiennage Le Baobab', true],
  ['Awa Ndiaye', false],
  ['El Hadji Malick Sy', false],
])('%s: company %s', (name, isCompany) => {
  expect(isCompanyName(name)).toBe(isCompany)
})

test('a person and a company differ in kind; a known kind wins over the name', () => {
  expect(identityOfName('Awa Ndiaye', 'Tontine')).toMatchObject({ kind: 'person', memo: 'Tontine', state: null })
  expect(identityOfName('Awa Ndiaye', null, true)).toMatchObject({ kind: 'company' })
})

test('a category of the bank has its tint, one of the customer has that of its name', () => {
  expect(tintOfCategory('Électricité')).toBe('power')
  expect(tintOfCategory('Fêtes')).toMatch(/^p[1-8]$/)
})

test('texts are joined in each language', () => {
  expect(joinTexts('A', 'B')).toBe('A · B')
  expect(textIn(joinTexts({ fr: 'Chèque', en: 'Cheque' }, 'Awa'), 'en')).toBe('Cheque · Awa')
})
