// Runs SQL from tagged templates: db`SELECT … WHERE id = ${id}` binds the value and returns the rows.
import pg from 'pg'
import { millisecondsLeft, TimeLimitExceeded } from '../adapters/deadline.ts'
import { type Db, Fragment, type Sql, type Value } from './db.ts'
import { notify } from './listen.ts'
import { isLost } from './unavailable.ts'

const INT8 = 20
const TEXT_ARRAY: number = 1009
const DATE = 1082
const NUMERIC = 1700

// Amounts and counts must be safe integers; another value is an error and is never rounded.
function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is beyond the exact integers`)
  return number
}

// A number holds 15 significant decimal digits exactly: it gives back the same text.
const EXACT_DIGITS = 15

function exactDecimal(text: string): number {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '')
  if (digits.length > EXACT_DIGITS || !Number.isFinite(Number(text)))
    throw new Error(`${text} is beyond the exact decimals`)
  return Number(text)
}

const readTextArray = pg.types.getTypeParser(TEXT_ARRAY, 'text') as (text: string) => unknown
// PostgreSQL quotes an item that is empty, or has a space, a comma, a brace, a quote or a backslash, and does not quote NULL.
const UNQUOTED_ITEMS = /^\{(?!.*NULL)[^{}"]+\}$/

/** Lists of codes, as rights, stand without quotes: the driver would read them letter by letter, in each request. */
const textArray = (text: string): unknown =>
  UNQUOTED_ITEMS.test(text) ? text.slice(1, -1).split(',') : readTextArray(text)

/** How the values of the database are read. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) => {
    if (oid === INT8) return safeInteger
    if (oid === TEXT_ARRAY) return textArray
    if (oid === DATE) return (day: string) => day
    if (oid === NUMERIC) return exactDecimal
    // pg types its own parsers as any; the type of the row is the one that the statement declares.
    return pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown
  },
}

type Argument = Value | Fragment
type Statement = { name: string; text: string; fragments: readonly (readonly string[] | null)[] }

// A statement is identified by its template: the server prepares it once per connection.
const prepared = new WeakMap<TemplateStringsArray, Statement>()
let statements = 0

const textsOf = (argument: Argument) => (argument instanceof Fragment ? argument.texts : null)

// A list returns the same array each time; a list that is created again has equal texts in another array.
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
  // The text is built once: the same template must name the same columns each time.
  if (given.some((argument, index) => !areSame(textsOf(argument), fragments[index] ?? null)))
    throw new Error('a statement whose columns change')
  return statement
}

/** The bound values of a statement, including those of its fragments. */
function boundBy(given: readonly Argument[]): unknown[] {
  const values: unknown[] = []
  for (const argument of given)
    if (argument instanceof Fragment) values.push(...argument.values)
    else values.push(argument)
  return values
}

/** How long a pool waits for what it needs, in milliseconds, and how many calls may wait for one of its connections. */
export type PoolLimits = {
  connection: number
  /** A lock that another transaction holds. */
  lock: number
  statement: number
  waiting: number
}

/** A customer waits for the answer: a lock or a statement that takes longer fails, and the call can be repeated. */
export const SERVER_LIMITS: PoolLimits = { connection: 8_000, lock: 2_000, statement: 9_000, waiting: 200 }
/** A standby that does not answer at once is left for the primary. */
export const STANDBY_LIMITS: PoolLimits = { ...SERVER_LIMITS, connection: 500 }
/** A job waits longer than a customer; it fails in the end and runs again. */
export const WORKER_LIMITS: PoolLimits = { connection: 8_000, lock: 10_000, statement: 30_000, waiting: 100 }

/** A connection that gave no answer in time. */
class DatabaseSilent extends TimeLimitExceeded {}

// The database gives a statement up by its own limit; only one that does not answer at all is given up here.
const SILENCE_MS = 1_000
const SETUP_MS = 5_000
const ROLLBACK_MS = 2_000
/** A new connection makes all its plans again, tens of milliseconds of them: one that jobs use now and then stays open. */
const IDLE_MS = 300_000

const limitsOf = new WeakMap<pg.Pool, PoolLimits>()
const openedAt = new WeakMap<pg.PoolClient, number>()
/** When a connection of a pool last got no answer and no other did: those that were open by then lead to the same machine. */
const silentAt = new WeakMap<pg.Pool, number>()
const answeredAt = new WeakMap<pg.Pool, number>()

// The type of a connection of a pool leaves out what every client has.
const destroy = (client: pg.ClientBase, error: Error) => (client as pg.Client).connection.stream.destroy(error)

/**
 * Runs a statement on a connection, which is destroyed when no answer arrives in time: what the statement did is not known
 * then, and the database gives up what it still runs for a connection that is gone.
 */
async function queryWithin<T>(client: pg.ClientBase, limit: number, query: () => Promise<T>): Promise<T> {
  if (limit === Infinity) return query()
  if (limit <= 0) throw new TimeLimitExceeded('no time is left for a statement')
  const timer = setTimeout(() => destroy(client, new DatabaseSilent('the database did not answer in time')), limit)
  try {
    return await query()
  } finally {
    clearTimeout(timer)
  }
}

/** A connection of the pool. Throws when too many calls wait for one, or when none is free in time. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    if (pool.waitingCount >= (limitsOf.get(pool)?.waiting ?? Infinity))
      throw new TimeLimitExceeded('too many calls wait for a connection to the database')
    if (millisecondsLeft(1) <= 0) throw new TimeLimitExceeded('no time is left for a connection')
    const client = await pool.connect()
    if ((openedAt.get(client) ?? 0) >= (silentAt.get(pool) ?? 0)) return client
    const error = new DatabaseSilent('another connection of the same time got no answer')
    destroy(client, error)
    client.release(error)
  }
}

/** Runs a function on a connection of the pool. The connection goes back to the pool, or is closed when it is of no more use. */
export async function onConnection<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connect(pool)
  let lost: Error | undefined
  try {
    return await run(client)
  } catch (error) {
    if (error instanceof Error && isLost(error)) lost = error
    const isSilent = error instanceof DatabaseSilent && performance.now() - (answeredAt.get(pool) ?? 0) > SILENCE_MS
    if (isSilent) silentAt.set(pool, performance.now())
    throw error
  } finally {
    client.release(lost)
  }
}

type PreparedStatement = { name: string; text: string; values: unknown[] }

/** The tagged template over whatever runs a statement. */
export function sqlThrough(run: (statement: PreparedStatement) => Promise<{ rows: unknown[] }>): Sql {
  return async <Row extends object>(parts: TemplateStringsArray, ...given: Argument[]) => {
    const { name, text } = statementOf(parts, given)
    const { rows } = await run({ name, text, values: boundBy(given) })
    // The row's type is the one that the statement declares.
    return rows as Row[]
  }
}

const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE'])

/** The tagged template over one connection of a pool, with the limits of that pool and of the call under way. */
export function sqlOn(pool: pg.Pool, client: pg.PoolClient, onWrite: () => void = () => undefined): Sql {
  const limit = (limitsOf.get(pool)?.statement ?? Infinity) + SILENCE_MS
  return sqlThrough(async (statement) => {
    const answer = await queryWithin(client, millisecondsLeft(limit), () => client.query(statement))
    answeredAt.set(pool, performance.now())
    if (WRITING.has(answer.command) && answer.rowCount) onWrite()
    return answer
  })
}

const runCommand = (pool: pg.Pool, client: pg.PoolClient, command: string) =>
  queryWithin(client, millisecondsLeft((limitsOf.get(pool)?.statement ?? Infinity) + SILENCE_MS), () =>
    client.query(command),
  )

export async function begin(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  await runCommand(pool, client, 'BEGIN')
}

/** Commits; answers whether the transaction has written anything, or locked a row. */
export async function commit(pool: pg.Pool, client: pg.PoolClient): Promise<boolean> {
  // One round trip. Several statements have several answers, which the driver's type does not say.
  const answers = await runCommand(pool, client, 'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote; COMMIT')
  const [first] = answers as unknown as pg.QueryResult<{ wrote: boolean }>[]
  return first?.rows[0]?.wrote ?? true
}

/** Undoes a transaction. A connection that cannot even do this is destroyed, and its transaction with it. */
export const rollBack = (client: pg.PoolClient): Promise<unknown> =>
  queryWithin(client, ROLLBACK_MS, () => client.query('ROLLBACK')).catch((error: Error) => destroy(client, error))

/**
 * Plans are made once per statement: planning the guard's query costs more than running it. They use indexes even for a table that is
 * still empty, so that they stay right when it grows (docs/decisions/0052-two-settings-of-the-planner.md). Without parallel processes: a
 * table that has no index for a statement seems so expensive then that PostgreSQL would start them, in 70 ms, to read ten rows.
 */
export const PLANNER_SETTINGS =
  'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off; SET max_parallel_workers_per_gather = 0'

/**
 * What statements and the reading of their values rely on, whatever an operator has set for the database or the role: how days and bytes are
 * written, which schema unqualified names mean, and that a statement sees what was committed before it.
 */
const OWN_SETTINGS = `SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1;
  SET standard_conforming_strings = on; SET search_path = public; SET default_transaction_isolation = 'read committed'`

async function prepareConnection(
  client: pg.ClientBase,
  { operator, limits, mayBeStandby }: { operator: string | null; limits: PoolLimits | null; mayBeStandby: boolean },
): Promise<void> {
  // The audit log reads the operator's name from the connection: no event of an operator can be without it.
  if (operator !== null) await client.query("SELECT set_config('connect.operator', $1, false)", [operator])
  const answers = await client.query(
    `SET ROLE ${operator === null ? 'connect_app' : 'connect_operator'}; ${OWN_SETTINGS}; SET idle_in_transaction_session_timeout = '30s';
     SET statement_timeout = ${limits?.statement ?? 30_000}; SET lock_timeout = ${limits?.lock ?? 0};
     SET client_connection_check_interval = '2s'; SET tcp_user_timeout = '20s'; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
     ${PLANNER_SETTINGS};
     SELECT pg_is_in_recovery() AS is_standby`,
  )
  // Several statements have several answers, which the driver's type does not say.
  const { rows } = (answers as unknown as pg.QueryResult<{ is_standby: boolean }>[]).at(-1) ?? { rows: [] }
  if (!mayBeStandby && rows[0]?.is_standby !== false)
    throw Object.assign(new Error('the address of the database leads to a standby'), { code: '25006' })
}

/**
 * Opens a pool whose connections work as the application's role, on a database that can be written. A statement has a time
 * limit and an idle transaction lives 30 s: a frozen client never keeps an account locked, and a frozen database never a
 * client. `operator`: who works at the command line, with that role's rights. `limits`: null for commands that may take hours.
 * `mayBeStandby`: whether to accept a database that can only be read.
 */
export function openPool(
  url: string,
  {
    size,
    onError,
    operator = null,
    limits = null,
    mayBeStandby = false,
  }: {
    size: number
    onError: (error: Error) => void
    operator?: string | null
    limits?: PoolLimits | null
    mayBeStandby?: boolean
  },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: limits?.connection ?? 8_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'connect',
    // The pool waits for it, though its type says void: no statement runs before the role is taken.
    onConnect: ((client: pg.ClientBase) =>
      queryWithin(client, SETUP_MS, () =>
        prepareConnection(client, { operator, limits, mayBeStandby }),
      )) as unknown as () => void,
  })
  if (limits) limitsOf.set(pool, limits)
  pool.on('error', onError)
  // Without a listener of its own, a connection cut inside a transaction ends the process.
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now())
    client.on('error', onError)
  })
  return pool
}

/**
 * A database over a pool: each statement runs on a connection of its own. `notifies`: whether other processes are told of
 * what is written so.
 */
export function dbOver(pool: pg.Pool, { notifies = true } = {}): Db {
  const onWrite = notifies ? () => notify(pool) : undefined
  const sql: Sql = (parts, ...given) => onConnection(pool, (client) => sqlOn(pool, client, onWrite)(parts, ...given))
  return Object.assign(sql, { pool })
}

/** The same database for writes that nobody waits for. */
export const withoutNotifications = ({ pool }: Db): Db => dbOver(pool, { notifies: false })
