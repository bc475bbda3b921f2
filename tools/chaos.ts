// Runs `npm run chaos`: the long chaos test on the embedded bank, with `--instant` that of instant payments, or with `--cluster` the drill on
// three nodes. Their results are in docs/reliability.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { PlainProblem } from '../database/plain-problem.ts'
import { clusterSection, type Drill, fiftyScenarios } from './lib/cluster-report.ts'
import { runDrill } from './lib/cluster-drill.ts'
import { runEmbedded } from './lib/embedded-chaos.ts'
import { runInstant } from './lib/instant-chaos.ts'
import { inProject } from './lib/project.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    kills: { type: 'string' },
    // Instant payments, in both directions together.
    payments: { type: 'string', default: '10000' },
    instant: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '0' },
    cluster: { type: 'boolean', default: false },
    // How many faults beside kills.
    faults: { type: 'string' },
    // The faults of the drill by name, with commas.
    scenarios: { type: 'string', default: fiftyScenarios.join(',') },
    // A folder to keep the logs of the drill in.
    logs: { type: 'string' },
  },
})

const report = inProject('docs/reliability.md')
const INSTANT = '\n## Instant payments\n'
const CLUSTER = '\n## Cluster\n'

type Parts = { embedded: string; instant: string | undefined; cluster: string | undefined }

function readReport(): Parts {
  const [before = '', cluster] = readFileSync(report, 'utf8').split(CLUSTER)
  const [embedded = '', instant] = before.split(INSTANT)
  return { embedded, instant, cluster }
}

/** The page of all runs: each writes its own part, and keeps the others'. */
function writeReport(part: Partial<Parts>): void {
  const { embedded, instant, cluster } = { ...readReport(), ...part }
  writeFileSync(
    report,
    [embedded, instant === undefined ? '' : INSTANT + instant, cluster === undefined ? '' : CLUSTER + cluster].join(''),
  )
}

async function runOnCluster(): Promise<void> {
  const limits = { logs: values.logs ?? null, minutes: Number(values.minutes) }
  const drill = JSON.parse(await runDrill(values.scenarios.split(','), limits)) as Drill
  writeReport({ cluster: clusterSection(drill) })
}

async function runOnEmbedded(): Promise<void> {
  const embedded = await runEmbedded({ ...values, kills: values.kills ?? '120' })
  if (embedded === null) process.exitCode = 1
  else writeReport({ embedded })
}

async function runInstantPayments(): Promise<void> {
  const instant = await runInstant({ payments: values.payments, kills: values.kills ?? '60' })
  if (instant === null) process.exitCode = 1
  else writeReport({ instant })
}

try {
  await (values.cluster ? runOnCluster() : values.instant ? runInstantPayments() : runOnEmbedded())
} catch (error) {
  if (!(error instanceof PlainProblem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
