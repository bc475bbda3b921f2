import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { pushLabels } from 'contract/access/alert-labels.ts'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { bankName } from './build/bank-name.ts'
import { compileHints } from './build/compile-hints.ts'
import { directIcons, isIcon } from './build/direct-icons.ts'
import { frenchCatalogues } from './build/french-catalogues.ts'
import { hoverQueries } from './build/hover-queries.ts'
import { reactAsModule } from './build/react-as-module.ts'
import { integrity } from './build/integrity.ts'
import { shortMessageIds } from './build/short-message-ids.ts'
import { contractParts } from './build/contract-parts.ts'
import { widthQueries } from './build/width-queries.ts'

const BASE = '/connect/'

/** The modules of the sign-in page beyond the entry, loaded in parallel with it. */
const FIRST_PARTS = ['src/shell/locales/fr.po']

const own = (...files: string[]) => files.map((file) => fileURLToPath(new URL(`src/${file}`, import.meta.url)))

/** The first pages of a visit: the sign-in page, then the dashboard in its frame. */
const VISITS = [
  { name: 'sign-in', entries: own('main.tsx') },
  {
    name: 'portal',
    entries: own(
      'app/layouts/SignedInFrame.tsx',
      'app/layouts/MainLayout.tsx',
      'domains/dashboard/DashboardScreen.tsx',
    ),
  },
]

/**
 * One chunk for the modules of such a visit: fifty small ones compress worse, and each costs a round trip on a slow
 * network. Without the catalogues, which are loaded in one language, and without the entries, which are loaded by name.
 */
const visitParts = VISITS.map(({ name, entries }, index) => ({
  debugName: name,
  name: (id: string, graph: Graph) =>
    (/\.(tsx?|css)$|\?part=/.test(id) || isIcon(id)) && !entries.includes(id) && importsOf(entries, graph).has(id)
      ? name
      : null,
  priority: VISITS.length - index + 1,
}))

/** Computes a value at the first call; the graph is complete then. */
function once<Input, Value>(compute: (input: Input) => Value): (input: Input) => Value {
  let known: { value: Value } | null = null
  return (input) => (known ??= { value: compute(input) }).value
}

/** Why payments come back: many sentences, for panels and for the lines of a batch. */
const isRare = (id: string) => /\/contract\/src\/transfers\/clearing\.ts/.test(id)

/** Modules that sections share: components, icons, helpers, and what they use of the contract. */
const isShared = (id: string) =>
  (/\/web\/src\/(ui|shell|lib)\/|\/contract\/src\/.*\?part=/.test(id) || isIcon(id)) && !isRare(id)

const screens = own(...globSync('domains/**/*Screen.tsx', { cwd: new URL('./src', import.meta.url) }))
const [useForm = ''] = own('lib/forms/use-form.ts')

const lists = own('domains/operations/OperationListScreen.tsx', 'domains/transfers/TransferListScreen.tsx')

/** What the screens without a form import. */
const importsOfViews = once((graph: Graph) => {
  const views = screens.filter((screen) => !importsOf([screen], graph).has(useForm))
  return importsOf(views, graph)
})

/**
 * Three chunks for what screens share: lists, the other screens without a form, and forms with the library of schemas.
 */
const sharedParts = [
  {
    debugName: 'lists',
    name: (id: string, graph: Graph) => (isShared(id) && importsOf(lists, graph).has(id) ? 'lists' : null),
    minShareCount: 2,
  },
  {
    debugName: 'views',
    // The frame of a form is that of the code reader too, which is loaded on demand and would take it along.
    // The link back to the batches uses an icon of views: joined with small parts of lists, it would take all views along.
    name: (id: string, graph: Graph) =>
      (isShared(id) && (importsOfViews(graph).has(id) || id.includes('/FlowFrame.'))) || id.includes('/BackToBatches.')
        ? 'views'
        : null,
    minShareCount: 2,
  },
  {
    debugName: 'forms',
    name: (id: string) => (isShared(id) || id.includes('/node_modules/zod/') ? 'forms' : null),
    minShareCount: 3,
  },
]

const importsOfScreens = once((graph: Graph) => importsOf(screens, graph))
const domainOf = (id: string) => /\/web\/src\/domains\/([a-z-]+)\/.*\.(?:tsx?|css)$/.exec(id)?.[1]

/** Two chunks for each domain: what its screens share, and its dialogs and panels, of which a visit opens several. */
const domainParts = [
  {
    debugName: 'domains',
    name: (id: string, graph: Graph) =>
      !screens.includes(id) && importsOfScreens(graph).has(id) ? (domainOf(id) ?? null) : null,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 2000,
  },
  {
    debugName: 'dialogs',
    name: (id: string, graph: Graph) => {
      const domain = domainOf(id)
      return domain !== undefined && !importsOfScreens(graph).has(id) ? `${domain}-dialogs` : null
    },
  },
]

const [identityIcons = ''] = own('shell/identity-icons.ts')

/** The pictures of identities, which each page of a signed-in user loads: among what forms share, they would take all of that along. */
const identityParts = {
  debugName: 'identity-icons',
  name: (id: string, graph: Graph) => (importsOf([identityIcons], graph).has(id) ? 'identity-icons' : null),
  priority: 1,
}

/** What the menu, the header and their keys open; the number of items to sign stands on each page and is apart. */
const frameDialogs = {
  name: 'frame-dialogs',
  test: /\/web\/src\/app\/(header\/(?!ToSignCount)|layouts\/MoreSheet|InactivityModal)/,
}

/** The sign-in page loads it some seconds later: in the chunk of another user, it would load and run that one too. */
const workerRegistration = { name: 'worker-registration', test: /\/lib\/service-worker\.ts/, priority: 9 }

/** The parts that are loaded before any other is requested. */
const LOADED = /\/(rolldown-runtime|react|core|sign-in)-[^/]+$/

/** The chunks of which a page runs about three fifths when it opens: of other shared ones it is two fifths to a half, of dialogs a tenth. */
const isMostlyRun = (name: string) => ['react', 'core', 'sign-in', 'portal', 'lists'].includes(firstName(name))

/** The bundler names a chunk after all that use it: `transfers~NewTransferScreen~TransferListScreen`. */
const firstName = (name: string) => name.replace(/~.*|\.css$/g, '')

/** The importers of each module, as the bundler has found them. */
type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null }

/** The own modules and the icons that these import, transitively. */
function importsOf(ids: readonly string[], graph: Graph, seen = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (seen.has(id) || (id.includes('node_modules') && !isIcon(id))) continue
    seen.add(id)
    importsOf(graph.getModuleInfo(id)?.importedIds ?? [], graph, seen)
  }
  return seen
}

/**
 * Writes into index.html what speeds up the first visit: the boot script (theme and language before the first paint, as
 * a file because the content policy allows no inline script), the text font, and preloads of the sign-in page. Comments are left
 * out of both: everybody downloads them first.
 */
function firstPaint(): Plugin {
  const bootSource = readFileSync(new URL('./src/boot.js', import.meta.url), 'utf8').replaceAll(/^ *\/\/.*\n/gm, '')
  const bootFile = `assets/boot-${createHash('sha256').update(bootSource).digest('hex').slice(0, 8)}.js`
  return {
    name: 'first-paint',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: bootFile, source: bootSource })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return [{ tag: 'script', attrs: { src: `${BASE}src/boot.js` }, injectTo: 'head-prepend' }]
        const files = Object.values(bundle)
        const tags: HtmlTagDescriptor[] = [{ tag: 'script', attrs: { src: BASE + bootFile }, injectTo: 'head-prepend' }]
        const font = files.find(({ fileName }) => /figtree-latin-wght.*\.woff2$/.test(fileName))
        if (!font) throw new Error('first-paint: the text font is missing from the bundle')
        tags.push({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: BASE + font.fileName, crossorigin: true },
          injectTo: 'head',
        })
        for (const part of FIRST_PARTS) {
          const chunk = files.find(
            (file) => file.type === 'chunk' && file.facadeModuleId?.split('?')[0]?.endsWith(part),
          )
          if (chunk?.type !== 'chunk') throw new Error(`first-paint: ${part} is not a part of its own`)
          tags.push({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: BASE + chunk.fileName },
            injectTo: 'head',
          })
          for (const css of chunk.viteMetadata?.importedCss ?? [])
            tags.push({
              tag: 'link',
              attrs: { rel: 'stylesheet', crossorigin: true, href: BASE + css },
              injectTo: 'head',
            })
        }
        return { html: html.replaceAll(/\s*<!--.*?-->/gs, ''), tags }
      },
    },
  }
}

/** Read by a worker of its own, on request. */
const isOfReader = (name: string) => /pdf/i.test(name)

/**
 * Builds the service worker with the texts of each kind of alert and the names of the files that it keeps: a separate file at a fixed
 * address, which browsers check for updates.
 */
function serviceWorker(): Plugin {
  const fileName = 'service-worker.js'
  const labels = {
    kinds: pushLabels,
    unknown: { fr: 'Nouvelle alerte', en: 'New alert' },
    open: { fr: 'Ouvrez votre espace client pour en savoir plus.', en: 'Open your customer area to know more.' },
  }
  const source = (files: { first: string[]; others: string[] }) =>
    readFileSync(new URL(`./src/${fileName}`, import.meta.url), 'utf8')
      .replace('LABELS', () => JSON.stringify(labels))
      .replace('FILES', () => JSON.stringify(files))
  return {
    name: 'service-worker',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const named = (pattern: RegExp) => files.filter((file) => pattern.test(file.fileName))
        const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
        const catalogues = files.filter(
          (file) => file.type === 'chunk' && /src\/shell\/locales\/(fr|en)\.po/.test(file.facadeModuleId ?? ''),
        )
        const seen = new Set<string>()
        const add = (name: string) => {
          const file = bundle[name]
          if (!file || seen.has(name)) return
          seen.add(name)
          if (file.type !== 'chunk') return
          for (const imported of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) add(imported)
        }
        for (const { fileName: name } of [
          ...(entry ? [entry] : []),
          ...catalogues,
          ...named(/assets\/(boot-|index-.*\.css|(figtree|bricolage).*latin-wght)/),
        ])
          add(name)
        const kept = named(/^assets\/.*\.(js|css|woff2)$/).filter(({ fileName: name }) => !isOfReader(name))
        const first = [...seen].toSorted()
        const others = kept
          .map(({ fileName: name }) => name)
          .filter((name) => !seen.has(name))
          .toSorted()
        const addresses = (names: string[]) => names.map((name) => BASE + name)
        this.emitFile({
          type: 'asset',
          fileName,
          source: source({ first: addresses(first), others: addresses(others) }),
        })
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(BASE + fileName, (_request, reply) =>
        reply.setHeader('Content-Type', 'text/javascript').end(source({ first: [], others: [] })),
      )
    },
  }
}

/** Chunks that import each other may run before their dependencies: such a build is refused. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_options, bundle) {
      const look = (file: string, path: string[]) => {
        if (path.includes(file)) throw new Error(`no-circles: ${[...path, file].join(' → ')}`)
        const chunk = bundle[file]
        if (clear.has(file) || chunk?.type !== 'chunk') return
        for (const imported of chunk.imports) look(imported, [...path, file])
        clear.add(file)
      }
      const clear = new Set<string>()
      for (const file of Object.keys(bundle)) look(file, [])
    },
  }
}

export default defineConfig({
  base: BASE,
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    reactAsModule(),
    hoverQueries(),
    widthQueries(),
    directIcons(),
    contractParts(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    frenchCatalogues(),
    shortMessageIds(),
    bankName(BASE),
    firstPaint(),
    serviceWorker(),
    noCircles(),
    compileHints(isMostlyRun),
    integrity(BASE),
  ],
  css: { transformer: 'lightningcss' },
  build: {
    target: ['chrome98', 'edge98', 'firefox115', 'safari16'],
    cssTarget: ['chrome92', 'edge92', 'firefox115', 'safari15.4'],
    manifest: true,
    modulePreload: {
      polyfill: false,
      // A part that is loaded later need not name what every page has loaded before.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((name) => name === file || !LOADED.test(name)),
    },
    cssMinify: 'lightningcss',
    // Smaller by 2 % than the minifier of the bundler, and 11 s slower. Functions that are arguments stay in brackets, which
    // tells the browser to compile them at once (decision 0057).
    minify: 'terser',
    terserOptions: { ecma: 2020, module: true, compress: { passes: 2, inline: 1 }, format: { wrap_func_args: true } },
    assetsInlineLimit: 1024,
    rolldownOptions: {
      // What several parts use stays in files of its own: in that of one part, the others would load all of it.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      output: {
        // The sign-in page contains the names of all files, and each chunk those that it imports: a digest does not get smaller
        // when it is compressed. Seven characters have 42 bits; the bundler needs as many.
        chunkFileNames: ({ name }) => `assets/${firstName(name)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? `assets/${firstName(name)}-[hash:7].css` : 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', priority: 9, test: /^\0module:|node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'query', priority: 9, test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/ },
            {
              name: 'core',
              priority: 9,
              test: /node_modules[\\/](@tanstack[\\/](?!(react-)?virtual)|(@lingui|use-sync-external-store)[\\/])/,
            },
            workerRegistration,
            ...visitParts,
            identityParts,
            ...sharedParts,
            ...domainParts,
            frameDialogs,
          ],
        },
      },
    },
  },
  worker: {
    format: 'es',
    // Terser does not reach the files of workers. The server sends them, by their ending, the policy of pages.
    rolldownOptions: { output: { minify: true, entryFileNames: 'assets/[name]-[hash:7].mjs' } },
  },
  server: { proxy: { '/wb-api': 'http://localhost:8080' } },
})
