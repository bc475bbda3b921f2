// Runs `npm run chaos`: the long chaos test on the embedded bank, or with `--cluster` the drill on three nodes. Their results are in
// docs/reliability.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { PlainProblem } from '../database/plain-problem.ts'
import { clusterSection, type Drill, fiftyScenarios } from './lib/cluster-report.ts'
import { runDrill } from './lib/cluster-drill.ts'
import { runEmbedded } from './lib/embedded-chaos.ts'
import { inProject } from './lib/project.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '120' },
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
const CLUSTER = '\n## Cluster\n'

/** The page of both runs: each writes its own part, and keeps the other's. */
function writeReport(part: { embedded: string } | { cluster: string }): void {
  const [embedded = '', cluster] = readFileSync(report, 'utf8').split(CLUSTER)
  const kept = { embedded, cluster, ...part }
  writeFileSync(report, kept.cluster === undefined ? kept.embedded : `${kept.embedded}${CLUSTER}${kept.cluster}`)
}

async function runOnCluster(): Promise<void> {
  const limits = { logs: values.logs ?? null, minutes: Number(values.minutes) }
  const drill = JSON.parse(await runDrill(values.scenarios.split(','), limits)) as Drill
  writeReport({ cluster: clusterSection(drill) })
}

async function runOnEmbedded(): Promise<void> {
  const embedded = await runEmbedded(values)
  if (embedded === null) process.exitCode = 1
  else writeReport({ embedded })
}

try {
  await (values.cluster ? runOnCluster() : runOnEmbedded())
} catch (error) {
  if (!(error instanceof PlainProblem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
