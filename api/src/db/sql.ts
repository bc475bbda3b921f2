// SQL as it is written in psql: db`SELECT … WHERE id = ${id}` binds the value and answers the rows.
import pg from 'pg'
import { type Db, Fragment, type Sql, type Value } from './db.ts'

// Amounts and counts must fit what a number holds exactly; a value that does not is an error and is never rounded.
function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is beyond the exact integers`)
  return number
}

const INT8 = 20
const DATE = 1082
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) => {
    if (oid === INT8) return safeInteger
    if (oid === DATE) return (day: string) => day
    // pg's own parsers: their type says any, and the row's type is what the statement claims.
    return pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown
  },
}

type Argument = Value | Fragment
type Statement = { name: string; text: string; fragments: readonly (readonly string[] | null)[] }

// A statement is known by its place in the code: the server prepares it once per connection.
const prepared = new WeakMap<TemplateStringsArray, Statement>()
let statements = 0

const textsOf = (argument: Argument) => (argument instanceof Fragment ? argument.texts : null)

// A list answers the same array each time; one that is made anew has the same texts in another.
const areSame = (one: readonly string[] | null, other: readonly string[] | null) =>
  one === other || (one !== null && other !== null && one.join('$') === other.join('$'))

function textOf(parts: TemplateStringsArray, given: readonly Argument[]): string {
  let bound = 0
  const texts = given.map((argument, index) => {
    const own = textsOf(argument) ?? ['', '']
    return `${own.reduce((text, part) => `${text}$${(bound += 1)}${part}`)}${parts[index + 1]}`
  })
  return `${parts[0]}${texts.join('')}`
}

function statementOf(parts: TemplateStringsArray, given: readonly Argument[]): Statement {
  let statement = prepared.get(parts)
  if (!statement) {
    statements += 1
    statement = { name: `s${statements}`, text: textOf(parts, given), fragments: given.map(textsOf) }
    prepared.set(parts, statement)
  }
  const { fragments } = statement
  // The text is made once: the same place in the code must name the same columns each time.
  if (given.some((argument, index) => !areSame(textsOf(argument), fragments[index] ?? null)))
    throw new Error('a statement whose columns change')
  return statement
}

/** What a statement binds: of a fragment, the values in it. */
function boundBy(given: readonly Argument[]): unknown[] {
  const values: unknown[] = []
  for (const argument of given)
    if (argument instanceof Fragment) values.push(...argument.values)
    else values.push(argument)
  return values
}

/** The tagged template over a pool or over one connection of it. */
export function sqlOver(client: pg.Pool | pg.PoolClient): Sql {
  return async <Row extends object>(parts: TemplateStringsArray, ...given: Argument[]) => {
    const { name, text } = statementOf(parts, given)
    const { rows } = await client.query<Row>({ name, text, values: boundBy(given) })
    return rows
  }
}

async function takeRole(client: pg.ClientBase, operator: string | null): Promise<void> {
  // The audit log reads the operator's name from the connection: no event of an operator can be without it.
  if (operator !== null) await client.query("SELECT set_config('connect.operator', $1, false)", [operator])
  await client.query(
    `SET ROLE ${operator === null ? 'connect_app' : 'connect_operator'}; SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '30s'; SET timezone = 'UTC';
     SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
     SET jit = off`,
  )
}

/**
 * Opens a pool whose connections work as the application's role. A statement may take 30 s and an idle transaction
 * live 30 s: a frozen client never keeps an account locked. Plans are made once per statement (planning
 * the guard's query costs more than running it) and walk indexes even over a table that is still small: they stay right
 * when it grows. `operator`: who works at the command line, with that role's rights.
 */
export function openPool(
  url: string,
  { size, onError, operator = null }: { size: number; onError: (error: Error) => void; operator?: string | null },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: 5_000,
    application_name: 'connect',
    // The pool waits for it, though its type says void: no statement runs before the role is taken.
    onConnect: ((client: pg.ClientBase) => takeRole(client, operator)) as unknown as () => void,
  })
  pool.on('error', onError)
  // Without a listener of its own, a connection cut inside a transaction ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

export const dbOver = (pool: pg.Pool): Db => Object.assign(sqlOver(pool), { pool })
