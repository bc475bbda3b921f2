// Measures what the audit chain alone costs: the worker also writes alerts and e-mails, and looks into a dozen queues each second.
import { linkEvents, writeSearchTexts } from '../../api/src/domains/audit/audit-chain-store.ts'
import type { Tx } from '../../api/src/db/db.ts'
import { transaction } from '../../api/src/db/transaction.ts'
import { MAX_ORDERS_PER_SECOND } from './bench-orders.ts'
import { untilQueuesAreEmpty } from './bench-queues.ts'
import { refreshSessions } from './bench-sessions.ts'
import { cpuOfProcess } from './cpu-time.ts'
import { runLoad } from './load.ts'
import type { Bench } from './measurement.ts'

const CLIENTS = 64
/** The worker waits for the chain for ten seconds. */
const SECONDS = 5
/** Linked before: a new connection makes its plans, and maps the shared memory that it touches. */
const UNMEASURED_EVENTS = 2_500

/** Microseconds of processor time for each event, of the connection's process and of this one. */
export type ChainCost = { linking: number; counting: number; events: number }

export const ordersOfChainCheck = SECONDS * MAX_ORDERS_PER_SECOND

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function hasUncounted(tx: Tx): Promise<boolean> {
  const rows = await tx`SELECT 1 FROM audit_text_queue LIMIT 1`
  return rows.length > 0
}

/** Links and counts the events of some thousand orders on one connection, while the worker is kept from the chain. */
export async function measureChain({ bank, client, db, server }: Bench): Promise<ChainCost> {
  await untilQueuesAreEmpty(db)
  await refreshSessions(client)
  return transaction(db, async (tx) => {
    const [backend] = await tx<{ pid: number }>`
      SELECT pg_backend_pid() AS pid FROM pg_advisory_xact_lock(hashtext('audit_link'))`
    if (!backend) throw new Error('a connection has a process')
    await runLoad({
      ports: [server.port],
      connections: CLIENTS,
      perSecond: null,
      repeats: false,
      requests: bank.takeOrders(ordersOfChainCheck),
      warmUpSeconds: 0,
      seconds: SECONDS,
      onMeasuring: () => undefined,
    })
    const [unmeasured] = await tx<{ count: number }>`SELECT audit_link(${UNMEASURED_EVENTS}, now()) AS count`
    const cpu = () => cpuOfProcess(backend.pid) + ownCpu()
    const start = cpu()
    const events = await linkEvents(tx, new Date())
    const linked = cpu()
    if (events === 0 || !unmeasured) throw new Error('too few orders were answered to measure the audit chain')
    while (await hasUncounted(tx)) await writeSearchTexts(tx)
    // The events that were linked before the measurement are counted with the others.
    return { linking: (linked - start) / events, counting: (cpu() - linked) / (events + unmeasured.count), events }
  })
}
