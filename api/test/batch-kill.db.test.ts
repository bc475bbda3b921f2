// Kills workers while they run the lines of a batch: each line is paid once, whatever was in progress.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { acceptBatch, createBatch, getBatch } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import { SupervisedProcess } from './chaos/supervised-process.ts'
import { openTestBank, type TestBank } from './test-bank.ts'

const LINES = 1_500
const KILLS = 4

let bank: TestBank
const folder = mkdtempSync(join(tmpdir(), 'connect-batch-kill-'))
let workers: SupervisedProcess<unknown>[] = []
beforeAll(async () => void (bank = await openTestBank()))
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop('SIGKILL')))
  await bank.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Each statement that posts takes a second more: also a slow machine, whose looks are rare, finds it before it has ended. */
const slowDownPosting = () =>
  bank.owner.query(`
    CREATE FUNCTION take_a_second() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
    CREATE TRIGGER take_a_second BEFORE INSERT ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION take_a_second()`)

/** Kills every worker while one of them is posting; answers how many lines were paid by then. */
async function killWhilePosting(executed: () => Promise<number>, from: number): Promise<number> {
  for (;;) {
    const { rows } = await bank.owner.query<{ posting: number }>(`
      SELECT count(*)::int AS posting FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%ledger_post(%'`)
    const paid = await executed()
    if (rows[0]?.posting && paid >= from) {
      await Promise.all(workers.map((worker) => worker.kill()))
      return paid
    }
    if (paid === LINES) throw new Error('all lines were paid before the blow')
    await pause(2)
  }
}

it('pays each line of a batch once while its workers are killed repeatedly', { timeout: 120_000 }, async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const signer = await bank.aMember(author.account_id)
  const payee = await bank.aCustomer({})
  const elsewhere = ibanFrom('SN', 'SN010', '01520', '485000000001')
  const holder = `Client ${payee.customer_id.slice(-6)}`
  const rows = Array.from({ length: LINES / 2 }, (_, index) =>
    [...(index % 2 ? [holder, payee.iban] : ['Khady Sarr', elsewhere]), 1000, `Paie ${index}`].join(';'),
  )
  const ids: string[] = []
  let charged = 0
  // One with a debit per line, one with batch booking.
  for (const single_entry of [false, true]) {
    const form = new FormData()
    form.append('file', new Blob([['nom_beneficiaire;iban;montant;libelle', ...rows].join('\n')]), 'paie.csv')
    const draft = (await author.call(importTransfers, { form })).body
    const { id } = (await author.confirm(createBatch, { body: { import_id: draft.import_id, single_entry } })).body
    const signed = (await signer.confirm(acceptBatch, { params: { id }, body: { version: 1 } })).body
    charged += signed.amount + signed.fees + signed.tax
    ids.push(id)
  }
  const executed = async () => {
    const counts = await Promise.all(
      ids.map(async (id) => (await author.call(getBatch, { params: { id } })).body.counts.executed),
    )
    return counts.reduce((sum, count) => sum + count)
  }

  writeFileSync(join(folder, 'clock'), String(bank.clock.at.getTime() - Date.now()))
  const env = () => ({
    DATABASE_URL: bank.url,
    DATA_DIR: folder,
    CLOCK_FILE: join(folder, 'clock'),
    LOG_LEVEL: 'silent',
    DEMO: '',
  })
  await slowDownPosting()
  const program = join(import.meta.dirname, 'chaos/worker-program.ts')
  workers = [1, 2].map(() => new SupervisedProcess(program, [], env))
  const paidAt: number[] = []
  // The last kills happen when some lines are paid and others are not.
  for (let kill = 1; kill <= KILLS; kill += 1) paidAt.push(await killWhilePosting(executed, kill > 2 ? 1 : 0))
  while ((await executed()) < LINES) await pause(50)

  expect(paidAt.at(-1)).toBeGreaterThan(0)
  expect(paidAt.at(-1)).toBeLessThan(LINES)
  const { rows: lines } = await bank.owner.query<{ postings: number; lines: number; items: number }>(
    `SELECT (SELECT count(DISTINCT e.posting_id) FROM ledger_entries e WHERE e.account_id = $1 AND e.type = 'transfer_out')::int AS postings,
            (SELECT count(DISTINCT e.reference) FROM ledger_entries e WHERE e.account_id = $1 AND e.type = 'transfer_out')::int AS lines,
            (SELECT count(*) FROM outgoing_payments)::int AS items`,
    [author.account_id],
  )
  expect(lines).toEqual([{ postings: LINES / 2 + 1, lines: LINES / 2 + 1, items: LINES / 2 }])
  const { rows: received } = await bank.owner.query('SELECT booked::int FROM ledger_accounts WHERE id = $1', [
    payee.account_id,
  ])
  expect(received).toEqual([{ booked: (LINES / 2) * 1000 }])
  const { rows: left } = await bank.owner.query('SELECT booked::int, held::int FROM ledger_accounts WHERE id = $1', [
    author.account_id,
  ])
  expect(left).toEqual([{ booked: 10_000_000 - charged, held: 0 }])
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
})
