// Runs `npm run size`: checks the download size of the portal, compressed with brotli, against its limits.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildWeb } from './lib/build-web.ts'
import { webRoot } from './lib/project.ts'

type Chunk = { name?: string; file: string; imports?: string[]; css?: string[]; assets?: string[]; isEntry?: boolean }
type Part = { name: string; entries: string[]; onTopOf: string[]; target: number; limit: number }

const french = (...domains: string[]) => domains.map((domain) => `src/domains/${domain}/locales/fr.po`)

const login = ['index.html', 'src/shell/locales/fr.po']
const frame = ['src/app/layouts/SignedInFrame.tsx', 'src/app/layouts/MainLayout.tsx', 'src/app/locales/fr.po']
const dashboard = [...frame, 'src/domains/dashboard/DashboardScreen.tsx', ...french('dashboard')]
/** What a customer has when they open another page: the pictures of identities come after the text of the home page. */
const signedIn = [...login, ...dashboard, 'identity-icons']

// In kB. A part may outgrow its target with a reason; above its limit the check fails. Lists and forms contain what all lists
// and all forms share, as if each were the first that a customer opens.
const parts: Part[] = [
  { name: 'login page', entries: login, onTopOf: [], target: 114, limit: 120 },
  { name: 'dashboard', entries: dashboard, onTopOf: login, target: 40, limit: 44 },
  {
    name: 'operations',
    entries: ['src/domains/operations/OperationListScreen.tsx', ...french('operations')],
    onTopOf: signedIn,
    target: 18,
    limit: 23,
  },
  {
    name: 'transfers',
    entries: ['src/domains/transfers/TransferListScreen.tsx', ...french('transfers')],
    onTopOf: signedIn,
    target: 18,
    limit: 24,
  },
  {
    name: 'RIB',
    entries: ['src/domains/rib/RibScreen.tsx', ...french('rib')],
    onTopOf: signedIn,
    target: 18,
    limit: 30.5,
  },
  {
    name: 'new transfer (form)',
    entries: ['src/domains/transfers/form/NewTransferScreen.tsx', ...french('transfers', 'accounts')],
    onTopOf: signedIn,
    target: 45,
    limit: 62,
  },
]
// No user downloads all of it: sections are loaded when they are opened (decision 0023).
// The second edition, second factors and instant payments are above its target: decisions 0063, 0075 and 0083.
const WHOLE_APP = { target: 400, limit: 515.5 }
/** The PDF renderer: downloaded when a user opens a PDF, and cached by the browser. */
const PDF_READER = { target: 440, limit: 470 }
/** The reader of payment codes where the browser has none: downloaded when a user scans one. */
const CODE_READER = { target: 15, limit: 16 }
// Both fonts without what the portal does not use (decision 0057).
const FIRST_FONTS = { target: 18, limit: 18.5 }
const FRENCH_FONTS = { target: 34, limit: 35 }

await buildWeb()
const manifest = JSON.parse(readFileSync(join(webRoot, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** By its module, or by its own name: where several modules are in one file, none of them names it. */
function chunkOf(name: string): Chunk {
  const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
  if (!chunk) throw new Error(`${name} is not in the build: tools/size.ts must name what the portal loads`)
  return chunk
}

/** The files that a browser needs before these entries can run. */
function filesOf(entries: string[], seen = new Set<string>()): Set<string> {
  const files = new Set<string>()
  for (const name of entries) {
    if (seen.has(name)) continue
    seen.add(name)
    const chunk = chunkOf(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...filesOf(chunk.imports ?? [], seen)]) files.add(file)
    if (name === 'index.html') for (const file of namedInPage()) files.add(file)
  }
  return files
}

/** The page itself and the files of its tags. */
function namedInPage(): string[] {
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/connect\/([^"]+)"/g)].map(([, file]) => file ?? '')
  // Fonts are measured separately; icons are downloaded when the portal is added to a home screen.
  return ['index.html', ...named.filter((file) => !/\.(woff2|png)$/.test(file))]
}

const weights = new Map<string, number>()
function weigh(file: string): number {
  const path = join(webRoot, file)
  const isPacked = file.endsWith('.woff2')
  const bytes =
    weights.get(file) ??
    (isPacked
      ? readFileSync(path)
      : existsSync(`${path}.br`)
        ? readFileSync(`${path}.br`)
        : brotliCompressSync(readFileSync(path))
    ).length
  weights.set(file, bytes)
  return bytes
}
const kilobytes = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + weigh(file), 0) / 1000

let isTooHeavy = false
function report(name: string, weight: number, { target, limit }: { target: number; limit: number }): void {
  const verdict = weight > limit ? 'TOO HEAVY' : weight > target ? 'above its target' : ''
  if (weight > limit) isTooHeavy = true
  console.log(
    `${name.padEnd(34)}${weight.toFixed(1).padStart(7)} kB   target ${String(target).padStart(5)}   limit ${String(limit).padStart(5)}   ${verdict}`,
  )
}

for (const { name, entries, onTopOf, target, limit } of parts) {
  const already = filesOf(onTopOf)
  const added = [...filesOf(entries)].filter((file) => !already.has(file))
  report(onTopOf.length === 0 ? name : `${name}, on top`, kilobytes(added), { target, limit })
}
// A customer has one language: the catalogue of the other is not downloaded.
const built = Object.entries(manifest).flatMap(([name, { file, css = [] }]) =>
  name.endsWith('/en.po') ? [] : [file, ...css],
)
const fonts = new Set(built.filter((file) => file.endsWith('.woff2')))
const preloaded = [
  ...readFileSync(join(webRoot, 'index.html'), 'utf8').matchAll(/rel="preload"[^>]*href="\/connect\/([^"]+\.woff2)"/g),
].map(([, file]) => file ?? '')
const pdfReader = new Set(
  [...built, ...readdirSync(join(webRoot, 'assets')).map((name) => `assets/${name}`)].filter((file) =>
    /\/pdf[.-][^/]*\.m?js$/.test(file),
  ),
)
const codeReader = new Set(built.filter((file) => /\/decode-[^/]*\.js$/.test(file)))
const isCounted = (file: string) => !fonts.has(file) && !pdfReader.has(file) && !codeReader.has(file)
const portal = new Set([...built, ...namedInPage()].filter(isCounted))
report('whole portal, in French', kilobytes(portal), WHOLE_APP)
report('PDF reader, behind a click', kilobytes(pdfReader), PDF_READER)
report('code reader, behind a click', kilobytes(codeReader), CODE_READER)
report('fonts of the first paint', kilobytes(preloaded), FIRST_FONTS)
// Letters of other languages are in separate files, which a browser downloads when a name needs them.
report(
  'fonts of French and English pages',
  kilobytes([...fonts].filter((file) => !file.includes('-latin-ext-'))),
  FRENCH_FONTS,
)
process.exitCode = isTooHeavy ? 1 : 0
