import { expect, it } from 'vitest'
import { vocabularyErrors } from '../lib/vocabulary.ts'

const errorsOf = (text: string, name = 'api/src/example.ts') => vocabularyErrors([{ name, text }])

it('reports the replaced word and its replacement', () => {
  expect(errorsOf('const openingWish = 1')).toEqual([
    'api/src/example.ts: openingWish uses "wish"; write input, request',
  ])
  expect(errorsOf('function lockLapsedBatches() {}')).toEqual([
    'api/src/example.ts: lockLapsedBatches uses "lapsed"; write expired',
  ])
  expect(errorsOf('const MOST_LINES = 5')).toEqual(['api/src/example.ts: MOST_LINES uses "most"; write max'])
})

it('checks file names', () => {
  expect(errorsOf('', 'api/src/transfer-words.ts')).toEqual([
    'api/src/transfer-words.ts: transfer-words uses "words"; write labels',
  ])
})

it('reports a file whose first sentence begins with a question word', () => {
  expect(errorsOf('// What nobody signed ends.\n')).toEqual([
    'api/src/example.ts: begins with "What"; begin with a verb or a noun',
  ])
  expect(errorsOf('// Expires transfers that nobody signed.\n// What is left.\n')).toEqual([])
})

it('ignores comments, texts and names on the wire', () => {
  expect(
    errorsOf(
      `// a wish\n/* told */ const text = 'a paper' + "words" + \`SELECT place FROM lines\`; row.place = deposit.wish`,
    ),
  ).toEqual([])
})

it('ignores a replaced word inside another word', () => {
  expect(errorsOf('const placeholder = almost')).toEqual([])
})
