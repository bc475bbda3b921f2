// Defines the types that use cases pass along: a database, or a transaction in it. Only stores run SQL on it.
import type pg from 'pg'

export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number | null)[]

/**
 * A part of a statement that is not a single value: names of columns, or several values. Its texts surround its values
 * as in a template: one text more than values. Fragments are created from lists in the code (columns.ts) and from templates
 * (`part`), which return the same array of texts each time.
 */
export class Fragment {
  readonly texts: readonly string[]
  readonly values: readonly Value[]

  constructor(texts: readonly string[], values: readonly Value[] = []) {
    this.texts = texts
    this.values = values
  }
}

// The texts of a template do not change: neither do those of its fragments.
const textsOfParts = new WeakMap<TemplateStringsArray, readonly string[]>()

function joinedTexts(parts: TemplateStringsArray, given: readonly (Value | Fragment)[]): string[] {
  const texts = [parts[0] ?? '']
  for (const [index, argument] of given.entries()) {
    const own = argument instanceof Fragment ? argument.texts : ['', '']
    texts.push(`${texts.pop()}${own[0]}`, ...own.slice(1))
    texts.push(`${texts.pop()}${parts[index + 1]}`)
  }
  return texts
}

/** A part of a statement, as a template: several statements can contain it. */
export function part(parts: TemplateStringsArray, ...given: (Value | Fragment)[]): Fragment {
  const texts = textsOfParts.get(parts) ?? joinedTexts(parts, given)
  textsOfParts.set(parts, texts)
  return new Fragment(
    texts,
    given.flatMap((argument) => (argument instanceof Fragment ? argument.values : [argument])),
  )
}

/** Runs one statement. The type parameter is the row, with the columns of the statement. */
export type Sql = <Row extends object>(text: TemplateStringsArray, ...values: (Value | Fragment)[]) => Promise<Row[]>

/** A database: each statement outside a transaction is committed on its own. */
export type Db = Sql & { readonly pool: pg.Pool }
/** A transaction: see transaction.ts. */
export type Tx = Sql
