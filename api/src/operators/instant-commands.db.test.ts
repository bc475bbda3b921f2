// The operators' commands of instant payments.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { MEMBER, openTestPlatform, type TestPlatform } from '../../test/test-platform.ts'
import { dbOver, openPool } from '../db/sql.ts'
import { compareReports } from '../domains/instant-payments/compare-reports.ts'
import { newEndToEndId, newPlatformMessageId } from '../formats/instant/aip-ids.ts'
import { exitCodes, runConnect } from './run-connect.ts'

let bank: TestBank
let platform: TestPlatform
let pool: pg.Pool
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
  pool = openPool(bank.url, { size: 2, onError: () => undefined, operator: 'Mariama Faye' })
})
afterAll(async () => {
  await pool.end()
  await bank.close()
})

const clock = { now: () => bank.clock.at }
const connect = (...args: string[]) =>
  runConnect([...args, '--json'], async () => ({
    db: dbOver(pool),
    clock,
    operator: 'Mariama Faye',
    databaseUrl: bank.url,
    portalUrl: 'https://banque.example/connect/',
    clearingFolder: '',
  }))
type Answer = { rows: Record<string, string | number | boolean | null>[]; said: string | null }
async function done(...args: string[]): Promise<Answer> {
  const { code, out, err } = await connect(...args)
  expect([code, err]).toEqual([exitCodes.done, ''])
  return JSON.parse(out) as Answer
}
const lastAct = async () => {
  const { rows } = await bank.owner.query('SELECT action, facts FROM audit_events ORDER BY id DESC LIMIT 1')
  return rows[0] as { action: string; facts: Record<string, unknown> }
}

it('instant differences lists what does not agree, and ends what an operator has explained', async () => {
  expect((await done('instant', 'differences')).said).toBe('The reports and the books agree.')
  const reference = newEndToEndId(MEMBER, bank.clock.at)
  await platform.call('/rapports/telechargements/reponses', {
    msgId: newPlatformMessageId(),
    identifiantReleve: `RECO${MEMBER}20260309000000`,
    pageCourante: 1,
    dernierePage: true,
    dateDebutCompense: '2026-03-09T00:00:00.000Z',
    dateFinCompense: '2026-03-10T00:00:00.000Z',
    codeMembreParticipant: MEMBER,
    nbreTotalTransaction: 1,
    montantTotalCompensation: 800,
    indicateurSolde: 'DBIT',
    transactions: [{ reference, montant: 800, operation: 'DBIT' }],
  })
  await compareReports({ db: bank.db, clock, logError: () => undefined })
  const [difference] = (await done('instant', 'differences')).rows
  expect(difference).toMatchObject({ end_to_end_id: reference, what: 'missing_here', ours: null, theirs: -800 })
  const id = String(difference?.['id'])
  await done('instant', 'differences', '--resolve', id)
  expect(await lastAct()).toMatchObject({ action: 'instant.difference' })
  expect((await done('instant', 'differences')).rows).toEqual([])
  expect((await connect('instant', 'differences', '--resolve', id)).err).toContain('no open difference')
  // A comparison that runs again does not open it again.
  bank.clock.at = new Date(bank.clock.at.getTime() + 3_600_000)
  await compareReports({ db: bank.db, clock, logError: () => undefined })
  expect((await done('instant', 'differences')).rows).toEqual([])
})
