import { expect, it } from 'vitest'
import { languageOf } from './reply.ts'

it.each([
  [undefined, 'fr'],
  ['', 'fr'],
  ['en', 'en'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['fr;q=0.1,en;q=0.9', 'en'],
  ['fr-SN,fr;q=0.9,en;q=0.8', 'fr'],
  ['wo,en;q=0.5', 'en'],
  ['de,*;q=0.5', 'fr'],
  ['en;q=0', 'fr'],
  ['en;q=x,fr;q=0.2', 'fr'],
  ['english', 'fr'],
])('%s is answered in the language %s', (requested, lang) => {
  expect(languageOf(requested)).toBe(lang)
})
