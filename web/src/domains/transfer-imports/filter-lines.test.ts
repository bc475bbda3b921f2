import type { ImportItem } from 'contract/transfers/imports.ts'
import { expect, it } from 'vitest'
import { filteredLines } from './filter-lines.ts'

const line = (number: number, name: string, iban: string, label: string, status: ImportItem['status'] = 'ready') =>
  ({
    line: number,
    status,
    typed: { iban },
    beneficiary: { name, iban: status === 'invalid' ? '' : iban },
    transfer: { label },
    acknowledgement: 'none',
    warnings: status === 'duplicate' ? [{ column: 'amount', code: 'duplicate', message: '' }] : [],
  }) as ImportItem

const lines = [
  line(2, 'Aïssatou Sène', 'SN08SN0100152000048500000125', 'Salaire août'),
  line(3, 'Khady Sarr', 'SN08SN0100152000048500000289', 'Prime de Tabaski'),
  line(4, '', 'SN99 0001', 'Salaire août', 'invalid'),
]
const found = (filter: Parameters<typeof filteredLines>[1]) =>
  filteredLines(lines, filter).map(({ line: number }) => number)

it('finds lines by name, IBAN, label or number, ignoring accents, case and spaces', () => {
  expect(found({})).toEqual([2, 3, 4])
  expect(found({ search: 'aissatou SENE' })).toEqual([2])
  expect(found({ search: 'SN08 SN01 0015 2000 0485 0000 0289' })).toEqual([3])
  expect(found({ search: 'sn990001' })).toEqual([4])
  expect(found({ search: 'aout' })).toEqual([2, 4])
  expect(found({ search: '4' })).toEqual([2, 3, 4])
  expect(found({ search: 'personne' })).toEqual([])
})

it('filters possible duplicates', () => {
  const duplicate = line(5, 'Khady Sarr', 'SN08SN0100152000048500000289', 'Prime de Tabaski', 'duplicate')
  const news = {
    ...line(6, 'A', 'B', 'C', 'warning'),
    warnings: [{ column: 'name' as const, code: 'new_payee', message: '' }],
  }
  const again = { ...news, line: 7, warnings: [{ column: 'amount' as const, code: 'paid_recently', message: '' }] }
  expect(
    filteredLines([...lines, duplicate, news, again], { only: 'twice' }).map(({ line: number }) => number),
  ).toEqual([5, 7])
})

it('filters names that differ from the account holder, acknowledged or not', () => {
  const [requested, seen] = (['needed', 'given'] as const).map((acknowledgement, index) => ({
    ...line(8 + index, 'A', 'B', 'C'),
    acknowledgement,
  }))
  expect(
    filteredLines([...lines, requested, seen] as ImportItem[], { only: 'names' }).map(({ line: number }) => number),
  ).toEqual([8, 9])
})

it('filters payable or not payable lines', () => {
  expect(found({ only: 'invalid' })).toEqual([4])
  expect(found({ only: 'ready', search: 'salaire' })).toEqual([2])
})
