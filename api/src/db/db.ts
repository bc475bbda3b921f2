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

type PartTexts = { texts: readonly string[]; fragments: readonly (readonly string[] | null)[] }
const textsOfParts = new WeakMap<TemplateStringsArray, PartTexts>()

const fragmentTextsOf = (given: readonly (Value | Fragment)[]) =>
  given.map((argument) => (argument instanceof Fragment ? argument.texts : null))

function joinedTexts(parts: TemplateStringsArray, fragments: PartTexts['fragments']): string[] {
  const texts = [parts[0] ?? '']
  for (const [index, own] of fragments.entries()) {
    texts.push(`${texts.pop()}${own?.[0] ?? ''}`, ...(own?.slice(1) ?? ['']))
    texts.push(`${texts.pop()}${parts[index + 1]}`)
  }
  return texts
}

/**
 * A part of a statement, as a template: several statements can contain it. Its texts are joined once: the same template must
 * contain the same fragments each time.
 */
export function part(parts: TemplateStringsArray, ...given: (Value | Fragment)[]): Fragment {
  const fragments = fragmentTextsOf(given)
  const known = textsOfParts.get(parts) ?? { texts: joinedTexts(parts, fragments), fragments }
  textsOfParts.set(parts, known)
  if (fragments.some((texts, index) => texts !== known.fragments[index]))
    throw new Error('a part of a statement whose columns change')
  return new Fragment(
    known.texts,
    given.flatMap((argument) => (argument instanceof Fragment ? argument.values : [argument])),
  )
}

/** Runs one statement. The type parameter is the row, with the columns of the statement. */
export type Sql = <Row extends object>(text: TemplateStringsArray, ...values: (Value | Fragment)[]) => Promise<Row[]>

/** A database: each statement outside a transaction is committed on its own. */
export type Db = Sql & { readonly pool: pg.Pool }
/** A transaction: see transaction.ts. */
export type Tx = Sql
