// Runs a process that is killed and restarted, as its supervisor does.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** A process that was told to end has this long. */
const STOP_MS = 60_000

export class SupervisedProcess<Said> {
  said: Said | null = null
  private child: ChildProcess | null = null
  private isStopping = false
  private running: Promise<void>
  private readonly start: () => ChildProcess

  constructor(module: string, args: readonly string[], env: () => NodeJS.ProcessEnv) {
    this.start = () =>
      fork(module, args, {
        execArgv: [],
        env: { ...process.env, ...env() },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
    this.running = this.keep()
  }

  private async keep(): Promise<void> {
    while (!this.isStopping) {
      const child = this.start()
      this.child = child
      child.on('message', (message) => {
        // Each program sends one message when it is ready, in the shape that its user names.
        this.said = message as Said
      })
      await once(child, 'exit')
      this.child = null
      this.said = null
      await pause(20)
    }
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  /** Its message at the last start. Throws when it is stopped for good. */
  async ready(): Promise<Said> {
    while (this.said === null) {
      if (this.isStopping) throw new Error('the process is stopped')
      await pause(5)
    }
    return this.said
  }

  async kill(): Promise<void> {
    const { child } = this
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Asks it to end, and answers its exit code; null when it had to be killed, or was not running. */
  async terminate(): Promise<number | null> {
    const { child } = this
    // A process that has not announced itself may not handle the signal yet.
    if (!child || this.said === null) return null
    const ended = once(child, 'exit') as Promise<[number | null]>
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    const [code] = await ended
    clearTimeout(timer)
    return code
  }

  /** Ends it for good; one that does not end is killed. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.isStopping = true
    this.child?.kill(signal)
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), STOP_MS)
    await this.running
    clearTimeout(timer)
  }
}
