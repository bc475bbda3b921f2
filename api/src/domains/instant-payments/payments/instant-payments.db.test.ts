// Instant payments: looked up before they are paid, sent once, settled or given back, received once.
import { acceptBeneficiary, changeBeneficiary } from 'contract/transfers/beneficiaries.ts'
import { lookUpPayee } from 'contract/transfers/instant-payments.ts'
import { getItemToSign } from 'contract/transfers/signatures.ts'
import {
  cancelTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  quoteTransfer,
} from 'contract/transfers/transfers.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../../test/test-bank.ts'
import {
  anIncomingPayment,
  aVerifiedAccount,
  aWalletPayee,
  MEMBER,
  openTestPlatform,
  type TestPlatform,
  WALLET,
  WALLET_PHONE,
} from '../../../../test/test-platform.ts'
import { until } from '../../../../test/until.ts'
import { transaction } from '../../../db/transaction.ts'
import { newMessageId, newPlatformMessageId } from '../../../formats/instant/aip-ids.ts'
import { auditLedger } from '../../../ledger/ledger-audit.ts'
import { moveDates } from '../../closed-days/move-dates.ts'
import { purgeLookups } from '../lookups/lookup-store.ts'
import { pauseBefore } from './ask-for-outcomes.ts'
import { markPaymentsSent } from '../platform/instant-payment-store.ts'
import { proveAvailability } from '../platform/connect-to-platform.ts'

let bank: TestBank
let platform: TestPlatform
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
})
afterEach(async () => {
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
afterAll(() => bank.close())

const later = (seconds: number) => void (bank.clock.at = new Date(bank.clock.at.getTime() + seconds * 1000))
const guaranteeUsed = async () => {
  const [row] = await bank.db<{ used: number }>`SELECT used FROM instant_guarantee`
  return row?.used ?? 0
}
const bankHas = async (code: string) => {
  const [row] = await bank.db<{ sum: number }>`
    SELECT coalesce(sum(e.amount), 0)::bigint AS sum FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id WHERE a.code = ${code}`
  return row?.sum ?? 0
}

const anOrder = (lookup_id: string, amount = 25_000) => ({ type: 'direct', lookup_id, amount, label: 'Loyer' }) as const

/** An order that was executed and whose message the platform has taken. */
async function paid(payer: Visitor, amount = 25_000) {
  const { id: lookup } = await platform.lookedUp(payer)
  const { status, body: transfer } = await payer.confirm(createTransfer, { body: anOrder(lookup, amount) })
  if (status !== 201) throw new Error(JSON.stringify(transfer))
  await platform.execute()
  await platform.take()
  return { transfer, message: platform.last('/transferts') }
}

const outcome = (endToEndId: string, statutTransaction: 'ACCC' | 'ACSP' | 'RJCT', codeRaison?: string) =>
  platform.call('/transferts/reponses', {
    msgId: newPlatformMessageId(),
    endToEndId,
    statutTransaction,
    ...(codeRaison && { codeRaison }),
  })
const stateOf = async (payer: Visitor, id: string) => (await payer.call(getTransfer, { params: { id } })).body

/** The look-up of an account number, which its institution has verified. */
async function verified(payer: Visitor, iban: string) {
  const { body } = await platform.answering(
    payer.call(lookUpPayee, { body: { kind: 'account', value: iban } }),
    ({ path, body: sent }) =>
      path === '/verifications-identites'
        ? platform.call('/verifications-identites/reponses', aVerifiedAccount(sent))
        : Promise.resolve(),
  )
  return body
}

describe('a look-up', () => {
  it('answers name, institution and country of the holder of the phone number', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    expect(await platform.lookedUp(payer)).toMatchObject({
      kind: 'phone',
      value: WALLET_PHONE,
      name: 'Adjoua Kouassi',
      payee_kind: 'person',
      institution: 'Lagune Mobile Money',
      country: 'CI',
      account_end: '0101',
      is_ours: false,
      has_iban: false,
    })
  })

  it('reports an unknown alias, and sends no look-up where the bank has no identity of the customer', async () => {
    const payer = await bank.aCustomer()
    const { status, body } = await platform.answering(
      payer.call(lookUpPayee, { body: { kind: 'phone', value: '+221770000999' } }),
      ({ body: sent }) =>
        platform.call('/alias/recherche/reponses', {
          endToEndId: 'endToEndId' in sent ? sent.endToEndId : '',
          statut: 'ECHEC',
        }),
    )
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('alias_unknown')])
    await bank.owner.query('DELETE FROM customer_identities WHERE customer_id = $1', [payer.customer_id])
    const refused = await payer.call(lookUpPayee, { body: { kind: 'phone', value: WALLET_PHONE } })
    expect(JSON.stringify(refused.body)).toContain('identity_missing')
  })

  it('verifies an account number at its institution, where that is connected; then both networks can pay it', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const [unknown, iban] = ['SN777', 'SN100'].map((bank_code) => ibanFrom('SN', bank_code, '01003', '000011010017'))
    const refused = await payer.call(lookUpPayee, { body: { kind: 'account', value: unknown ?? '' } })
    expect(JSON.stringify(refused.body)).toContain('account_not_reachable')
    const found = await verified(payer, iban ?? '')
    expect(found).toMatchObject({ name: 'Modou Fall', institution: 'Banque du Fleuve', has_iban: true, is_ours: false })
    const quote = async (network: 'instant' | 'clearing' | null) => {
      const { body } = await payer.call(quoteTransfer, { body: { ...anOrder(found.id), network } })
      return [body.network, body.fees + body.tax, body.other_network?.network]
    }
    expect(await quote(null)).toEqual(['instant', 0, 'sica'])
    expect(await quote('clearing')).toEqual(['sica', 585, 'instant'])
  })

  it('of the former account of a payee does not end the orders that continue to the approved new one', async () => {
    const [former, approved] = ['000011010017', '000011010018'].map((number) =>
      ibanFrom('SN', 'SN100', '01003', number),
    )
    const maker = await bank.aCustomer({
      kind: 'company',
      balance: 100_000,
      capabilities: ['transfer.create', 'beneficiary.manage'],
    })
    const checker = await bank.aMember(maker.account_id, {
      capabilities: ['transfer.validate', 'beneficiary.manage'],
    })
    const beneficiary_id = await bank.aBeneficiary(maker.account_id, former ?? '', 'Modou Fall')
    const { id: lookup_id } = await verified(maker, former ?? '')
    const { body: order } = await maker.confirm(createTransfer, {
      body: {
        type: 'periodic',
        beneficiary_id,
        lookup_id,
        amount: 25_000,
        label: 'Loyer',
        start_date: '2026-06-01',
        periodicity: 'monthly',
      },
    })
    expect(order).toMatchObject({ network: 'instant', lookup_id })
    const account = maker.account_id
    const toSign = await checker.call(getItemToSign, { params: { kind: 'transfer', id: order.id, account } })
    expect(toSign.body).toMatchObject({ may_sign: true, leaves_on: '2026-06-01', is_irrevocable: true })
    const params = { id: beneficiary_id }
    const body = { name: 'Modou Fall', iban: approved ?? '', version: 1 }
    const { body: changed } = await maker.confirm(changeBeneficiary, { params, body })
    expect(changed.approval_status).toBe('pending')
    const decided = await checker.confirm(acceptBeneficiary, { params, body: { version: changed.version } })
    expect(decided.status).toBe(200)
    expect(await stateOf(maker, order.id)).toMatchObject({
      execution_status: 'scheduled',
      suspended: null,
      lookup_id: null,
      network: 'sica',
      fees: 500,
      tax: 85,
      beneficiary: { iban: approved },
    })
  })

  it('of an alias of another customer of the bank makes a book transfer', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const payee = await bank.aCustomer({ balance: 0 })
    const address = '111c3e1b-4312-49ec-b75e-4c8c74c10fd7'
    const { body: found } = await platform.answering(
      payer.call(lookUpPayee, { body: { kind: 'address', value: address } }),
      ({ path, body }) =>
        path === '/alias/recherche'
          ? platform.call('/alias/recherche/reponses', {
              ...aWalletPayee(body.endToEndId, WALLET_PHONE),
              other: undefined,
              iban: payee.iban,
              participant: MEMBER,
              paysResidence: 'SN',
              typeCompte: 'CACC',
            })
          : Promise.resolve(),
    )
    expect(found.is_ours).toBe(true)
    const { body: transfer } = await payer.confirm(createTransfer, { body: anOrder(found.id) })
    expect(transfer).toMatchObject({ network: 'book', execution_status: 'executed' })
    expect(await bank.available(payee.account_id)).toBe(25_000)
  })
})

describe('an instant payment', () => {
  it('is quoted free of charge at any hour, and is sent once with what was looked up', async () => {
    bank.clock.at = new Date('2026-03-15T21:40:00Z')
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { id: lookup } = await platform.lookedUp(payer)
    const { body: quote } = await payer.call(quoteTransfer, { body: anOrder(lookup) })
    expect(quote).toMatchObject({
      network: 'instant',
      rail: 'local',
      fees: 0,
      execution_date: '2026-03-15',
      arrival_date: '2026-03-15',
      postponed_by: null,
      other_network: null,
    })
    const { transfer, message } = await paid(payer)
    expect(message).toMatchObject({
      montant: 25_000,
      canalCommunication: '999',
      codeMembreParticipantPaye: WALLET,
      nomClientPaye: 'Adjoua Kouassi',
      otherClientPaye: WALLET_PHONE,
      motif: 'Loyer',
    })
    expect(message.endToEndId.slice(1, 7)).toBe(MEMBER)
    expect(await platform.take()).toEqual([])
    expect((await stateOf(payer, transfer.id)).instant).toMatchObject({ state: 'pending', country: 'CI' })
    expect(await bank.available(payer.account_id)).toBe(75_000)
    await outcome(message.endToEndId, 'ACCC')
  })

  it('is settled against the guarantee when the platform accepts it, once', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const [used, settled] = [await guaranteeUsed(), await bankHas('guarantee:XOF')]
    const { transfer, message } = await paid(payer)
    expect(await guaranteeUsed()).toBe(used + 25_000)
    later(2)
    await outcome(message.endToEndId, 'ACSP')
    await outcome(message.endToEndId, 'ACCC')
    expect(await bankHas('guarantee:XOF')).toBe(settled + 25_000)
    const { instant, history, status } = await stateOf(payer, transfer.id)
    expect(instant).toMatchObject({ state: 'accepted', took_tenths: 20 })
    expect(history.map(({ action }) => action)).toEqual([
      'transfer.create',
      'transfer.execute',
      'transfer.send',
      'transfer.settle',
    ])
    expect(status).toBe('executed')
  })

  it('comes back with its reason when the platform rejects it, with the guarantee', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const used = await guaranteeUsed()
    const { transfer, message } = await paid(payer)
    await outcome(message.endToEndId, 'RJCT', 'AC07')
    await outcome(message.endToEndId, 'RJCT', 'AC07')
    expect([await bank.available(payer.account_id), await guaranteeUsed()]).toEqual([100_000, used])
    const detail = await stateOf(payer, transfer.id)
    expect(detail.instant?.state).toBe('rejected')
    expect(detail.history.at(-1)).toMatchObject({ action: 'transfer.return', return_reason: 'AC07' })
    // An acceptance after the rejection contradicts it: an operator decides, no money moves.
    await outcome(message.endToEndId, 'ACCC')
    expect(await bank.available(payer.account_id)).toBe(100_000)
    expect(platform.warnings.at(-1)).toContain('operator')
  })

  it('without an answer is inquired about repeatedly, and never sent twice', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { transfer, message } = await paid(payer)
    const sentBefore = platform.sent.filter(({ path }) => path === '/transferts').length
    expect(await platform.ask()).toBe(0)
    later(11)
    expect(await platform.ask()).toBe(1)
    await platform.take()
    expect(platform.last('/transferts/statut').endToEndId).toBe(message.endToEndId)
    expect((await stateOf(payer, transfer.id)).instant?.state).toBe('asking')
    expect(await platform.ask()).toBe(0)
    later(pauseBefore(0) + 1)
    expect(await platform.ask()).toBe(1)
    await outcome(message.endToEndId, 'RJCT', 'AB03')
    later(3_600)
    expect(await platform.ask()).toBe(0)
    expect(await bank.available(payer.account_id)).toBe(100_000)
    expect(platform.sent.filter(({ path }) => path === '/transferts')).toHaveLength(sentBefore)
  })

  it('whose message was malformed or could not be sent is inquired about at once, and does not count as rejected', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const at = '2026-03-10T09:30:00.000Z'
    const failures = [
      (msgId: string) =>
        platform.call('/transferts/echecs', { reference: msgId, codeRaisonRejet: 'FF01', dateHeureRejet: at }),
      (msgId: string) => platform.call('/message-envoi/echec-http', { msgId, detailEchec: 'Délai dépassé' }),
    ]
    for (const fail of failures) {
      const { transfer, message } = await paid(payer)
      expect(await platform.ask()).toBe(0)
      await fail(message.msgId)
      expect(await platform.ask()).toBe(1)
      await platform.take()
      expect(platform.last('/transferts/statut')).toMatchObject({ endToEndId: message.endToEndId })
      expect(await stateOf(payer, transfer.id)).toMatchObject({ instant: { state: 'asking' } })
      await outcome(message.endToEndId, 'RJCT', 'DS04')
      // After the answer a failure changes nothing.
      await platform.call('/message-traitement/echec', { msgId: message.msgId, detailEchec: 'En retard' })
      expect(await platform.ask()).toBe(0)
      expect(await stateOf(payer, transfer.id)).toMatchObject({ instant: { state: 'rejected' } })
    }
    const before = platform.warnings.length
    await platform.call('/message-envoi/echec-http', { msgId: newMessageId(MEMBER), detailEchec: 'Inconnu' })
    expect(platform.warnings).toHaveLength(before + 1)
  })

  it('whose message did not get through is sent again with the same ids, and an answer may be faster than its acknowledgement', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { id: lookup } = await platform.lookedUp(payer)
    const { body: transfer } = await payer.confirm(createTransfer, { body: anOrder(lookup) })
    await platform.execute()
    const tried: string[] = []
    platform.behave((path, body) => {
      const { endToEndId } = body as { endToEndId: string }
      if (path === '/transferts') tried.push(endToEndId)
      return tried.length === 1
        ? Promise.reject(new Error('broken pipe'))
        : outcome(endToEndId, 'ACCC').then(() => ({ outcome: 'accepted' as const }))
    })
    await platform.take()
    expect((await stateOf(payer, transfer.id)).instant?.state).toBe('initiated')
    later(30)
    await platform.take()
    platform.behave(null)
    expect(new Set(tried).size).toBe(1)
    expect(tried).toHaveLength(2)
    expect((await stateOf(payer, transfer.id)).instant?.state).toBe('accepted')
  })

  /** An order whose message the AIP refuses; questions for it are answered with `status`, or taken. */
  const refusedBy = async (payer: Visitor, status: number | null, attempts: ('broken' | 'refused')[] = ['refused']) => {
    const { id: lookup } = await platform.lookedUp(payer)
    const { body: transfer } = await payer.confirm(createTransfer, { body: anOrder(lookup) })
    await platform.execute()
    const ids = new Set<string>()
    platform.behave((path, body) => {
      if (path === '/transferts/statut')
        return Promise.resolve(
          status === null ? { outcome: 'accepted' } : { outcome: 'refused', status, text: 'Inconnu' },
        )
      if (path !== '/transferts') return Promise.resolve({ outcome: 'accepted' })
      const { endToEndId } = body as { endToEndId: string }
      ids.add(endToEndId)
      return attempts.shift() === 'broken'
        ? Promise.reject(new Error('broken pipe'))
        : Promise.resolve({ outcome: 'refused', status: 400, text: 'Format' })
    })
    while (attempts.length > 0) {
      await platform.take()
      later(30)
    }
    return { transfer, ids }
  }

  it('whose outcome arrives while its acknowledgement is recorded makes neither wait for the other', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { id: lookup } = await platform.lookedUp(payer)
    await payer.confirm(createTransfer, { body: anOrder(lookup) })
    await platform.execute()
    const [sent] = await bank.db<{ payment_id: string; message_id: string }>`
      SELECT payment_id, message_id FROM instant_payments ORDER BY payment_id DESC LIMIT 1`
    if (!sent) throw new Error('the payment was not written')
    const outcomeOf = await bank.owner.connect()
    try {
      await outcomeOf.query('BEGIN')
      await outcomeOf.query('SELECT FROM outgoing_payments WHERE id = $1 FOR UPDATE', [sent.payment_id])
      const recorded = transaction(bank.db, (tx) => markPaymentsSent(tx, [sent.message_id], bank.clock.at))
      await until(
        async () =>
          (await bank.owner.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'")).rowCount,
      )
      // A deadlock would end one of both.
      await outcomeOf.query('UPDATE instant_payments SET ask_at = NULL WHERE payment_id = $1', [sent.payment_id])
      await outcomeOf.query('COMMIT')
      expect(await recorded).toMatchObject([{ id: sent.payment_id }])
    } finally {
      outcomeOf.release()
    }
  })

  it('whose message the AIP refuses comes back at once, when the AIP does not know it', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const used = await guaranteeUsed()
    const { transfer, ids } = await refusedBy(payer, 404)
    expect([await bank.available(payer.account_id), await guaranteeUsed()]).toEqual([75_000, used + 25_000])
    expect(await platform.ask()).toBe(1)
    await platform.take()
    expect([await bank.available(payer.account_id), await guaranteeUsed()]).toEqual([100_000, used])
    const detail = await stateOf(payer, transfer.id)
    expect(detail.instant?.state).toBe('rejected')
    expect(detail.history.at(-1)).toMatchObject({ action: 'transfer.return', return_reason: 'DS04' })
    later(3_600)
    expect([await platform.ask(), await platform.take()]).toEqual([0, []])
    expect(ids.size).toBe(1)
    // What the platform says afterwards contradicts it: no money moves.
    await outcome([...ids][0] ?? '', 'ACCC')
    expect(await bank.available(payer.account_id)).toBe(100_000)
    expect(platform.warnings.at(-1)).toContain('operator')
    platform.behave(null)
  })

  it.each([
    ['the AIP takes the question', null, ['refused']],
    ['another answer than unknown comes', 403, ['refused']],
    ['an attempt before the refused one may have arrived', 404, ['broken', 'refused']],
  ] as const)('whose message the AIP refuses keeps its money on its way where %s', async (_why, status, attempts) => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { transfer, ids } = await refusedBy(payer, status, [...attempts])
    expect(await platform.ask()).toBe(1)
    await platform.take()
    platform.behave(null)
    expect(await bank.available(payer.account_id)).toBe(75_000)
    expect((await stateOf(payer, transfer.id)).instant?.state).toBe('asking')
    expect(ids.size).toBe(1)
    await outcome([...ids][0] ?? '', 'ACCC')
    expect((await stateOf(payer, transfer.id)).instant?.state).toBe('accepted')
  })

  it('whose message a callback has named is not given back by itself', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { transfer, ids } = await refusedBy(payer, 404)
    const { rows } = await bank.owner.query<{ message_id: string }>(
      'SELECT message_id FROM instant_payments WHERE end_to_end_id = $1',
      [[...ids][0]],
    )
    await platform.call('/message-envoi/echec-http', { msgId: rows[0]?.message_id ?? '', detailEchec: 'Délai dépassé' })
    await platform.ask()
    await platform.take()
    platform.behave(null)
    expect((await stateOf(payer, transfer.id)).instant?.state).toBe('asking')
    await outcome([...ids][0] ?? '', 'RJCT', 'AB03')
    expect(await bank.available(payer.account_id)).toBe(100_000)
  })

  it('that is given back later comes back from the guarantee, whole or not at all', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { transfer, message } = await paid(payer)
    await outcome(message.endToEndId, 'ACCC')
    const returned = (montantRetourne: number) =>
      platform.call('/retour-fonds', {
        msgId: newPlatformMessageId(),
        endToEndId: message.endToEndId,
        montantRetourne,
        raisonRetour: 'CUST',
      })
    await returned(24_999)
    expect(await bank.available(payer.account_id)).toBe(75_000)
    await returned(25_000)
    await returned(25_000)
    expect(await bank.available(payer.account_id)).toBe(100_000)
    expect((await stateOf(payer, transfer.id)).instant?.state).toBe('returned')
  })

  it('is refused at once where the guarantee is used up, and where the look-up is old', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { id: lookup } = await platform.lookedUp(payer)
    await bank.owner.query('UPDATE instant_guarantee SET amount = greatest(used, 0) + 24999')
    const refused = await payer.call(quoteTransfer, { body: anOrder(lookup) })
    expect(JSON.stringify(refused.body)).toContain('guarantee_used')
    await bank.owner.query('UPDATE instant_guarantee SET amount = 1000000000')
    await bank.owner.query("UPDATE payee_lookups SET answered_at = answered_at - interval '31 minutes' WHERE id = $1", [
      lookup,
    ])
    const old = await payer.call(quoteTransfer, { body: anOrder(lookup) })
    expect(JSON.stringify(old.body)).toContain('lookup_expired')
  })

  it('is not sent where the guarantee was used up after the order: the order ends with its reason', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { id: lookup } = await platform.lookedUp(payer)
    const { body: transfer } = await payer.confirm(createTransfer, { body: anOrder(lookup) })
    await bank.owner.query('UPDATE instant_guarantee SET amount = greatest(used, 0)')
    await platform.execute()
    await bank.owner.query('UPDATE instant_guarantee SET amount = 1000000000')
    const ended = await stateOf(payer, transfer.id)
    expect([ended.execution_status, ended.reason_code]).toEqual(['rejected', 'guarantee'])
    expect(await bank.available(payer.account_id)).toBe(100_000)
  })
})

describe('an old look-up', () => {
  const DAY_MS = 86_400_000
  const has = async (id: string) => (await bank.db`SELECT 1 FROM payee_lookups WHERE id = ${id}`).length === 1
  const messagesOf = async (id: string) => {
    const [row] = await bank.db<{ count: number }>`
      SELECT count(*) FROM aip_messages m JOIN payee_lookups l ON l.end_to_end_id = m.end_to_end_id WHERE l.id = ${id}`
    return row?.count
  }

  it('that nothing names is deleted after ninety days with its messages, and that of an order is kept', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { id: ordered } = await platform.lookedUp(payer)
    await payer.confirm(createTransfer, { body: anOrder(ordered) })
    const { id: unused } = await platform.lookedUp(payer)
    expect([await messagesOf(ordered), await messagesOf(unused)]).toEqual([2, 2])
    const [of] = await bank.db<{ end_to_end_id: string }>`SELECT end_to_end_id FROM payee_lookups WHERE id = ${unused}`
    const day = bank.clock.at.getTime()
    await purgeLookups(bank.db, new Date(day + 90 * DAY_MS))
    expect([await has(ordered), await has(unused)]).toEqual([true, true])
    await purgeLookups(bank.db, new Date(day + 91 * DAY_MS))
    expect([await has(ordered), await has(unused)]).toEqual([true, false])
    expect(await messagesOf(ordered)).toBe(2)
    expect(await bank.db`SELECT 1 FROM aip_messages WHERE end_to_end_id = ${of?.end_to_end_id ?? ''}`).toEqual([])
    // What is kept is examined once.
    expect(await bank.db`SELECT 1 FROM payee_lookups WHERE created_at <= ${bank.clock.at} AND NOT is_named`).toEqual([])
  })

  it('is kept for every table that names one, and found there by an index', async () => {
    const keys = await bank.db<{ name: string; indexes: number }>`
      SELECT k.conrelid::regclass::text AS name,
             (SELECT count(*) FROM pg_index i
               WHERE i.indrelid = k.conrelid AND (i.indkey::smallint[])[0:1] = k.conkey
                 AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = '(lookup_id IS NOT NULL)')) AS indexes
        FROM pg_constraint k WHERE k.contype = 'f' AND k.confrelid = 'payee_lookups'::regclass ORDER BY name`
    expect(keys).toEqual(
      ['instant_payments', 'payment_requests', 'request_lines', 'transfer_batch_lines', 'transfers'].map((name) => ({
        name,
        indexes: 1,
      })),
    )
  })
})

it('an order of a later day to a payee that is not saved can be changed while its look-up holds', async () => {
  const payer = await bank.aCustomer({ balance: 100_000 })
  const { id: lookup } = await platform.lookedUp(payer)
  const day = new Date(bank.clock.at.getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
  const body = { ...anOrder(lookup), type: 'delayed' as const, execution_date: day }
  const { body: ordered } = await payer.confirm(createTransfer, { body })
  const params = { id: ordered.id }
  const edited = await payer.confirm(changeTransfer, { params, body: { version: 1, amount: 30_000 } })
  expect(edited.body).toMatchObject({ amount: 30_000, network: 'instant', execution_date: day, version: 2 })
  expect((await payer.confirm(cancelTransfer, { params })).status).toBe(204)
})

it('a holiday moves no instant payment, neither of the day nor of a later one', async () => {
  const before = bank.clock.at
  try {
    // A Thursday, and a Friday that is a holiday.
    bank.clock.at = new Date('2026-03-19T16:30:00Z')
    await bank.owner.query(`INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-03-20', 'Férié', 'Holiday')`)
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { id: lookup } = await platform.lookedUp(payer)
    const later = { ...anOrder(lookup), type: 'delayed' as const, execution_date: '2026-03-20' }
    const { body: dated } = await payer.confirm(createTransfer, { body: later })
    expect(dated.execution_date).toBe('2026-03-20')
    // The dates of a series are business days, the first like the others.
    const monthly = { ...anOrder(lookup), type: 'periodic' as const, periodicity: 'monthly' as const }
    const { body: quote } = await payer.call(quoteTransfer, { body: { ...monthly, start_date: '2026-03-20' } })
    expect([quote.execution_date, quote.next_dates[0]?.due]).toEqual(['2026-03-23', '2026-03-23'])
    const clock = { now: () => bank.clock.at }
    expect(await moveDates({ db: bank.db, clock })).toBe(0)
    bank.clock.at = new Date('2026-03-20T08:00:00Z')
    const again = await bank.signIn(payer)
    const { id: other } = await platform.lookedUp(again)
    const { body: direct } = await again.confirm(createTransfer, { body: anOrder(other, 30_000) })
    expect(await moveDates({ db: bank.db, clock })).toBe(0)
    await platform.execute()
    for (const { id } of [dated, direct])
      expect(await stateOf(again, id)).toMatchObject({ execution_status: 'executed', execution_date: '2026-03-20' })
  } finally {
    bank.clock.at = before
    await bank.owner.query(`DELETE FROM holidays WHERE day = '2026-03-20'`)
  }
})

describe('an instant payment without the identity of its payer', () => {
  it('ends with its reason and does not hold up the orders of others', async () => {
    const [payer, other, payee] = [
      await bank.aCustomer({ balance: 100_000 }),
      await bank.aCustomer({ balance: 100_000 }),
      await bank.aCustomer({ balance: 0 }),
    ]
    const { id: lookup } = await platform.lookedUp(payer)
    const { body: transfer } = await payer.confirm(createTransfer, { body: anOrder(lookup) })
    const beneficiary_id = await bank.aBeneficiary(other.account_id, payee.iban)
    const tomorrow = new Date(bank.clock.at.getTime() + 86_400_000).toISOString().slice(0, 10)
    await other.confirm(createTransfer, {
      body: { type: 'delayed', beneficiary_id, amount: 5_000, label: 'Loyer', execution_date: tomorrow },
    })
    await bank.owner.query('DELETE FROM customer_identities WHERE customer_id = $1', [payer.customer_id])
    later(5 * 86_400)
    await platform.execute()
    const { rows } = await bank.owner.query<{ execution_status: string; reason_code: string }>(
      'SELECT execution_status, reason_code FROM transfers WHERE id = $1',
      [transfer.id],
    )
    expect(rows).toEqual([{ execution_status: 'rejected', reason_code: 'payer' }])
    expect([await bank.available(payer.account_id), await bank.available(payee.account_id)]).toEqual([100_000, 5_000])
  })
})

describe('an instant payment that comes in', () => {
  const answers = () =>
    platform.sent.flatMap(({ path, body }) => (path === '/transferts/reponses' ? [body.statutTransaction] : []))

  it('is credited once for its endToEndId before it is accepted, however often it arrives', async () => {
    const payee = await bank.aCustomer({ balance: 0 })
    const payment = anIncomingPayment(payee, 12_000)
    const before = answers().length
    expect(await platform.call('/transferts', payment)).toBe('received')
    expect(await platform.call('/transferts', payment)).toBe('repeated')
    await platform.call('/transferts', { ...payment, msgId: newPlatformMessageId() })
    await platform.take()
    expect(await bank.available(payee.account_id)).toBe(12_000)
    expect(answers().slice(before)).toEqual(['ACSP', 'ACSP'])
    const [operation] = (await payee.call(listOperations, {})).body
    expect(operation).toMatchObject({ amount: 12_000, counterparty: 'Adjoua Kouassi', label: 'VIR RECU ATTIEKE' })
  })

  it('credits nobody where the bank itself proves its availability, and is credited where another institution claims to', async () => {
    const payee = await bank.aCustomer({ balance: 0 })
    await bank.owner.query(
      "INSERT INTO availability_identity (iban, tax_number, city) VALUES ($1, '004512378', 'Dakar')",
      [payee.iban],
    )
    await proveAvailability({ db: bank.db, clock: { now: () => bank.clock.at } })
    await platform.take()
    const { endToEndId } = platform.last('/transferts')
    await platform.call('/transferts', anIncomingPayment(payee, 1, { endToEndId, typeTransaction: 'DISP' }))
    expect(await bank.available(payee.account_id)).toBe(0)
    await platform.call('/transferts', anIncomingPayment(payee, 9_000, { typeTransaction: 'DISP' }))
    await platform.take()
    expect(answers().slice(-2)).toEqual(['ACSP', 'ACSP'])
    expect(await bank.available(payee.account_id)).toBe(9_000)
  })

  it.each([
    ['no account', 'AC03'],
    ['a closed account', 'AC07'],
    ['a blocked account', 'AC06'],
    ['an account in euro', 'AG01'],
  ])('to %s is refused with %s', async (what, reason) => {
    const payee = await bank.aCustomer({
      balance: 0,
      ...(what === 'an account in euro' && { currency: 'EUR' as const }),
    })
    const status = { 'a closed account': 'closed', 'a blocked account': 'blocked' }[what]
    if (status) await bank.owner.query('UPDATE accounts SET status = $1 WHERE id = $2', [status, payee.account_id])
    const to = what === 'no account' ? { iban: 'SN08SN9990100310000999900099' } : payee
    await platform.call('/transferts', anIncomingPayment(to, 500))
    await platform.take()
    expect(platform.last('/transferts/reponses')).toMatchObject({ statutTransaction: 'RJCT', codeRaison: reason })
    expect(await bank.available(payee.account_id)).toBe(0)
  })
})

describe('another institution', () => {
  it('receives the holder of an account, and the reason for an unknown one', async () => {
    const payee = await bank.aCustomer()
    const about = { codeMembreParticipant: MEMBER, endToEndId: anIncomingPayment(payee, 1).endToEndId }
    await platform.call('/verifications-identites', { msgId: newPlatformMessageId(), ...about, ibanClient: payee.iban })
    await platform.take()
    expect(platform.last('/verifications-identites/reponses')).toMatchObject({
      resultatVerification: true,
      typeClient: 'P',
      typeCompte: 'CACC',
    })
    await platform.call('/verifications-identites', {
      msgId: newPlatformMessageId(),
      ...about,
      ibanClient: 'SN08SN9990100310000999900099',
    })
    await platform.take()
    expect(platform.last('/verifications-identites/reponses')).toMatchObject({
      resultatVerification: false,
      codeRaison: 'AC01',
    })
  })
})
