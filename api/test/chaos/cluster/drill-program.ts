// Runs the drill on a cluster inside its own namespaces (see tools/lib/cluster-drill.ts), and writes what it measured to its standard output.
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Audit, auditBank, clearRateLimits, countBrokenRules } from './audit.ts'
import { BankProcesses, type ProxyName, proxyUrls, SERVERS } from './bank-processes.ts'
import { act, COMPANIES, PERSONS } from './customers.ts'
import { DatabaseCluster } from './database-cluster.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { fillClusterBank } from './fill-cluster-bank.ts'
import { connectMachines } from './machine.ts'
import { longestGap, Observed } from './observed.ts'

export type Round = {
  scenario: string
  isWithoutQuorum: boolean
  orders: number
  secondsWithoutOrder: number
  /** From the end of the fault to the next order. */
  secondsAfterEnd: number
  secondsWithoutPage: number
  slowestCall: number
  unavailable: number
  /** Answers of 500 and above but 503, and calls that got none. */
  errors: { [answer: string]: number }
  falseReadiness: number
  wholeAfter: number | null
  lost: number
  doubled: number
  load: number
}
export type Drill = {
  rounds: Round[]
  audit: Audit
  refusals: string[]
  brokenRules: number
  streams: Observed['streams']
  calls: number
  seconds: number
}

const CALM_MS = 5_000
const WHOLE_MS = 120_000
const LIMIT_MS = Number(process.env['DRILL_MINUTES'] || Infinity) * 60_000
/** How long customers finish their orders at the end. */
const END_MS = 60_000

const print = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
const sum = (audit: Audit, key: 'lost' | 'doubled') =>
  [audit.transfers, audit.approvals, audit.batches, audit.topups].reduce((total, balance) => total + balance[key], 0)

async function drill(plan: readonly string[]): Promise<Drill> {
  const startedAt = Date.now()
  await connectMachines()
  const cluster = new DatabaseCluster()
  await cluster.open()
  print('the database cluster is whole')
  const people = await fillClusterBank(await cluster.addressOfPrimary(), { persons: PERSONS, companies: COMPANIES })
  const bank = new BankProcesses()
  await bank.open()
  print('both servers are ready')

  const run = `R${startedAt % 1_000_000}`
  const record = new Observed()
  let proxy: ProxyName = 'haproxy'
  let [isClosing, isOver] = [false, false]
  const scene = { record, origin: () => proxyUrls[proxy], isClosing: () => isClosing, isOver: () => isOver }
  const watching = record.watchReadiness()
  const acting = act({ scene, run }, people)
  acting.catch((error: unknown) => {
    print(`the customers failed: ${String(error)}`)
    process.exit(1)
  })
  while (record.orders.length < 20) await pause(200)

  /** Reads the bank on its primary, once more when that moves meanwhile. */
  async function onPrimary<T>(read: (host: string) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read(await cluster.addressOfPrimary())
      } catch (error) {
        if (attempt === 20) throw error
        await pause(3_000)
      }
    }
  }

  async function round(scenario: Scenario): Promise<Round> {
    proxy = scenario.proxy ?? 'haproxy'
    await onPrimary(clearRateLimits)
    await pause(CALM_MS)
    // A node that comes back seems whole for a moment, until it finds out that it must be rewound.
    await cluster.isWhole(WHOLE_MS)
    const stage = { cluster, bank, leader: await cluster.leader(), standby: await cluster.synchronousStandby() }
    const from = Date.now()
    const [orders, answers] = [record.orders.length, record.answers.length]
    let endedAt = from
    try {
      await scenario.begin(stage)
      await pause(scenario.seconds * 1000)
    } finally {
      endedAt = Date.now()
      await scenario.repair?.(stage)
    }
    const wholeAfter = await cluster.isWhole(WHOLE_MS)
    for (const name of SERVERS) await bank.isReady(name, WHOLE_MS)
    await pause(CALM_MS)
    const to = Date.now()
    const seen = record.answers.slice(answers)
    // A customer of one server meets its end; those behind the proxy must not.
    const proxied = seen.filter(({ isDirect }) => !isDirect)
    const errors: Round['errors'] = {}
    for (const { status, code, call, isDirect } of seen) {
      if ((status === 0 && !isDirect) || (status >= 500 && status !== 503))
        errors[`${call} ${status} ${code}`] = (errors[`${call} ${status} ${code}`] ?? 0) + 1
    }
    const audit = await onPrimary((host) => auditBank(host, run, record))
    return {
      scenario: scenario.name,
      isWithoutQuorum: scenario.isWithoutQuorum ?? false,
      orders: record.orders.length - orders,
      secondsWithoutOrder: longestGap(record.orders, from, to),
      secondsAfterEnd: ((record.orders.find((at) => at > endedAt) ?? to) - endedAt) / 1000,
      secondsWithoutPage: longestGap(record.pages, from, to),
      slowestCall: Math.max(0, ...proxied.map(({ ms }) => ms)) / 1000,
      unavailable: proxied.filter(({ status }) => status === 503).length,
      errors,
      falseReadiness: record.falseReadiness(from, to),
      wholeAfter,
      lost: sum(audit, 'lost'),
      doubled: sum(audit, 'doubled'),
      load: loadavg()[0] ?? 0,
    }
  }

  const rounds: Round[] = []
  for (const [index, key] of plan.entries()) {
    if (Date.now() - startedAt > LIMIT_MS) break
    const scenario = scenarios[key]
    if (!scenario) throw new Error(`there is no scenario ${key}: ${Object.keys(scenarios).join(', ')}`)
    try {
      const measured = await round(scenario)
      rounds.push(measured)
      print(`${index + 1}/${plan.length} ${JSON.stringify(measured)}`)
    } catch (error) {
      // A switchover that Patroni refuses, for example: this round counts for nothing.
      print(`${index + 1}/${plan.length} ${key} was not measured: ${String(error)}`)
    }
  }
  await onPrimary(clearRateLimits)
  isClosing = true
  const end = setTimeout(() => (isOver = true), END_MS)
  await acting
  clearTimeout(end)
  record.stopWatching()
  await watching
  // Files of creditors are read every few seconds.
  await pause(20_000)
  return {
    rounds,
    audit: await onPrimary((host) => auditBank(host, run, record)),
    refusals: record.refusals,
    brokenRules: await onPrimary(countBrokenRules),
    streams: record.streams,
    calls: record.answers.length,
    seconds: (Date.now() - startedAt) / 1000,
  }
}

// Nothing is stopped: all of it ends with this process, the first one of its namespaces.
const measured = await drill(process.argv.slice(2)).catch((error: unknown) => {
  print(`the drill failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exit(1)
})
process.stdout.write(JSON.stringify(measured), () => process.exit(0))
