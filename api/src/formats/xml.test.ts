import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readXml, writeXml, XmlError } from './xml.ts'

const read = (text: string, lists: string[] = []) => readXml(Buffer.from(text), lists)

describe('writing an XML document', () => {
  it('escapes text so that it is read back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (text) => {
        // Characters that XML forbids become a space; line ends and outer spaces are changed by the parser.
        const possible = text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' ')
        fc.pre(possible.trim() === possible && !/\r/.test(possible))
        expect(read(writeXml(['a', [['b', text]]]))).toEqual({ a: { b: possible } })
      }),
    )
  })

  it('writes attributes, and omits elements without a value', () => {
    const text = writeXml(['a', [['b', '1', { Ccy: 'X"&<' }], null]])
    expect(text).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b Ccy="X&quot;&amp;&lt;">1</b>\n</a>\n')
    expect(read(text)).toEqual({ a: { b: { '#text': '1', '@Ccy': 'X"&<' } } })
  })
})

describe('reading an XML document', () => {
  it('returns numbers as text, removes prefixes, and returns lists also for one element', () => {
    expect(read('<p:a xmlns:p="urn:x"><p:b>007</p:b><p:c>1e3</p:c></p:a>', ['b'])).toEqual({
      a: { b: ['007'], c: '1e3' },
    })
  })

  it.each([
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'document type'],
    ['<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>', 'document type'],
    ['<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>', 'document type'],
    ['<?xml version="1.0" encoding="UTF-16"?><a/>', 'UTF-16'],
    ['<a><b></a>', 'not well-formed'],
    ['<a>', 'not well-formed'],
    ['', 'not well-formed'],
    [`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`, 'not read'],
  ])('refuses with a message: %s', (text, reason) => {
    expect(() => read(text)).toThrow(XmlError)
    expect(() => read(text)).toThrow(reason)
  })

  it('refuses above 16 MiB before parsing', () => {
    expect(() => readXml(Buffer.alloc(16_777_217, 'a'), [])).toThrow('larger')
  })

  it('never crashes, and cannot modify prototypes', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<a/>',
      '<__proto__>',
      '</__proto__>',
      '<constructor x="1"/>',
      '&amp;',
      '&#0;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      'x',
      '=',
      '"',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
        try {
          read(pieces.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(XmlError)
        }
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
    )
  })
})
