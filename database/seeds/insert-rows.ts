import type pg from 'pg'

/** Inserts rows of one shape into a table, in one statement. */
export async function insertRows(
  client: pg.Client | pg.Pool,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).join(', ')
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::text::jsonb)`,
    [JSON.stringify(rows)],
  )
}
