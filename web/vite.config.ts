import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const BASE = '/connect/'

/** What the sign-in page needs beyond the entry, fetched at once with it instead of one after the other. */
const FIRST_PARTS = [
  'src/app/LoginLayout.tsx',
  'src/domains/session/LoginScreen.tsx',
  'src/app/locales/fr.po',
  'src/domains/session/locales/fr.po',
]

const FRAME = new RegExp(
  [
    'contract/src/(session|accounts|endpoint|language|rights|values/(dates|money|text))\\.ts',
    'web/src/lib/(brand|saved-state|store|language|theme|progress|call|call-error|session|banners|heading|paths|return-to|lazy-part|activity)\\.ts',
    'web/src/shell/(BannerHost|ProgressBar|LanguageSwitch|Logo|LinkButton|CrashScreen|use-screen-title)\\.',
    'web/src/ui/(cx|Icon|IconButton|Button|button-class|Field|TextField|PasswordField|InlineAlert|Segmented|EmptyState)\\.',
    'node_modules/lucide-react/dist/esm/(Icon|createLucideIcon|context|defaultAttributes|shared/)',
  ].join('|'),
)

/**
 * Writes into index.html what shortens the first visit: the boot script (theme and language before the first paint, in
 * a file because the content policy allows no inline script), the text font, and the parts of the sign-in page.
 */
function firstPaint(): Plugin {
  const bootSource = readFileSync(new URL('./src/boot.js', import.meta.url), 'utf8')
  const bootFile = `assets/boot-${createHash('sha256').update(bootSource).digest('hex').slice(0, 8)}.js`
  return {
    name: 'first-paint',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: bootFile, source: bootSource })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
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
          const chunk = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.split('?')[0]?.endsWith(part))
          if (chunk?.type !== 'chunk') throw new Error(`first-paint: ${part} is not a part of its own`)
          tags.push({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: BASE + chunk.fileName }, injectTo: 'head' })
          for (const css of chunk.viteMetadata?.importedCss ?? [])
            tags.push({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: BASE + css }, injectTo: 'head' })
        }
        return tags
      },
    },
  }
}

export default defineConfig({
  base: BASE,
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    firstPaint(),
  ],
  css: { transformer: 'lightningcss' },
  build: {
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    manifest: true,
    modulePreload: { polyfill: false },
    cssMinify: 'lightningcss',
    assetsInlineLimit: 1024,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/ },
            { name: 'core', test: /node_modules[\\/](@tanstack|@lingui|use-sync-external-store|zod)[\\/]/ },
            // What the sign-in page draws with, in one piece: twenty small ones compress worse and wait for each other.
            { name: 'frame', test: FRAME },
          ],
        },
      },
    },
  },
  server: { proxy: { '/wb-api': 'http://localhost:8080' } },
})
