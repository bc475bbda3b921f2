// Runs pgbench's own transaction, TPC-B: the reference for what this PostgreSQL does on this machine.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuOfEndedChildren } from './cpu-time.ts'
import { latenciesOf, type Latencies } from './percentiles.ts'

export const TPCB_SCALE = 64
export const TPCB_CLIENTS = 32

const run = promisify(execFile)

/** The latencies in a log of pgbench with a line for each transaction: client, transaction, microseconds, script, time. */
export const latenciesIn = (log: string): number[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number(line.split(' ')[2]) / 1000)

/** `bin`: the folder of pgbench. */
export async function fillTpcb(bin: string, url: string): Promise<void> {
  await run(join(bin, 'pgbench'), ['-i', '-q', '-s', String(TPCB_SCALE), url])
}

export type TpcbResult = Latencies & { per_second: number; answered: number; loadCpu: number }

/** `isVacuumed`: whether pgbench vacuums its small tables first, as it does without other instructions. */
export async function runTpcb(
  bin: string,
  url: string,
  { seconds, isVacuumed }: { seconds: number; isVacuumed: boolean },
): Promise<TpcbResult> {
  const folder = mkdtempSync(join(tmpdir(), 'connect-pgbench-'))
  try {
    const vacuum = isVacuumed ? [] : ['-n']
    const before = cpuOfEndedChildren()
    const { stdout } = await run(
      join(bin, 'pgbench'),
      ['-c', String(TPCB_CLIENTS), '-j', '2', '-T', String(seconds), '-M', 'prepared', '--log', ...vacuum, url],
      { cwd: folder },
    )
    const loadCpu = cpuOfEndedChildren() - before
    const latencies = readdirSync(folder).flatMap((name) => latenciesIn(readFileSync(join(folder, name), 'utf8')))
    const per_second = Number(/tps = ([0-9.]+)/.exec(stdout)?.[1] ?? 0)
    return { ...latenciesOf(latencies), per_second, answered: latencies.length, loadCpu }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
