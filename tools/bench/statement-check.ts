// Counts what the statements of an order cost while orders run: buffers, which must not grow with the orders given, and plans, which
// must be made once for each connection and not at each call. Only a server with pg_stat_statements can tell.
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_ORDERS_PER_SECOND } from './bench-orders.ts'
import { refreshSessions } from './bench-sessions.ts'
import { runLoad } from './load.ts'
import type { Bench } from './measurement.ts'

const CLIENTS = 32
const MAX_GROWTH = 1.25
const MAX_PLANS = 0.05
/** Statements of the worker, which depend on how far it is behind and not on the order. */
const OF_WORKER = ['%audit_link%', '%audit_count_without_text%']

export type StatementCount = { query: string; isTopLevel: boolean; buffers: number; plans: number }
type Snapshot = { orders: number; statements: ReadonlyMap<string, StatementCount> }

/** What each statement took for one order between two snapshots. */
export function countsPerOrder(from: Snapshot, to: Snapshot): StatementCount[] {
  const orders = Math.max(1, to.orders - from.orders)
  return [...to.statements].map(([key, statement]) => {
    const before = from.statements.get(key)
    return {
      ...statement,
      buffers: (statement.buffers - (before?.buffers ?? 0)) / orders,
      plans: (statement.plans - (before?.plans ?? 0)) / orders,
    }
  })
}

/** A top-level statement contains the buffers of those inside its functions. */
const buffersOf = (counts: readonly StatementCount[]) =>
  counts.reduce((sum, { isTopLevel, buffers }) => sum + (isTopLevel ? buffers : 0), 0)
const plansOf = (counts: readonly StatementCount[]) => counts.reduce((sum, { plans }) => sum + plans, 0)

const shortened = (query: string) => query.replaceAll(/\s+/g, ' ').trim().slice(0, 80)

export type StatementReport = { buffers: number[]; plans: number; warnings: string[] }

/** Compares parts of the benchmark in their order in time; the plans are those of the last one, when every connection has its own. */
export function reportStatements(parts: readonly (readonly StatementCount[])[]): StatementReport {
  const [first = [], last = []] = [parts[0], parts.at(-1)]
  const buffers = parts.map(buffersOf)
  const [bufferStart = 0, bufferEnd = 0] = [buffers[0], buffers.at(-1)]
  const before = new Map(first.map((one) => [one.query, one.buffers]))
  const growing = last
    .map((one) => ({ ...one, growth: one.buffers - (before.get(one.query) ?? 0) }))
    .filter(({ isTopLevel, growth }) => isTopLevel && growth > bufferStart / 20)
    .toSorted((one, other) => other.growth - one.growth)
  const planned = last.filter(({ plans }) => plans > MAX_PLANS).toSorted((one, other) => other.plans - one.plans)
  return {
    buffers,
    plans: plansOf(last),
    warnings: [
      ...(bufferEnd > bufferStart * MAX_GROWTH
        ? growing.map(({ query, growth }) => `${growth.toFixed(1)} more buffers for each order: ${shortened(query)}`)
        : []),
      ...planned.map(({ query, plans }) => `planned ${plans.toFixed(2)} times for each order: ${shortened(query)}`),
    ],
  }
}

async function setTracking(admin: pg.Client, isOn: boolean): Promise<void> {
  await admin.query(`ALTER SYSTEM SET pg_stat_statements.track = '${isOn ? 'all' : 'none'}'`)
  await admin.query(`ALTER SYSTEM SET pg_stat_statements.track_planning = ${isOn}`)
  await admin.query('SELECT pg_reload_conf()')
}

/** Prepares counting; nothing is counted until the first check, because counting costs time. */
export async function prepareCounting(admin: pg.Client): Promise<void> {
  await admin.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  await setTracking(admin, false)
}

async function snapshot({ client, database: { admin } }: Bench): Promise<Snapshot> {
  const { rows: counted } = await client.query<{ count: number; name: string }>(
    'SELECT count(*)::int AS count, current_database() AS name FROM transfers',
  )
  const [bank] = counted
  if (!bank) throw new Error('a count has no row')
  const { rows } = await admin.query<StatementCount & { key: string }>(
    `SELECT s.queryid || ' ' || s.toplevel AS key, s.query, s.toplevel AS "isTopLevel",
            sum(s.shared_blks_hit + s.shared_blks_read)::float8 AS buffers, sum(s.plans)::float8 AS plans
       FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
      WHERE d.datname = $1 AND s.query NOT ILIKE ALL ($2)
      GROUP BY 1, 2, 3`,
    [bank.name, OF_WORKER],
  )
  return { orders: bank.count, statements: new Map(rows.map(({ key, ...statement }) => [key, statement])) }
}

/** Runs orders in two parts of equal length; answers what each statement took for an order in each part. */
export async function countStatements(bench: Bench): Promise<StatementCount[][]> {
  const { bank, client, database, server, seconds, warmUpSeconds } = bench
  await refreshSessions(client)
  await setTracking(database.admin, true)
  await database.admin.query('SELECT pg_stat_statements_reset()')
  const taken: Promise<Snapshot>[] = []
  const take = () => taken.push(snapshot(bench))
  await runLoad({
    ports: [server.port],
    connections: CLIENTS,
    perSecond: null,
    repeats: false,
    requests: bank.takeOrders(ordersOfCheck({ seconds, warmUpSeconds })),
    warmUpSeconds,
    seconds: 2 * seconds,
    onMeasuring: (isMeasuring) => {
      take()
      if (isMeasuring) void pause(seconds * 1000).then(take)
    },
  })
  const [start, middle, end] = await Promise.all(taken)
  await setTracking(database.admin, false)
  if (!start || !middle || !end) throw new Error('a part of the check is missing')
  return [countsPerOrder(start, middle), countsPerOrder(middle, end)]
}

export const ordersOfCheck = ({ seconds, warmUpSeconds }: { seconds: number; warmUpSeconds: number }): number =>
  Math.ceil((warmUpSeconds + 2 * seconds + 1) * MAX_ORDERS_PER_SECOND)
