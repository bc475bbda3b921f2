import { expect, it } from 'vitest'
import { withFrenchSpacing } from './french-spacing.ts'

it.each([
  ['Mot de passe oublié ?', 'Mot de passe oublié_?'],
  ['Solde insuffisant : il manque 75 %', 'Solde insuffisant_: il manque 75_%'],
  ['Payer « Awa Ndiaye » ; non !', 'Payer «_Awa Ndiaye_»_; non_!'],
  ['5 000 lignes à 1 250 000 F CFA', '5_000 lignes à 1_250_000_F_CFA'],
  // A telephone number, a time and an address are no numbers or sentences.
  ['+33 6 12 34 56 78 à 12:30, https://connect', '+33 6 12 34 56 78 à 12:30, https://connect'],
  // As the specification writes it.
  ['Fichier invalide !', 'Fichier invalide !'],
])('keeps together what a line must not separate: %s', (text, expected) => {
  expect(withFrenchSpacing(text)).toBe(expected.replaceAll('_', '\u00A0'))
})
