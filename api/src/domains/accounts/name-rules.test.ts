import { describe, expect, it } from 'vitest'
import { isSameName, matchHolder, mayMeanHolder } from './name-rules.ts'

describe('comparing two names', () => {
  it.each([
    ['Fatou Ndour', 'FATOU NDOUR'],
    ['Fatou Ndour', 'Ndour Fatou'],
    ['Fatou Ndour', 'NDOUR, Fatou'],
    ['Aïssatou Bâ', 'aissatou ba'],
    ['Aïssatou Bâ', 'Ai\u0308ssatou Ba\u0302'],
    ['Marie-Louise Diatta', 'Marie Louise Diatta'],
    ['N’Deye Fatou N’Diaye', "Ndeye Fatou N'diaye"],
    ['El Hadj Malick Sy', 'Elhadj Malick Sy'],
    ['Mme Awa Ndiaye', 'Awa Ndiaye'],
    ['Baobab Distribution SARL', 'BAOBAB DISTRIBUTION'],
    ['Baobab Distribution S.A.R.L.', 'SARL Baobab Distribution'],
    ['Baobab Distribution S. A.', 'Baobab Distribution'],
    ['Ets Diop & Fils', 'Établissements Diop et Fils'],
    ['GIE And Jëf', 'And Jef (GIE)'],
    ['Sahel Services SUARL', 'Sahel  Services'],
    ['Maison Delorme SARL (Lyon)', 'Maison Delorme'],
    ['Maison Delorme (Lyon)', 'Maison Delorme Lyon'],
    ['SA', 'S.A.'],
    ['Mamadou A. Ba', 'Mamadou A Ba'],
  ])('%s matches %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true)
    expect(isSameName(other, one)).toBe(true)
  })

  it.each([
    ['Société Fantôme', 'Engrais du Fleuve'],
    ['Fatou Ndour', 'Fatou Ndoye'],
    ['Fatou Ndour', 'Fatou'],
    ['Moussa Diop', 'Moussa Diop Fall'],
    ['Diop Frères', 'Diop Transport'],
    ['SARL', 'Baobab SARL'],
    ['Baobab 1', 'Baobab 2'],
    ['(Lyon)', '(Dakar)'],
    ['', 'Baobab'],
    ['Awa Awa Sy', 'Awa Sy Sy'],
  ])('%s does not match %s', (one, other) => {
    expect(isSameName(one, other)).toBe(false)
    expect(isSameName(other, one)).toBe(false)
  })
})

describe('comparing the debtor’s name with the account holder', () => {
  it.each([
    ['NDIAYE AWA', 'Awa Ndiaye'],
    ['Awa Marie Ndiaye', 'Awa Ndiaye'],
    ['A. Ndiaye', 'Awa Ndiaye'],
    ['Ndiaye Awa', 'Mme Awa M. Ndiaye'],
    ['Sine Agro', 'Sine Agro Industries SARL'],
  ])('%s matches %s', (typedName, holder) => expect(mayMeanHolder(typedName, holder)).toBe(true))

  it.each([
    ['Not Awa At All', 'Awa Ndiaye'],
    ['Awa', 'Awa Ndiaye'],
    ['A. N.', 'Awa Ndiaye'],
    ['Awa Diop', 'Awa Ndiaye'],
    ['', 'Awa Ndiaye'],
  ])('%s does not match %s', (typedName, holder) => expect(mayMeanHolder(typedName, holder)).toBe(false))
})

it.each([
  ['Moustapha Thiam', 'THIAM Moustapha', 'same', null],
  ['Mustapha Thiam', 'Moustapha Thiam', 'near', 'Moustapha Thiam'],
  ['Thiam Moutsapha', 'Moustapha Thiam', 'near', 'Moustapha Thiam'],
  ['Moustafa Tiam', 'Moustapha Thiam', 'near', 'Moustapha Thiam'],
  // A first name more or less is not told.
  ['Moustapha Thiam', 'Moustapha Amadou Thiam', 'near', null],
  ['M. Thiam', 'Moustapha Thiam', 'different', null],
  ['Thiam', 'Moustapha Thiam', 'different', null],
  // Short names differ by one letter, and so do different families.
  ['Awa Sow', 'Awa Sy', 'different', null],
  ['Awa Ndoye', 'Awa Ndiaye', 'different', null],
  ['Engrais du Fleuve', 'Engrais du Fleuve SARL', 'same', null],
  ['Modou Ndour', 'Engrais du Fleuve SARL', 'different', null],
  ['', 'Moustapha Thiam', 'different', null],
] as const)('compares %j with the holder %j: %s', (typed, holder, match, correction) =>
  expect(matchHolder(typed, holder)).toEqual({ match, correction }),
)
