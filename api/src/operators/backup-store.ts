// SQL of backup and restore. It runs as the owner, because an empty database has no other role yet.
import pg from 'pg'

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Whether this is the embedded PostgreSQL, recognised by its cluster name. */
export const isEmbedded = (url: string): Promise<boolean> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ cluster_name: string }>('SHOW cluster_name')
    return rows[0]?.cluster_name === 'connect-embedded'
  })

export const isEmptyDatabase = (url: string): Promise<boolean> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query(
      "SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' LIMIT 1",
    )
    return rows.length === 0
  })

export const makeRoles = (url: string): Promise<void> =>
  asOwner(url, async (client) => {
    for (const role of ['connect_app', 'connect_operator'])
      await client.query(
        `DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
      )
    await client.query('GRANT connect_app TO connect_operator; GRANT connect_app, connect_operator TO CURRENT_USER')
  })

/** Measures all tables: the first queries after a restore must not be planned as if they were empty. */
export const analyse = (url: string): Promise<void> =>
  asOwner(url, async (client) => {
    await client.query('ANALYZE')
  })
