// Runs a process that is killed and restarted, as its supervisor does.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

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

  /** Its message at the last start. */
  async ready(): Promise<Said> {
    while (this.said === null) await pause(5)
    return this.said
  }

  async kill(): Promise<void> {
    const { child } = this
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.isStopping = true
    this.child?.kill(signal)
    await this.running
  }
}
