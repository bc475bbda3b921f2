import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../../test/test-ledger.ts'
import type { Fragment } from './db.ts'
import {
  bigint,
  boolean,
  bytea,
  type ColumnList,
  columnsOf,
  date,
  except,
  integer,
  jsonb,
  nullable,
  numeric,
  only,
  recordsetOf,
  type RowOf,
  table,
  text,
  texts,
  timestamp,
  uuid,
  valuesOf,
} from './columns.ts'

const orders = table('orders', {
  id: uuid(),
  name: text<'one' | 'two'>(),
  note: nullable(text()),
  amount: bigint(),
  rate: numeric(),
  labels: texts<'a' | 'b'>(),
  lines: nullable(integer()),
  day: date(),
  at: nullable(timestamp()),
  is_open: boolean(),
  hash: bytea(),
  parts: nullable(jsonb<{ line: number }[]>()),
})
const row: RowOf<typeof orders> = {
  id: '0198a5a0-0000-7000-8000-000000000001',
  name: 'one',
  note: null,
  amount: 9_007_199_254_740_991,
  rate: 5.125,
  labels: ['a', 'b'],
  lines: 3,
  day: '2026-03-10',
  at: new Date('2026-03-10T09:30:00.123Z'),
  is_open: true,
  hash: Buffer.from([0, 255]),
  parts: [{ line: 1 }],
}

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
  await ledger.owner.query(`
    CREATE TABLE orders (id uuid, name text, note text, amount bigint, rate numeric(6,3), labels text[], lines integer, day date, at timestamptz, is_open boolean, hash bytea, parts jsonb);
    GRANT SELECT, INSERT, UPDATE ON orders TO connect_app`)
})
afterAll(() => ledger.close())

describe('a list of columns', () => {
  it('defines the type of its rows', () => {
    expectTypeOf<RowOf<typeof orders>>().toEqualTypeOf<{
      id: string
      name: 'one' | 'two'
      note: string | null
      amount: number
      rate: number
      labels: readonly ('a' | 'b')[]
      lines: number | null
      day: string
      at: Date | null
      is_open: boolean
      hash: Buffer
      parts: { line: number }[] | null
    }>()
    const noted = only(orders, 'id', 'note')
    expectTypeOf<RowOf<typeof noted>>().toEqualTypeOf<{ id: string; note: string | null }>()
    const closed = except(orders, 'name', 'note', 'amount', 'rate', 'labels', 'lines', 'day', 'at', 'is_open', 'parts')
    expectTypeOf<RowOf<typeof closed>>().toEqualTypeOf<{ id: string; hash: Buffer }>()
  })

  it('lists columns and values in the same order, also for a subset of its columns', () => {
    expect(columnsOf(only(orders, 'note', 'id'), 'o')).toMatchObject({ texts: ['o.note, o.id'], values: [] })
    expect(columnsOf(except(orders, 'hash', 'parts'))).toMatchObject({
      texts: ['id, name, note, amount, rate, labels, lines, day, at, is_open'],
    })
    expect(valuesOf(only(orders, 'note', 'id'), { id: 'a', note: null })).toMatchObject({
      texts: ['', ', ', ''],
      values: [null, 'a'],
    })
  })

  it('refuses to build a recordset from a bytes column, which JSON cannot represent', () => {
    expect(() => recordsetOf(orders, [row], 'r')).toThrow('JSON holds no bytes')
  })

  it('writes a row and reads the same row back, with each helper', async () => {
    const { db } = ledger
    await db`INSERT INTO orders (${columnsOf(orders)}) VALUES (${valuesOf(orders, row)})`
    expect(await db`SELECT ${columnsOf(orders, 'o')} FROM orders o WHERE o.id = ${row.id} AND o.lines = ${3}`).toEqual([
      row,
    ])

    const plain = except(orders, 'hash')
    const others = [1, 2].map((lines) => ({
      ...row,
      id: `0198a5a0-0000-7000-8000-00000000001${lines}`,
      lines,
      parts: null,
    }))
    await db`
      INSERT INTO orders (${columnsOf(plain)}, hash)
      SELECT ${columnsOf(plain, 'r')}, ${Buffer.from([7])}::bytea FROM ${recordsetOf(plain, others, 'r')} WHERE r.lines < ${9}`
    expect(await db`SELECT ${columnsOf(orders)} FROM orders WHERE lines < 3 ORDER BY lines`).toEqual(
      others.map((one) => ({ ...one, hash: Buffer.from([7]) })),
    )

    const changes = only(orders, 'parts', 'note', 'at')
    const change = { note: 'Vu', at: null, parts: [{ line: 2 }] }
    await db`UPDATE orders SET (${columnsOf(changes)}) = ROW(${valuesOf(changes, change)}), lines = lines + 1 WHERE id = ${row.id}`
    expect(await db`SELECT ${columnsOf(orders)} FROM orders WHERE id = ${row.id}`).toEqual([
      { ...row, ...change, lines: 4 },
    ])
  })
})

it('prepares one statement for all values, and refuses another list of columns in the same statement', async () => {
  const { db } = ledger
  const insert = async (list: ColumnList, values: Fragment) => {
    await db`INSERT INTO orders (${columnsOf(list)}) VALUES (${values})`
  }
  const first = { ...row, id: '0198a5a0-0000-7000-8000-000000000021' }
  await insert(orders, valuesOf(orders, first))
  const second = { ...row, id: '0198a5a0-0000-7000-8000-000000000022', name: 'two' as const }
  const same = table('orders', { ...orders.columns })
  await insert(same, valuesOf(same, second))
  expect(await db`SELECT ${columnsOf(same)} FROM orders WHERE id IN (${first.id}, ${second.id}) ORDER BY id`).toEqual([
    first,
    second,
  ])
  const part = except(orders, 'note')
  await expect(insert(part, valuesOf(part, row))).rejects.toThrow('a statement whose columns change')

  const read = (argument: string | Fragment) => db`SELECT ${argument}::text AS text`
  expect(await read('columns')).toEqual([{ text: 'columns' }])
  await expect(read(columnsOf(orders))).rejects.toThrow('a statement whose columns change')
})

it('reads a decimal as a number only where the number is exactly it', async () => {
  const { db } = ledger
  const read = (text: string) => db<{ rate: number }>`SELECT ${text}::numeric AS rate`
  expect(await read('-0.00123456789012345')).toEqual([{ rate: -0.00123456789012345 }])
  expect(await read('655.957000')).toEqual([{ rate: 655.957 }])
  await expect(read('1234567890.1234567')).rejects.toThrow('beyond the exact decimals')
  await expect(read('NaN')).rejects.toThrow('beyond the exact decimals')
})
