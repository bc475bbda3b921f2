import { expect, it } from 'vitest'
import { formatsFor } from '../../lib/formats.ts'
import { readAmountSearch } from './amount-search.ts'

it.each<[string, object | null]>([
  ['=25000', { min: 25_000, max: 25_000, rest: '' }],
  ['= 25 000', { min: 25_000, max: 25_000, rest: '' }],
  ['>100\u202F000', { min: 100_001, rest: '' }],
  ['>=100 000', { min: 100_000, rest: '' }],
  ['<5000', { max: 4_999, rest: '' }],
  ['<=5000', { max: 5_000, rest: '' }],
  ['10000..50000', { min: 10_000, max: 50_000, rest: '' }],
  ['50 000 .. 10\u00A0000', { min: 10_000, max: 50_000, rest: '' }],
  ['senelec >5000 dakar', { min: 5_001, rest: 'senelec dakar' }],
  ['25000', null],
  ['<0', null],
  ['=12,50', null],
  ['>123456789012345', null],
  ['=1.500', null],
  ['a=5', null],
  ['=', null],
])('reads %j in francs', (text, found) => {
  expect(readAmountSearch(text, formatsFor('fr').amountNotation('XOF'))).toEqual(found)
})

it.each<[string, object | null]>([
  ['=12,5', { min: 1_250, max: 1_250, rest: '' }],
  ['>12,50', { min: 1_251, rest: '' }],
  ['>12.50', null],
  ['10..20,05', { min: 1_000, max: 2_005, rest: '' }],
  ['=1,234', null],
])('reads %j in euros', (text, found) => {
  expect(readAmountSearch(text, formatsFor('fr').amountNotation('EUR'))).toEqual(found)
})

it.each<[string, object | null]>([
  ['=1,500', { min: 1_500, max: 1_500, rest: '' }],
  ['=12.50', null],
])('reads %j in francs as English writes them', (text, found) => {
  expect(readAmountSearch(text, formatsFor('en').amountNotation('XOF'))).toEqual(found)
})
