// The reports of the platform: requested once, fetched whole, compared with the books, each difference named once.
import { acceptReturn, listReturnRequests } from 'contract/transfers/return-requests.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../../test/test-bank.ts'
import {
  anIncomingPayment,
  MEMBER,
  openTestPlatform,
  type TestPlatform,
  WALLET,
} from '../../../../test/test-platform.ts'
import { newEndToEndId, newPlatformMessageId } from '../../../formats/instant/aip-ids.ts'
import { compareReports } from './compare-reports.ts'
import { listOpenDifferences } from './report-store.ts'
import { requestReports } from './request-reports.ts'

let bank: TestBank
let platform: TestPlatform
let errors: object[]
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
  errors = []
})
afterAll(() => bank.close())

const clock = { now: () => bank.clock.at }
const at = (moment: string) => void (bank.clock.at = new Date(moment))
const request = () => requestReports({ db: bank.db, clock })
const compare = () => compareReports({ db: bank.db, clock, logError: (facts) => void errors.push(facts) })
const open = async () =>
  (await listOpenDifferences(bank.db, 100)).map(({ end_to_end_id, what, ours, theirs }) => ({
    end_to_end_id,
    what,
    ours,
    theirs,
  }))

type Line = { reference: string; montant: number; operation: 'CRDT' | 'DBIT' }
const debit = (reference: string, montant: number): Line => ({ reference, montant, operation: 'DBIT' })
const credit = (reference: string, montant: number): Line => ({ reference, montant, operation: 'CRDT' })
const statementOf = (day: string) => `RECO${MEMBER}${day.replaceAll('-', '')}000000`
const boundsOf = (day: string) => ({
  dateDebutCompense: `${day}T00:00:00.000Z`,
  dateFinCompense: new Date(Date.parse(day) + 86_400_000).toISOString(),
})

const sendPage = (day: string, transactions: Line[], { page = 1, isLast = true } = {}) =>
  platform.call('/rapports/telechargements/reponses', {
    msgId: newPlatformMessageId(),
    identifiantReleve: statementOf(day),
    pageCourante: page,
    dernierePage: isLast,
    ...boundsOf(day),
    codeMembreParticipant: MEMBER,
    nbreTotalTransaction: transactions.length,
    montantTotalCompensation: 0,
    indicateurSolde: 'CRDT',
    transactions,
  })
const sendBalance = (day: string, net: number) =>
  platform.call('/reglements/soldes', {
    msgId: newPlatformMessageId(),
    soldes: [
      {
        id: `COMP${MEMBER}${day.replaceAll('-', '')}`,
        ...boundsOf(day),
        participant: MEMBER,
        balanceType: 'CLBD',
        montant: Math.abs(net),
        operationType: net < 0 ? 'DBIT' : 'CRDT',
        dateBalance: boundsOf(day).dateFinCompense,
      },
    ],
  })

/** A payment that the platform has accepted; answers its endToEndId. */
async function paid(payer: Visitor, amount: number): Promise<string> {
  const lookup = await platform.lookedUp(payer)
  const { status } = await payer.confirm(createTransfer, {
    body: { type: 'direct', lookup_id: lookup.id, amount, label: 'Loyer' },
  })
  expect(status).toBe(201)
  await platform.execute()
  await platform.take()
  const { endToEndId } = platform.last('/transferts')
  await platform.call('/transferts/reponses', { msgId: newPlatformMessageId(), endToEndId, statutTransaction: 'ACCC' })
  return endToEndId
}
const givenBack = (endToEndId: string, montantRetourne: number) =>
  platform.call('/retour-fonds', { msgId: newPlatformMessageId(), endToEndId, montantRetourne, raisonRetour: 'AC07' })
async function received(payee: { iban: string }, amount: number): Promise<string> {
  const payment = anIncomingPayment(payee, amount)
  await platform.call('/transferts', payment)
  return payment.endToEndId
}
/** A customer gives the money of a received payment back. */
async function returned(payee: Visitor, endToEndId: string): Promise<void> {
  await platform.call('/retour-fonds/demande', {
    msgId: newPlatformMessageId(),
    codeMembreParticipantPayeur: WALLET,
    endToEndId,
    raison: 'AM09',
  })
  const demand = (await payee.call(listReturnRequests)).body.find(({ state }) => state === 'open')
  expect((await payee.confirm(acceptReturn, { params: { id: demand?.id ?? '' } })).status).toBe(200)
}

describe('the reports', () => {
  it('are requested once for each day and month, and again while they do not come', async () => {
    expect(await request()).toBe(3)
    await platform.take()
    const requested = platform.sent.flatMap(({ path, body }) =>
      path === '/rapports/demandes' ? [`${body.typeRapport} ${body.dateDebutPeriode} ${body.heureDebutPeriode}`] : [],
    )
    expect(requested.sort()).toEqual([
      'COMP 2026-03-09 00:00:00.000Z',
      'FACT 2026-02-01 00:00:00.000Z',
      'TRANS 2026-03-09 00:00:00.000Z',
    ])
    expect(await request()).toBe(0)
    await sendBalance('2026-03-09', 0)
    await platform.call('/rapports/factures/reponses', {
      msgId: newPlatformMessageId(),
      listeGroupeFacture: [
        {
          groupeId: 'G1',
          senderId: 'PIUMOA',
          receiverId: MEMBER,
          listeFacture: [
            {
              statementId: 'F1',
              dateDebutFacture: '2026-02-01',
              dateFinFacture: '2026-03-01',
              dateCreation: '2026-03-02T08:00:00Z',
              statut: 'ORGN',
              deviseCompte: 'XOF',
              donnees: [
                { bankServiceId: 'TRANSFERT', nombreArticles: 7, devise: 'XOF', prixUnitaire: 5, montantFrais: 35 },
                { bankServiceId: 'ALIAS', nombreArticles: 2, devise: 'XOF', prixUnitaire: 10, montantFrais: 20 },
              ],
            },
          ],
        },
      ],
    })
    const { rows } = await bank.owner.query("SELECT amount::int, line_count FROM instant_reports WHERE kind = 'FACT'")
    expect(rows).toEqual([{ amount: 55, line_count: 2 }])
    at('2026-03-10T15:30:00Z')
    // The payments have not come.
    expect(await request()).toBe(1)
    expect(await request()).toBe(0)
  })

  it('are fetched when they are announced, and compared when every page is there', async () => {
    await platform.call('/notifications/info-warn', {
      msgId: newPlatformMessageId(),
      evenement: 'INFO',
      evenementDescription: `${statementOf('2026-03-09')} DISPONIBLE`,
      evenementDate: '2026-03-10T00:31:00Z',
    })
    await platform.take()
    expect(platform.last('/rapports/telechargements')).toEqual({ id: statementOf('2026-03-09') })
    const unknown = newEndToEndId(WALLET, bank.clock.at)
    await sendPage('2026-03-09', [], { page: 2 })
    expect(await compare()).toBe(0)
    await sendPage('2026-03-09', [credit(unknown, 500)], { isLast: false })
    await sendPage('2026-03-09', [credit(unknown, 500)], { isLast: false })
    expect(await compare()).toBe(2)
    expect(await open()).toEqual([{ end_to_end_id: unknown, what: 'missing_here', ours: null, theirs: 500 }])
    expect(await compare()).toBe(0)
    await bank.owner.query('UPDATE instant_differences SET resolved_at = found_at')
    at('2026-03-11T01:00:00Z')
    expect(await request()).toBe(2)
  })
})

describe('a comparison', () => {
  it('finds nothing where the platform has what the bank has: payments, receipts and returns of both', async () => {
    at('2026-03-12T10:00:00Z')
    const customer = await bank.aCustomer({ balance: 1_000_000 })
    const out = await paid(customer, 20_000)
    const back = await paid(customer, 30_000)
    await givenBack(back, 30_000)
    const received1 = await received(customer, 7_000)
    const received2 = await received(customer, 9_000)
    await returned(customer, received2)
    // The last seconds of the day: the platform counts it in the next one.
    at('2026-03-12T23:59:58Z')
    const late = await paid(await bank.aCustomer({ balance: 10_000 }), 1_500)
    at('2026-03-13T01:00:00Z')
    await sendBalance('2026-03-12', -13_000)
    await sendPage('2026-03-12', [
      debit(out, 20_000),
      debit(back, 30_000),
      credit(back, 30_000),
      credit(received1, 7_000),
      credit(received2, 9_000),
      debit(received2, 9_000),
    ])
    expect(await compare()).toBe(2)
    expect(await open()).toEqual([])
    at('2026-03-14T01:00:00Z')
    await sendPage('2026-03-13', [debit(late, 1_500)])
    await sendBalance('2026-03-13', -1_500)
    await compare()
    expect(await open()).toEqual([])
  })

  it('names each difference once, as an error, and ends those that a later report explains', async () => {
    at('2026-03-15T10:00:00Z')
    const customer = await bank.aCustomer({ balance: 1_000_000 })
    const missingThere = await paid(customer, 11_000)
    const otherAmount = await paid(customer, 12_000)
    const otherDirection = await received(customer, 13_000)
    const slow = await paid(customer, 14_000)
    const missingHere = newEndToEndId(WALLET, bank.clock.at)
    at('2026-03-16T01:00:00Z')
    const lines = [debit(otherAmount, 12_500), debit(otherDirection, 13_000), credit(missingHere, 600)]
    await sendPage('2026-03-15', lines)
    await sendBalance('2026-03-15', -24_900)
    errors = []
    await compare()
    const expected = [
      { end_to_end_id: missingThere, what: 'missing_there', ours: -11_000, theirs: null },
      { end_to_end_id: slow, what: 'missing_there', ours: -14_000, theirs: null },
      { end_to_end_id: otherAmount, what: 'amount', ours: -12_000, theirs: -12_500 },
      { end_to_end_id: otherDirection, what: 'direction', ours: 13_000, theirs: -13_000 },
      { end_to_end_id: missingHere, what: 'missing_here', ours: null, theirs: 600 },
      { end_to_end_id: null, what: 'balance', ours: -24_000, theirs: -24_900 },
    ]
    expect(await open()).toHaveLength(expected.length)
    expect(await open()).toEqual(expect.arrayContaining(expected))
    expect(errors).toHaveLength(expected.length)
    at('2026-03-16T02:00:00Z')
    await sendPage('2026-03-14', [debit(slow, 14_000)])
    await compare()
    expect(errors).toHaveLength(expected.length)
    expect((await open()).map(({ end_to_end_id }) => end_to_end_id)).not.toContain(slow)
  })
})
