// Types that use cases pass along: a database, or a transaction in it. Only stores run SQL on it.
import type pg from 'pg'

export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number | null)[]

/**
 * A part of a statement that is not one value: names of columns, or the values of several. It has text around its values, as a
 * template has it: one text more than values. Only columns.ts makes fragments, from lists in the code; a list answers the same
 * array of texts each time.
 */
export class Fragment {
  readonly texts: readonly string[]
  readonly values: readonly Value[]

  constructor(texts: readonly string[], values: readonly Value[] = []) {
    this.texts = texts
    this.values = values
  }
}

/** Runs one statement. The type parameter is the row, as the statement's columns spell it. */
export type Sql = <Row extends object>(text: TemplateStringsArray, ...values: (Value | Fragment)[]) => Promise<Row[]>

/** A database to work with: each statement outside a transaction is one of its own. */
export type Db = Sql & { readonly pool: pg.Pool }
/** Inside a transaction: see transaction.ts. */
export type Tx = Sql
