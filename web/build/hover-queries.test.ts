import { globSync, readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import { expect, it } from 'vitest'
import { withHoverQueries } from './hover-queries.ts'

const minified = (css: string) =>
  transform({ filename: 'styles.css', code: Buffer.from(css), minify: true }).code.toString()

it('colours what is below a pointer, and nothing after a touch', () => {
  expect(
    minified(withHoverQueries('/* A row, on hover. */\n.row:hover td {\n  color: var(--text);\n}\n.row {\n}\n')),
  ).toBe('@media (hover:hover){.row:hover td{color:var(--text)}}')
  expect(minified(withHoverQueries('.more:hover,\n.more:focus-visible {\n  color: red;\n}\n'))).toBe(
    '.more:focus-visible{color:red}@media (hover:hover){.more:hover{color:red}}',
  )
  expect(minified(withHoverQueries('@media (width >= 48rem) {\n  .fold:hover {\n    color: red;\n  }\n}\n'))).toBe(
    '@media (width>=48rem){@media (hover:hover){.fold:hover{color:red}}}',
  )
})

it('changes every rule of the portal', () => {
  const files = globSync('src/**/*.css', { cwd: new URL('..', import.meta.url) })
  const styles = files.map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).join('')
  const count = (css: string) => css.match(/:hover(?! *[);])/g)?.length ?? 0
  expect(count(styles)).toBeGreaterThan(50)
  const minimal = minified(withHoverQueries(styles.replaceAll(/composes:[^;]+;/g, '')))
  expect(count(minimal)).toBe(count(styles))
  const outside = minimal.replaceAll(/@media \(hover:hover\)\{(?:[^{}]*\{[^{}]*\})*\}/g, '')
  expect(outside.match(/[^{}]*:hover(?!\))[^{}]*/g) ?? []).toEqual([])
})
