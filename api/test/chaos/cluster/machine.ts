// Commands and programs of the drill, each program on its own machine: a network namespace with one cable to the common bridge.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A file system in memory, which only the drill sees: it is gone with the drill. */
export const BASE = '/mnt'
export const LOGS = process.env['DRILL_LOGS'] || join(BASE, 'log')
const NETWORK = '10.77.0'
/** The address of the drill's own machine, with the servers, the workers and the proxies. */
export const HOME = `${NETWORK}.1`
export const NODES = [1, 2, 3] as const
export type Node = (typeof NODES)[number]

export const addressOf = (node: Node): string => `${NETWORK}.1${node}`

const execute = promisify(execFile)
export async function run(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(command, args)
  return stdout.trim()
}

/** Connects three machines to a bridge. All of it is in the drill's own network namespace. */
export async function connectMachines(): Promise<void> {
  for (const folder of [LOGS, '/run/netns']) mkdirSync(folder, { recursive: true })
  await run('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns')
  await run('ip', 'link', 'set', 'lo', 'up')
  await run('ip', 'link', 'add', 'bridge', 'type', 'bridge')
  await run('ip', 'addr', 'add', `${HOME}/24`, 'dev', 'bridge')
  await run('ip', 'link', 'set', 'bridge', 'up')
  for (const node of NODES) {
    await run('ip', 'netns', 'add', `node${node}`)
    await run('ip', 'link', 'add', `cable${node}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `node${node}`)
    await run('ip', 'link', 'set', `cable${node}`, 'master', 'bridge', 'up')
    await run('ip', '-n', `node${node}`, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
    for (const device of ['eth0', 'lo']) await run('ip', '-n', `node${node}`, 'link', 'set', device, 'up')
  }
}

export const setCable = (node: Node, state: 'up' | 'down') => run('ip', 'link', 'set', `cable${node}`, state)

/** Lets a machine reach the proxies, but not the other nodes; or everything again. */
export async function setPeers(node: Node, state: 'reachable' | 'cut off'): Promise<void> {
  for (const other of NODES.filter((one) => one !== node))
    await run('ip', '-n', `node${node}`, 'route', state === 'cut off' ? 'add' : 'del', 'blackhole', addressOf(other))
}

export type Command = {
  name: string
  command: string
  args: readonly string[]
  env?: () => NodeJS.ProcessEnv
  /** The machine; absent: the drill's own. */
  node?: Node
  /** As the account of PostgreSQL, which refuses to run as root. */
  isPostgres?: boolean
}

/** A program that writes to its log. With `restartMs` it is started again after its end, as systemd does. */
export class Program {
  private child: ChildProcess | null = null
  private isKept = false
  private readonly program: Command
  private readonly restartMs: number | null

  constructor(program: Command, restartMs: number | null = null) {
    this.program = program
    this.restartMs = restartMs
  }

  get pid(): number | null {
    return this.child?.pid ?? null
  }

  start(): void {
    if (this.child) return
    this.isKept = true
    const { name, command, args, env, node, isPostgres } = this.program
    const argv = [
      ...(node === undefined ? [] : ['ip', 'netns', 'exec', `node${node}`]),
      ...(isPostgres ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : []),
      command,
      ...args,
    ]
    const log = openSync(join(LOGS, `${name}.log`), 'a')
    const child = spawn(argv[0] ?? '', argv.slice(1), {
      cwd: '/',
      env: { ...process.env, ...(isPostgres && { HOME: BASE }), ...env?.() },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.child = child
    child.once('exit', () => {
      this.child = null
      if (this.isKept && this.restartMs !== null)
        setTimeout(() => {
          if (this.isKept) this.start()
        }, this.restartMs)
    })
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name)
  }

  /** Ends it, and does not start it again. */
  async end(name: NodeJS.Signals): Promise<void> {
    this.isKept = false
    const { child } = this
    if (!child) return
    const ended = once(child, 'exit')
    child.kill(name)
    await ended
  }
}
