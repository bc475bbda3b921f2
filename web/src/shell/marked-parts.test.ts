import { expect, it } from 'vitest'
import { markedParts } from './marked-parts.ts'

const bracketed = (text: string, searched: string) =>
  markedParts(text, searched)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['Senelec', 'senelec', '[Senelec]'],
  ['Station Xelcom Sacré-Cœur', 'sacre', 'Station Xelcom [Sacré]-Cœur'],
  ['Kër Gi, kër', 'KER', '[Kër] Gi, [kër]'],
  ['Anna', 'na', 'An[na]'],
  ['Awa', '', 'Awa'],
  ['Awa', '  ', 'Awa'],
  ['Awa 🌾 Ndiaye', 'ndi', 'Awa 🌾 [Ndi]aye'],
  ['Awa Ndiaye', 'x', 'Awa Ndiaye'],
  // Accents as signs of their own.
  ['Kër Sène'.normalize('NFD'), 'sene', 'Kër [Sène]'],
  ['İbrahim', 'ib', '[İb]rahim'],
  ['김 Anna', 'anna', '김 Anna'],
])('in %s, %j finds %s', (text, searched, expected) => expect(bracketed(text, searched)).toBe(expected))
