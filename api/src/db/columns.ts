// Lists the columns of a table once: SELECT, INSERT, UPDATE, recordset and the type of a row derive from the list.
import { Fragment, type Value } from './db.ts'

type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'double precision'
  | 'inet'
  | 'integer'
  | 'int4[]'
  | 'json'
  | 'jsonb'
  | 'numeric'
  | 'smallint'
  | 'text'
  | 'text[]'
  | 'timestamp with time zone'
  | 'uuid'
  | 'uuid[]'

declare const value: unique symbol

/** A column: its type in the database, and the type of its values in TypeScript. */
export type Column<T> = { readonly type: ColumnType; readonly is_nullable: boolean; readonly [value]?: T }
type Columns = Readonly<Record<string, Column<unknown>>>

const column =
  (type: ColumnType) =>
  <T>(): Column<T> => ({ type, is_nullable: false })

export const bigint = (): Column<number> => column('bigint')()
export const boolean = (): Column<boolean> => column('boolean')()
export const bytea = (): Column<Buffer> => column('bytea')()
/** A day, as YYYY-MM-DD. */
export const date = (): Column<string> => column('date')()
export const doublePrecision = (): Column<number> => column('double precision')()
/** The address of one host. */
export const inet = (): Column<string> => column('inet')()
export const integer = <T extends number = number>(): Column<T> => column('integer')<T>()
export const integers = (): Column<readonly number[]> => column('int4[]')<readonly number[]>()
export const json = <T>(): Column<T> => column('json')<T>()
export const jsonb = <T>(): Column<T> => column('jsonb')<T>()
/** Exact decimals that a number of the code holds exactly: rates. */
export const numeric = (): Column<number> => column('numeric')()
export const smallint = <T extends number = number>(): Column<T> => column('smallint')<T>()
export const text = <T extends string = string>(): Column<T> => column('text')<T>()
export const texts = <T extends string = string>(): Column<readonly T[]> => column('text[]')<readonly T[]>()
export const timestamp = (): Column<Date> => column('timestamp with time zone')()
export const uuid = (): Column<string> => column('uuid')()
export const uuids = (): Column<readonly string[]> => column('uuid[]')()
export const nullable = <T>({ type }: Column<T>): Column<T | null> => ({ type, is_nullable: true })

/** Columns of one table or view: all of them, or those that a statement reads or writes. */
export type ColumnList<C extends Columns = Columns> = { readonly name: string; readonly columns: C }

/** A row with these columns. */
export type RowOf<L extends ColumnList> = {
  -readonly [Name in keyof L['columns']]: L['columns'][Name] extends Column<infer T> ? T : never
}

type Names<C extends Columns> = keyof C & string

/** All columns of a table or a view. A test compares the list with the database. */
export const table = <C extends Columns>(name: string, columns: C): ColumnList<C> => ({ name, columns })

/** Some columns of a table. */
export function only<C extends Columns, Name extends Names<C>>(
  list: ColumnList<C>,
  ...names: readonly Name[]
): ColumnList<Pick<C, Name>> {
  // The entries are exactly those of the names.
  const columns = Object.fromEntries(names.map((name) => [name, list.columns[name]])) as Pick<C, Name>
  return { name: list.name, columns }
}

/** All columns of a table except some: a column that is added later is included. */
export function except<C extends Columns, Name extends Names<C>>(
  list: ColumnList<C>,
  ...names: readonly Name[]
): ColumnList<Omit<C, Name>> {
  const left = Object.entries(list.columns).filter(([name]) => !names.some((one) => one === name))
  // The entries are exactly those of the remaining names.
  const columns = Object.fromEntries(left) as Omit<C, Name>
  return { name: list.name, columns }
}

// The text of a statement must not change: each list returns the same fragment each time.
const remembered = new WeakMap<ColumnList, Map<string, Fragment>>()

function remember(list: ColumnList, key: string, make: () => readonly string[]): Fragment {
  const fragments = remembered.get(list) ?? new Map<string, Fragment>()
  remembered.set(list, fragments)
  const fragment = fragments.get(key) ?? new Fragment(make())
  fragments.set(key, fragment)
  return fragment
}

/** `a, b, c`, or `t.a, t.b, t.c`. */
export const columnsOf = (list: ColumnList, alias: string | null = null): Fragment =>
  remember(list, `names ${alias}`, () => [
    Object.keys(list.columns)
      .map((name) => (alias === null ? name : `${alias}.${name}`))
      .join(', '),
  ])

/** `jsonb_to_recordset($1) AS t (a uuid, b text)`: rows that a statement reads from one value. */
export function recordsetOf<C extends Columns>(
  list: ColumnList<C>,
  rows: readonly Readonly<RowOf<ColumnList<C>>>[],
  alias: string,
): Fragment {
  const { texts } = remember(list, `recordset ${alias}`, () => {
    if (Object.values(list.columns).some(({ type }) => type === 'bytea')) throw new Error('JSON holds no bytes')
    const definitions = Object.entries(list.columns).map(([name, { type }]) => `${name} ${type}`)
    return ['jsonb_to_recordset(', `) AS ${alias} (${definitions.join(', ')})`]
  })
  return new Fragment(texts, [JSON.stringify(rows)])
}

/** `$1, $2, $3`: the values of a row in the order of its columns. */
export function valuesOf<C extends Columns>(list: ColumnList<C>, row: Readonly<RowOf<ColumnList<C>>>): Fragment {
  const names: Names<C>[] = Object.keys(list.columns)
  const { texts } = remember(list, 'values', () => ['', ...names.slice(1).map(() => ', '), ''])
  return new Fragment(
    texts,
    names.map((name) => parameterOf(list.columns[name]?.type, row[name])),
  )
}

// A JSON column binds its value as text; the other types bind it unchanged.
const parameterOf = (type: ColumnType | undefined, of: unknown): Value =>
  ((type === 'json' || type === 'jsonb') && of !== null ? JSON.stringify(of) : of) as Value
