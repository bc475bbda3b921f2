// The operators' commands of instant payments.
import { createTransfer, getTransfer } from 'contract/transfers/transfers.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskAnswer, openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { BANK, openTestBank, type TestBank } from '../../test/test-bank.ts'
import { MEMBER, openTestPlatform, type TestPlatform } from '../../test/test-platform.ts'
import { compareReports } from '../domains/instant-payments/reports/compare-reports.ts'
import {
  createProofOfAvailability,
  proveAvailability,
} from '../domains/instant-payments/platform/connect-to-platform.ts'
import { newEndToEndId, newPlatformMessageId } from '../formats/instant/aip-ids.ts'
import { auditLedger } from '../ledger/ledger-audit.ts'
import { exitCodes } from './run-connect.ts'

let bank: TestBank
let platform: TestPlatform
let desk: OperatorDesk
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
  desk = await openDesk(bank)
})
afterAll(async () => {
  await desk.close()
  await bank.close()
})

const clock = { now: () => bank.clock.at }
const connect = (...args: string[]) => desk.connect(...args, '--json')
const done = (...args: string[]) => desk.done(...args)
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

const IBAN = ibanFrom('SN', BANK, '01003', '000000000001')
const setProof = (iban = IBAN) =>
  connect('instant', 'proof', '--iban', iban, '--tax-number', '004512378', '--city', 'Dakar')

it('the bank proves its availability as what an operator has set, and warns once before', async () => {
  const warnings: string[] = []
  const warn = (_facts: object, sentence: string) => void warnings.push(sentence)
  const prove = createProofOfAvailability({ db: bank.db, clock, warn })
  await prove()
  await prove()
  expect(warnings).toEqual([expect.stringContaining('instant proof')])
  expect(await platform.take()).toEqual([])
  expect((await setProof(ibanFrom('SN', 'SN100', '01003', '000000000001'))).err).toContain('of this bank')
  expect((await setProof(IBAN.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)))).err).toContain(
    'check digits',
  )
  expect((await setProof()).code).toBe(exitCodes.done)
  expect(await lastAct()).toMatchObject({ action: 'instant.proof', facts: { before: null, after: { iban: IBAN } } })
  await prove()
  const side = { iban: IBAN, number: '004512378', city: 'Dakar', country: 'SN' }
  expect((await platform.take()).map(({ body }) => body)).toMatchObject([
    {
      montant: 1,
      typeTransaction: 'DISP',
      canalCommunication: '999',
      ibanClientPayeur: side.iban,
      ibanClientPaye: side.iban,
      numeroIdentificationClientPayeur: side.number,
      numeroIdentificationClientPaye: side.number,
      villeClientPayeur: side.city,
      villeClientPaye: side.city,
      paysClientPayeur: side.country,
      paysClientPaye: side.country,
    },
  ])
  expect(warnings).toHaveLength(1)
  await bank.owner.query('DELETE FROM availability_identity')
  await bank.owner.query('DELETE FROM aip_messages')
})

it('instant status shows the connection, the guarantee and what waits, and fails while the AIP takes nothing', async () => {
  const valueOf = ({ rows }: DeskAnswer, wanted: string) => rows.find(({ name }) => name === wanted)?.['value']
  const down = await connect('instant', 'status')
  expect([down.code, down.out]).toEqual([exitCodes.refused, expect.stringContaining('has taken no message')])
  expect(await proveAvailability({ db: bank.db, clock })).toBe(false)
  expect(await platform.take()).toEqual([])
  await setProof()
  await proveAvailability({ db: bank.db, clock })
  await platform.take()
  await platform.call('/notifications/garantie', {
    msgId: newPlatformMessageId(),
    montantGarantie: 1_000_000_000,
    montantRestantGarantie: 1_000_000_000,
  })
  const up = await done('instant', 'status')
  const names = [
    'connected',
    'participants ENBL',
    'availability proved',
    'guarantee left',
    'guarantee left at the platform',
    'messages waiting',
  ]
  expect(names.map((name) => valueOf(up, name))).toEqual([true, 3, true, 1_000_000_000, 1_000_000_000, 0])
  await proveAvailability({ db: bank.db, clock })
  expect(valueOf(await done('instant', 'status'), 'messages waiting')).toBe(1)
})

it('instant refused lists payments whose message the AIP refused, and gives back what the platform does not know', async () => {
  const payer = await bank.aCustomer({ balance: 50_000 })
  const lookup = await platform.lookedUp(payer)
  const { body: transfer } = await payer.confirm(createTransfer, {
    body: { type: 'direct', lookup_id: lookup.id, amount: 20_000, label: 'Tissu' },
  })
  await platform.execute()
  expect((await done('instant', 'refused')).said).toContain('No payment waits')
  // The first attempt may have arrived: nothing is given back by itself.
  let isBroken = true
  platform.behave((path) =>
    path === '/transferts' && isBroken
      ? Promise.reject(new Error('broken pipe'))
      : Promise.resolve({ outcome: 'refused', status: path === '/transferts' ? 400 : 404, text: 'Inconnu' }),
  )
  await platform.take()
  isBroken = false
  bank.clock.at = new Date(bank.clock.at.getTime() + 30_000)
  await platform.take()
  const [refused] = (await done('instant', 'refused')).rows
  expect(refused).toMatchObject({ amount: 20_000, tries: 2, refusal: '400 Inconnu', unknown_there: false })
  const id = String(refused?.['id'])
  expect((await connect('instant', 'refused', '--return', id)).err).toContain('the platform may have this payment')
  await platform.ask()
  await platform.take()
  platform.behave(null)
  expect((await done('instant', 'refused')).rows).toMatchObject([{ id, unknown_there: true }])
  const { rows } = await done('instant', 'status')
  expect(rows).toContainEqual(expect.objectContaining({ name: 'payments refused or lost by the AIP', value: 1 }))
  expect((await done('instant', 'refused', '--return', id)).rows).toEqual([{ id, amount: 20_000 }])
  expect(await lastAct()).toMatchObject({ action: 'instant.refused', facts: { amount: 20_000 } })
  expect((await connect('instant', 'refused', '--return', id)).err).toContain('no payment with this id')
  const { body: after } = await payer.call(getTransfer, { params: { id: transfer.id } })
  expect([after.instant?.state, after.history.at(-1)?.return_reason]).toEqual(['rejected', 'DS04'])
  const balances = await bank.db<{ booked: number }>`SELECT booked FROM ledger_accounts WHERE id = ${payer.account_id}`
  expect(balances).toEqual([{ booked: 50_000 }])
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
})

it('instant refused lists a payment that the AIP has taken and lost, from a day later on, and gives it back', async () => {
  const orderedAt = bank.clock.at
  const payer = await bank.aCustomer({ balance: 50_000 })
  const lookup = await platform.lookedUp(payer)
  const { body: transfer } = await payer.confirm(createTransfer, {
    body: { type: 'direct', lookup_id: lookup.id, amount: 20_000, label: 'Tissu' },
  })
  await platform.execute()
  await platform.take()
  platform.behave((path) =>
    Promise.resolve(
      path === '/transferts/statut' ? { outcome: 'refused', status: 404, text: 'Inconnu' } : { outcome: 'accepted' },
    ),
  )
  const askAfter = async (hours: number) => {
    bank.clock.at = new Date(orderedAt.getTime() + hours * 3_600_000)
    await platform.ask()
    await platform.take()
  }
  // It may still work on the message.
  await askAfter(1)
  expect((await done('instant', 'refused')).rows).toEqual([])
  await askAfter(25)
  const [lost] = (await done('instant', 'refused')).rows
  expect(lost).toMatchObject({ amount: 20_000, tries: 1, refusal: null, unknown_there: true })
  const id = String(lost?.['id'])
  expect((await done('instant', 'refused', '--return', id)).rows).toEqual([{ id, amount: 20_000 }])
  expect(await bank.available(payer.account_id)).toBe(50_000)
  const again = await bank.signIn(payer)
  const { body: after } = await again.call(getTransfer, { params: { id: transfer.id } })
  expect([after.instant?.state, after.history.at(-1)?.return_reason]).toEqual(['rejected', 'DS04'])
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
  platform.behave(null)
  bank.clock.at = orderedAt
})

it('instant guarantee sets what was deposited, never below what is used', async () => {
  await bank.owner.query('UPDATE instant_guarantee SET used = 4000')
  expect((await connect('instant', 'guarantee', '3999')).err).toContain('use more than this')
  expect((await done('instant', 'guarantee', '4000')).rows).toEqual([{ before: 1_000_000_000, amount: 4_000 }])
  expect(await lastAct()).toMatchObject({
    action: 'instant.guarantee',
    facts: { before: 1_000_000_000, amount: 4_000 },
  })
  expect((await connect('instant', 'guarantee', '-5')).code).toBe(exitCodes.usage)
  await bank.owner.query('UPDATE instant_guarantee SET used = 0')
})

it('identity set stores what messages contain of a customer', async () => {
  const { customer_id } = await bank.aCustomer()
  const set = (...more: string[]) => connect('identity', 'set', customer_id, '--city', 'Thiès', ...more)
  expect((await set('--system', 'TXID', '--number', '1')).code).toBe(exitCodes.usage)
  await done('identity', 'set', customer_id, '--system', 'CCPT', '--number', 'A0123', '--city', 'Thiès')
  const second = await set('--system', 'NIDN', '--number', '1751988', '--trade-register', 'SN-DKR-2024-A-1')
  expect(second.code).toBe(exitCodes.done)
  const { rows } = await bank.owner.query('SELECT * FROM customer_identities WHERE customer_id = $1', [customer_id])
  expect(rows).toEqual([
    { customer_id, system: 'NIDN', number: '1751988', trade_register: 'SN-DKR-2024-A-1', city: 'Thiès' },
  ])
  expect(await lastAct()).toMatchObject({ action: 'customer.identity', facts: { before: { number: 'A0123' } } })
})
