// Lists what is measured, each case by the name that it has in the report.
import { headers } from 'contract/endpoint.ts'
import { pageRequests, postingRequests } from './bench-bank.ts'
import { MAX_ORDERS_PER_SECOND, MAX_POSTINGS_PER_SECOND } from './bench-orders.ts'
import { headersOf } from './bench-sessions.ts'
import { type Bench, type Measurement, measureLoad } from './measurement.ts'
import { runTpcb } from './pgbench.ts'
import { bytesOf } from './request-file.ts'

const READERS = 64
const POSTERS = 32
/** Each is read once before, one after the other, for its tag. */
const TAGGED_PAGES = 400
/** The connections that a fixed rate may use. */
const FIXED_RATE_CONNECTIONS = 128
const SERVERS = 2

export const TPCB = 'TPC-B, 32 clients'
export const TWO_SERVERS = 'transfer, 64 clients, two servers'
export const BARE_POSTING = 'bare posting, 32 clients'
export const BARE_PAGE = 'bare page, 64 clients'
export const PAGE_1 = 'page 1, 64 clients'
export const LAST_PAGE = 'last page, 64 clients'
export const UNCHANGED_PAGE = 'unchanged page, 64 clients'
export const transfersOf = (clients: number) => `transfer, ${clients} clients`
export const transfersAt = (perSecond: number) => `transfer, ${perSecond} a second`
export const CLIENTS = [16, 32, 64, 128] as const
export const FIXED_RATES = [250, 500, 1_000] as const

/** `isShort`: measured on the second PostgreSQL too. Answers null where the bank does not have what is measured. */
export type BenchCase = {
  name: string
  isShort: boolean
  /** The orders that one measurement may take, for each second. */
  ordersPerSecond: number
  run: (bench: Bench) => Promise<Measurement | null>
}

async function tpcb({ database, workerBackends, tpcb: { bin, url }, seconds, warmUpSeconds }: Bench) {
  // In the order of the other cases: what is measured begins after the warm-up has written its page images.
  await database.admin.query('CHECKPOINT')
  await runTpcb(bin, url, { seconds: warmUpSeconds, isVacuumed: true })
  const read = () => database.cpu() - workerBackends.read()
  const before = read()
  const { per_second, p50_ms, p99_ms, answered, loadCpu } = await runTpcb(bin, url, { seconds, isVacuumed: false })
  const cpu = { server: 0, worker: 0, database: (read() - before) / answered, load: loadCpu / answered }
  return { per_second, p50_ms, p99_ms, cpu }
}

const orders = (name: string, clients: number, perSecond: number | null): BenchCase => ({
  name,
  isShort: name === transfersOf(64),
  ordersPerSecond: perSecond ?? MAX_ORDERS_PER_SECOND,
  run: (bench) =>
    measureLoad(bench, {
      programs: [bench.server],
      connections: clients,
      perSecond,
      repeats: false,
      requests: bench.bank.takeOrders(
        Math.ceil((bench.warmUpSeconds + bench.seconds + 1) * (perSecond ?? MAX_ORDERS_PER_SECOND)),
      ),
      status: 201,
      writes: 'orders',
    }),
})

/** The account that an order debits decides its server, as before haproxy: two servers rarely lock the same accounts. */
function serverOfOrder(request: Buffer): number {
  const account = new RegExp(`${headers.accountId}: (\\S+)`, 'i').exec(request.toString('latin1'))?.[1] ?? ''
  return Number.parseInt(account.slice(-2), 16) % SERVERS
}

const ordersOnTwoServers: BenchCase = {
  name: TWO_SERVERS,
  isShort: false,
  ordersPerSecond: MAX_ORDERS_PER_SECOND,
  async run(bench) {
    const second = await bench.startServer()
    try {
      return await measureLoad(bench, {
        programs: [bench.server, second],
        serverOf: serverOfOrder,
        connections: 64,
        perSecond: null,
        repeats: false,
        requests: bench.bank.takeOrders((bench.warmUpSeconds + bench.seconds + 1) * MAX_ORDERS_PER_SECOND),
        status: 201,
        writes: 'orders',
      })
    } finally {
      await second.stop()
    }
  },
}

const postings = (bench: Bench) =>
  measureLoad(bench, {
    programs: [bench.bare],
    connections: POSTERS,
    perSecond: null,
    repeats: false,
    requests: postingRequests(bench.bank, (bench.warmUpSeconds + bench.seconds + 1) * MAX_POSTINGS_PER_SECOND),
    status: 200,
    writes: 'postings',
  })

const reads = (bench: Bench, program: 'server' | 'bare', requests: readonly Buffer[], status = 200) =>
  measureLoad(bench, {
    programs: [bench[program]],
    connections: READERS,
    perSecond: null,
    repeats: true,
    requests,
    status,
  })

const barePages = ({ bank: { visits } }: Bench) =>
  visits.map(({ accountId, session: { token } }) =>
    bytesOf({ method: 'GET', path: `/operations/${accountId}`, headers: { authorization: `Bearer ${token}` } }),
  )

/** Page 1 of each account with the tag of its last answer; null where answers have no tags. */
async function unchangedPages({ bank: { visits }, server: { port } }: Bench): Promise<Buffer[] | null> {
  const requests: Buffer[] = []
  for (const { accountId, session } of visits.slice(0, TAGGED_PAGES)) {
    const path = '/wb-api/operations?page=1'
    const headers = headersOf(session, accountId)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.arrayBuffer()
    const tag = answer.headers.get('etag')
    if (tag === null) return null
    requests.push(bytesOf({ method: 'GET', path, headers: { ...headers, 'if-none-match': tag } }))
  }
  return requests
}

const reading = (name: string, isShort: boolean, run: BenchCase['run']): BenchCase => ({
  name,
  isShort,
  ordersPerSecond: 0,
  run,
})

export const benchCases: readonly BenchCase[] = [
  reading(TPCB, true, tpcb),
  ...CLIENTS.map((clients) => orders(transfersOf(clients), clients, null)),
  ordersOnTwoServers,
  reading(BARE_POSTING, false, postings),
  ...FIXED_RATES.map((perSecond) => orders(transfersAt(perSecond), FIXED_RATE_CONNECTIONS, perSecond)),
  reading(BARE_PAGE, false, (bench) => reads(bench, 'bare', barePages(bench))),
  reading(PAGE_1, true, (bench) =>
    reads(
      bench,
      'server',
      pageRequests(bench.bank, () => 1),
    ),
  ),
  reading(LAST_PAGE, false, (bench) =>
    reads(
      bench,
      'server',
      pageRequests(bench.bank, ({ pages }) => pages),
    ),
  ),
  reading(UNCHANGED_PAGE, false, async (bench) => {
    const requests = await unchangedPages(bench)
    return requests && reads(bench, 'server', requests, 304)
  }),
]
