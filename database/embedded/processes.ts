// Finds the PostgreSQL processes that use a data folder, whatever its postmaster.pid says.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** The relevant fields of postmaster.pid: its process, the folder of its socket, and whether it takes connections. */
export function postmasterOf(cluster: string): { pid: number; sockets: string; isReady: boolean } | null {
  const lines = readOrNull(join(cluster, 'postmaster.pid'))?.split('\n') ?? []
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1
    ? { pid, sockets: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
    : null
}

// A zombie does no work, but under a first process that does not reap, as in many containers, it keeps its number for ever.
function isZombie(pid: string): boolean {
  return readOrNull(`/proc/${pid}/stat`)?.match(/\) (\S) /)?.[1] === 'Z'
}

/** Each PostgreSQL process has its cluster as working folder: a reused number in postmaster.pid does no harm. */
function processesInFolder(cluster: string): number[] {
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && !isZombie(pid)
      } catch {
        return false
      }
    })
    .map(Number)
    .filter((pid) => pid !== process.pid)
}

function postmasterIfAlive(cluster: string): number[] {
  const postmaster = postmasterOf(cluster)
  if (!postmaster) return []
  try {
    const program = execFileSync('ps', ['-p', String(postmaster.pid), '-o', 'stat=,comm='], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return program.includes('postgres') && !program.startsWith('Z') ? [postmaster.pid] : []
  } catch {
    return []
  }
}

export function processesOn(cluster: string): number[] {
  return process.platform === 'linux' ? processesInFolder(cluster) : postmasterIfAlive(cluster)
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process is gone already, which is the goal of every signal here.
  }
}
