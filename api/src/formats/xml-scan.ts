// Scans XML sequentially, without building a tree: thousands of lines in the time that a tree of objects would need for
// hundreds. Document types and own entities are not supported.

/** Why a document is not read, and on which of its lines. */
export class XmlScanError extends Error {
  readonly reason: 'doctype' | 'malformed' | 'encoding'
  readonly line: number
  constructor(reason: XmlScanError['reason'], line: number) {
    super(`${reason} on line ${line}`)
    this.reason = reason
    this.line = line
  }
}

type Reader = {
  /** Names have no prefix. */
  open: (name: string, attribute: (name: string) => string | null) => void
  /** Text is unescaped; it may arrive in several parts. */
  text: (text: string) => void
  close: (name: string) => void
}

const MAX_DEPTH = 32

// A tag with at most 64 attributes: the limit keeps the memory of the expression small.
const TAG = /<(\/?)([^\s<>/="'!?&]{1,200})((?:\s+[^\s<>/="'&]{1,200}\s*=\s*(?:"[^"<]*"|'[^'<]*')){0,64})\s*(\/?)>/y
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// Characters that XML 1.0 forbids, even escaped; lone surrogates too.
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

const bare = (name: string) => name.slice(name.indexOf(':') + 1)
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** Decodes the escapes of a text; null if one is not predefined. */
function unescaped(text: string): string | null {
  if (!text.includes('&')) return text
  let isValid = true
  const plain = text.replaceAll(
    /&(?:([a-z]{2,4});|#(\d{1,7});|#x([0-9a-fA-F]{1,6});)?/g,
    (_, name?: string, ten?: string, hex?: string) => {
      const named = name === undefined ? undefined : NAMED[name]
      if (named !== undefined) return named
      const point = ten === undefined ? Number.parseInt(hex ?? 'x', 16) : Number(ten)
      const char = point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\0'
      if (IMPOSSIBLE.test(char)) isValid = false
      return char
    },
  )
  return isValid ? plain : null
}

/** The text of a document: UTF-8, with or without a byte order mark. */
export function decodeXml(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new XmlScanError('encoding', 1)
  }
  const encoding = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(text.slice(0, 200))?.[1]
  if (encoding && encoding.toUpperCase() !== 'UTF-8') throw new XmlScanError('encoding', 1)
  return text
}

/** Passes the content of a document to a handler, in order. Throws XmlScanError if it is not well-formed. */
export function scanXml(text: string, reader: Reader): void {
  const error = (reason: XmlScanError['reason'], at: number) => new XmlScanError(reason, lineAt(text, at))
  const impossible = text.search(IMPOSSIBLE)
  if (impossible >= 0) throw error('malformed', impossible)
  const open: string[] = []
  let hasRoot = false
  let index = 0
  const endOf = (mark: string, from: number) => {
    const end = text.indexOf(mark, from)
    if (end < 0) throw error('malformed', index)
    return end
  }
  while (index < text.length) {
    const next = text.indexOf('<', index)
    const between = text.slice(index, next < 0 ? text.length : next)
    if (between !== '') {
      const plain = unescaped(between)
      if (plain === null || (open.length === 0 && plain.trim() !== '')) throw error('malformed', index)
      if (open.length > 0) reader.text(plain)
    }
    if (next < 0) break
    index = next
    if (text.startsWith('<!--', index)) index = endOf('-->', index + 4) + 3
    else if (text.startsWith('<![CDATA[', index)) {
      const end = endOf(']]>', index + 9)
      if (open.length === 0) throw error('malformed', index)
      reader.text(text.slice(index + 9, end))
      index = end + 3
    } else if (text.startsWith('<!', index)) throw error('doctype', index)
    else if (text.startsWith('<?', index)) index = endOf('?>', index + 2) + 2
    else {
      TAG.lastIndex = index
      const [whole, slash, name = '', attributes = '', end] = TAG.exec(text) ?? []
      if (whole === undefined) throw error('malformed', index)
      if (slash) {
        if (attributes !== '' || end || open.pop() !== name) throw error('malformed', index)
        reader.close(bare(name))
      } else {
        if (open.length === 0 && hasRoot) throw error('malformed', index)
        hasRoot = true
        if (open.push(name) > MAX_DEPTH) throw error('malformed', index)
        const at = index
        reader.open(bare(name), (context) => {
          for (const [, key = '', quoted = ''] of attributes.matchAll(/([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
            if (bare(key) !== context) continue
            const value = unescaped(quoted.slice(1, -1))
            if (value === null) throw error('malformed', at)
            return value
          }
          return null
        })
        if (end) {
          open.pop()
          reader.close(bare(name))
        }
      }
      index += whole.length
    }
  }
  if (!hasRoot || open.length > 0) throw error('malformed', text.length)
}
