// Reads and writes XML of banking messages: written compactly and escaped, read without document types and entities.
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** An element: its name, its text or its children (null: omitted), its attributes. */
export type Xml = readonly [
  name: string,
  content: string | readonly (Xml | null)[],
  attributes?: Readonly<Record<string, string>>,
]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 forbids, even escaped; lone surrogates too.
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
/** Escapes a text for use between tags or in attributes. */
export const escaped = (text: string) =>
  text.replaceAll(impossible, ' ').replaceAll(/[&<>"]/g, (char) => escapes[char] ?? char)

function lines([name, content, attributes = {}]: Xml, indent: string): string[] {
  const named = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')
  if (typeof content === 'string') return [`${indent}<${named}>${escaped(content)}</${name}>`]
  const children = content.filter((child) => child !== null).flatMap((child) => lines(child, `${indent}  `))
  return [`${indent}<${named}>`, ...children, `${indent}</${name}>`]
}

export const writeXml = (root: Xml) => `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '').join('\n')}\n`

/** Formats a part of a document that is written in pieces, at a nesting depth. */
export const writeXmlPart = (part: Xml, depth: number) => `${lines(part, '  '.repeat(depth)).join('\n')}\n`

/** Why a document is not read, in a sentence for the operator. */
export class XmlError extends Error {}

const MAX_BYTES = 16_777_216
const MAX_DEPTH = 32

/**
 * Parses a UTF-8 document: elements become objects, text stays text, attributes begin with @, prefixes are removed.
 * Elements named in `lists` are lists even if there is one. Document types and own entities are refused.
 */
export function readXml(bytes: Buffer, lists: readonly string[]): Record<string, unknown> {
  if (bytes.length > MAX_BYTES) throw new XmlError(`it is larger than ${MAX_BYTES} bytes`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new XmlError('it is not UTF-8')
  }
  const encoding = /^<\?xml[^>]*\sencoding=["']([^"']*)["']/.exec(text)?.[1]
  if (encoding && encoding.toUpperCase() !== 'UTF-8') throw new XmlError(`it says that it is ${encoding}, not UTF-8`)
  // The database stores no character 0, and no message needs the others.
  if (text.search(impossible) >= 0) throw new XmlError('it has a character that XML forbids')
  // Refused before parsing, so that no declared entity is ever expanded.
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw new XmlError('it has a document type')
  const checked = XMLValidator.validate(text)
  if (checked !== true) throw new XmlError(`it is not well-formed: ${checked.err.msg}`)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
    // Account numbers and codes stay text, even if they look like numbers.
    parseTagValue: false,
    parseAttributeValue: false,
    // The name is the library's: references to characters by number are read with them.
    htmlEntities: true,
    maxNestedTags: MAX_DEPTH,
    isArray: (name) => lists.includes(name),
  })
  try {
    return parser.parse(text) as Record<string, unknown>
  } catch (error) {
    throw new XmlError(`it is not read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
