import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AmountNotation, likelyAmounts, readAmount, writeAmount } from './amount-reading.ts'

const francs = { decimals: 0, units: ['F CFA', 'FCFA', 'XOF', 'CFA', 'F'] }
const euros = { decimals: 2, units: ['EUR', '€'] }
const french = { group: '\u202F', decimal: ',' } as const
const english = { group: ',', decimal: '.' } as const
const xofFr: AmountNotation = { ...francs, ...french }
const xofEn: AmountNotation = { ...francs, ...english }
const eurFr: AmountNotation = { ...euros, ...french }
const eurEn: AmountNotation = { ...euros, ...english }
const notations = [xofFr, xofEn, eurFr, eurEn]

const amountIn = (text: string, notation: AmountNotation) => {
  const read = readAmount(text, notation)
  return 'problem' in read ? read.problem : read.amount
}

it.each([
  '75000',
  '75 000',
  '75\u00A0000',
  '75\u202F000',
  ' 75000 ',
  '75 000 F CFA',
  '75\u202F000\u00A0F\u202FCFA',
  'F CFA 75 000',
  '75000 xof',
])('reads %j as 75,000 francs in both languages', (text) =>
  expect([amountIn(text, xofFr), amountIn(text, xofEn)]).toEqual([75_000, 75_000]),
)

it.each<[string, AmountNotation, number]>([
  ['1,500', xofEn, 1_500],
  ['1,250,000', xofEn, 1_250_000],
  // A repeated separator can only be a thousands separator.
  ['1.250.000', xofFr, 1_250_000],
  ['1,250,000', xofFr, 1_250_000],
  ['1.250.000', xofEn, 1_250_000],
  ['F CFA 75,000', xofEn, 75_000],
  ['0', xofFr, 0],
  ['007', xofFr, 7],
  ['1 090,50', eurFr, 109_050],
  ['1\u202F090,5', eurFr, 109_050],
  ['1.250.000,50', eurFr, 125_000_050],
  ['0,05 €', eurFr, 5],
  ['12', eurFr, 1_200],
  ['1,090.50', eurEn, 109_050],
  ['1 090.50', eurEn, 109_050],
  ['EUR 12.5', eurEn, 1_250],
])('reads %j', (text, notation, amount) => expect(amountIn(text, notation)).toBe(amount))

it.each<[string, AmountNotation, object]>([
  ['75 000,50', xofFr, { is: 'cents' }],
  ['75 000,50', xofEn, { is: 'cents' }],
  ['50 000,5', xofFr, { is: 'cents' }],
  ['75000.00', xofFr, { is: 'cents' }],
  ['75000.00', xofEn, { is: 'cents' }],
  ['1,500.50', xofEn, { is: 'cents' }],
  ['1,500.50', xofFr, { is: 'cents' }],
  ['12.50', xofFr, { is: 'cents' }],
  ['12.50', xofEn, { is: 'cents' }],
  ['1,5', xofEn, { is: 'cents' }],
  ['12,', xofFr, { is: 'cents' }],
  // A single separator before three digits: thousands for one reader, decimals for another.
  ['1.500', xofFr, { is: 'unclear', meant: '1\u202F500' }],
  ['1,500', xofFr, { is: 'unclear', meant: '1\u202F500' }],
  ['1.500', xofEn, { is: 'unclear', meant: '1,500' }],
  ['1.500', eurFr, { is: 'unclear', meant: '1\u202F500' }],
  ['1,500', eurFr, { is: 'unclear', meant: '1\u202F500' }],
  ['1.500', eurEn, { is: 'unclear', meant: '1,500' }],
  ['1090.50', eurFr, { is: 'unclear', meant: '1\u202F090,50' }],
  ['12,50', eurEn, { is: 'unclear', meant: '12.50' }],
  ['0,500', xofFr, { is: 'cents' }],
  ['1090,505', eurFr, { is: 'decimals' }],
  ['-5000', xofFr, { is: 'sign' }],
  ['−5000', xofFr, { is: 'sign' }],
  ['+5000', xofEn, { is: 'sign' }],
  ['9'.repeat(16), xofFr, { is: 'too-long' }],
  ['1,090.50', eurFr, { is: 'no-amount' }],
  ['1 090,50', eurEn, { is: 'unclear', meant: '1,090.50' }],
  ...[
    '1e5',
    'abc',
    '(500)',
    '١٢٥٠',
    '１２５',
    '12 50',
    '1  500',
    '1 5000',
    '75 EUR',
    '75 000 $',
    '1’500',
    ',50',
    '.',
    '0x10',
    '5%',
  ].map((text): [string, AmountNotation, object] => [text, xofFr, { is: 'no-amount' }]),
  ['75 000 F CFA', eurFr, { is: 'no-amount' }],
])('does not guess what %j means', (text, notation, problem) => expect(amountIn(text, notation)).toEqual(problem))

const aNotation = fc.constantFrom(...notations)
const anAmount = fc.integer({ min: 0, max: 999_999_999_999_999 })

it('reads every amount that the portal formats, with any thousands separator and its unit', () => {
  fc.assert(
    fc.property(
      aNotation,
      anAmount,
      fc.constantFrom(' ', '\u00A0', '\u202F'),
      fc.boolean(),
      (notation, amount, space, hasUnit) => {
        const written = writeAmount(amount, notation)
        expect(amountIn(written, notation)).toBe(amount)
        const spaced = written.replaceAll(notation.group, space)
        expect(amountIn(hasUnit ? `${spaced} ${notation.units[0]}` : spaced, notation)).toBe(amount)
      },
    ),
  )
})

/**
 * The expected reading: digits with thousands separators, and at most two decimals after the last separator. Null:
 * ambiguous.
 */
function readByAPerson(text: string, { group, decimal, decimals, units }: AmountNotation): bigint | null {
  let amountText = text.replaceAll(/\s/gu, ' ').trim()
  const unit = units.find(
    (word) => amountText.toUpperCase().startsWith(word) || amountText.toUpperCase().endsWith(word),
  )
  if (unit)
    amountText = (
      amountText.toUpperCase().startsWith(unit) ? amountText.slice(unit.length) : amountText.slice(0, -unit.length)
    ).trim()
  const tokens = amountText.match(/[0-9]+|[^0-9]/gu) ?? []
  const runs = tokens.filter((_, index) => index % 2 === 0)
  const marks = tokens.filter((_, index) => index % 2 === 1)
  if (tokens.length % 2 === 0 || !runs.every((run) => /^[0-9]+$/u.test(run))) return null
  const hasDecimals = decimals > 0 && marks.at(-1) === decimal && marks.indexOf(decimal) === marks.length - 1
  const fraction = hasDecimals ? (runs.pop() ?? '') : ''
  const between = hasDecimals ? marks.slice(0, -1) : marks
  if (fraction.length > decimals) return null
  const isGrouped = runs.length === 1 || (runs[0]?.length ?? 0) <= 3
  if (!isGrouped || runs.slice(1).some((run) => run.length !== 3) || new Set(between).size > 1) return null
  const [mark] = between
  // A single separator of another notation could be a decimal one.
  if (mark !== undefined && mark !== ' ' && mark !== group && (!/[.,]/u.test(mark) || between.length < 2)) return null
  return BigInt(runs.join('') + fraction.padEnd(decimals, '0'))
}

it('reads any text as its amount or as unreadable', () => {
  const aPiece = fc.constantFrom(
    ...'0123456789',
    '000',
    '500',
    '050',
    ',',
    '.',
    ' ',
    '\u00A0',
    '\u202F',
    '-',
    '+',
    'e',
    'F',
    '€',
    '١',
    ' F CFA',
    "'",
  )
  const aText = fc.oneof(
    fc.array(aPiece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  fc.assert(
    fc.property(aNotation, aText, (notation, text) => {
      const read = amountIn(text, notation)
      expect(typeof read === 'number' ? BigInt(read) : null).toBeOneOf([readByAPerson(text, notation), null])
    }),
    { numRuns: 8_000 },
  )
})

it.each<[string, AmountNotation, number[]]>([
  ['75 000,50', xofFr, [75_000, 75_001]],
  ['75 000,00', xofFr, [75_000]],
  ['12.50 F CFA', xofEn, [12, 13]],
  ['75.000', xofFr, [75_000]],
  ['1.090', eurFr, [109_000]],
  ['1e5', xofFr, []],
  ['-5000', xofFr, []],
  ['5000', xofFr, []],
])('proposes the amounts that %j may mean', (text, notation, amounts) =>
  expect(likelyAmounts(text, notation)).toEqual(amounts),
)
