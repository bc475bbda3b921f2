// Runs other programs for the tools, and ends them with the tool.
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { exitReason } from './exit-reason.mjs'
import { installedPrograms, root } from './project.ts'

const running = new Set<ChildProcess>()

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? 0), signal)
  } catch {
    // The whole group is gone.
  }
}

/** Ends every program that is still running, with its own children. */
export function endPrograms(): void {
  for (const child of running) signalGroup(child, 'SIGTERM')
}

/** `warning`: output to read although the program succeeded. */
export type Result = { isOk: boolean; output: string; warning?: string }

/** Runs a program of the project or of the system; the project's come first. Its output is kept, not shown. */
export function runProgram(
  command: string,
  args: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Result> {
  const path = [installedPrograms, dirname(process.execPath), process.env.PATH].join(':')
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that its children end with it.
    detached: true,
  })
  running.add(child)
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece))
  return new Promise((resolve) => {
    const end = (isOk: boolean, complaint = '') => {
      running.delete(child)
      resolve({ isOk, output: stripVTControlCharacters(Buffer.concat(pieces).toString()) + complaint })
    }
    child.once('error', (error) => end(false, error.message))
    child.once('close', (code, signal) =>
      end(code === 0, signal ? `\n${command} could not go on: ${exitReason(signal)}.\n` : ''),
    )
  })
}

/** Runs one of our own tools under this same Node. */
export function runTool(tool: string, args: string[] = [], options: { env?: NodeJS.ProcessEnv } = {}): Promise<Result> {
  return runProgram(process.execPath, [tool, ...args], options)
}
