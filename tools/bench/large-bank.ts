// Reads operations of all accounts of one reader at size: a thousand accounts and millions of operations.
import { rmSync } from 'node:fs'
import { migrate } from '../../database/migrate.ts'
import { seedDemoBank } from '../../database/seeds/demo-bank.ts'
import { makeTemporaryFolder } from '../../database/temporary-folder.ts'
import { DEMO_PASSWORD } from '../lib/demo-customers.ts'
import { startProgram } from './bank-programs.ts'
import { connectTo } from './bench-bank.ts'
import type { BenchDatabase } from './bench-database.ts'
import { headersOf, openSessions } from './bench-sessions.ts'
import { median } from './percentiles.ts'

export const LARGE_OPERATIONS = 5_000_000
const PER_PAGE = 20
const REPEATS = 5
/** The user of the seed's thousand accounts. */
const LOGIN = '80000001'

const queries = {
  'page 1': '',
  [`page ${LARGE_OPERATIONS / PER_PAGE / 2}`]: `&page=${LARGE_OPERATIONS / PER_PAGE / 2}`,
  'a text in one of eight operations, page 1': '&search=loyer',
  'a text found nowhere': '&search=introuvable',
}

/** Milliseconds of a page: the first time with this filter since the start of the server, and the median of the next ones. */
export type LargeRead = { name: string; first_ms: number; again_ms: number }

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`a page was answered ${answer.status}`)
  return performance.now() - startedAt
}

export async function readLarge(database: BenchDatabase): Promise<LargeRead[]> {
  console.log(`preparing ${LARGE_OPERATIONS} operations on a thousand accounts...`)
  const url = await database.create('large')
  const dataDir = makeTemporaryFolder('connect-bench-data')
  const client = await connectTo(url)
  try {
    await migrate(client)
    await seedDemoBank(client, { password: DEMO_PASSWORD, operations: LARGE_OPERATIONS })
    await client.query('VACUUM ANALYZE')
    const { rows } = await client.query<{ user_id: string; account_id: string }>(
      `SELECT m.user_id, m.account_id FROM users u JOIN memberships m ON m.user_id = u.id WHERE u.login = $1 AND m.is_default`,
      [LOGIN],
    )
    const [reader] = rows
    if (!reader) throw new Error('the large bank has no reader')
    const [session] = [...(await openSessions(client, url, [reader.user_id])).values()]
    if (!session) throw new Error('the reader has no session')
    const server = await startProgram('server', { url, dataDir })
    const reads: LargeRead[] = []
    try {
      const headers = headersOf(session, reader.account_id)
      for (const [name, query] of Object.entries(queries)) {
        const address = `http://127.0.0.1:${server.port}/wb-api/operations?account=all${query}`
        const first_ms = await timeOf(address, headers)
        const again: number[] = []
        while (again.length < REPEATS) again.push(await timeOf(address, headers))
        reads.push({ name, first_ms, again_ms: median(again) })
        console.log(`all accounts, ${name}: ${Math.round(first_ms)} ms, then ${Math.round(median(again))} ms`)
      }
    } finally {
      await server.stop()
    }
    return reads
  } finally {
    await client.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
