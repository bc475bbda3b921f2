// Runs a process that is killed and restarted, as its supervisor does.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** How long a process may take to end after SIGTERM or its other signal. */
const STOP_MS = 60_000

export class SupervisedProcess<ReadyMessage> {
  readyMessage: ReadyMessage | null = null
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
        // Each program sends one message when it is ready, whose type is the parameter of the class.
        this.readyMessage = message as ReadyMessage
      })
      await once(child, 'exit')
      this.child = null
      this.readyMessage = null
      await pause(20)
    }
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  /** The message of its last start, once it has sent one. Throws where the process was stopped and is not started again. */
  async ready(): Promise<ReadyMessage> {
    while (this.readyMessage === null) {
      if (this.isStopping) throw new Error('the process is stopped')
      await pause(5)
    }
    return this.readyMessage
  }

  async kill(): Promise<void> {
    const { child } = this
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Sends SIGTERM and answers the exit code; null when it had to be killed, or was not running. */
  async terminate(): Promise<number | null> {
    const { child } = this
    // A process that has not announced itself may not handle the signal yet.
    if (!child || this.readyMessage === null) return null
    const ended = once(child, 'exit') as Promise<[number | null]>
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    const [code] = await ended
    clearTimeout(timer)
    return code
  }

  /** Ends the process and does not start it again; kills it where it does not end in time. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.isStopping = true
    this.child?.kill(signal)
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), STOP_MS)
    await this.running
    clearTimeout(timer)
  }
}
