// Defines the types that use cases pass along: a database, or a transaction in it. Only stores run SQL on it.
import type pg from 'pg'

export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number | null)[]

/**
 * A part of a statement that is not a single value: names of columns, or several values. Its texts surround its values
 * as in a template: one text more than values. Only columns.ts creates fragments, from lists in the code; a list
 * returns the same array of texts each time.
 */
export class Fragment {
  readonly texts: readonly string[]
  readonly values: readonly Value[]

  constructor(texts: readonly string[], values: readonly Value[] = []) {
    this.texts = texts
    this.values = values
  }
}

/** Runs one statement. The type parameter is the row, with the columns of the statement. */
export type Sql = <Row extends object>(text: TemplateStringsArray, ...values: (Value | Fragment)[]) => Promise<Row[]>

/** A database: each statement outside a transaction is committed on its own. */
export type Db = Sql & { readonly pool: pg.Pool }
/** A transaction: see transaction.ts. */
export type Tx = Sql
