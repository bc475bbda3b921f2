// Bundles the programs of the bank: types are removed and modules joined once, not at each start of each process.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { hashOf } from './hash-sources.ts'
import { bundles, inProject } from './project.ts'

/** The programs by the names of their bundles. */
export const programs = {
  server: 'api/src/main.ts',
  worker: 'api/src/worker.ts',
  'aip-simulator': 'api/src/aip-simulator.ts',
  'demo-company': 'api/src/demo-company.ts',
  start: 'tools/start.ts',
  'prepare-database': 'tools/prepare-database.ts',
}
const sources = ['api/src', 'contract/src', 'database', 'tools', 'package-lock.json']

/** Paths beside a module are those of its source: the bundles are in one folder of the project. */
function keepPaths(code: string, id: string): string {
  const folder = relative(bundles, dirname(id))
  return code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`)
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(bundles, id))}, import.meta.url).href`)
}

/** Code outside Latin-1 as escapes: the engine then keeps one byte for each character of a program instead of two. */
const inLatin1 = (code: string) =>
  code.replace(/[\u0100-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Packages stay what npm has installed; our own workspace of the contract is bundled. */
const isPackage = (id: string) => !/^(\.|\/|contract\/)/.test(id)

/** Answers whether a build was needed. */
export async function buildServer(): Promise<boolean> {
  const hash = hashOf(sources)
  const stamp = join(bundles, 'sources.sha256')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  const next = `${bundles}-next`
  rmSync(next, { recursive: true, force: true })
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, inProject(file)])),
    platform: 'node',
    external: isPackage,
    plugins: [
      {
        name: 'keep-paths',
        transform: (code, id) => (code.includes('import.meta.') ? { code: keepPaths(code, id) } : null),
      },
      { name: 'in-latin-1', renderChunk: (code) => ({ code: inLatin1(code) }) },
    ],
  })
  await bundle.write({ dir: next, format: 'esm', entryFileNames: '[name].js', comments: false })
  await bundle.close()
  writeFileSync(join(next, 'sources.sha256'), hash)
  // A build that fails or is killed leaves the one before it whole.
  rmSync(bundles, { recursive: true, force: true })
  renameSync(next, bundles)
  return true
}
