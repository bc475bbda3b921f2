// Compares every list of columns with the database: a column that a list omits fails here.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ColumnList } from '../src/db/columns.ts'
import { openTestLedger, type TestLedger } from './test-ledger.ts'

const source = new URL('../src/', import.meta.url)

const isList = (one: unknown): one is ColumnList =>
  typeof one === 'object' && one !== null && 'name' in one && 'columns' in one

/** Of each table or view, the longest list that a `*-columns.ts` exports: the others are parts of it. */
async function findLists(): Promise<ColumnList[]> {
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('-columns.ts'))
  const exported = await Promise.all(
    files.map((file) => import(new URL(file, source).href) as Promise<Record<string, unknown>>),
  )
  const longest = new Map<string, ColumnList>()
  for (const list of exported.flatMap(Object.values).filter(isList)) {
    const known = longest.get(list.name)
    if (!known || Object.keys(list.columns).length > Object.keys(known.columns).length) longest.set(list.name, list)
  }
  return [...longest.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const lists = await findLists()

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

type Found = { name: string; type: string; is_nullable: boolean }

// The database does not report whether a column of a view may be null.
async function isView(name: string): Promise<boolean> {
  const { rows } = await ledger.owner.query('SELECT FROM information_schema.views WHERE table_name = $1', [name])
  return rows.length > 0
}

async function columnsInDatabase(name: string): Promise<Found[]> {
  const { rows } = await ledger.owner.query<Found>(
    `SELECT column_name AS name, is_nullable = 'YES' AS is_nullable,
            CASE data_type WHEN 'ARRAY' THEN substr(udt_name, 2) || '[]' ELSE data_type END AS type
       FROM information_schema.columns WHERE table_name = $1 ORDER BY column_name`,
    [name],
  )
  return rows
}

const listed = ({ columns }: ColumnList): Found[] =>
  Object.entries(columns)
    .map(([name, { type, is_nullable }]) => ({ name, type, is_nullable }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

it('finds the lists of all stores', () => {
  const names = lists.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['transfers', 'transfer_details', 'mandates', 'operation_details']))
})

it.each(lists)('the column list of $name contains every column, with its type and nullability', async (list) => {
  const found = await columnsInDatabase(list.name)
  const isOfView = await isView(list.name)
  const comparable = (columns: Found[]) =>
    columns.map(({ name, type, is_nullable }) => ({ name, type, is_nullable: isOfView || is_nullable }))
  expect(comparable(listed(list))).toEqual(comparable(found))
})
