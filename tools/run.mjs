// Runs a tool written in TypeScript: `node tools/run.mjs tools/start.ts`. Works under any Node since 20: what is
// missing is installed first, and the project's own Node takes over when this one is too old.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitReason } from './lib/exit-reason.mjs'
import { installWhatIsMissing } from './lib/install.mjs'

const OLDEST_NODE = 24
/** Programs that wait for long: they are bundled with the rest of the bank, and need little memory. */
const BUNDLED = new Map([['tools/start.ts', 'dist/start.js']])
const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')

/** The Node that comes with the project, or null on a platform for which none does. */
function pinnedNode() {
  const node = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  return existsSync(node) ? node : null
}

function runUnder(node, args) {
  // The channel lets the tool notice when this process is killed and cannot pass anything on.
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  child.on('error', (error) => {
    console.error(
      `The project's own Node does not run on this machine (${error.message}): install Node ${OLDEST_NODE} or newer.`,
    )
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === 'SIGKILL') console.error(`The program could not go on: ${exitReason(signal)}.`)
    process.exit(code ?? 1)
  })
  // This process only waits for the tool to end. The terminal sends Ctrl-C to both, which the tool counts as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
}

/**
 * npm does not pass a signal on to the program that it runs: killed alone, it would leave the bank open without anybody who
 * can close it. The program then gets another parent, which is noticed here.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 1_000).unref()
}

/** The Node that runs the tools: this one, or the project's own where this one is too old. */
function usableNode() {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath
  const node = pinnedNode()
  if (!node)
    throw new Error(`Node ${OLDEST_NODE} or newer is needed (this is ${process.version}): install it and start again.`)
  return node
}

/** Bundles what has changed, in a process of its own; answers the bundle of the tool. */
function bundleOf(tool, node) {
  const bundle = BUNDLED.get(tool)
  if (!bundle) return resolve(root, tool)
  const { status, signal } = spawnSync(node, [join(root, 'tools/build.ts'), '--quiet'], { cwd: root, stdio: 'inherit' })
  if (signal) throw new Error(`The bank could not be built: ${exitReason(signal)}.`)
  if (status !== 0) process.exit(status ?? 1)
  return join(root, bundle)
}

async function run(tool, args) {
  endWithNpm()
  installWhatIsMissing(root)
  const node = usableNode()
  const program = bundleOf(tool, node)
  if (node !== process.execPath) return runUnder(node, [...process.execArgv, program, ...args])
  process.argv.splice(1, 2, program)
  await import(pathToFileURL(program).href)
}

const [tool = '', ...args] = process.argv.slice(2)
try {
  await run(tool, args)
} catch (error) {
  // An error that the user can fix is printed as one sentence; any other error is a bug and is printed with its stack.
  console.error(error?.name === 'PlainProblem' || error?.name === 'Error' ? error.message : error)
  process.exit(1)
}
