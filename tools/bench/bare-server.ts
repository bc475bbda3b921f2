// A minimal server that does only the measured operation: the reference for the benchmarks.
import fastify from 'fastify'
import { jwtVerify, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
const token = await new SignJWT({ sid: 'bench' })
  .setProtectedHeader({ alg: 'EdDSA' })
  .setExpirationTime('1h')
  .sign(privateKey)

let page = ''
const app = fastify()

/** Posts its input in one call of the ledger, and nothing else: no session, no rule, no audit log. */
app.post<{ Body: { posting: object; entries: object } }>('/posting', async ({ body }) => {
  const { rows } = await pool.query<object>({
    name: 'posting',
    text: 'SELECT posting_id, outcome FROM ledger_post($1, $2)',
    values: [JSON.stringify([body.posting]), JSON.stringify(body.entries)],
  })
  return rows
})

/** Checks a token and runs one query for the newest operations of an account. */
app.get<{ Params: { id: string } }>('/operations/:id', async ({ params, headers }) => {
  await jwtVerify((headers.authorization ?? '').slice(7), publicKey)
  const { rows } = await pool.query<object>({
    name: 'operations',
    text: `SELECT id, type, label, counterparty, reference, amount, currency, booking_date, posted_at, value_date, vat_rate, vat_amount
             FROM ledger_entries WHERE account_id = $1 AND seq IS NOT NULL ORDER BY seq DESC LIMIT 20`,
    values: [params.id],
  })
  return rows
})

/** Answers from memory the bytes that it received last. */
app.put<{ Body: unknown }>('/page', ({ body }) => {
  page = JSON.stringify(body)
  return null
})
app.get('/page', (_request, reply) => reply.type('application/json; charset=utf-8').send(page))

await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.({ ready: true, port: typeof address === 'object' ? address?.port : null, token })
process.on('disconnect', () => process.exit(0))
