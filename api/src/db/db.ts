// Types that use cases pass along: a database, or a transaction in it. Only stores run SQL on it.
import type pg from 'pg'

export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number | null)[]

/** Runs one statement. The type parameter is the row, as the statement's columns spell it. */
export type Sql = <Row extends object>(text: TemplateStringsArray, ...values: Value[]) => Promise<Row[]>

/** A database to work with: each statement outside a transaction is one of its own. */
export type Db = Sql & { readonly pool: pg.Pool }
/** Inside a transaction: see transaction.ts. */
export type Tx = Sql
