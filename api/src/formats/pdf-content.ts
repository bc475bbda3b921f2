// Looks for what acts by itself in a PDF: code, actions, other files. Object streams, in which newer PDFs compress their objects, are unpacked.
import { constants, inflateSync } from 'node:zlib'

/** Whether a PDF has its end: one that was cut off on its way has not. */
export const isWholePdf = (content: Buffer) =>
  /%%EOF[\s\0]*$/.test(content.toString('latin1', Math.max(0, content.length - 2048)))

// Between two tokens stand blanks and comments, or nothing.
const GAP = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])*`
const END = '(?![A-Za-z0-9])'
const DICTIONARY_OR_REFERENCE = String.raw`${GAP}(?:<<|\d+${GAP}\d+${GAP}R)`

// Short names stand in compressed pictures by accident: they count only before what they need. Page-turning and reading order are harmless.
const ACTIVE = new RegExp(
  [
    `/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|GoToE|GoToR|SubmitForm|ImportData)${END}`,
    String.raw`/JS${END}${GAP}(?:\(|<|\d+${GAP}\d+${GAP}R)`,
    String.raw`/S${GAP}/(?:JS|URI|Rendition|Movie|Sound)${END}`,
    String.raw`/XFA${END}${GAP}(?:\[|\d+${GAP}\d+${GAP}R)`,
    `/AA${END}${DICTIONARY_OR_REFERENCE}`,
    // What is encrypted cannot be looked into.
    `/Encrypt${END}${DICTIONARY_OR_REFERENCE}`,
  ].join('|'),
)

/** In names, letters may be written as #4A. */
const unescaped = (text: string) =>
  text.includes('#')
    ? text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

const isActive = (text: string) => ACTIVE.test(text) || (text.includes('#') && ACTIVE.test(unescaped(text)))

// What a document of a customer stays far below; more would keep the server from others.
const MAX_STREAMS = 20_000
const MAX_DEFLATED_STREAMS = 3_000
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024
const HEAD_BYTES = 512
const MAX_DICTIONARY = 4096

/** Whether this begins as deflated data do (RFC 1950): method 8, and a check of the first two bytes. */
const isDeflated = (packed: Buffer) =>
  packed.length > 2 && ((packed[0] ?? 0) & 15) === 8 && packed.readUInt16BE(0) % 31 === 0

/** The beginning of a compressed stream, or null where it is not compressed in the usual way. */
function headOf(packed: Buffer): string | null {
  try {
    // A flush instead of an end: what follows of the stream is not needed to read how it begins.
    return inflateSync(packed.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
  } catch {
    return null
  }
}

/** An object stream begins with the numbers and places of its objects. */
const beginsWithIndexes = (head: string) => new RegExp(String.raw`^${GAP}\d+${GAP}\s\d+\s`).test(head)

/** Whether the dictionary before a stream says that it holds objects: by its type, or by the two keys that only these have. */
const saysObjects = (dictionary: string) =>
  new RegExp(`/ObjStm${END}`).test(dictionary) ||
  (/\/First[\s\0%\d]/.test(dictionary) && /\/N[\s\0%\d]/.test(dictionary))

/** Whether a stream is packed in the one way that is unpacked here: deflated, without a predictor. */
function isPlainlyDeflated(dictionary: string): boolean {
  const filters = dictionary.match(/\/(?:[A-Za-z0-9]+Decode|Fl|AHx|A85|LZW|RL)(?![A-Za-z0-9])/g) ?? []
  return (
    filters.every((filter) => filter === '/FlateDecode' || filter === '/Fl') &&
    filters.length <= 1 &&
    !/\/(?:DecodeParms|DP)/.test(dictionary)
  )
}

/**
 * Whether a PDF runs code, reaches out or carries other files: JavaScript, Launch, GoToR, URI and other actions, actions on events (AA), forms of
 * XFA, embedded files. One whose objects cannot be read counts as such: encrypted, packed in an unusual way, or too large when unpacked.
 */
export function isActivePdf(content: Buffer): boolean {
  const text = content.toString('latin1')
  if (isActive(text)) return true
  let unpacked = 0
  let streams = 0
  let deflated = 0
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith('end', index - 3)) continue
    streams += 1
    if (streams > MAX_STREAMS) return true
    const before = text.slice(Math.max(0, index - MAX_DICTIONARY), index)
    const dictionary = unescaped(
      before.slice(Math.max(before.lastIndexOf('endobj'), before.lastIndexOf('endstream'), 0)),
    )
    const holdsObjects = saysObjects(dictionary)
    if (holdsObjects && !isPlainlyDeflated(dictionary)) return true
    const packed = content.subarray(index + (text[index + 6] === '\r' ? 8 : 7))
    if (!isDeflated(packed)) continue
    deflated += 1
    if (deflated > MAX_DEFLATED_STREAMS) return true
    const head = headOf(packed)
    // Uncompressed objects were seen in the open.
    if (head === null || !(holdsObjects || beginsWithIndexes(head))) continue
    try {
      const objects = inflateSync(packed, {
        maxOutputLength: MAX_UNPACKED_BYTES - unpacked,
        finishFlush: constants.Z_SYNC_FLUSH,
      })
      unpacked += objects.length
      if (isActive(objects.toString('latin1'))) return true
    } catch {
      return true
    }
  }
  return false
}
