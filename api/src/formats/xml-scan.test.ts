import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeXml } from './xml.ts'
import { decodeXml, scanXml, XmlScanError } from './xml-scan.ts'

function reported(text: string): string[] {
  const seen: string[] = []
  scanXml(text, {
    open: (name, attribute) => void seen.push(`<${name} ${attribute('a') ?? '-'}>`),
    text: (part) => void seen.push(part),
    close: (name) => void seen.push(`</${name}>`),
  })
  return seen
}
const errorOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    if (error instanceof XmlScanError) return [error.reason, error.line]
    throw error
  }
  return null
}

describe('scanning an XML document', () => {
  it('reports elements in their order, without prefixes, with decoded escapes, texts and attributes', () => {
    expect(
      reported(
        '\uFEFF<?xml version="1.0"?>\n<x:r xmlns:x="u" y:a=\'1 > &quot;\'>a&amp;&#233;<![CDATA[<b>&]]><!-- <no> --><e/></x:r>\n'.slice(
          1,
        ),
      ),
    ).toEqual(['<r 1 > ">', 'a&é', '<b>&', '<e ->', '</e>', '</r>'])
  })

  it('reports text exactly as written, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }), (text) => {
        const possible = text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' ')
        expect(reported(writeXml(['a', possible]))).toEqual(['<a ->', possible, '</a>'])
      }),
      { numRuns: 30 },
    )
  })

  it.each<[string, string, number]>([
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'doctype', 1],
    ['<?xml version="1.0"?>\n<!DOCTYPE l [<!ENTITY l0 "l"><!ENTITY l1 "&l0;&l0;">]>\n<l>&l1;</l>', 'doctype', 2],
    ['<a>\n\n&l1;</a>', 'malformed', 1],
    ['<a>&</a>', 'malformed', 1],
    ['<a>&#0;</a>', 'malformed', 1],
    ['<a>\n\0</a>', 'malformed', 2],
    ['<a>\n\n<![CDATA[\u0007]]></a>', 'malformed', 3],
    ['<a b="\0"/>', 'malformed', 1],
    ['<a>\n<b>\n</a>', 'malformed', 3],
    ['<a>', 'malformed', 1],
    ['<a/><b/>', 'malformed', 1],
    ['<a/>x', 'malformed', 1],
    ['<a b=c/>', 'malformed', 1],
    ['<a <b/>', 'malformed', 1],
    ['<!-- ', 'malformed', 1],
    ['', 'malformed', 1],
    [`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`, 'malformed', 1],
    [`<a ${'b="1" '.repeat(100)}/>`, 'malformed', 1],
  ])('is refused with its line: %s', (text, reason, line) =>
    expect(errorOf(() => reported(text))).toEqual([reason, line]),
  )

  it('accepts UTF-8 only, and refuses another declared encoding', () => {
    expect(errorOf(() => decodeXml(Buffer.from('<a>é</a>', 'latin1')))).toEqual(['encoding', 1])
    expect(errorOf(() => decodeXml(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a/>')))).toEqual([
      'encoding',
      1,
    ])
    expect(decodeXml(Buffer.from('\uFEFF<a/>'))).toBe('<a/>')
  })

  it('is fast and does not crash on damaged input', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<a/>',
      '<',
      '>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&#x41;',
      '&',
      ' a="',
      '"',
      '<a b="',
      '<?',
      '?>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const error = errorOf(() => reported(pieces.join('')))
        expect(error === null || typeof error[1] === 'number').toBe(true)
      }),
    )
    const started = performance.now()
    for (const text of [
      `<a b="${'x'.repeat(5_000_000)}`,
      `<a${' '.repeat(2_000_000)}`,
      `<a ${'b'.repeat(2_000_000)}`,
      '<a '.repeat(500_000),
    ])
      expect(errorOf(() => reported(text))?.[0]).toBe('malformed')
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
