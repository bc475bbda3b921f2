import type { FileKind } from 'contract/endpoint.ts'

const MAX_LETTERS = 100
const ENDINGS: Record<FileKind, string> = { pdf: '.pdf', jpeg: '.jpg', png: '.png' }

// Control characters and line breaks forge headers, separators leave the folder, right-to-left marks show gpj.exe as
// exe.jpg.
const HARMFUL = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}"*:<>?|]/gu

const lastOf = (given: string) => given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
const harmless = (name: string) => name.replace(HARMFUL, '').replace(/\s+/gu, ' ')
const shortened = (name: string) => [...name.replace(/^[.\s]+|[.\s]+$/gu, '')].slice(0, MAX_LETTERS).join('').trim()

/**
 * Cleans a file name for display, storage and download: no path, no hidden characters, and the extension of the
 * detected type.
 */
export const cleanFileName = (given: string, kind: FileKind): string =>
  `${shortened(harmless(lastOf(given)).replace(/\.[A-Za-z0-9]{1,5}$/, '')) || 'document'}${ENDINGS[kind]}`

/** Cleans the name of a file that is only imported: it keeps its usual extension. */
export const cleanTableName = (given: string): string => shortened(harmless(lastOf(given))) || 'document'
