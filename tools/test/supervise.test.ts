import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { supervise } from '../lib/supervise.ts'

const folder = mkdtempSync(join(tmpdir(), 'connect-supervise-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  [
    'a sentence about a setting',
    ['SMTP_URL must be the address of a mail server.'],
    'SMTP_URL must be the address of a mail server',
  ],
  [
    'the fatal error, not one of closing',
    [
      JSON.stringify({ level: 60, msg: 'HOST must be an address of this machine, not "x".' }),
      JSON.stringify({ level: 50, err: { message: 'Connection terminated' }, msg: 'the database cannot be written' }),
    ],
    'HOST must be an address of this machine, not "x"',
  ],
  [
    'the first line of a stack',
    ['TypeError: x is not a function', '    at start (file.ts:1:1)'],
    'x is not a function',
  ],
])('reports %s of a program that does not start', async (_what, lines, reason) => {
  const module = join(folder, 'program.mjs')
  const log = join(folder, 'program.log')
  writeFileSync(module, `console.error(${JSON.stringify(lines.join('\n'))}); process.exit(1)`)
  const program = supervise({ name: 'worker', module, env: process.env, log, onGivenUp: () => undefined })
  await expect(program.ready).rejects.toThrow(
    `The worker ended and could not be started again (${reason}): its log is ${log}.`,
  )
  await program.stop()
})

it('starts a program again that was ended by a signal, and says so', async () => {
  const module = join(folder, 'killed.mjs')
  writeFileSync(module, 'process.send({ ready: true }); setInterval(() => undefined, 1_000)')
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const program = supervise({
    name: 'worker',
    module,
    env: process.env,
    log: join(folder, 'killed.log'),
    onGivenUp: () => undefined,
  })
  try {
    await program.ready
    const first = program.pid() ?? 0
    process.kill(first, 'SIGKILL')
    const second = await vi.waitUntil(() => program.pid() !== first && program.pid(), { timeout: 30_000 })
    expect(second).toBeGreaterThan(0)
    expect(print.mock.calls).toEqual([
      [
        'The worker ended (it was ended by SIGKILL, perhaps because this machine has too little memory) and is started again.',
      ],
    ])
  } finally {
    print.mockRestore()
    await program.stop()
  }
})
