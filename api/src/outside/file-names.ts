import type { FileKind } from 'contract/endpoint.ts'

const MOST_LETTERS = 100
const ENDINGS: Record<FileKind, string> = { pdf: '.pdf', jpeg: '.jpg', png: '.png' }

// Controls and line breaks forge headers, separators leave the folder, right-to-left marks show gpj.exe as exe.jpg.
const HARMFUL = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}"*:<>?|]/gu

/** A name that can be shown, stored and sent: no path, nothing hidden, with the ending of what the file really is. */
export function cleanFileName(given: string, kind: FileKind): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const stem = last
    .replace(HARMFUL, '')
    .replace(/\s+/gu, ' ')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/^[.\s]+|[.\s]+$/gu, '')
  return `${[...stem].slice(0, MOST_LETTERS).join('').trim() || 'document'}${ENDINGS[kind]}`
}
