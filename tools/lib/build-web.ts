// Builds the portal when its sources have changed, and compresses its files once.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { PlainProblem } from '../../database/plain-problem.ts'
import { filesUnder, hashOf } from './hash-sources.ts'
import { inProject, webRoot } from './project.ts'
import { runProgram } from './run-program.ts'

const sources = ['web', 'contract/src', 'package-lock.json', 'tools/lib/build-web.ts']
const compressible = /\.(html|m?js|css|svg|json|txt|webmanifest)$/
// Below this size the answer fits one packet with or without compression.
const MIN_COMPRESSED_BYTES = 1024

export const hashOfSources = (): string => hashOf(sources)

async function compress(folder: string): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const files = filesUnder(folder).filter(
    (file) => compressible.test(file) && statSync(file).size >= MIN_COMPRESSED_BYTES,
  )
  await Promise.all(
    files.map(async (file) =>
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
