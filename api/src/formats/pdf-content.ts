// Detects active content of a PDF: code, actions, embedded files. Object streams, in which newer PDFs compress their
// objects, are decompressed.
import { constants, inflateSync } from 'node:zlib'

/** Whether a PDF has its end marker: a truncated one has not. */
export const isWholePdf = (content: Buffer) =>
  /%%EOF[\s\0]*$/.test(content.toString('latin1', Math.max(0, content.length - 2048)))

// Between two tokens are only spaces and comments.
const GAP = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])*`
const END = '(?![A-Za-z0-9])'
const DICTIONARY_OR_REFERENCE = String.raw`${GAP}(?:<<|\d+${GAP}\d+${GAP}R)`

// Short names occur in compressed pictures by accident: they count only before their argument. Page navigation and
// reading order are harmless.
const ACTIVE = new RegExp(
  [
    `/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|GoToE|GoToR|SubmitForm|ImportData)${END}`,
    String.raw`/JS${END}${GAP}(?:\(|<|\d+${GAP}\d+${GAP}R)`,
    String.raw`/S${GAP}/(?:JS|URI|Rendition|Movie|Sound)${END}`,
    String.raw`/XFA${END}${GAP}(?:\[|\d+${GAP}\d+${GAP}R)`,
    `/AA${END}${DICTIONARY_OR_REFERENCE}`,
    // Encrypted content cannot be examined.
    `/Encrypt${END}${DICTIONARY_OR_REFERENCE}`,
  ].join('|'),
)

/** In names, characters may be escaped as #4A. */
const unescaped = (text: string) =>
  text.includes('#')
    ? text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

const isActive = (text: string) => ACTIVE.test(text) || (text.includes('#') && ACTIVE.test(unescaped(text)))

// Documents of customers are far below these limits; more would delay other requests.
const MAX_STREAMS = 20_000
const MAX_DEFLATED_STREAMS = 3_000
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024
const HEAD_BYTES = 512
const MAX_DICTIONARY = 4096

/** Whether data begins like a deflate stream (RFC 1950): method 8, and a valid check of the first two bytes. */
const isDeflated = (packed: Buffer) =>
  packed.length > 2 && ((packed[0] ?? 0) & 15) === 8 && packed.readUInt16BE(0) % 31 === 0

/** The start of a compressed stream, or null if it uses another compression. */
function headOf(packed: Buffer): string | null {
  try {
    // Flushes instead of finishing: the rest of the stream is not needed to read its start.
    return inflateSync(packed.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
  } catch {
    return null
  }
}

/** An object stream begins with the numbers and offsets of its objects. */
const beginsWithIndexes = (head: string) => new RegExp(String.raw`^${GAP}\d+${GAP}\s\d+\s`).test(head)

/**
 * Whether the dictionary before a stream declares an object stream: by its type, or by the two keys that only object
 * streams have.
 */
const declaresObjects = (dictionary: string) =>
  new RegExp(`/ObjStm${END}`).test(dictionary) ||
  (/\/First[\s\0%\d]/.test(dictionary) && /\/N[\s\0%\d]/.test(dictionary))

/** Whether a stream uses the only supported compression: deflate without a predictor. */
function isPlainlyDeflated(dictionary: string): boolean {
  const filters = dictionary.match(/\/(?:[A-Za-z0-9]+Decode|Fl|AHx|A85|LZW|RL)(?![A-Za-z0-9])/g) ?? []
  return (
    filters.every((filter) => filter === '/FlateDecode' || filter === '/Fl') &&
    filters.length <= 1 &&
    !/\/(?:DecodeParms|DP)/.test(dictionary)
  )
}

/**
 * Whether a PDF runs code, opens addresses or embeds files: JavaScript, Launch, GoToR, URI and other actions, actions
 * on events (AA), XFA forms, embedded files. A PDF whose objects cannot be read counts as active: encrypted, compressed
 * in an unusual way, or too large when decompressed.
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
    const holdsObjects = declaresObjects(dictionary)
    if (holdsObjects && !isPlainlyDeflated(dictionary)) return true
    const packed = content.subarray(index + (text[index + 6] === '\r' ? 8 : 7))
    if (!isDeflated(packed)) continue
    deflated += 1
    if (deflated > MAX_DEFLATED_STREAMS) return true
    const head = headOf(packed)
    // Uncompressed objects have been examined above.
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
