// Requests to pay and requests for money back: each is answered once, and the money moves with the answer.
import {
  createPaymentRequest,
  getPaymentRequest,
  getRequestDocument,
  listPaymentRequests,
  refusePaymentRequest,
} from 'contract/transfers/payment-requests.ts'
import {
  acceptReturn,
  getReturnRequest,
  listReturnRequests,
  refuseReturn,
  rejectReturn,
  requestReturn,
} from 'contract/transfers/return-requests.ts'
import { acceptItems } from 'contract/transfers/signatures.ts'
import { listAlerts } from 'contract/access/alerts.ts'
import { lookUpPayee } from 'contract/transfers/instant-payments.ts'
import { changeTransfer, createTransfer, getTransfer, quoteTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../../test/test-bank.ts'
import {
  anIncomingPayment,
  aWalletPayee,
  MEMBER,
  openTestPlatform,
  type TestPlatform,
  WALLET,
  WALLET_PHONE,
} from '../../../../test/test-platform.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import { newEndToEndId, newPlatformMessageId } from '../../../formats/instant/aip-ids.ts'
import { auditLedger } from '../../../ledger/ledger-audit.ts'
import { endClosedAccounts } from '../end-closed-accounts.ts'

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

/** A request of a shop in Abidjan to a customer. */
const aRequest = (payer: { iban: string }, more: Partial<AipCallback<'/demandes-paiements'>> = {}) =>
  ({
    msgId: newPlatformMessageId(),
    endToEndId: newEndToEndId(WALLET, bank.clock.at),
    codeMembreParticipantPaye: WALLET,
    clientDemandeur: 'X',
    identifiantDemandePaiement: `FACT-${newPlatformMessageId().slice(-12)}`,
    dateHeureLimiteAction: '2026-04-10T00:00:00.000Z',
    montant: 40_000,
    canalCommunication: '500',
    nomClientPayeur: 'Client',
    paysClientPayeur: 'SN',
    typeClientPayeur: 'P',
    typeCompteClientPayeur: 'CACC',
    deviseCompteClientPayeur: 'XOF',
    ibanClientPayeur: payer.iban,
    nomClientPaye: 'Boutique Treichville',
    paysClientPaye: 'CI',
    typeClientPaye: 'C',
    typeCompteClientPaye: 'TRAN',
    deviseCompteClientPaye: 'XOF',
    otherClientPaye: '+2250700000202',
    systemeIdentificationClientPaye: 'NIDN',
    numeroIdentificationClientPaye: 'CI0098765432',
    villeClientPaye: 'Abidjan',
    motif: 'Tissus',
    ...more,
  }) satisfies AipCallback<'/demandes-paiements'>

const received = async (visitor: Visitor) => {
  const [request] = (await visitor.call(listPaymentRequests, { query: { direction: 'received' } })).body
  if (!request) throw new Error('no request was received')
  return request
}

describe('a request to pay that is received', () => {
  it('is answered by one order, at once with its discount, and the payment names it', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const request = aRequest(payer, { montantRemisePaiementImmediat: 2_000 })
    await platform.call('/demandes-paiements', request)
    const { lookup_id, ...listed } = await received(payer)
    expect(listed).toMatchObject({
      state: 'open',
      amount: 40_000,
      discount: 2_000,
      label: 'Tissus',
      other: { name: 'Boutique Treichville', institution: 'Lagune Mobile Money', country: 'CI', kind: 'merchant' },
    })
    const order = { type: 'direct', lookup_id, label: 'Tissus' } as const
    const other = await payer.call(quoteTransfer, { body: { ...order, amount: 39_000 } })
    expect(JSON.stringify(other.body)).toContain('request_amount_fixed')
    const { body: transfer } = await payer.confirm(createTransfer, { body: { ...order, amount: 38_000 } })
    expect(transfer.network).toBe('instant')
    const again = await payer.confirm(createTransfer, { body: { ...order, amount: 38_000 } })
    expect(JSON.stringify(again.body)).toContain('request_answered')
    await platform.execute()
    await platform.take()
    expect(platform.last('/transferts')).toMatchObject({
      montant: 38_000,
      identifiantTransaction: request.identifiantDemandePaiement,
    })
    expect(await received(payer)).toMatchObject({
      state: 'paid',
      paid_amount: 38_000,
      transfer_id: transfer.id,
      lookup_id: null,
    })
    expect(await bank.available(payer.account_id)).toBe(62_000)
  })

  it('is answered by an order that is edited, within what the request allows', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    await platform.call('/demandes-paiements', aRequest(payer, { autorisationModificationMontant: true }))
    const { lookup_id } = await received(payer)
    const dated = { type: 'delayed' as const, execution_date: '2026-03-20', label: 'Tissus', lookup_id }
    const { body: order } = await payer.confirm(createTransfer, { body: { ...dated, amount: 40_000 } })
    const quote = await payer.call(quoteTransfer, { body: { ...dated, amount: 30_000, replaces: order.id } })
    expect(quote.body.amount).toBe(30_000)
    const edited = await payer.confirm(changeTransfer, {
      params: { id: order.id },
      body: { version: 1, amount: 30_000, execution_date: '2026-03-21' },
    })
    expect([edited.status, edited.body.amount, edited.body.execution_date]).toEqual([200, 30_000, '2026-03-21'])
    // Another order still finds it answered.
    expect(JSON.stringify((await payer.call(quoteTransfer, { body: { ...dated, amount: 1_000 } })).body)).toContain(
      'request_answered',
    )
    const fixed = await bank.aCustomer({ balance: 100_000 })
    await platform.call('/demandes-paiements', aRequest(fixed))
    const body = { ...dated, lookup_id: (await received(fixed)).lookup_id, amount: 40_000 }
    const { body: whole } = await fixed.confirm(createTransfer, { body })
    const less = { params: { id: whole.id }, body: { version: 1, amount: 39_999 } }
    expect(codesOf(await fixed.confirm(changeTransfer, less))).toEqual(['amount: request_amount_fixed'])
  })

  it('is refused at once where it names no account to pay', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const { otherClientPaye: _number, ...request } = aRequest(payer)
    await platform.call('/demandes-paiements', request)
    await platform.take()
    expect(platform.last('/demandes-paiements/reponses')).toMatchObject({
      endToEndId: request.endToEndId,
      codeRaison: 'AC03',
    })
    expect((await payer.call(listPaymentRequests)).body).toEqual([])
  })

  it('is refused with a reason, once, and not when it has expired', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    await platform.call('/demandes-paiements', aRequest(payer))
    const { id } = await received(payer)
    const refuse = (who: Visitor = payer) =>
      who.call(refusePaymentRequest, { params: { id }, body: { reason: 'RR07' } })
    const stranger = await bank.aCustomer()
    expect((await stranger.call(getPaymentRequest, { params: { id } })).status).toBe(404)
    expect((await refuse(stranger)).status).toBe(404)
    expect((await refuse()).body).toMatchObject({ state: 'refused', reason: 'RR07' })
    await platform.take()
    expect(platform.last('/demandes-paiements/reponses')).toMatchObject({ statut: 'RJCT', codeRaison: 'RR07' })
    expect(JSON.stringify((await refuse()).body)).toContain('request_answered')
    const late = await bank.aCustomer({ balance: 100_000 })
    await platform.call('/demandes-paiements', aRequest(late, { dateHeureLimiteAction: '2026-03-01T00:00:00.000Z' }))
    const expired = await received(late)
    expect(expired.state).toBe('expired')
    const tooLate = { params: { id: expired.id }, body: { reason: 'RR07' } } as const
    expect(JSON.stringify((await late.call(refusePaymentRequest, tooLate)).body)).toContain('request_expired')
  })

  it('of two requesters with the same number are two requests', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    await platform.call('/demandes-paiements', aRequest(payer, { identifiantDemandePaiement: 'FACT-1' }))
    await platform.call('/demandes-paiements', aRequest(payer, { identifiantDemandePaiement: 'FACT-1' }))
    expect((await payer.call(listPaymentRequests)).body).toHaveLength(2)
  })

  it('is refused at once for an unknown account, and alerts the customer of a known one', async () => {
    await platform.call('/demandes-paiements', aRequest({ iban: 'SN08SN9990100310000999900099' }))
    await platform.take()
    expect(platform.last('/demandes-paiements/reponses').codeRaison).toBe('AC03')
    const payer = await bank.aCustomer({ balance: 100_000 })
    await platform.call('/demandes-paiements', aRequest(payer))
    await bank.deriveAlerts()
    const alerts = await bank.db<{ kind: string; name: string }>`
      SELECT kind, name FROM alerts WHERE user_id = ${payer.user_id}`
    expect(alerts).toEqual([{ kind: 'payment_requested', name: 'Boutique Treichville' }])
  })
})

describe('a request to pay that is sent', () => {
  const requested = async (more: { discount?: number; may_change_amount?: boolean } = {}) => {
    const requester = await bank.aCustomer({ balance: 0 })
    const lookup_id = (await platform.lookedUp(requester)).id
    const { body: request } = await requester.call(createPaymentRequest, {
      body: { lookup_id, amount: 15_000, label: 'Part du taxi', ...more },
    })
    await platform.take()
    return { requester, request, sent: platform.last('/demandes-paiements') }
  }
  type Sent = Awaited<ReturnType<typeof requested>>['sent']
  /** Its payer pays an amount with the identifier of the request. */
  const pay = (sent: Sent, amount: number) =>
    platform.call(
      '/transferts',
      anIncomingPayment({ iban: sent.ibanClientPaye ?? '' }, amount, {
        canalCommunication: '631',
        identifiantTransaction: sent.identifiantDemandePaiement,
      }),
    )
  const refuse = (sent: Sent, codeRaison: 'AG03' | 'BE05') =>
    platform.call('/demandes-paiements/reponses', {
      msgId: newPlatformMessageId(),
      msgIdDemande: sent.msgId,
      identifiantDemandePaiement: sent.identifiantDemandePaiement,
      endToEndId: sent.endToEndId,
      statut: 'RJCT',
      codeRaison,
    })
  const stateOf = async (requester: Visitor) => (await requester.call(listPaymentRequests)).body[0]?.state

  it('is paid by the payment that names it', async () => {
    const { requester, sent } = await requested()
    expect(sent).toMatchObject({
      montant: 15_000,
      canalCommunication: '631',
      motif: 'Part du taxi',
      otherClientPayeur: WALLET_PHONE,
    })
    expect(await stateOf(requester)).toBe('open')
    await pay(sent, 15_000)
    expect(await stateOf(requester)).toBe('paid')
    expect(await bank.available(requester.account_id)).toBe(15_000)
  })

  it('is paid by what is left after its discount, not by less; a second payment changes nothing', async () => {
    const { requester, sent } = await requested({ discount: 1_000 })
    const listed = async () => (await requester.call(listPaymentRequests)).body[0]
    await pay(sent, 13_999)
    expect(await listed()).toMatchObject({ state: 'open', paid_amount: null })
    await pay(sent, 14_000)
    expect(await listed()).toMatchObject({ state: 'paid', amount: 15_000, paid_amount: 14_000 })
    await pay(sent, 1)
    expect(await listed()).toMatchObject({ state: 'paid', paid_amount: 14_000 })
    expect(await bank.available(requester.account_id)).toBe(28_000)
    const paid = await bank.db<{ facts: { amount: number } }>`
      SELECT facts FROM audit_events WHERE account_id = ${requester.account_id} AND action = 'request.pay'`
    expect(paid.map(({ facts }) => facts.amount)).toEqual([14_000])
  })

  it('is paid by any amount where the payer may choose it, also after a refusal', async () => {
    const { requester, sent } = await requested({ may_change_amount: true })
    await refuse(sent, 'AG03')
    await pay(sent, 5_000)
    expect((await requester.call(listPaymentRequests)).body[0]).toMatchObject({
      state: 'paid',
      paid_amount: 5_000,
      reason: null,
    })
  })

  it('is refused for a wrong day, too much money, a discount of its whole amount, another customer’s look-up, or an account that is not active', async () => {
    const requester = await bank.aCustomer({ balance: 0 })
    const good = { lookup_id: (await platform.lookedUp(requester)).id, amount: 15_000, label: 'Part du taxi' }
    const other = (await platform.lookedUp(await bank.aCustomer())).id
    const today = bank.clock.at.toISOString().slice(0, 10)
    const refusal = async (more: object) =>
      JSON.stringify((await requester.call(createPaymentRequest, { body: { ...good, ...more } })).body)
    expect(await refusal({ act_until: '2026-03-09' })).toContain('request_day_wrong')
    expect(await refusal({ act_until: '2027-03-12' })).toContain('request_day_wrong')
    expect(await refusal({ discount: 15_000 })).toContain('discount_too_high')
    // The platform would not take it.
    expect(await refusal({ amount: Number.MAX_SAFE_INTEGER })).toContain('amount_invalid')
    expect(await refusal({ lookup_id: other })).toContain('lookup_expired')
    const order = { type: 'direct' as const, lookup_id: other, amount: 15_000, label: 'Part du taxi' }
    expect(codesOf(await requester.call(createTransfer, { body: order }))).toEqual([
      'beneficiary_id: unknown_beneficiary',
    ])
    await bank.owner.query(`UPDATE accounts SET status = 'blocked' WHERE id = $1`, [requester.account_id])
    expect(await refusal({})).toContain('account_not_active')
    await bank.owner.query(`UPDATE accounts SET status = 'active' WHERE id = $1`, [requester.account_id])
    expect((await requester.call(listPaymentRequests)).body).toEqual([])
    expect(await refusal({ act_until: today, discount: 14_999 })).toContain('"state"')
  })

  it('fails where the platform does not take it', async () => {
    const requester = await bank.aCustomer({ balance: 0 })
    const lookup_id = (await platform.lookedUp(requester)).id
    await requester.call(createPaymentRequest, { body: { lookup_id, amount: 15_000, label: 'Part du taxi' } })
    platform.behave(() => Promise.resolve({ outcome: 'refused', status: 400, text: 'no' }))
    await platform.take()
    platform.behave(null)
    expect(await stateOf(requester)).toBe('failed')
  })

  it('is refused by its payer with a reason', async () => {
    const { requester, sent } = await requested()
    await refuse(sent, 'BE05')
    expect((await requester.call(listPaymentRequests)).body[0]).toMatchObject({ state: 'refused', reason: 'BE05' })
  })
})

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** A request with the file of its invoice, as a browser's form sends it. */
const withInvoice = (body: object, content: Buffer = PDF) => {
  const form = new FormData()
  form.set('jsonBody', JSON.stringify(body))
  form.set('document', new File([new Uint8Array(content)], 'facture-12.pdf'))
  return form
}

describe('an account that was closed', () => {
  it('answers the requests that wait: its payers and requesters read why', async () => {
    const gone = await bank.aCustomer({ balance: 100_000 })
    const lookup_id = (await platform.lookedUp(gone)).id
    await gone.call(createPaymentRequest, { body: { lookup_id, amount: 15_000, label: 'Part du taxi' } })
    await platform.take()
    const [paid, open] = [aRequest(gone), aRequest(gone, { montant: 9_000 })]
    await platform.call('/demandes-paiements', paid)
    await gone.confirm(createTransfer, {
      body: { type: 'direct', lookup_id: (await received(gone)).lookup_id, amount: 40_000, label: 'Tissus' },
    })
    await platform.execute()
    await platform.call('/demandes-paiements', open)
    await platform.take()
    await bank.owner.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [gone.account_id])
    const end = () => endClosedAccounts({ db: bank.db, clock: { now: () => bank.clock.at } })
    expect([await end(), await end()]).toEqual([2, 0])
    expect(await platform.take()).toMatchObject([
      { path: '/demandes-paiements/reponses', body: { endToEndId: open.endToEndId, codeRaison: 'AG03' } },
    ])
    const states = (await gone.call(listPaymentRequests)).body.map(({ amount, state, reason }) => [
      amount,
      state,
      reason,
    ])
    expect(states).toHaveLength(3)
    expect(states).toEqual(
      expect.arrayContaining([
        [15_000, 'failed', 'AC04'],
        [9_000, 'refused', 'AG03'],
        [40_000, 'paid', null],
      ]),
    )
  })
})

it('answers a request for money back that waits on an account that was closed', async () => {
  const gone = await bank.aCustomer({ balance: 0 })
  const payment = anIncomingPayment(gone, 7_000)
  await platform.call('/transferts', payment)
  await platform.call('/retour-fonds/demande', {
    msgId: newPlatformMessageId(),
    codeMembreParticipantPayeur: WALLET,
    endToEndId: payment.endToEndId,
    raison: 'AM09',
  })
  await platform.take()
  await bank.owner.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [gone.account_id])
  const end = () => endClosedAccounts({ db: bank.db, clock: { now: () => bank.clock.at } })
  expect([await end(), await end()]).toEqual([1, 0])
  expect(await platform.take()).toMatchObject([
    { path: '/retour-fonds/reponses', body: { endToEndId: payment.endToEndId, statut: 'RJCR', raison: 'AC04' } },
  ])
  expect((await gone.call(listReturnRequests)).body).toMatchObject([{ state: 'refused', refusal: 'AC04' }])
})

describe('a request between two customers of the bank', () => {
  /** A company asks a customer for money; the platform brings the request back under its own ids. */
  const requested = async () => {
    const requester = await bank.aCustomer({ kind: 'company', balance: 0 })
    const payer = await bank.aCustomer({ balance: 100_000 })
    const phone = '+221771234567'
    const { body: lookup } = await platform.answering(
      requester.call(lookUpPayee, { body: { kind: 'phone', value: phone } }),
      ({ path, body: sent }) =>
        path === '/alias/recherche'
          ? platform.call('/alias/recherche/reponses', {
              ...aWalletPayee(sent.endToEndId, phone),
              nom: 'Awa',
              paysResidence: 'SN',
              participant: MEMBER,
              other: undefined,
              iban: payer.iban,
              typeCompte: 'CACC',
            })
          : Promise.resolve(),
    )
    const input = { lookup_id: lookup.id, amount: 30_000, label: 'Fournitures', invoice: 'F-12' }
    const { body: request } = await requester.call(createPaymentRequest, { form: withInvoice(input) })
    await platform.take()
    const { codeMembreParticipantPayeur: _payer, ...sent } = platform.last('/demandes-paiements')
    const forwarded = { ...sent, msgId: newPlatformMessageId(), codeMembreParticipantPaye: MEMBER }
    return { requester, payer, request, forwarded }
  }
  const open = (visitor: Visitor, id: string) => visitor.call(getRequestDocument, { params: { id } })

  it('has the file of its invoice for its requester and its payer, and for nobody else', async () => {
    const { requester, payer, request, forwarded } = await requested()
    expect(request.document).toEqual({ name: 'facture-12.pdf', file_kind: 'pdf', size: PDF.length })
    const own = await open(requester, request.id)
    expect([own.status, own.headers['content-type'], own.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename=facture-12.pdf',
    ])
    expect((await open(payer, request.id)).status).toBe(404)
    await platform.call('/demandes-paiements', forwarded)
    const { id, document } = await received(payer)
    expect(document).toEqual(request.document)
    expect((await open(payer, id)).status).toBe(200)
    const stranger = await bank.aCustomer()
    const reader = await bank.aMember(payer.account_id, { rights: ['operations'], capabilities: [] })
    const found = [open(stranger, id), open(stranger, request.id), open(requester, id), open(reader, id)]
    expect((await Promise.all(found)).map(({ status }) => status)).toEqual([404, 404, 404, 403])
  })

  it('keeps the file from a customer whom another institution names under the same ids', async () => {
    const { forwarded } = await requested()
    const other = await bank.aCustomer({ balance: 100_000 })
    await platform.call('/demandes-paiements', { ...forwarded, ibanClientPayeur: other.iban })
    const { id, document } = await received(other)
    expect(document).toBeNull()
    expect((await open(other, id)).status).toBe(404)
  })

  it('is paid for its requester by the order of its payer, which the platform does not see', async () => {
    const { requester, payer, forwarded } = await requested()
    await platform.call('/demandes-paiements', forwarded)
    const { lookup_id } = await received(payer)
    const { body: transfer } = await payer.confirm(createTransfer, {
      body: { type: 'direct', lookup_id, amount: 30_000, label: 'Fournitures' },
    })
    expect(transfer.network).toBe('book')
    await platform.execute()
    expect(await received(payer)).toMatchObject({ state: 'paid', transfer_id: transfer.id })
    expect((await requester.call(listPaymentRequests)).body).toMatchObject([
      { state: 'paid', paid_amount: 30_000, transfer_id: null },
    ])
    expect(await bank.available(requester.account_id)).toBe(30_000)
  })

  it('takes no file that the bank would not open', async () => {
    const requester = await bank.aCustomer()
    const body = { lookup_id: (await platform.lookedUp(requester)).id, amount: 1_000, label: 'Repas' }
    const refused = await requester.call(createPaymentRequest, { form: withInvoice(body, Buffer.from('<svg/>')) })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('file_type')
    expect((await requester.call(listPaymentRequests)).body).toEqual([])
  })
})

describe('a request for a return of funds', () => {
  it('by a customer: once, after the payment has arrived; a refusal and a return are in the history of the payment', async () => {
    const payer = await bank.aCustomer({ balance: 100_000 })
    const paid = async () => {
      const lookup_id = (await platform.lookedUp(payer)).id
      const { body } = await payer.confirm(createTransfer, {
        body: { type: 'direct', lookup_id, amount: 10_000, label: 'Loyer' },
      })
      await platform.execute()
      await platform.take()
      return { id: body.id, sent: platform.last('/transferts') }
    }
    const ask = (id: string) => payer.call(requestReturn, { params: { id }, body: { reason: 'DUPL' } })
    const [first, second] = [await paid(), await paid()]
    expect(JSON.stringify((await ask(first.id)).body)).toContain('return_not_possible')
    for (const { sent } of [first, second])
      await platform.call('/transferts/reponses', {
        msgId: newPlatformMessageId(),
        endToEndId: sent.endToEndId,
        statutTransaction: 'ACCC',
      })
    const stranger = await bank.aCustomer()
    const theirs = { params: { id: first.id }, body: { reason: 'DUPL' } } as const
    expect(codesOf(await stranger.call(requestReturn, theirs))).toEqual(['null: return_not_possible'])
    expect((await ask(first.id)).body).toMatchObject({ direction: 'sent', state: 'open', amount: 10_000 })
    expect(JSON.stringify((await ask(first.id)).body)).toContain('return_requested_before')
    await platform.take()
    expect(platform.last('/retour-fonds/demande')).toMatchObject({ endToEndId: first.sent.endToEndId, raison: 'DUPL' })
    await platform.call('/retour-fonds/reponses', {
      msgId: newPlatformMessageId(),
      codeMembreParticipantPaye: WALLET,
      endToEndId: first.sent.endToEndId,
      statut: 'RJCR',
      raison: 'CUST',
    })
    const detail = async (id: string) => (await payer.call(getTransfer, { params: { id } })).body
    expect((await detail(first.id)).instant?.return_request).toBe('refused')
    expect((await detail(first.id)).history.slice(-2)).toMatchObject([
      { action: 'transfer.return-request', return_reason: 'DUPL' },
      { action: 'transfer.return-refusal', return_reason: 'CUST' },
    ])
    await ask(second.id)
    await platform.call('/retour-fonds', {
      msgId: newPlatformMessageId(),
      endToEndId: second.sent.endToEndId,
      montantRetourne: 10_000,
      raisonRetour: 'CUST',
    })
    expect((await detail(second.id)).instant).toMatchObject({ state: 'returned', return_request: 'returned' })
    expect(await bank.available(payer.account_id)).toBe(90_000)
  })

  it('from a customer: given back once, or refused; without asking where it was given back before', async () => {
    const payee = await bank.aCustomer({ balance: 0 })
    const requested = async (amount: number) => {
      const payment = anIncomingPayment(payee, amount)
      await platform.call('/transferts', payment)
      const demand = () =>
        platform.call('/retour-fonds/demande', {
          msgId: newPlatformMessageId(),
          codeMembreParticipantPayeur: WALLET,
          endToEndId: payment.endToEndId,
          raison: 'AM09',
        })
      await demand()
      const request = (await payee.call(listReturnRequests)).body.find(({ state }) => state === 'open')
      return { payment, demand, id: request?.id ?? '' }
    }
    const first = await requested(7_000)
    expect((await payee.confirm(acceptReturn, { params: { id: first.id } })).body).toMatchObject({ state: 'returned' })
    await platform.take()
    expect(platform.last('/retour-fonds')).toMatchObject({
      endToEndId: first.payment.endToEndId,
      montantRetourne: 7_000,
      raisonRetour: 'CUST',
    })
    expect(await bank.available(payee.account_id)).toBe(0)
    expect(JSON.stringify((await payee.confirm(acceptReturn, { params: { id: first.id } })).body)).toContain(
      'return_answered',
    )
    await first.demand()
    await platform.take()
    expect(platform.last('/retour-fonds/reponses').raison).toBe('ARDT')
    const second = await requested(9_000)
    const stranger = await bank.aCustomer()
    const read = (visitor: Visitor) => visitor.call(getReturnRequest, { params: { id: second.id } })
    expect((await read(payee)).body).toMatchObject({ id: second.id, state: 'open', amount: 9_000 })
    expect((await read(stranger)).status).toBe(404)
    expect((await stranger.confirm(acceptReturn, { params: { id: second.id } })).status).toBe(404)
    expect((await stranger.call(refuseReturn, { params: { id: second.id } })).status).toBe(404)
    expect((await payee.call(refuseReturn, { params: { id: second.id } })).body).toMatchObject({
      state: 'refused',
      refusal: 'CUST',
    })
    await platform.take()
    expect(platform.last('/retour-fonds/reponses')).toMatchObject({
      raison: 'CUST',
      codeMembreParticipantPayeur: WALLET,
    })
    expect(await bank.available(payee.account_id)).toBe(9_000)
  })

  /** A company of somebody who orders, two who order and sign, and one who signs, with a request for an amount. */
  async function aCompany() {
    const author = await bank.aCustomer({ kind: 'company', balance: 0, capabilities: ['transfer.create'] })
    const [first, second] = [
      await bank.aMember(author.account_id, { capabilities: ['transfer.create', 'transfer.validate'] }),
      await bank.aMember(author.account_id, { capabilities: ['transfer.create', 'transfer.validate'] }),
    ]
    const signer = await bank.aMember(author.account_id, { capabilities: ['transfer.validate'] })
    const requested = async (amount: number) => {
      const payment = anIncomingPayment(author, amount)
      await platform.call('/transferts', payment)
      await platform.call('/retour-fonds/demande', {
        msgId: newPlatformMessageId(),
        codeMembreParticipantPayeur: WALLET,
        endToEndId: payment.endToEndId,
        raison: 'DUPL',
      })
      const id = (await author.call(listReturnRequests)).body.find(({ state }) => state === 'open')?.id ?? ''
      return { id, endToEndId: payment.endToEndId }
    }
    const find = async (id: string) => (await author.call(listReturnRequests)).body.find((one) => one.id === id)
    return { author, first, second, signer, requested, find }
  }
  const sign = async (who: Visitor, id: string, version = 1) => {
    const items = [{ kind: 'return' as const, account: who.account_id, id, version }]
    const { body } = await who.confirm(acceptItems, { body: { items } })
    return body[0]?.code ?? body[0]?.outcome
  }
  const returnsSent = (endToEndId: string) =>
    platform.sent.filter(({ path, body }) => path === '/retour-fonds' && body.endToEndId === endToEndId).length
  const LARGE = 900_000_000

  it('from a company: at once by who may sign, where one signature covers the amount', async () => {
    const { author, first, signer, requested, find } = await aCompany()
    const small = await requested(50_000)
    expect((await first.confirm(acceptReturn, { params: { id: small.id } })).body).toMatchObject({ state: 'returned' })
    const other = await requested(60_000)
    const { body } = await author.confirm(acceptReturn, { params: { id: other.id } })
    expect(body).toMatchObject({ state: 'pending', acceptance: { signatures_needed: 1, signed_by: [] } })
    expect(await bank.available(author.account_id)).toBe(60_000)
    expect(await sign(signer, other.id)).toBe('signed')
    expect(await find(other.id)).toMatchObject({ state: 'returned', acceptance: null })
    expect(await bank.available(author.account_id)).toBe(0)
  })

  it('from a company: with the last of two signatures, once, however many sign at the same time', async () => {
    const { author, first, second, signer, requested, find } = await aCompany()
    const { id, endToEndId } = await requested(LARGE)
    const { body } = await first.confirm(acceptReturn, { params: { id } })
    expect(body).toMatchObject({ state: 'pending', acceptance: { signatures_needed: 2 } })
    expect(body.acceptance?.signed_by).toHaveLength(1)
    expect(codesOf(await author.confirm(acceptReturn, { params: { id } }))).toEqual(['return_waits'])
    // Who accepted has signed already, and the right to order is not the right to sign.
    expect(await sign(first, id)).toBe('own_payment')
    expect(await sign(author, id)).toBe('not_found')
    expect(await bank.available(author.account_id)).toBe(LARGE)
    const outcomes = await Promise.all([sign(second, id), sign(signer, id)])
    expect(outcomes.toSorted()).toEqual(['return_answered', 'signed'])
    expect(await bank.available(author.account_id)).toBe(0)
    expect(await find(id)).toMatchObject({ state: 'returned' })
    await platform.take()
    expect(returnsSent(endToEndId)).toBe(1)
    const { rows } = await bank.owner.query<{ action: string }>(
      "SELECT action FROM audit_events WHERE subject_id = $1 AND action LIKE 'return.%' ORDER BY id",
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'return.receive',
      'return.submit',
      'return.sign',
      'return.accept',
    ])
  })

  it('from a company: a signer who cannot pay it signs nothing, and one who refuses leaves the request open', async () => {
    const { author, first, second, signer, requested, find } = await aCompany()
    const { id, endToEndId } = await requested(LARGE)
    await first.confirm(acceptReturn, { params: { id } })
    const stranger = await bank.aCustomer({ kind: 'company' })
    const theirs = { params: { id }, body: { version: 1, reason: 'Facture due' } }
    expect(codesOf(await stranger.call(rejectReturn, theirs))).toEqual(['not_found'])
    expect(await sign(stranger, id)).toBe('not_found')
    await bank.owner.query('UPDATE instant_guarantee SET amount = greatest(used, 0)')
    expect(await sign(second, id)).toBe('guarantee_used')
    await bank.owner.query('UPDATE instant_guarantee SET amount = 1000000000')
    expect((await find(id))?.acceptance?.signed_by).toHaveLength(1)
    const reject = (who: Visitor, version = 1) =>
      who.call(rejectReturn, { params: { id }, body: { version, reason: 'Facture due' } })
    expect(codesOf(await reject(first))).toEqual(['own_payment'])
    expect((await reject(author)).status).toBe(403)
    expect(codesOf(await reject(signer, 2))).toEqual(['payment_not_pending'])
    await bank.owner.query("UPDATE users SET email = 'premiere@courrier.example', lang = 'fr' WHERE id = $1", [
      first.user_id,
    ])
    expect((await reject(signer)).body).toMatchObject({
      state: 'open',
      acceptance: { state: 'refused', refusal: 'Facture due' },
    })
    const { rows } = await bank.owner.query<{ plain: string }>(
      "SELECT plain FROM mails WHERE recipient = 'premiere@courrier.example'",
    )
    expect(rows.map(({ plain }) => plain).join('')).toContain('Facture due')
    expect(await sign(second, id)).toBe('payment_not_pending')
    // The next acceptance needs its own signatures; keeping the money ends it.
    expect((await first.confirm(acceptReturn, { params: { id } })).body).toMatchObject({ state: 'pending' })
    expect(await sign(second, id)).toBe('payment_not_pending')
    expect((await author.call(refuseReturn, { params: { id } })).body).toMatchObject({ state: 'refused' })
    expect(await sign(second, id, 2)).toBe('return_answered')
    expect(codesOf(await reject(second, 2))).toEqual(['return_answered'])
    const nobody = { params: { id: crypto.randomUUID() }, body: { version: 1, reason: 'Facture due' } }
    expect(codesOf(await signer.call(rejectReturn, nobody))).toEqual(['not_found'])
    await platform.take()
    expect([await bank.available(author.account_id), returnsSent(endToEndId)]).toEqual([LARGE, 0])
  })

  it('from a company: alerts those who can sign, and not who accepted', async () => {
    const { author, first, signer, requested } = await aCompany()
    const { id } = await requested(LARGE)
    await first.confirm(acceptReturn, { params: { id } })
    await bank.deriveAlerts()
    const alerted = async (who: Visitor) =>
      (await who.call(listAlerts)).body.filter(({ kind }) => kind === 'order_to_sign').map(({ about }) => about)
    expect([await alerted(signer), await alerted(first), await alerted(author)]).toEqual([['return_request'], [], []])
  })
})
