import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { cpuOfEndedChildren, cpuOfFamily, cpuOfProcess, statOf } from './cpu-time.ts'

const isLinux = process.platform === 'linux'

it('reads a process whose name contains spaces and parentheses', () => {
  const line = `4711 (tmux: (server) 1) S 1 2 3 4 5 6 7 8 9 10 250 50 30 20 20 0 1 0 100 1 2`
  expect(statOf(line)).toEqual({ parent: 1, own: 300, ended: 50 })
})

it.runIf(isLinux)('counts its own work, and that of a child that has ended', () => {
  const [own, ended, all] = [cpuOfProcess(process.pid), cpuOfEndedChildren(), cpuOfFamily(process.pid)]
  const busy = 'const end = performance.now() + 100; while (performance.now() < end) Math.sqrt(end)'
  while (cpuOfEndedChildren() - ended < 50_000) execFileSync(process.execPath, ['-e', busy])
  expect(cpuOfProcess(process.pid)).toBeGreaterThanOrEqual(own)
  expect(cpuOfFamily(process.pid) - all).toBeGreaterThanOrEqual(50_000)
})

it('answers nothing for a process that does not exist', () => {
  expect(cpuOfProcess(0)).toBe(0)
  expect(cpuOfFamily(0)).toBe(0)
})
