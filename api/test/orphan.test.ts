// Tests that a process ends quietly when the process that started it has died, at whatever moment.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

it.each(['before', 'after'])('ends without an error when its parent has gone %s it was ready', async (when) => {
  const child = fork(join(import.meta.dirname, 'chaos/orphan-program.ts'), [when], { execArgv: [], silent: true })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('its output is not read')
  const output = Promise.all([text(stdout), text(stderr)])
  const ended = once(child, 'exit')
  await once(child, 'message')
  child.disconnect()
  expect(await ended).toEqual([0, null])
  expect(await output).toEqual(['the parent is gone', ''])
})

it('ends with its parent while it waits for its database', async () => {
  const child = fork(join(import.meta.dirname, '../src/worker.ts'), {
    execArgv: [],
    silent: true,
    // Nothing listens on this port.
    env: { ...process.env, DATABASE_URL: 'postgresql://connect@127.0.0.1:1/bank?sslmode=disable' },
  })
  const ended = once(child, 'exit')
  let output = ''
  for await (const piece of child.stdout ?? []) {
    output += String(piece)
    if (output.includes('the worker waits for the database')) break
  }
  child.disconnect()
  expect(await ended).toEqual([0, null])
})
