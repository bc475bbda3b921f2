// Builds the portal when its sources have changed, and compresses its files once.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { PlainProblem } from '../../database/plain-problem.ts'
import { inProject, root, webRoot } from './project.ts'
import { runProgram } from './run-program.ts'

const sources = ['web', 'contract/src', 'package-lock.json', 'tools/lib/build-web.ts']
const notSources = /(^|\/)(node_modules|dist[^/]*|test)(\/|$)|\.test\.tsx?$/
const compressible = /\.(html|m?js|css|svg|json|txt|webmanifest)$/
// Below this size the answer fits one packet with or without compression.
const WORTH_COMPRESSING_BYTES = 1024

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

export function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const source of sources.map((name) => inProject(name))) {
    for (const file of statSync(source).isDirectory() ? filesUnder(source) : [source]) {
      const name = file.slice(root.length + 1)
      if (!notSources.test(name)) hash.update(`${name}\0`).update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

async function compress(folder: string): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const worthIt = filesUnder(folder).filter(
    (file) => compressible.test(file) && statSync(file).size >= WORTH_COMPRESSING_BYTES,
  )
  await Promise.all(
    worthIt.map(async (file) =>
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), quality)),
    ),
  )
}

/** Answers whether a build was needed. */
export async function buildWeb(): Promise<boolean> {
  const hash = hashOfSources()
  const stamp = join(webRoot, '.vite/sources.sha256')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  // A build that fails or is killed must not replace a complete old portal by an incomplete one.
  const [next, previous] = [`${webRoot}-next`, `${webRoot}-previous`]
  // A separate process: Vite changes the environment of its process to production.
  const { isOk, output } = await runProgram(
    'vite',
    ['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: inProject('web'),
    },
  )
  if (!isOk) throw new PlainProblem(`The portal could not be built:\n${output.trim()}`)
  await compress(next)
  writeFileSync(join(next, '.vite/sources.sha256'), hash)
  rmSync(previous, { recursive: true, force: true })
  if (existsSync(webRoot)) renameSync(webRoot, previous)
  renameSync(next, webRoot)
  rmSync(previous, { recursive: true, force: true })
  return true
}
