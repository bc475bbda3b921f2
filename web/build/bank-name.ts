// Writes the bank's name and telephone into the files that no script makes: the page before its first paint, the page for unsupported
// browsers, and the manifest of the installed portal.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { brand } from '../src/lib/brand.ts'

const FILES = ['not-supported.html', 'connect.webmanifest']
const MEDIA_TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

/** Replaces BANK_NAME, BANK_FIRST and BANK_LAST, and its telephone: BANK_HELP_LINE to be read, BANK_PHONE to be dialled. */
export const withBankName = (text: string): string =>
  text
    .replaceAll('BANK_NAME', brand.name)
    .replaceAll('BANK_FIRST', brand.first)
    .replaceAll('BANK_LAST', brand.last)
    .replaceAll('BANK_HELP_LINE', brand.helpLine)
    .replaceAll('BANK_PHONE', brand.helpLine.replaceAll(' ', ''))

export const bankName = (base: string): Plugin => {
  const rewritten = (file: string) => withBankName(readFileSync(file, 'utf8'))
  return {
    name: 'bank-name',
    transformIndexHtml: { order: 'pre', handler: withBankName },
    writeBundle({ dir = '' }) {
      for (const name of FILES) writeFileSync(join(dir, name), rewritten(join(dir, name)))
    },
    configureServer({ middlewares, config }) {
      for (const name of FILES)
        middlewares.use(base + name, (_request, reply) =>
          reply
            .setHeader('Content-Type', MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain')
            .end(rewritten(join(config.publicDir, name))),
        )
    },
  }
}
