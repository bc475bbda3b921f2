import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { inProject } from '../lib/project.ts'

it.each([
  [{ PORT: ' ' }, [], 'PORT must be a number up to 65535. See npm start -- --help.\n'],
  [{}, ['--operations', 'x'], '--operations must be a whole number. See npm start -- --help.\n'],
])('refuses %j %j in one line', (settings, args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [inProject('tools/start.ts'), ...args], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: message })
})
