import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const isText = (file: string) => !file.includes('.test.')
const files = ['contract/src', 'api/src', 'web/src']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  .filter(isText)

// Words that French elides before a vowel. English has no such word before an apostrophe.
const STRAIGHT = /(?<![\p{L}\p{N}’])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|aujourd|presqu)\\?'[a-zàâäéèêëîïôöûüœ]/iu

it('finds straight apostrophes in French and none in English', () => {
  for (const text of [`"Ce champ n'est pas attendu"`, `'L\\'IBAN'`, `fr: 'jusqu\\'à'`]) expect(text).toMatch(STRAIGHT)
  for (const text of [`"it doesn't"`, `'Awa’s'`, `'the user\\'s'`, `split('d', 'x')`])
    expect(text).not.toMatch(STRAIGHT)
})

it('every French sentence of the bank and of the portal has typographic apostrophes', () => {
  expect(files.length).toBeGreaterThan(500)
  const straight = files.flatMap((file) =>
    readFileSync(new URL(file, root), 'utf8')
      .split('\n')
      .flatMap((line, index) => (STRAIGHT.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(straight).toEqual([])
})
