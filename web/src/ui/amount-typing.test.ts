import { expect, it } from 'vitest'
import { readPastedAmount, retype, showAmount } from './amount-typing.ts'

const type = (text: string) => {
  const caret = text.indexOf('|')
  const typed = retype(text.replace('|', ''), caret < 0 ? text.length : caret, ' ')
  return `${typed.text.slice(0, typed.caret)}|${typed.text.slice(typed.caret)}`
}

it('groups while one types at the end', () => {
  expect(['1|', '12|', '125|', '1250|', '1 2500|', '12 500000|'].map(type)).toEqual([
    '1|',
    '12|',
    '125|',
    '1 250|',
    '12 500|',
    '12 500 000|',
  ])
})

it('keeps the caret behind the same digit when one corrects in the middle', () => {
  expect(type('19| 250')).toBe('19| 250')
  expect(type('199| 250')).toBe('199| 250')
  expect(type('1999| 250')).toBe('1 999| 250')
  expect(type('|12 500')).toBe('|12 500')
  expect(type('12|00 000')).toBe('1 2|00 000')
})

it('lets nothing but digits in, and no leading zero', () => {
  expect(type('-12a|')).toBe('12|')
  expect(type('007|')).toBe('7|')
  expect(type('0|')).toBe('0|')
  expect(retype('١٢', 2, ' ').value).toBeNull()
})

it('never makes a number that is not exact', () => {
  expect(retype('9'.repeat(30), 30, ' ').value).toBe(999_999_999_999_999)
})

it('gives the empty field no value', () => {
  expect(retype('', 0, ' ')).toEqual({ text: '', caret: 0, value: null })
  expect(showAmount(null, ' ')).toBe('')
  expect(showAmount(1250000, ',')).toBe('1,250,000')
})

it.each([
  ['1 250 000 F CFA', 1_250_000],
  ['1\u202f250\u202f000\u00a0F\u202fCFA', 1_250_000],
  ['1.250.000', 1_250_000],
  ['1,250,000 XOF', 1_250_000],
  ['F CFA 75,000', 75_000],
  ['1250000', 1_250_000],
])('reads %s when it is pasted', (pasted, amount) => {
  expect(readPastedAmount(pasted)).toBe(amount)
})

it.each(['1 250,50', '12.5', '-500', 'abc', '', '1e6', '9'.repeat(16)])('does not guess what %s means', (pasted) => {
  expect(readPastedAmount(pasted)).toBeNull()
})
