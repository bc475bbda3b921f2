// Explains the statements of a store while it runs them: what they read is counted, and no time is measured.
import type pg from 'pg'
import type { Sql } from '../src/db/db.ts'
import { sqlThrough, types } from '../src/db/sql.ts'

type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Node[]
}
export type Explained = {
  /** Rows that the nodes of the plan have produced, or have thrown away. */
  rows: number
  /** Pages of tables and indexes that were looked at. */
  pages: number
  plan: Node
}

const rowsOf = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0)

/** Runs statements on this connection and keeps what each has read, in their order. */
export function explaining(client: pg.PoolClient): { sql: Sql; explained: Explained[] } {
  const explained: Explained[] = []
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node & Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error('a statement without a plan')
    const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    explained.push({ rows: Math.round(rowsOf(plan)), pages, plan })
    return client.query({ text, values, types })
  }
  return { sql: sqlThrough(query), explained }
}

/** Makes the planner forget what it knows of all tables, until the transaction ends: as after a restore. */
export async function forgetStatistics(owner: pg.PoolClient): Promise<void> {
  await owner.query('DELETE FROM pg_statistic')
  await owner.query("UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relnamespace = 'public'::regnamespace")
}
