import { expect, it } from 'vitest'
import { isSameName } from './same-name.ts'

it.each([
  ['Adjoua Kouassi', 'KOUASSI ADJOUA'],
  ['Éric N’Diaye', 'N’DIAYE Eric'],
  ['Awa Marie Ndiaye', 'Awa Ndiaye'],
  ['Sen’Eau SA', 'SEN EAU SA'],
])('%s is %s', (one, other) => expect(isSameName(one, other)).toBe(true))

it.each([
  ['Adjoua Kouassi', 'Adjoua Koné'],
  ['Awa Ndiaye', ''],
  ['Moussa Fall', 'Cheikh Diatta'],
])('%s is not %s', (one, other) => expect(isSameName(one, other)).toBe(false))
