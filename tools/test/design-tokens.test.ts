import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, root } from '../lib/project.ts'

// They are part of the first download of everybody.
it('uses every design token', () => {
  const files = globSync(['web/src/**/*.{css,ts,tsx}', 'web/index.html'], { cwd: root })
  const source = files.map((file) => readFileSync(inProject(file), 'utf8')).join('\n')
  const tokens = readFileSync(inProject('web/src/styles/tokens.css'), 'utf8').matchAll(/^\s*(--[\w-]+):/gm)
  const names = new Set([...tokens].map(([, name = '']) => name))
  expect(names.size).toBeGreaterThan(100)
  expect([...names].filter((name) => !new RegExp(`var\\(${name}[,)]`).test(source))).toEqual([])
})
