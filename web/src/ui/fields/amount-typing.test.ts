import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AmountNotation } from './amount-reading.ts'
import { readDraft, retype, showDraft } from './amount-typing.ts'

const xofFr: AmountNotation = { group: '\u202F', decimal: ',', decimals: 0, units: ['F CFA', 'XOF'] }
const xofEn: AmountNotation = { group: ',', decimal: '.', decimals: 0, units: ['F CFA', 'XOF'] }
const eurFr: AmountNotation = { ...xofFr, decimals: 2, units: ['EUR'] }
const eurEn: AmountNotation = { ...xofEn, decimals: 2, units: ['EUR'] }

type Field = { text: string; caret: number; value: number | string | null }
const empty: Field = { text: '', caret: 0, value: null }

/** The content of a field after keys: a character, Backspace, Delete, or an arrow. */
function press(field: Field, key: string, notation: AmountNotation): Field {
  const { text, caret } = field
  const change = (after: string, at: number, by: 'key' | 'delete-forward') =>
    retype({ before: text, after, caret: at, by }, notation)
  if (key === '←') return { ...field, caret: Math.max(0, caret - 1) }
  if (key === '⌫') return caret === 0 ? field : change(text.slice(0, caret - 1) + text.slice(caret), caret - 1, 'key')
  if (key === '⌦')
    return caret === text.length ? field : change(text.slice(0, caret) + text.slice(caret + 1), caret, 'delete-forward')
  return change(text.slice(0, caret) + key + text.slice(caret), caret + 1, 'key')
}
const type = (keys: string, notation: AmountNotation, from = empty) =>
  [...keys].reduce((field, key) => press(field, key, notation), from)
const seen = ({ text, caret }: Field) => `${text.slice(0, caret)}|${text.slice(caret)}`.replaceAll('\u202F', '_')

it('groups digits while typing at the end', () => {
  expect(['1', '12', '125', '1250', '12500', '12500000'].map((keys) => seen(type(keys, xofFr)))).toEqual([
    '1|',
    '12|',
    '125|',
    '1_250|',
    '12_500|',
    '12_500_000|',
  ])
  expect(seen(type('1500', xofEn))).toBe('1,500|')
  expect(type('1,500,000', xofEn)).toMatchObject({ text: '1,500,000', value: 1_500_000 })
  expect(type('1 500 000', xofFr)).toMatchObject({ text: '1\u202F500\u202F000', value: 1_500_000 })
})

it('removes the grouping while editing in the middle', () => {
  expect(seen(type('1500⌫', xofFr))).toBe('150|')
  // The comma was inserted by the portal: the rest is 150 francs, not 1.50.
  expect(seen(type('1500⌫', xofEn))).toBe('150|')
  expect(type('1500⌫', eurEn)).toMatchObject({ text: '150', value: 15_000 })
  expect(seen(type('1250←←←←9', xofFr))).toBe('19|_250')
  expect(seen(type('19250←←←←9', xofFr))).toBe('199|_250')
  expect(seen(type('199250←←←←9', xofFr))).toBe('1_999|_250')
  expect(seen(type('12500⌫⌫', xofFr))).toBe('125|')
  // A space typed by the user stays a space.
  expect(seen(type('12 500⌫', xofEn))).toBe('1 250|')
})

it('moves the caret past a separator on backspace and delete', () => {
  expect(seen(type('1250←←←⌫', xofFr))).toBe('1|_250')
  expect(seen(type('1250←←←←⌦', xofFr))).toBe('1_|250')
  expect(seen(type('1250←←←←⌦⌦', xofFr))).toBe('1|50')
})

it('leaves text that is no amount unchanged', () => {
  for (const [keys, notation] of [
    ['75 000,50', xofFr],
    ['75000.00', xofFr],
    ['-5000', xofFr],
    ['1e5', xofFr],
    ['12.50', xofFr],
    ['abc', xofFr],
    ['١٢', xofFr],
    ['-5000', xofEn],
  ] as const) {
    const { text, value } = type(keys, notation)
    // Only the spaces between thousands become the portal's own.
    expect(text.replaceAll(/\s/gu, '')).toBe(keys.replaceAll(/\s/gu, ''))
    expect(value).toBe(text)
  }
  expect(type('75 000,50', xofEn)).toMatchObject({ text: '75 000,50', value: '75 000,50' })
  expect(type('1,500.50', xofEn)).toMatchObject({ text: '1,500.50', value: '1,500.50' })
})

it('accepts cents of euros, and groups only the digits before them', () => {
  expect(type('1090,5', eurFr)).toMatchObject({ text: '1\u202F090,5', value: 109_050 })
  expect(type('1090,50', eurFr)).toMatchObject({ text: '1\u202F090,50', value: 109_050 })
  expect(type('1090.50', eurEn)).toMatchObject({ text: '1,090.50', value: 109_050 })
  expect(seen(type('1090,50←←←←⌫', eurFr))).toBe('10|0,50')
  expect(type('1090,505', eurFr).value).toBe('1\u202F090,505')
})

it('reads pasted text as a whole', () => {
  const paste = (after: string, before: string) => retype({ before, after, caret: after.length, by: 'text' }, xofEn)
  // Typed as a key, the last digit would be dropped.
  expect(paste('1,50', '1,500')).toEqual({ text: '1,50', caret: 4, value: '1,50' })
  expect(paste('75 000,50', '')).toMatchObject({ text: '75 000,50', value: '75 000,50' })
  expect(paste('75 000 F CFA', '')).toMatchObject({ text: '75,000', value: 75_000 })
  expect(type('75000 F CFA', xofFr)).toMatchObject({ value: 75_000 })
  expect(paste('9'.repeat(30), '').value).toBe('9'.repeat(30))
})

it('has no value for an empty field', () => {
  expect(type('1⌫', xofFr)).toEqual(empty)
  expect(showDraft(null, xofFr)).toBe('')
  expect(showDraft(1_250_000, xofEn)).toBe('1,250,000')
  expect(showDraft(5, eurFr)).toBe('0,05')
})

it('always has the value of its text, for any keys, and loses no digit', () => {
  const aNotation = fc.constantFrom(xofFr, xofEn, eurFr, eurEn)
  const keys = fc.array(fc.constantFrom(...'01234567890,. ⌫⌦←←-e'), { maxLength: 24 })
  fc.assert(
    fc.property(aNotation, keys, (notation, pressed) => {
      let field = empty
      for (const key of pressed) {
        const before = field
        field = press(field, key, notation)
        expect(readDraft(field.text, notation)).toBe(field.value)
        if (typeof field.value === 'string') expect(field.value).toBe(field.text)
        if (!/\d/.test(key)) continue
        const digits = (text: string) => text.replaceAll(/\D/g, '')
        const added = digits(before.text.slice(0, before.caret)) + key + digits(before.text.slice(before.caret))
        expect(digits(field.text).replace(/^0+(?=\d)/, '')).toBe(added.replace(/^0+(?=\d)/, ''))
        if (typeof field.value === 'number' && key !== '0') expect(field.text[field.caret - 1]).toBe(key)
      }
    }),
    { numRuns: 5_000 },
  )
})
