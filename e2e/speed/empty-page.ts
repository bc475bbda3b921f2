// Builds and serves a page that contains only React: the minimum that the sign-in page is compared with.
import { createServer } from 'node:http'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const PAGE = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>React</title></head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`
const CODE = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Bonjour'))`
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

export type EmptyPage = { address: string; close: () => void }

export async function openEmptyPage(): Promise<EmptyPage> {
  // Inside the project, so that React is found.
  const cache = join(import.meta.dirname, '../../.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'empty-page-'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'main.js'), CODE)
  await build({ configFile: false, root: folder, logLevel: 'error', build: { modulePreload: { polyfill: false } } })
  const server = createServer((request, reply) => {
    const file = join(folder, 'dist', request.url === '/' ? 'index.html' : (request.url ?? ''))
    try {
      reply.setHeader('Content-Type', types[extname(file)] ?? 'text/plain').setHeader('Content-Encoding', 'br')
      reply.end(brotliCompressSync(readFileSync(file)))
    } catch {
      reply.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server has such an address.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { address: `http://127.0.0.1:${port}/`, close }
}
