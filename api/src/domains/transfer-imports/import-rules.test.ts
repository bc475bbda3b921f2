import { expect, it } from 'vitest'
import { repairedAmount } from './import-rules.ts'

it.each([
  ['60 O00', '60000'],
  ['13oooo', '130000'],
  ['75.000', '75000'],
  ['1,250,000', '1250000'],
  ['75 000,00', '75000'],
  ['+5 000', '5000'],
  // Anything else is typed by a person.
  ['75 000,50', null],
  ['-5000', null],
  ['1e5', null],
  ['soixante', null],
  ['', null],
  ['OOO', null],
  ['60000', null],
])('repairs the amount %j as %j', (typed, amount) => expect(repairedAmount(typed)).toBe(amount))
