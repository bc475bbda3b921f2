// Prepares the bank of the benchmark on an empty database, and draws requests to it.
import pg from 'pg'
import { migrate } from '../../database/migrate.ts'
import { seedDemoBank } from '../../database/seeds/demo-bank.ts'
import { demoCalendar } from '../../database/seeds/history/demo-calendar.ts'
import { newId } from '../../api/src/adapters/ids.ts'
import type { NewPosting } from '../../api/src/ledger/ledger-store.ts'
import { DEMO_PASSWORD } from '../lib/demo-customers.ts'
import { seedCustomers } from './bench-customers.ts'
import { type Orderer, requestOf, writeConfirmations } from './bench-orders.ts'
import { type BenchSession, headersOf, openSessions } from './bench-sessions.ts'
import { bytesOf } from './request-file.ts'

const PER_PAGE = 20
const MAX_AMOUNT = 10_000
/** A prime: neighbours in time are no neighbours in the list. */
const ACCOUNT_STEP = 7_919

export type BenchBank = {
  orderer: Orderer
  /** The requests of the next orders; an order is sent once. */
  takeOrders: (count: number) => Buffer[]
  /** What opens any account as one of its users. */
  visits: readonly { accountId: string; session: BenchSession; pages: number }[]
}

export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Creates the bank with confirmations of so many orders. */
export async function prepareBank(
  client: pg.Client,
  url: string,
  { customers, operations, orders }: { customers: number; operations: number; orders: number },
): Promise<BenchBank> {
  const now = new Date()
  await migrate(client)
  await seedDemoBank(client, { password: DEMO_PASSWORD, now })
  // The bare server posts without orders.
  await client.query('GRANT EXECUTE ON FUNCTION ledger_write TO connect_app')
  const accounts = await seedCustomers(client, demoCalendar(now), { customers, operations })
  const userIds = accounts.flatMap(({ users }) => users.map(({ id }) => id))
  const sessions = await openSessions(client, url, userIds)
  const orderer: Orderer = { accounts, sessions, day: now.toISOString().slice(0, 10) }
  await writeConfirmations(client, orderer, orders)
  await client.query('VACUUM ANALYZE')
  const { rows } = await client.query<{ id: string; pages: number }>(
    'SELECT id, ceil(entry_count / $1::float8)::int AS pages FROM ledger_accounts',
    [PER_PAGE],
  )
  const pagesOf = new Map(rows.map(({ id, pages }) => [id, pages]))
  let next = 0
  return {
    orderer,
    takeOrders(count) {
      const numbers = Array.from({ length: Math.min(count, orders - next) }, (_, index) => next + index)
      next += numbers.length
      return numbers.map((number) => requestOf(orderer, number))
    },
    visits: accounts.flatMap(({ id, users }) =>
      users.flatMap((user) => {
        const session = sessions.get(user.id)
        return session ? [{ accountId: id, session, pages: pagesOf.get(id) ?? 1 }] : []
      }),
    ),
  }
}

/** The requests of one page of each account, in an order without a pattern. */
export const pageRequests = ({ visits }: BenchBank, pageOf: (visit: BenchBank['visits'][number]) => number): Buffer[] =>
  visits.map((visit) =>
    bytesOf({
      method: 'GET',
      path: `/wb-api/operations?page=${pageOf(visit)}`,
      headers: headersOf(visit.session, visit.accountId),
    }),
  )

/** A call of each session: whoever orders has opened the portal before, and the server knows their token. */
export function firstRequests({ visits }: BenchBank): Buffer[] {
  const sessions = new Map(visits.map((visit) => [visit.session.id, visit]))
  return [...sessions.values()].map(({ session, accountId }) =>
    bytesOf({ method: 'GET', path: '/wb-api/operations/balance', headers: headersOf(session, accountId) }),
  )
}

/** Orders between the same accounts as bare postings, for the reference server. */
export function postingRequests({ orderer: { accounts, day } }: BenchBank, count: number): Buffer[] {
  const posted_at = new Date().toISOString()
  const plain = { value_date: day, counterparty: null, reference: null, vat_rate: null, vat_amount: null }
  return Array.from({ length: count }, (_, index) => {
    const [payer, payee] = [0, 1].map((next) => accounts[(index * ACCOUNT_STEP + next) % accounts.length])
    if (!payer || !payee) throw new Error('a posting needs two accounts')
    const id = newId()
    const amount = 1 + (index % MAX_AMOUNT)
    const entry = { ...plain, label: `Loyer ${index}` }
    const posting: NewPosting = {
      id,
      posting_key: `bench:${id}`,
      kind: 'transfer',
      booking_date: day,
      posted_at,
      reverses: null,
      entries: [
        { ...entry, id: newId(), account_id: payer.id, amount: -amount, type: 'transfer_out' },
        { ...entry, id: newId(), account_id: payee.id, amount, type: 'transfer_in' },
      ],
    }
    const headers = { 'content-type': 'application/json' }
    return bytesOf({ method: 'POST', path: '/posting', headers, body: JSON.stringify(posting) })
  })
}
