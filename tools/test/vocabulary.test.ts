import { expect, it } from 'vitest'
import { vocabularyErrors } from '../lib/vocabulary.ts'

const errorsOf = (text: string, name = 'api/src/example.ts') => vocabularyErrors([{ name, text }])

it('names the word and what to write instead', () => {
  expect(errorsOf('const openingWish = 1')).toEqual([
    'api/src/example.ts: openingWish uses "wish"; write input, request',
  ])
  expect(errorsOf('function lockLapsedBatches() {}')).toEqual([
    'api/src/example.ts: lockLapsedBatches uses "lapsed"; write expired',
  ])
  expect(errorsOf('const MOST_LINES = 5')).toEqual(['api/src/example.ts: MOST_LINES uses "most"; write max'])
})

it('reads names of files', () => {
  expect(errorsOf('', 'api/src/transfer-words.ts')).toEqual([
    'api/src/transfer-words.ts: transfer-words uses "words"; write labels',
  ])
})

it('lets comments, texts and names on the wire be', () => {
  expect(
    errorsOf(
      `// a wish\n/* told */ const text = 'a paper' + "words" + \`SELECT place FROM lines\`; row.place = deposit.wish`,
    ),
  ).toEqual([])
})

it('finds no such word inside another', () => {
  expect(errorsOf('const placeholder = almost')).toEqual([])
})
