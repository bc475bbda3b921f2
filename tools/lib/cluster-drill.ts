// Runs the drill on a cluster in namespaces of its own: its processes, networks and disks end with it, whatever ends it.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { PlainProblem } from '../../database/plain-problem.ts'
import { inProject } from './project.ts'
import { onStopRequested } from './stop-signals.ts'

/** Programs that the drill starts, and Debian's packages with them. */
const programs = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/faketime': 'faketime',
}

/** The reason why the drill cannot run on this machine; null where it can. */
export function drillObjection(): string | null {
  if (process.platform !== 'linux') return 'The drill on a cluster needs Linux.'
  const missing = Object.entries(programs).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
  if (missing.length > 0)
    return `The drill on a cluster needs Debian packages that are not installed: apt-get install ${missing.join(' ')} python3-etcd`
  return process.getuid?.() === 0 ? null : 'The drill on a cluster needs root: it makes networks and disks of its own.'
}

/**
 * Runs the drill with the named scenarios and answers what it measured. The first process of the namespaces is a shell, which
 * collects what ends; the kernel ends all others with it.
 */
export async function runDrill(
  scenarios: readonly string[],
  { logs, minutes }: { logs: string | null; minutes: number },
): Promise<string> {
  const objection = drillObjection()
  if (objection) throw new PlainProblem(objection)
  if (logs) mkdirSync(logs, { recursive: true })
  const first = 'mount -t tmpfs tmpfs /mnt && { "$@" & wait $!; }'
  const program = [process.execPath, inProject('api/test/chaos/cluster/drill-program.ts'), ...scenarios]
  const namespaces = ['--net', '--pid', '--mount', '--fork', '--kill-child=KILL', '--mount-proc']
  const child = spawn(
    '/usr/bin/setpriv',
    ['--pdeathsig', 'KILL', 'unshare', ...namespaces, 'bash', '-c', first, 'drill', ...program],
    // A group of its own: Ctrl-C reaches us, and we end it.
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: {
        ...process.env,
        ...(logs && { DRILL_LOGS: logs }),
        ...(minutes > 0 && { DRILL_MINUTES: String(minutes) }),
      },
    },
  )
  onStopRequested(() => child.kill('SIGKILL'))
  const [measured, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>])
  if (code !== 0) throw new PlainProblem('The drill on a cluster failed.')
  return measured
}
