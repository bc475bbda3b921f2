import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { inProject } from '../lib/project.ts'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it('stops the program when npm is killed alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'connect-run-'))
  const [program, started, stopped] = ['program.ts', 'started', 'stopped'].map((name) => join(folder, name))
  writeFileSync(
    program ?? '',
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(started)}, String(process.pid))
     process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(stopped)}, 'stopped'); process.exit(0) })
     setInterval(() => undefined, 1_000)`,
  )
  // A shell between, as npm starts one: the command after the program keeps it from being replaced by it.
  const npm = spawn('/bin/sh', ['-c', `"${process.execPath}" "${inProject('tools/run.mjs')}" "${program}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: 'ignore',
  })
  try {
    const read = (name: string | undefined) => {
      try {
        return readFileSync(name ?? '', 'utf8')
      } catch {
        return ''
      }
    }
    const pid = Number(await vi.waitUntil(() => read(started), { timeout: 30_000 }))
    npm.kill('SIGKILL')
    await vi.waitUntil(() => read(stopped) === 'stopped', { timeout: 30_000 })
    await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000 })
    expect(read(stopped)).toBe('stopped')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
