import { expect, it } from 'vitest'
import { ofFrench } from './elision.ts'

it.each([
  'd’Awa Ndiaye',
  'd’Élisabeth Faye',
  'd’Ousmane Sarr',
  'd’Hélène Diouf',
  'd’HENRI Gomis',
  'd’Yves Mendy',
  'de Moussa Ba',
  'de Hawa Sy',
  'de Habib Fall',
  'de Yacine Diop',
  'de Ouakam Logistique',
  'd’Établissements Touba',
])('writes the French elision %s', (written) => {
  expect(ofFrench(written.replace(/^d’|^de /, ''))).toBe(written)
})
