// A minimal server that does only the measured operation: the reference for the benchmarks. Its pool, its batches and its memory of
// verified tokens are those of the bank's server.
import fastify from 'fastify'
import { unixSeconds } from '../../api/src/adapters/clock.ts'
import { newId } from '../../api/src/adapters/ids.ts'
import { createTokens, newSigningKey } from '../../api/src/adapters/tokens.ts'
import { createBatcher } from '../../api/src/db/batcher.ts'
import { loadSigningKeys } from '../../api/src/db/signing-keys.ts'
import { dbOver, openPool, SERVER_LIMITS } from '../../api/src/db/sql.ts'
import { type NewPosting, postingsArguments } from '../../api/src/ledger/ledger-store.ts'

const POOL_SIZE = 10

const pool = openPool(process.env.DATABASE_URL ?? '', {
  size: POOL_SIZE,
  limits: SERVER_LIMITS,
  onError: (error) => console.error(error),
})
const db = dbOver(pool, { notifies: false })
const tokens = await createTokens(await loadSigningKeys(db, () => newSigningKey(newId())))

const postBatched = createBatcher<NewPosting, object>(
  async (postings) => {
    const { heads, lines } = postingsArguments(postings)
    const outcomes = await db<{ outcome: string }>`SELECT outcome FROM ledger_write(${heads}, ${lines})`
    if (outcomes.some(({ outcome }) => outcome !== 'posted')) throw new Error('a posting was refused')
    return outcomes
  },
  { max: 64, concurrency: 1 },
)

const app = fastify()

/** Posts its input, and nothing else: no session, no rule, no audit log. */
app.post<{ Body: NewPosting }>('/posting', ({ body }) => postBatched(body))

/** Checks a token and runs one query for the newest operations of an account. */
app.get<{ Params: { id: string } }>('/operations/:id', async ({ params, headers }, reply) => {
  const claims = await tokens.read((headers.authorization ?? '').slice('Bearer '.length), unixSeconds(new Date()))
  if (!claims) return reply.code(401).send()
  return db<object>`
    SELECT id, type, label, counterparty, reference, amount, currency, booking_date, posted_at, value_date, vat_rate, vat_amount
      FROM ledger_entries WHERE account_id = ${params.id} AND seq IS NOT NULL ORDER BY seq DESC LIMIT 20`
})

await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.({ ready: true, port: typeof address === 'object' ? address?.port : null })
process.on('disconnect', () => process.exit(0))
