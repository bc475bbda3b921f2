// Reads how much processor time processes have used, from /proc.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The fields of /proc/PID/stat that are used here; times are in clock ticks. */
export type ProcessStat = {
  parent: number
  /** The process itself, user and system. */
  own: number
  /** Its children that have ended and were waited for, with their own children. */
  ended: number
}

/** Reads one line of /proc/PID/stat. The name of the program is in parentheses and may itself contain spaces and parentheses. */
export function statOf(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // The first field after the name is the third of proc(5).
  const field = (number: number) => Number(fields[number - 3])
  return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) }
}

function readStat(pid: number): ProcessStat | null {
  try {
    return statOf(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // The process has ended.
    return null
  }
}

const microsecondsPerTick = 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** The processor time of a process in microseconds, without its children; 0 where it has ended. */
export const cpuOfProcess = (pid: number): number => (readStat(pid)?.own ?? 0) * microsecondsPerTick

/** The processor time of this process's children that have ended, in microseconds. */
export const cpuOfEndedChildren = (): number => (readStat(process.pid)?.ended ?? 0) * microsecondsPerTick

/**
 * The processor time of a process and all its children, in microseconds: those that live, and those that have ended. It never
 * decreases, because the time of a child that ends becomes its parent's.
 */
export function cpuOfFamily(pid: number): number {
  for (;;) {
    const parent = readStat(pid)
    if (!parent) return 0
    const children = readdirSync('/proc').flatMap((name) => {
      const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
      return stat?.parent === pid ? [stat.own + stat.ended] : []
    })
    // A child that ended while the others were read is in neither sum.
    if (readStat(pid)?.ended === parent.ended)
      return (parent.own + parent.ended + children.reduce((sum, ticks) => sum + ticks, 0)) * microsecondsPerTick
  }
}
