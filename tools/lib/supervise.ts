// Supervises a process of the bank: starts it, restarts it after a crash, gives up after too many.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { PlainProblem } from '../../database/plain-problem.ts'
import { exitReason } from './exit-reason.mjs'

const LOG_LIMIT_BYTES = 20_000_000
const STOP_SECONDS = 15
const SETTLED_SECONDS = 30
const RETRIES = 5

/** Without it, what a busy server allocates for one request goes straight into the old generation, and is collected with all of it. */
export const NO_PRETENURING = '--no-allocation-site-pretenuring'

/**
 * A bank on one machine shares its memory with what else runs there. The worker collects its garbage often; the server, for which that
 * costs a tenth of its rate, grows its young generation under load (docs/decisions/0090-young-objects-stay-young.md).
 */
export const NODE_ARGUMENTS = {
  server: ['--max-semi-space-size=16', NO_PRETENURING],
  worker: ['--max-semi-space-size=1'],
  'aip-simulator': ['--max-semi-space-size=1', '--optimize-for-size'],
} as const
/** One arena of the C library's memory for two threads: more would keep what they have freed. */
export const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

type Program = {
  name: keyof typeof NODE_ARGUMENTS
  module: string
  env: NodeJS.ProcessEnv
  /** A file, or null to write to our own output. */
  log: string | null
  /** Called when the program has failed too often; the whole bank should end. */
  onGivenUp: (problem: Error) => void
}

export type Supervised = {
  /** Resolves when the program is ready, and rejects when its first start fails. */
  ready: Promise<void>
  /** The number of its process; it changes when it had to be started again. */
  pid: () => number | undefined
  stop: () => Promise<void>
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

type Reason = { text: string; isFatal: boolean }

/** The reason in one line of the program's log: the error of a pino line, the first line of a stack, or a sentence about a setting. */
function reasonIn(line: string): Reason | null {
  try {
    const entry: unknown = JSON.parse(line)
    if (!isRecord(entry) || typeof entry.level !== 'number' || entry.level < 50) return null
    const text = isRecord(entry.err) ? entry.err.message : entry.msg
    return typeof text === 'string' ? { text, isFatal: entry.level >= 60 } : null
  } catch {
    const text =
      /^\w*(?:Error|Problem)(?: \[\w+\])?: (.+)/.exec(line)?.[1] ??
      /^([A-Z]+(?:_[A-Z]+)* (?:must|is) .+)\.$/.exec(line)?.[1]
    return text === undefined ? null : { text, isFatal: true }
  }
}

function endReasonOf(log: string | null, start: number): string {
  if (!log) return 'see above'
  const lines = readFileSync(log).subarray(start).toString().split('\n')
  const reasons = lines.map(reasonIn).filter((reason) => reason !== null)
  // A process that ends closes its connections, which are errors too.
  return (reasons.findLast(({ isFatal }) => isFatal) ?? reasons.at(-1))?.text.replace(/\.$/, '') ?? 'it did not say why'
}

export function supervise({ name, module, env, log, onGivenUp }: Program): Supervised {
  let child: ChildProcess | null = null
  let [isStopping, wasReady] = [false, false]
  let failures = 0
  let logStart = 0
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()

  const failed = (reason: string) =>
    new PlainProblem(
      `The ${name} ended and could not be started again (${reason})${log ? `: its log is ${log}.` : '.'}`,
    )

  function start(): void {
    const startedAt = Date.now()
    let output: number | 'inherit' = 'inherit'
    if (log) {
      if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) truncateSync(log)
      output = openSync(log, 'a', 0o600)
      logStart = statSync(log).size
    }
    child = fork(module, {
      env: { ...env, ...MEMORY_ENVIRONMENT },
      execArgv: [...NODE_ARGUMENTS[name]],
      stdio: ['ignore', output, output, 'ipc'],
      // Ctrl-C reaches every process of the terminal's group; these end on our signal, before their database does.
      detached: true,
    })
    if (typeof output === 'number') closeSync(output)
    child.on('message', (message) => {
      if (!isRecord(message) || message.ready !== true) return
      wasReady = true
      resolve()
    })
    child.once('exit', (_code, signal) => {
      child = null
      if (!isStopping) void startAgain(Date.now() - startedAt, signal ? exitReason(signal) : endReasonOf(log, logStart))
    })
  }

  async function startAgain(livedMilliseconds: number, reason: string): Promise<void> {
    // A program that was never ready does not recover by retries: a wrong setting, or a port that was taken meanwhile.
    reject(failed(reason))
    failures = livedMilliseconds > SETTLED_SECONDS * 1000 ? 1 : failures + 1
    if (failures > RETRIES) {
      onGivenUp(failed(reason))
      return
    }
    if (wasReady) console.error(`The ${name} ended (${reason}) and is started again.`)
    await pause(100 * 2 ** failures)
    if (!isStopping) start()
  }

  ready.catch(() => undefined)
  start()
  return {
    ready,
    pid: () => child?.pid,
    async stop() {
      isStopping = true
      if (!child) return
      const ending = child
      const exited = once(ending, 'exit')
      ending.kill('SIGTERM')
      const killTimer = setTimeout(() => ending.kill('SIGKILL'), STOP_SECONDS * 1000)
      await exited
      clearTimeout(killTimer)
    },
  }
}
