// Writes the digest of each script into the built page: a browser refuses a file that was changed behind the page.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The page with the digests of its scripts. `read`: the content of a script by its address. */
export const withIntegrity = (html: string, read: (address: string) => Buffer): string =>
  html.replace(/<script\b[^>]*?\bsrc="([^"]+)"/g, (tag, address: string) => {
    const digest = createHash('sha384').update(read(address)).digest('base64')
    return `${tag} integrity="sha384-${digest}"`
  })

/** After everything is written: other plugins still change scripts while the page is generated. */
export const integrity = (base: string): Plugin => ({
  name: 'integrity',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const page = join(dir, 'index.html')
    const read = (address: string) => readFileSync(join(dir, address.slice(base.length)))
    writeFileSync(page, withIntegrity(readFileSync(page, 'utf8'), read))
  },
})
