import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withOlderQueries } from './width-queries.ts'

it('writes what is below a width as browsers of 2021 read it', () => {
  expect(withOlderQueries('@media (width < 48rem) {')).toBe('@media (max-width: 47.999rem) {')
  expect(withOlderQueries('@media (width >= 48rem) and (width < 73.75rem) {')).toBe(
    '@media (width >= 48rem) and (max-width: 73.749rem) {',
  )
})

it('asks for the width of the window where there are no containers', () => {
  const container = '@container (width < 46rem) {\n  .key {\n    display: none;\n  }\n}\n'
  const media = '@media (max-width: 45.999rem) {\n  .key {\n    display: none;\n  }\n}\n'
  expect(withOlderQueries(`${container}.a {\n}\n`)).toBe(
    `${container}@supports not (container-type: inline-size) {\n${media}}\n.a {\n}\n`,
  )
})

it('reads every query of the portal', () => {
  const files = globSync('src/**/*.css', { cwd: new URL('..', import.meta.url) })
  const styles = files.map((file) => withOlderQueries(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')))
  const media = styles.flatMap((css) => css.match(/@media[^{]*\{/g) ?? [])
  expect(media.length).toBeGreaterThan(100)
  // Lightning CSS writes `(width >= 48rem)` as `(min-width: 48rem)`.
  expect(media.filter((query) => /<|not \(|width >(?!= [\d.]+rem\))/.test(query))).toEqual([])
  const count = (text: string) => styles.join('').split(text).length - 1
  expect(count('@container')).toBeGreaterThan(3)
  expect(count('@supports not (container-type')).toBe(count('@container'))
})
