import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { demoCustomers } from '../lib/demo-customers.ts'
import { inProject, root } from '../lib/project.ts'

const tests = globSync('{api,contract,web,tools,database,e2e}/**/*.{test,spec}.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})

it.each(['security.md', 'architecture.md', 'operating.md'])(
  'mentions only tests and files that exist in %s',
  (page) => {
    const text = readFileSync(inProject(`docs/${page}`), 'utf8')
    const named = [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:test|spec)\.ts)`/g)].map(([, name = '']) => name)
    const files = [...text.matchAll(/`((?:api|web|contract|database|tools)\/[\w./-]+\.(?:ts|tsx|sql|md))`/g)].map(
      ([, name = '']) => name,
    )
    expect(
      named.filter((name) => !tests.some((file) => basename(file) === basename(name) && file.endsWith(name))),
    ).toEqual([])
    expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([])
  },
)

it('lists the demo customers in the README as npm start prints them', () => {
  const rows = [...readFileSync(inProject('README.md'), 'utf8').matchAll(/^\| (\d{8}) \| (.+?) +\| (.+?) +\|$/gm)]
  expect(rows.map(([, id, name, shows]) => ({ id, name, shows }))).toEqual(demoCustomers)
})

it('names the steps of npm test as they are', () => {
  const steps = /^\| `npm test -- .*$/m.exec(readFileSync(inProject('docs/development.md'), 'utf8'))?.[0] ?? ''
  const ids = [...readFileSync(inProject('tools/test.ts'), 'utf8').matchAll(/\bid: '([\w-]+)'/g)].map(
    ([, id = '']) => id,
  )
  expect([...(steps.split('|')[2] ?? '').matchAll(/`([\w-]+)`/g)].map(([, id]) => id)).toEqual(ids)
})

it('lists only existing journeys among those that run on a phone', () => {
  const list =
    /const ON_A_PHONE = \[([^\]]*)\]/.exec(readFileSync(inProject('e2e/playwright.config.ts'), 'utf8'))?.[1] ?? ''
  const journeys = [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => `${name}.spec.ts`)
  expect(journeys.length).toBeGreaterThan(10)
  expect(journeys.filter((name) => !tests.some((file) => basename(file) === name))).toEqual([])
})
