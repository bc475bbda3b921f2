import type { ImportItem } from 'contract/transfers/imports.ts'
import { expect, it } from 'vitest'
import {
  amountRepairs,
  cellsOf,
  chosenAs,
  editsOf,
  nextProblem,
  pasteEdits,
  problemColumn,
  problemsFirst,
  reverseOf,
  unsavedBeside,
  unsavedCells,
  withTyped,
  withUnsaved,
} from './grid-edits.ts'

type Part = Partial<Pick<ImportItem, 'status' | 'acknowledgement' | 'is_skipped' | 'errors'>>
const item = (id: string, part: Part = {}) =>
  ({
    id,
    status: 'ready',
    acknowledgement: 'none',
    is_skipped: false,
    errors: [],
    ...part,
    typed: { name: `Name ${id}`, iban: 'SN08', label: 'Salaire', amount: '1000' },
  }) as unknown as ImportItem
const rows = [item('a'), item('b'), item('c')]

it('reads the cells of a spreadsheet, with the line end that it adds', () => {
  expect(cellsOf('1\t2\r\n3\r\n')).toEqual([['1', '2'], ['3']])
})

it('keeps a cell with a line break in its row, so that the rows below do not move up', () => {
  expect(cellsOf('Awa\t"Salaire\nnovembre"\r\n"Fall ""Aïcha""\r\net fils"\tPrime\r\nBocar\tPrime\r\n')).toEqual([
    ['Awa', 'Salaire novembre'],
    ['Fall "Aïcha" et fils', 'Prime'],
    ['Bocar', 'Prime'],
  ])
  expect(cellsOf('"Quincaillerie"\n5" vis\n"Reste')).toEqual([['"Quincaillerie"'], ['5" vis'], ['"Reste']])
})

it('pastes a column down from the cell, and leaves equal values and missing lines alone', () => {
  expect(pasteEdits(rows, { row: 1, column: 'amount' }, '2000\n1000\n3000\n')).toEqual([
    { id: 'b', set: { amount: '2000' } },
  ])
  expect(pasteEdits(rows, { row: 0, column: 'label' }, 'Prime\t500\tmore')).toEqual([
    { id: 'a', set: { label: 'Prime', amount: '500' } },
  ])
})

it('shows what is on its way to the server, the later text of a cell', () => {
  const edits = [
    { id: 'b', set: { amount: '2000', label: 'Prime' } },
    { id: 'b', set: { amount: '3000' } },
  ]
  const typed = withTyped(
    rows.map((row) => ({ ...row, beneficiary: {}, transfer: {} }) as ImportItem),
    edits,
  )
  expect(typed[1]?.typed).toMatchObject({ amount: '3000', label: 'Prime' })
  expect(typed[0]?.typed).toEqual(rows[0]?.typed)
})

it('keeps the last press of a box while the answer to a former one comes', () => {
  const [all, one] = [
    { lines: null, set: { is_skipped: true } },
    { lines: ['b'], set: { is_skipped: false } },
  ]
  expect(rows.map((row) => chosenAs(row, [all, one]).is_skipped)).toEqual([true, false, true])
  expect(chosenAs(item('a', { is_skipped: true }), [one, { lines: ['a'], set: {} }]).is_skipped).toBe(true)
})

it('takes an edit back', () => {
  expect(reverseOf(rows, [{ id: 'b', set: { amount: '2000', label: 'Prime' } }])).toEqual([
    { id: 'b', set: { amount: '1000', label: 'Salaire' } },
  ])
})

it('puts errors first, then names to acknowledge, then duplicates, and keeps the order of the file', () => {
  const mixed = [
    item('ready'),
    item('twice', { status: 'duplicate' }),
    item('name', { acknowledgement: 'needed', status: 'warning' }),
    item('error', { status: 'invalid' }),
    item('last'),
  ]
  expect(problemsFirst(mixed)).toEqual(['error', 'name', 'twice', 'ready', 'last'])
})

it('finds the next and the previous problem around the end', () => {
  const mixed = [item('a', { status: 'invalid' }), item('b'), item('c', { acknowledgement: 'needed' })]
  expect([nextProblem(mixed, 0, 1), nextProblem(mixed, 2, 1), nextProblem(mixed, 0, -1)]).toEqual([2, 0, 2])
  expect(nextProblem(rows, 0, 1)).toBeNull()
})

it('names the column of the problem, or the first one where the dialog of the line has it', () => {
  const error = (column: 'iban' | 'phone') => ({ column, code: 'x', message: 'x' })
  expect(problemColumn(item('a', { errors: [error('iban')] }))).toBe('iban')
  expect(problemColumn(item('a', { errors: [error('phone')] }))).toBe('name')
})

it('corrects the amounts of all lines that have a repair, and nothing else', () => {
  const broken = [
    { ...item('a'), repairs: [{ column: 'amount', value: '175000' }] },
    { ...item('b'), repairs: [{ column: 'iban', value: 'SN08' }] },
    { ...item('c'), repairs: [] },
  ] as unknown as ImportItem[]
  expect(amountRepairs(broken)).toEqual([{ id: 'a', set: { amount: '175000' } }])
})

it('keeps texts that were not stored in their cells, with the error there, until another edit writes them', () => {
  const lines = [
    { ...item('a'), repairs: [], beneficiary: {}, transfer: {} },
    { ...item('b'), repairs: [], beneficiary: {}, transfer: {} },
  ] as unknown as ImportItem[]
  const unsaved = unsavedCells([{ id: 'a', set: { name: 'Awa', amount: '12' } }], 'Réseau')
  const [changed, other] = withUnsaved(lines, unsaved)
  expect(changed).toMatchObject({
    status: 'invalid',
    typed: { name: 'Awa', amount: '12', label: 'Salaire' },
    errors: [
      { column: 'name', message: 'Réseau' },
      { column: 'amount', message: 'Réseau' },
    ],
  })
  expect(other).toBe(lines[1])
  expect(editsOf(unsaved)).toEqual([{ id: 'a', set: { name: 'Awa', amount: '12' } }])
  expect(unsavedBeside(unsaved, [{ id: 'a', set: { name: 'Awa Sow' } }])).toMatchObject([{ column: 'amount' }])
})
