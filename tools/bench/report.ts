// Writes the results as a page that names what was measured, how, and compared with what.

export type Row = { name: string; per_second: number; p50_ms: number; p99_ms: number }
type Machine = {
  node: string
  postgres: string
  cores: number
  processor: string
  operations: number
  seconds: number
  runs: number
}

const thousands = (count: number) => new Intl.NumberFormat('en-GB').format(count)

export function reportOf(rows: readonly Row[], machine: Machine): string {
  const rate = (name: string) => rows.find((row) => row.name === name)?.per_second ?? 0
  const ratio = (one: string, other: string) => (rate(one) / rate(other)).toFixed(2)
  const latency = rows.find(({ name }) => name === 'transfer at half the rate')
  return `# Benchmarks

Written by \`npm run bench\`. Machines differ and are noisy: the ratios inside one run are what counts.

One run on ${machine.cores} cores (${machine.processor}), Node ${machine.node}, PostgreSQL ${machine.postgres} with
\`synchronous_commit = on\`; server, database and the load itself share the machine. A bank of ${thousands(machine.operations)} operations on
1,000 accounts; ${machine.runs} interleaved rounds of ${machine.seconds} s each, medians.

| What | per second | p50 ms | p99 ms |
|---|---:|---:|---:|
${rows.map(({ name, per_second, p50_ms, p99_ms }) => `| ${name} | ${thousands(per_second)} | ${p50_ms || ''} | ${p99_ms || ''} |`).join('\n')}

| Ratio | is | wanted |
|---|---:|---:|
| transfer to pgbench TPC-B | ${ratio('transfer', 'pgbench TPC-B')} | 1 |
| transfer to bare posting | ${ratio('transfer', 'bare posting')} | 1 |
| p99 of a transfer at half the rate | ${latency?.p99_ms ?? ''} ms | under 20 ms |
| page 1 to bare page from PostgreSQL | ${ratio('page 1', 'bare page from PostgreSQL')} | 0.7 |
| page 1 to bare page from memory | ${ratio('page 1', 'bare page from memory')} | |
| page 1 to last page | ${ratio('page 1', 'last page')} | at most 2 |

- **pgbench TPC-B**: pgbench's own transaction, scale 10, 32 clients, prepared.
- **bare posting**: a Fastify handler that only calls \`ledger_post\` with two entries; 32 clients.
- **transfer**: \`POST /wb-api/transfers\` with session, cookie, rights, rules, idempotency key, a proof of the password used up,
  journal and ledger; 32 clients, 1,000 accounts. The proofs are written beforehand: checking a password is slow on purpose.
- **bare page from memory**: a handler that answers the bytes of a page; 64 clients.
- **bare page from PostgreSQL**: a handler that checks a token's signature and runs one query for 20 operations; 64 clients.
- **page 1**, **last page**: \`GET /wb-api/operations\` with exact totals, month totals and categories; 64 clients.
`
}
