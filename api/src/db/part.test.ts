import { expect, it } from 'vitest'
import { bigint, columnsOf, recordsetOf, table, text } from './columns.ts'
import { type Fragment, part } from './db.ts'

const coins = table('coins', { name: text(), value: bigint() })

it('joins its own texts with those of its fragments, and its values in their order', () => {
  const rows = [{ name: 'dix', value: 10 }]
  const insert = (at: string) =>
    part`INSERT INTO coins (${columnsOf(coins)}, at) SELECT c.*, ${at} FROM ${recordsetOf(coins, rows, 'c')} WHERE true`
  const { texts, values } = insert('now')
  expect(texts).toEqual([
    'INSERT INTO coins (name, value, at) SELECT c.*, ',
    ' FROM jsonb_to_recordset(',
    ') AS c (name text, value bigint) WHERE true',
  ])
  expect(values).toEqual(['now', JSON.stringify(rows)])
  expect(insert('later').texts).toBe(texts)
})

it('can contain another part', () => {
  const inner = (id: number) => part`id = ${id}`
  const { texts, values } = part`SELECT 1 WHERE ${inner(5)} AND ${true}`
  expect([texts, values]).toEqual([
    ['SELECT 1 WHERE id = ', ' AND ', ''],
    [5, true],
  ])
})

it('refuses other columns at the same place: the texts were joined with the first ones', () => {
  const select = (columns: Fragment) => part`SELECT ${columns} FROM coins`
  select(columnsOf(coins))
  expect(() => select(columnsOf(coins, 'c'))).toThrow('columns change')
})
