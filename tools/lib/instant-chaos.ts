// Runs the long chaos test of instant payments, and writes what it measured as a section of a page.
import { cpus } from 'node:os'
import { runChaosTest } from './embedded-chaos.ts'

type Measured = {
  paid: number
  accepted: number
  received: number
  killed: Record<'server' | 'worker' | 'postgres' | 'owner' | 'platform', number>
  repeats: number
  unavailable: number
  longestGap: number
  seconds: number
}

function section(measured: Measured): string {
  const { killed, paid, accepted } = measured
  const kills = Object.values(killed).reduce((sum, count) => sum + count)
  const number = (value: number) => value.toLocaleString('en-GB')
  return `
Written by \`npm run chaos -- --instant\`; a short form of the same is part of \`npm test\`. Customers pay wallets by phone number over the simulator of the platform; the wallets accept, refuse,
stay silent until they are asked, answer three times, in steps, or that the message was malformed. As many payments come in from outside. A tenth of the platform's messages arrive twice.
Meanwhile server, workers, PostgreSQL, the process that owns it, and the platform are killed. At the end the platform and the bank are compared payment by payment.

| | |
|---|---:|
| payments to people outside (of these accepted) | ${number(paid)} (${number(accepted)}) |
| payments from people outside | ${number(measured.received)} |
| kills (server, workers, PostgreSQL, its owner, the platform) | ${number(kills)} (${killed.server}, ${killed.worker}, ${killed.postgres}, ${killed.owner}, ${killed.platform}) |
| payments lost, sent twice, or with another outcome than the platform's | 0 |
| payments from outside lost, credited twice, or unanswered | 0 |
| contradictions that the platform noticed | 0 |
| rules of \`npm run ledger:audit\` and of the audit log broken | 0 |
| times that a customer had to ask again | ${number(measured.repeats)} |
| longest time without an acknowledged payment | ${measured.longestGap.toFixed(1)} s |
| time | ${number(Math.round(measured.seconds))} s |

One run on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}, embedded PostgreSQL with fsync on. A run with anything but these zeros fails, and writes nothing.
`
}

/** Answers the section of a run with zeros where zeros belong, or null. */
export async function runInstant({ payments, kills }: { payments: string; kills: string }): Promise<string | null> {
  const measured = await runChaosTest('api/test/instant-chaos.test.ts', {
    CHAOS_PAYMENTS: payments,
    CHAOS_KILLS: kills,
    CHAOS_INDIVIDUALS: '24',
    CHAOS_COMPANIES: '4',
  })
  return measured === null ? null : section(measured as Measured)
}
