// Reads forms with files into memory under limits, and validates them before a use case sees them.
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { type FileFields, type FileKind, fileKinds, MAX_FILE_BYTES, MAX_UPLOAD_BYTES } from 'contract/endpoint.ts'
import type { Language } from 'contract/language.ts'
import { type ProblemCode, problems } from 'contract/problems.ts'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { kindOf, mediaTypes } from '../formats/file-content.ts'
import { cleanFileName, cleanTableName } from '../formats/file-names.ts'
import { MAX_PIXELS, pixelsOf, rewriteImage } from '../adapters/images.ts'
import { isActivePdf, isWholePdf } from '../formats/pdf-content.ts'
import { Refusal } from '../refusal.ts'
import { stepsOf, objectOf } from './form-keys.ts'
import { InputError } from './input-error.ts'
import { parseJsonBody } from './json-body.ts'

/** A file as use cases receive it: of a type that its call accepts, pictures encoded again, with a cleaned name. */
export type Upload = { name: string; kind: FileKind | 'table'; media_type: string; content: Buffer }
/** `digest`: of everything that was sent, so that an idempotency key applies to these fields and these files. */
export type Form = { body: unknown; files: Record<string, Upload[]>; digest: string }

type Part = { field: string; name: string; content: Buffer }
type Parts = { fields: [string, string][]; files: Part[] }

const LIMITS = { fieldSize: 64 * 1024, fields: 200, headerPairs: 20, headerSize: 4096, fieldNameSize: 200 }

export const isMultipart = (request: FastifyRequest) =>
  /^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')

/** One user may use a quarter of the memory of all forms: with slow uploads they could otherwise block everybody. */
const USER_SHARE = 1 / 4

/** The memory of one form. `grow`: false if there is none for so many more bytes. */
export type HeldMemory = { grow: (bytes: number) => boolean; release: () => void }

/** The memory that all forms together may use: a form beyond it is answered 503 with Retry-After. */
export function createUploadMemory(max: number): (user: string | null) => HeldMemory {
  let used = 0
  const heldByUsers = new Map<string, number>()
  return (user) => {
    let held = 0
    const change = (bytes: number) => {
      held += bytes
      used += bytes
      if (user === null) return 0
      const heldByUser = (heldByUsers.get(user) ?? 0) + bytes
      if (heldByUser > 0) heldByUsers.set(user, heldByUser)
      else heldByUsers.delete(user)
      return heldByUser
    }
    return {
      grow: (bytes) => change(bytes) <= max * USER_SHARE && used <= max,
      release: () => void change(-held),
    }
  }
}

async function readParts(
  source: Readable,
  contentType: string,
  maxFiles: number,
  grow: (bytes: number) => boolean,
): Promise<Parts> {
  const found: Parts = { fields: [], files: [] }
  const refusals: Refusal[] = []
  const refuse = (code: ConstructorParameters<typeof Refusal>[0]) => void refusals.push(new Refusal(code))
  const parser = openParser(contentType, maxFiles)

  parser.on('field', (name: string | undefined, value: string, _isNameTruncated: boolean, isTruncated: boolean) => {
    if (isTruncated) refuse('too_large')
    else if (name === undefined || name.length > LIMITS.fieldNameSize) refuse('malformed')
    else found.fields.push([name, value])
  })
  parser.on('file', (field: string | undefined, stream: Readable, name: string | undefined) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('limit', () => refuse('file_too_large'))
    stream.on('error', () => refuse('upload_cut'))
    stream.on('end', () => {
      const content = Buffer.concat(chunks)
      if (field === undefined || field.length > LIMITS.fieldNameSize) refuse('malformed')
      // An empty file input of a plain form sends a part without name and content.
      else if (content.length > 0 || name) found.files.push({ field, name: name ?? '', content })
    })
  })
  for (const limit of ['partsLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse('too_large'))
  parser.on('filesLimit', () => refuse('too_many_files'))
  parser.on('error', () => refuse('upload_cut'))

  let total = 0
  const done = once(parser, 'finish')
  // Rejected if the parser fails first, which `refusals` reports.
  done.catch(() => null)
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length
      if (!grow(chunk.length)) refuse('unavailable')
      if (total > MAX_UPLOAD_BYTES + LIMITS.fields * LIMITS.fieldSize) refuse('too_large')
      if (refusals[0]) throw refusals[0]
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), done])
    }
    parser.end()
    await done
  } catch (error) {
    // The rest of the upload is discarded; the connection closes with the answer.
    source.resume()
    throw refusals[0] ?? (error instanceof Refusal ? error : new Refusal('upload_cut'))
  }
  if (refusals[0]) throw refusals[0]
  if (found.files.reduce((sum, { content }) => sum + content.length, 0) > MAX_UPLOAD_BYTES)
    throw new Refusal('too_large')
  return found
}

function openParser(contentType: string, maxFiles: number): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { ...LIMITS, fileSize: MAX_FILE_BYTES, files: maxFiles, parts: LIMITS.fields + maxFiles },
      // Decided by the file name alone: a part without one is text, whatever its media type.
      isPartAFile: (_field, _type, name) => name !== undefined,
    })
  } catch {
    throw new Refusal('malformed')
  }
}

async function checkFile(
  content: Buffer,
  kinds: readonly FileKind[],
): Promise<{ code: ProblemCode } | { kind: FileKind; content: Buffer }> {
  if (content.length === 0) return { code: 'file_empty' }
  const kind = kindOf(content)
  if (!kind || !kinds.includes(kind))
    return { code: !kinds.includes('pdf') ? 'image_type' : kinds.length === 1 ? 'pdf_type' : 'file_type' }
  if (kind === 'pdf') {
    if (!isWholePdf(content)) return { code: 'file_damaged' }
    return isActivePdf(content) ? { code: 'file_active' } : { kind, content }
  }
  // Checked before decoding: a few kilobytes can declare gigabytes of pixels.
  if (((await pixelsOf(content)) ?? 0) > MAX_PIXELS) return { code: 'image_too_large' }
  const rewritten = await rewriteImage(content, kind)
  return rewritten ? { kind, content: rewritten } : { code: 'file_damaged' }
}

async function checkFiles(
  parts: readonly Part[],
  allowed: FileFields,
  lang: Language,
): Promise<Record<string, Upload[]>> {
  const files: Record<string, Upload[]> = Object.fromEntries(Object.keys(allowed).map((field) => [field, []]))
  const found: { field: string; code: ProblemCode; message: string }[] = []
  for (const { field, name, content } of parts) {
    const [first, position, ...deeper] = stepsOf(field)
    const uploads = files[first]
    const accepted = allowed[first]
    if (!uploads || !accepted || deeper.length > 0 || (position !== undefined && !/^\d{1,3}$/.test(position))) {
      found.push({ field, code: 'unknown_field', message: problems.unknown_field[lang] })
      continue
    }
    if (uploads.length === accepted.max) throw new Refusal('too_many_files')
    if (accepted.isTable) {
      uploads.push({ name: cleanTableName(name), kind: 'table', media_type: 'application/octet-stream', content })
      continue
    }
    const checked = await checkFile(content, accepted.kinds ?? fileKinds)
    if ('code' in checked) found.push({ field, code: checked.code, message: problems[checked.code][lang] })
    else
      uploads.push({
        name: cleanFileName(name, checked.kind),
        kind: checked.kind,
        media_type: mediaTypes[checked.kind],
        content: checked.content,
      })
  }
  if (found.length > 0) throw new InputError(found)
  return files
}

/** The body: the JSON of the part `jsonBody` if there is one, else the object of the bracketed keys. */
function bodyOf(fields: Parts['fields']): unknown {
  const { jsonBody, ...others } = objectOf(fields)
  if (jsonBody === undefined) return others
  if (Object.keys(others).length > 0) throw new Refusal('malformed')
  return typeof jsonBody === 'string' ? parseJsonBody(jsonBody) : jsonBody
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** Reads a form. Refuses truncated, too large or too many files, wrong types, and malformed names. */
export async function readForm(
  request: FastifyRequest,
  allowed: FileFields,
  lang: Language,
  held: HeldMemory,
): Promise<Form> {
  const declared = Number(request.headers['content-length'] ?? 0) || 0
  if (declared > MAX_UPLOAD_BYTES + LIMITS.fields * LIMITS.fieldSize) throw new Refusal('too_large')
  try {
    return await readWhole(request, allowed, lang, held.grow)
  } finally {
    held.release()
  }
}

async function readWhole(
  request: FastifyRequest,
  allowed: FileFields,
  lang: Language,
  grow: (bytes: number) => boolean,
): Promise<Form> {
  const maxFiles = Object.values(allowed).reduce((sum, { max }) => sum + max, 0)
  const parts = await readParts(request.raw, request.headers['content-type'] ?? '', maxFiles, grow)
  const digest = sha256(
    JSON.stringify([parts.fields, parts.files.map(({ field, name, content }) => [field, name, sha256(content)])]),
  )
  return { body: bodyOf(parts.fields), files: await checkFiles(parts.files, allowed, lang), digest }
}
