// Detects the kind of a file by its content, whatever its name and media type say.
import { type FileKind, fileKinds } from 'contract/endpoint.ts'
import { crc32 } from 'node:zlib'

export const mediaTypes: Record<FileKind, string> = { pdf: 'application/pdf', jpeg: 'image/jpeg', png: 'image/png' }

/** The type of a stored media type. */
export function kindOfMediaType(mediaType: string): FileKind {
  const kind = fileKinds.find((one) => mediaTypes[one] === mediaType)
  if (!kind) throw new Error(`no file is kept as ${mediaType}`)
  return kind
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const IHDR_END = 33

/** A PNG begins with its signature and a valid header chunk. */
function isPng(content: Buffer): boolean {
  if (content.length < IHDR_END || !content.subarray(0, 8).equals(PNG_SIGNATURE)) return false
  const isHeader = content.readUInt32BE(8) === 13 && content.toString('latin1', 12, 16) === 'IHDR'
  return isHeader && crc32(content.subarray(12, 29)) === content.readUInt32BE(29)
}

/** A JPEG begins with a start marker and another marker that may begin a picture. */
const isJpeg = (content: Buffer) =>
  content.length > 4 && content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff && (content[3] ?? 0) >= 0xc0

// The header must be at the start: programs that search for it further on allow one file to hide in another.
const isPdf = (content: Buffer) => /^%PDF-[12]\.\d/.test(content.toString('latin1', 0, 10))

/** The type of the file, or null if customers may not upload it. */
export function kindOf(content: Buffer): FileKind | null {
  if (isPdf(content)) return 'pdf'
  if (isPng(content)) return 'png'
  return isJpeg(content) ? 'jpeg' : null
}
