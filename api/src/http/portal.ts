// Serves the built portal under /connect/: hashed files are cached for a year, the page itself is revalidated each time.
import { realpath } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { assetHeaders, CODE_READER_PATH, pageHeaders } from './security-headers.ts'

const ASSET = /\/assets\//
/** Scripts (their workers end in .mjs), styles and fonts, compressed or not. */
const PART_OF_A_PAGE = /\/assets\/.*\.(js|css|woff2)(\.br)?$/
const pathOf = (url: string) => url.replace(/\?.*/, '')

/** Serves the folder of the built portal; every path of the portal returns its one page. */
export async function servePortal(app: FastifyInstance, webRoot: string, hasTls: boolean): Promise<void> {
  const sent = pageHeaders(hasTls)
  const sentToReader = pageHeaders(hasTls, 'own-camera')
  const sentWithAsset = assetHeaders(hasTls)
  const headersOf = (path: string, url: string | undefined) => {
    if (PART_OF_A_PAGE.test(path)) return sentWithAsset
    return url === CODE_READER_PATH ? sentToReader : sent
  }
  await app.register(fastifyStatic, {
    // The link to the running release may lead to the next one before this server is restarted.
    root: await realpath(webRoot),
    prefix: '/connect/',
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply
        .headers(headersOf(path, reply.request.routeOptions.url))
        .header('Cache-Control', ASSET.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // HEAD is answered as GET, without the content.
  const page = { exposeHeadRoute: true }
  app.get('/', page, (_request, reply) => reply.redirect('/connect/'))
  app.get('/connect', page, (_request, reply) => reply.redirect('/connect/'))
  app.get('/connect/', page, (_request, reply) => reply.sendFile('index.html'))
  app.get(CODE_READER_PATH, page, (_request, reply) => reply.sendFile('index.html'))
  app.get('/connect/*', page, (request, reply) =>
    // A missing file is answered 404; only the path of a page returns the page.
    ASSET.test(pathOf(request.url)) ? reply.code(404).send() : reply.sendFile('index.html'),
  )
}
