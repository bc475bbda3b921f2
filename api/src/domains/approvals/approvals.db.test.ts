import { acceptBeneficiary, changeBeneficiary, createBeneficiary } from 'contract/transfers/beneficiaries.ts'
import { acceptRecurringTopup, acceptTopup, createTopup } from 'contract/products/card-topups.ts'
import { acceptChequebook, orderChequebook } from 'contract/products/chequebooks.ts'
import { listAlerts } from 'contract/access/alerts.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { changeMandate, registerMandate } from 'contract/products/debits.ts'
import { headers } from 'contract/endpoint.ts'
import { acceptBatch, createBatch, getBatch, listBatches } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import type { Capability, Right } from 'contract/rights.ts'
import { acceptReturn, listReturnRequests } from 'contract/transfers/return-requests.ts'
import {
  acceptItems,
  countItemsToSign,
  getItemToSign,
  type ItemToSign,
  listItemsToSign,
  listSentItems,
  listSignedItems,
  remindSigners,
  signableKinds,
  signedTogether,
} from 'contract/transfers/signatures.ts'
import { type LimitPeriod, limitPeriods } from 'contract/transfers/signing-rules.ts'
import {
  acceptTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  listTransfers,
  rejectTransfer,
} from 'contract/transfers/transfers.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withAcknowledgedNames } from '../../../test/acknowledged-names.ts'
import { aCard, aTopup } from '../../../test/test-cards.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { anIncomingPayment, openTestPlatform, type TestPlatform, WALLET } from '../../../test/test-platform.ts'
import { newPlatformMessageId } from '../../formats/instant/aip-ids.ts'
import { explaining } from '../../../test/explained.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { remindValidators } from './remind-validators.ts'
import { countItemsToSignBy, listItemsToSignBy } from './to-sign-store.ts'
import { findSigningRules } from '../transfers/transfer-store.ts'

let bank: TestBank
let platform: TestPlatform
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
})
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

const MAKER: Capability[] = ['transfer.create', 'beneficiary.manage', 'topup', 'chequebook.order', 'mandate.manage']
const VALIDATOR: Capability[] = ['transfer.validate', 'mandate.manage']
const FRANCE = 'FR1420041010050500013M02606'

const formOf = (field: string, content: string, name: string, body?: object) => {
  const form = new FormData()
  if (body) form.append('jsonBody', JSON.stringify(body))
  form.append(field, new File([content], name))
  return form
}

/** A company for which one item of each kind waits, all entered by the same person. */
async function everyKind() {
  const maker = await bank.aCustomer({ kind: 'company', balance: 20_000_000, capabilities: MAKER })
  const { account_id } = maker
  const validator = await bank.aMember(account_id, { capabilities: VALIDATOR })
  const { iban } = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(account_id, iban, 'Moussa Sarr')
  const order = { type: 'direct' as const, beneficiary_id, amount: 50_000, label: 'Loyer', comment: null }
  const transfer = (await maker.confirm(createTransfer, { body: order })).body
  const csv = `nom_beneficiaire;iban;montant;libelle\r\nMoussa Sarr;${iban};40000;Salaire`
  const draft = await withAcknowledgedNames(
    maker,
    (await maker.call(importTransfers, { form: formOf('file', csv, 'paie.csv') })).body,
  )
  await maker.confirm(createBatch, { body: { import_id: draft.import_id } })
  const card = await aCard(maker)
  await maker.confirm(createTopup, await aTopup(maker, card, 100_000))
  await maker.confirm(
    createTopup,
    await aTopup(maker, card, 60_000, { recurrence: 'monthly', start_date: '2026-03-31', end_date: null }),
  )
  await maker.confirm(orderChequebook, { body: { type: '25-crossed', quantity: 2, accepts_risk: false } })
  await maker.confirm(createBeneficiary, { body: { name: 'Sokhna Diarra', iban: FRANCE, bic: 'SOGEFRPP' } })
  const changed = await bank.aBeneficiary(account_id, (await bank.aCustomer()).iban, 'Awa Ba')
  await maker.confirm(changeBeneficiary, {
    params: { id: changed },
    body: { name: 'Awa Ba', iban: (await bank.aCustomer()).iban, version: 1, allow_other_holder: true },
  })
  const mandate = {
    creditor_name: 'Transports Casamance',
    creditor_id: 'DE98ZZZ09999999999',
    umr: `B2B/${account_id.slice(0, 8)}`,
    recurrence: 'recurrent',
    signed_on: '2026-03-02',
    max_amount: 400_000,
  }
  await maker.confirm(registerMandate, {
    form: formOf('copy', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n', 'mandat.pdf', mandate),
  })
  await maker.confirm(acceptReturn, await aReturnRequest(maker, 30_000))
  return { maker, validator, account_id, transfer, iban, order }
}

/** A request for money back that an account has received. */
async function aReturnRequest(payee: Visitor & { iban: string }, amount: number) {
  const payment = anIncomingPayment(payee, amount)
  await platform.call('/transferts', payment)
  await platform.call('/retour-fonds/demande', {
    msgId: newPlatformMessageId(),
    codeMembreParticipantPayeur: WALLET,
    endToEndId: payment.endToEndId,
    raison: 'DUPL',
  })
  const requests = (await payee.call(listReturnRequests)).body
  return { params: { id: requests.find(({ state }) => state === 'open')?.id ?? '' } }
}

async function inboxOf(visitor: Visitor): Promise<ItemToSign[]> {
  const reply = await visitor.call(listItemsToSign)
  expect(Number(reply.headers[headers.totalCount.toLowerCase()])).toBe(reply.body.length)
  const { to_sign } = (await visitor.call(getDashboard)).body
  expect([to_sign?.count ?? 0, to_sign?.items ?? []]).toEqual([reply.body.length, reply.body.slice(0, 5)])
  return reply.body
}

/** The answers to a call that signs one item, without a re-authentication token and with one. */
async function accept(
  visitor: Visitor,
  { kind, id, version, account }: ItemToSign,
  send: 'call' | 'confirm',
): Promise<number> {
  const [params, body] = [{ id }, { version }]
  if (kind === 'transfer') return (await visitor[send](acceptTransfer, { params, body })).status
  if (kind === 'batch') return (await visitor[send](acceptBatch, { params, body })).status
  if (kind === 'topup') return (await visitor[send](acceptTopup, { params })).status
  if (kind === 'recurring_topup') return (await visitor[send](acceptRecurringTopup, { params, body })).status
  if (kind === 'chequebook') return (await visitor[send](acceptChequebook, { params })).status
  if (kind === 'mandate')
    return (await visitor[send](changeMandate, { params, body: { version, status: 'active' } })).status
  if (kind === 'return') {
    const items = [{ kind, id, version, account: account.uuid }]
    const reply = await visitor[send](acceptItems, { body: { items } })
    return reply.status === 200 && reply.body[0]?.outcome === 'refused' ? 403 : reply.status
  }
  return (await visitor[send](acceptBeneficiary, { params, body })).status
}

describe('the signature inbox', () => {
  it('lists and counts for each person exactly the items that they may sign', async () => {
    const { maker, validator, account_id } = await everyKind()
    const without = (right: Right) =>
      ['dashboard', 'transfers', 'payment-methods', 'debits'].filter((one) => one !== right) as Right[]
    const readers = [
      maker,
      validator,
      await bank.aMember(account_id, { capabilities: VALIDATOR, rights: without('payment-methods') }),
      await bank.aMember(account_id, { capabilities: VALIDATOR, rights: without('transfers') }),
      await bank.aMember(account_id, { capabilities: ['transfer.validate'], rights: without('debits') }),
      await bank.aMember(account_id, { capabilities: [] }),
    ]
    const all = await inboxOf(validator)
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(signableKinds))
    const counts: number[] = []
    for (const reader of readers) {
      const mine = new Set((await inboxOf(reader)).map(({ id }) => id))
      counts.push(mine.size)
      for (const item of all) {
        // Without the password, the answer is a request for it where the signature is allowed; a refusal is the same with and without it.
        const status = await accept(reader, item, mine.has(item.id) ? 'call' : 'confirm')
        expect([item.kind, mine.has(item.id) ? status === 428 : status >= 400]).toEqual([item.kind, true])
      }
    }
    expect(counts).toEqual([0, 9, 6, 4, 8, 0])
    // A user who may validate on no account has no inbox; the items that they sent are counted as waiting.
    const home = (await maker.call(getDashboard)).body
    expect([home.to_sign, home.sent_for_signature]).toEqual([null, { transfers: 1, batches: 1, total: 90_000 }])
    for (const item of all) expect([item.kind, await accept(validator, item, 'confirm')]).toEqual([item.kind, 200])
    expect(await inboxOf(validator)).toEqual([])
  }, 60_000)

  it('signs the items that it can with one password, and reports an error for each of the others', async () => {
    const { validator, maker, account_id } = await everyKind()
    const waiting = (await inboxOf(validator)).flatMap(({ kind, id, version, account }) =>
      kind === 'transfer' || kind === 'batch' || kind === 'topup' || kind === 'return'
        ? [{ kind, id, version, account: account.uuid }]
        : [],
    )
    const strange = { kind: 'batch' as const, id: crypto.randomUUID(), version: 1, account: waiting[0]?.account ?? '' }
    const refusalsOf = async (visitor: Visitor) =>
      (await visitor.confirm(acceptItems, { body: { items: waiting } })).body.map(({ code }) => code)
    const strangers = [
      maker,
      await bank.aCustomer({ kind: 'company' }),
      await bank.aMember(account_id, { capabilities: VALIDATOR, rights: ['dashboard', 'debits'] }),
    ]
    for (const visitor of strangers) expect(await refusalsOf(visitor)).toEqual(waiting.map(() => 'not_found'))
    await bank.owner.query(`UPDATE accounts SET status = 'blocked' WHERE id = $1`, [account_id])
    expect(await refusalsOf(validator)).toEqual(waiting.map(() => 'not_found'))
    await bank.owner.query(`UPDATE accounts SET status = 'active' WHERE id = $1`, [account_id])
    const body = { items: [...waiting, strange] }
    const requested = await validator.call(acceptItems, { body })
    expect(requested.status).toBe(428)
    const facts = (
      requested.body as never as {
        operation: { summary: { facts: { name: string; text?: string; amount?: number }[] } }
      }
    ).operation
    expect(facts.summary.facts.filter(({ name }) => name === 'count' || name === 'total')).toEqual([
      { name: 'count', text: '4' },
      { name: 'total', amount: 50_000 + 40_000 + 101_170 + 30_000, currency: 'XOF' },
    ])
    // Each transfer and each batch shows its date.
    for (const one of facts.summary.facts.filter(({ name }) => name === 'payee' || name === 'label'))
      expect(one.text).toMatch(/ · \d+ mars 2026/)
    const signed = await validator.confirm(acceptItems, { body })
    expect(signed.body.map(({ outcome, code }) => [outcome, code])).toEqual([
      ...waiting.map(() => ['signed', null]),
      ['refused', 'not_found'],
    ])
    expect((await inboxOf(validator)).map(({ kind }) => kind).toSorted()).toEqual(
      signableKinds.filter((kind) => !(signedTogether as readonly string[]).includes(kind)).toSorted(),
    )
    expect(
      (await validator.confirm(acceptItems, { body: { items: waiting } })).body.map(({ outcome }) => outcome),
    ).toEqual(waiting.map(() => 'refused'))
    expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
  }, 60_000)

  it('omits items that were signed and items that can no longer be signed', async () => {
    const { maker, validator, account_id, order } = await everyKind()
    const second = await bank.aMember(account_id, { capabilities: VALIDATOR })
    const large = (await maker.confirm(createTransfer, { body: { ...order, amount: 6_000_000, label: 'Tracteur' } }))
      .body
    const has = async (visitor: Visitor, id: string) => (await inboxOf(visitor)).some((item) => item.id === id)
    expect([await has(validator, large.id), await has(second, large.id)]).toEqual([true, true])
    await validator.confirm(acceptTransfer, { params: { id: large.id }, body: { version: 1 } })
    expect([await has(validator, large.id), await has(second, large.id)]).toEqual([false, true])
    expect((await validator.call(getTransfer, { params: { id: large.id } })).body.status).toBe('pending')
    await bank.owner.query(`UPDATE accounts SET status = 'blocked' WHERE id = $1`, [account_id])
    expect((await inboxOf(second)).map(({ kind }) => kind).toSorted()).toEqual([
      'beneficiary',
      'beneficiary_account',
      'mandate',
    ])
  }, 60_000)

  it('contains as many items as the reminder counts', async () => {
    const { validator } = await everyKind()
    await bank.owner.query('UPDATE users SET email = $2, lang = $3 WHERE id = $1', [
      validator.user_id,
      'validateur@courrier.example',
      'fr',
    ])
    bank.clock.at = new Date('2026-03-11T08:30:00Z')
    await remindValidators({
      db: bank.db,
      clock: { now: () => bank.clock.at },
      portalUrl: 'https://banque.example/connect/',
    })
    const { rows } = await bank.owner.query<{ plain: string }>(
      `SELECT plain FROM mails WHERE recipient = 'validateur@courrier.example'`,
    )
    expect(rows.map(({ plain }) => plain).join('')).toContain(
      'Un virement, un lot de virements, 2 recharges de carte, une commande de chéquiers, 2 bénéficiaires, un mandat de prélèvement et un paiement reçu à rendre attendent votre validation.',
    )
  }, 60_000)
})

const keyOf = ({ kind, id, account }: ItemToSign) => ({ params: { kind, id, account: account.uuid } })

describe('an item to sign', () => {
  it('has the details for a signer: past payments to the payee, the balance, the signatures and the other signers', async () => {
    const { maker, validator, account_id, order, iban } = await everyKind()
    const second = await bank.aMember(account_id, { capabilities: VALIDATOR })
    const [first] = (await inboxOf(validator)).filter(({ kind }) => kind === 'transfer')
    if (!first) throw new Error('no transfer waits')
    expect(first).toMatchObject({
      amount: 50_000,
      fees: 0,
      held: 50_000,
      is_first_payment: true,
      signatures_needed: 1,
      signed_by: [],
      sign_before: null,
    })
    const never = (await validator.call(getItemToSign, keyOf(first))).body
    expect(never).toMatchObject({
      may_sign: true,
      iban,
      paid_before: { times: 0, last_at: null, amounts: [], account_changed_at: null },
      limit_left: null,
      leaves_on: '2026-03-10',
      is_irrevocable: false,
      documents: [],
    })
    expect(never.waiting_for).toHaveLength(1)
    const before = never.account.available + never.held
    await validator.confirm(acceptTransfer, { params: { id: first.id }, body: { version: 1 } })
    await bank.owner.query(
      `UPDATE transfers SET execution_status = 'executed', run_at = NULL, executed_at = $2, posting_id = (SELECT id FROM ledger_postings LIMIT 1) WHERE id = $1`,
      [first.id, bank.clock.at],
    )
    const large = await maker.confirm(createTransfer, {
      body: { ...order, amount: 6_000_000, label: 'Tracteur', comment: 'Le devis est signé.' },
    })
    await second.confirm(acceptTransfer, { params: { id: large.body.id }, body: { version: 1 } })
    const again = (await inboxOf(validator)).find(({ id }) => id === large.body.id)
    if (!again) throw new Error('the large transfer does not wait')
    expect([again.is_first_payment, again.signatures_needed, again.signed_by.length]).toEqual([false, 2, 1])
    const { body } = await validator.call(getItemToSign, keyOf(again))
    expect(body).toMatchObject({ comment: 'Le devis est signé.', paid_before: { times: 1, amounts: [50_000] } })
    expect(body.signatures).toEqual([{ name: again.signed_by[0], at: bank.clock.at.getTime() / 1000 }])
    // The first one has not left the account: its hold remains, and the hold of this one is counted as available.
    expect(body.account.available + body.held).toBe(before - 50_000)
  })

  it('is shown to its author without the signature, and to nobody else', async () => {
    const { maker, validator, account_id } = await everyKind()
    const [stranger, reader] = [await bank.aCustomer(), await bank.aMember(account_id, { capabilities: [] })]
    for (const item of await inboxOf(validator)) {
      const see = async (who: Visitor) => await who.call(getItemToSign, keyOf(item))
      expect([item.kind, (await see(validator)).body.may_sign, (await see(maker)).body.may_sign]).toEqual([
        item.kind,
        true,
        false,
      ])
      expect([(await see(stranger)).status, (await see(reader)).status]).toEqual([404, 404])
    }
  })

  it('has a limit that remains for the signer, and a moment before which it must be signed', async () => {
    const { account_id, limited } = await aLimitedValidator({ day: 90_000 })
    const maker = await bank.aMember(account_id, { capabilities: MAKER })
    const beneficiary_id = await bank.aBeneficiary(account_id, 'CI93CI0010100100000000000123', 'Lagune Emballages')
    await maker.confirm(createTransfer, {
      body: {
        type: 'delayed',
        beneficiary_id,
        amount: 40_000,
        label: 'Sacs',
        comment: null,
        execution_date: '2026-03-12',
      },
    })
    const [item] = await inboxOf(limited)
    if (!item) throw new Error('nothing waits')
    const { body } = await limited.call(getItemToSign, keyOf(item))
    expect(body).toMatchObject({ limit_left: 90_000, leaves_on: '2026-03-12', due_on: '2026-03-12' })
    const before = new Date((body.sign_before ?? 0) * 1000).toISOString()
    expect(before.slice(0, 10)).toBe('2026-03-12')
    expect(item.sign_before).toBe(body.sign_before)
  })
})

describe('an item that its author has sent for signature', () => {
  it('names the people who can sign it, and keeps a refused transfer with its reason for a week', async () => {
    const { maker, validator, transfer } = await everyKind()
    const waiting = (await maker.call(listSentItems)).body
    expect(new Set(waiting.map(({ kind }) => kind))).toEqual(new Set(signableKinds))
    const inbox = await inboxOf(validator)
    expect(new Set(waiting.map(({ id }) => id))).toEqual(new Set(inbox.map(({ id }) => id)))
    for (const { waiting_for, refusal } of waiting) expect([waiting_for.length, refusal]).toEqual([1, null])
    expect((await validator.call(listSentItems)).body).toEqual([])
    await validator.confirm(rejectTransfer, {
      params: { id: transfer.id },
      body: { version: 1, reason: 'La facture n’est pas jointe.' },
    })
    const [refused] = (await maker.call(listSentItems)).body
    expect(refused).toMatchObject({ id: transfer.id, refusal: { reason: 'La facture n’est pas jointe.' } })
    plusDays(8)
    const later = await bank.signIn(maker)
    expect((await later.call(listSentItems)).body.map(({ id }) => id)).not.toContain(transfer.id)
  })

  it('is reminded of by e-mail once a day, to the people who can sign it', async () => {
    const { maker, validator, account_id } = await everyKind()
    const [item] = (await maker.call(listSentItems)).body.filter(({ kind }) => kind === 'transfer')
    if (!item) throw new Error('no transfer was sent')
    await bank.owner.query('UPDATE users SET email = NULL WHERE id = $1', [validator.user_id])
    expect(codesOf(await maker.call(remindSigners, keyOf(item)))).toEqual(['nobody_to_remind'])
    const address = `${validator.user_id}@courrier.example`
    await bank.owner.query(`UPDATE users SET email = $2, lang = 'fr' WHERE id = $1`, [validator.user_id, address])
    // Nobody else reminds for the author.
    expect(codesOf(await validator.call(remindSigners, keyOf(item)))).toEqual(['not_found'])
    expect(codesOf(await (await bank.aMember(account_id)).call(remindSigners, keyOf(item)))).toEqual(['not_found'])
    expect((await maker.call(remindSigners, keyOf(item))).body).toHaveLength(1)
    expect(codesOf(await maker.call(remindSigners, keyOf(item)))).toEqual(['already_reminded'])
    const mails = async () =>
      (await bank.owner.query<{ plain: string }>('SELECT plain FROM mails WHERE recipient = $1', [address])).rows
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.plain).toContain('vous rappelle cette demande : Virement · Moussa Sarr · 50\u202F000\u00A0F\u202FCFA.')
    const [reminded] = (await maker.call(listSentItems)).body.filter(({ id }) => id === item.id)
    expect(reminded?.reminded_at).toBe(bank.clock.at.getTime() / 1000)
    plusDays(1)
    const later = await bank.signIn(maker)
    expect((await later.call(remindSigners, keyOf(item))).status).toBe(201)
    expect(await mails()).toHaveLength(2)
  })
})

it('reads the waiting items only, not every account of a signer of 300 accounts', async () => {
  const { validator } = await everyKind()
  const { tariff, holidays } = await findSigningRules(bank.db, '2026-03-10')
  const rules = { now: bank.clock.at, tariff, holidays: new Set(holidays) }
  /** The pages that the list and the counter read in a session that has already run both. */
  const pagesRead = async () => {
    const client = await bank.owner.connect()
    await client.query('ANALYZE memberships')
    const { sql, explained } = explaining(client)
    for (let round = 0; round < 2; round += 1) {
      await listItemsToSignBy(sql, validator.user_id, { page: 1, per_page: 100 }, rules)
      await countItemsToSignBy(sql, validator.user_id, rules.now)
    }
    client.release()
    return explained.slice(explained.length / 2).map(({ pages }) => pages)
  }
  const before = await pagesRead()
  const other = await bank.aCustomer({ kind: 'company' })
  for (let index = 0; index < 300; index += 1)
    await bank.anOwnAccount({ customer_id: other.customer_id, user_id: validator.user_id }, { capabilities: VALIDATOR })
  const after = await pagesRead()
  // Nine kinds of items are looked up by account: a page for each of 300 accounts would be 2,700 pages more.
  for (const [index, pages] of after.entries()) expect(pages - (before[index] ?? 0)).toBeLessThan(1000)
  const counted = await validator.call(countItemsToSign)
  expect(counted.headers[headers.totalCount.toLowerCase()]).toBe('9')
})

const DAY_MS = 86_400_000
const plusDays = (days: number) => {
  bank.clock.at = new Date(bank.clock.at.getTime() + days * DAY_MS)
}

/** A company with two payees and an account of its own beside them, a validator without limits and one with these. */
async function aLimitedValidator(limits: Partial<Record<LimitPeriod, number>>) {
  const maker = await bank.aCustomer({ kind: 'company', balance: 20_000_000, capabilities: MAKER })
  const { account_id } = maker
  const [free, limited] = [
    await bank.aMember(account_id, { capabilities: VALIDATOR }),
    await bank.aMember(account_id, { capabilities: VALIDATOR }),
  ]
  for (const [period, amount] of Object.entries(limits))
    await bank.owner.query(
      `INSERT INTO transfer_limits (account_id, user_id, purpose, period, amount) VALUES ($1, $2, 'validate', $3, $4)`,
      [account_id, limited.user_id, period, amount],
    )
  const ibans = [(await bank.aCustomer()).iban, (await bank.aCustomer()).iban, (await bank.anOwnAccount(maker)).iban]
  const payees = await Promise.all(
    ibans.slice(0, 2).map((iban, index) => bank.aBeneficiary(account_id, iban, `Payee ${'AB'[index]}`)),
  )
  let count = 0
  const send = async (payee: number, amount: number) => {
    const order = {
      type: 'direct' as const,
      beneficiary_id: payees[payee] ?? '',
      amount,
      label: `Facture ${(count += 1)}`,
      comment: null,
    }
    const { body } = await maker.confirm(createTransfer, { body: order })
    return { kind: 'transfer' as const, id: body.id }
  }
  const sendMany = async (lines: readonly { payee: number; amount: number }[]) => {
    const rows = lines.map(
      ({ payee, amount }) => `Payee ${'ABC'[payee]};${ibans[payee]};${amount};Facture ${(count += 1)}`,
    )
    const csv = ['nom_beneficiaire;iban;montant;libelle', ...rows].join('\r\n')
    const draft = await withAcknowledgedNames(
      maker,
      (await maker.call(importTransfers, { form: formOf('file', csv, 'paie.csv') })).body,
    )
    const { body } = await maker.confirm(createBatch, { body: { import_id: draft.import_id } })
    return { kind: 'batch' as const, id: body.id }
  }
  return { account_id, free, limited, send, sendMany }
}

type TransferOrder = { kind: 'transfer' | 'batch'; id: string }

/** The items of the inbox, after checking that every other screen agrees on each order. */
async function requestedOf(reader: Visitor, waiting: readonly TransferOrder[]): Promise<Set<string>> {
  const requested = new Set((await inboxOf(reader)).map(({ id }) => id))
  const listed = (await reader.call(listTransfers)).body
  const found = (await reader.call(listTransfers, { query: { status: 'to_sign' } })).body
  const batches = (await reader.call(listBatches)).body
  const rows = [...listed, ...batches].filter(({ status }) => status === 'to_sign')
  expect(new Set(rows.map(({ id }) => id))).toEqual(requested)
  expect(found).toEqual(listed.filter(({ status }) => status === 'to_sign'))
  for (const { kind, id } of waiting) {
    const { body } =
      kind === 'transfer'
        ? await reader.call(getTransfer, { params: { id } })
        : await reader.call(getBatch, { params: { id } })
    const isRequested = requested.has(id)
    const view = [body.status, body.actions.includes('accept'), body.is_over_limit]
    expect(view).toEqual([isRequested ? 'to_sign' : 'pending', isRequested, !isRequested])
  }
  return requested
}

it('lists the items that a person has signed, the latest first, with their outcome', async () => {
  const { account_id, free, limited, send, sendMany } = await aLimitedValidator({})
  const [single, many] = [await send(0, 900), await sendMany([{ payee: 0, amount: 150 }])]
  await free.confirm(acceptTransfer, { params: { id: single.id }, body: { version: 1 } })
  bank.clock.at = new Date(bank.clock.at.getTime() + 60_000)
  const later = await bank.signIn(free)
  await later.confirm(acceptBatch, { params: { id: many.id }, body: { version: 1 } })
  const listOf = async (visitor: Visitor) =>
    (await visitor.call(listSignedItems)).body.map(({ kind, id, state }) => ({ kind, id, state }))
  expect(await listOf(later)).toEqual([
    { ...many, state: 'done' },
    { ...single, state: 'done' },
  ])
  expect(await listOf(await bank.signIn(limited))).toEqual([])
  // Without the right to transfers nothing of them is listed.
  await bank.owner.query(`UPDATE memberships SET rights = '{}' WHERE account_id = $1 AND user_id = $2`, [
    account_id,
    free.user_id,
  ])
  expect(await listOf(await bank.signIn(free))).toEqual([])
  plusDays(31)
  await bank.owner.query(`UPDATE memberships SET rights = '{transfers}' WHERE account_id = $1 AND user_id = $2`, [
    account_id,
    free.user_id,
  ])
  expect(await listOf(await bank.signIn(free))).toEqual([])
})

describe('the limits on a person’s signatures', () => {
  it('remove items above them from every count, until their period ends', async () => {
    const { free, limited, send, sendMany } = await aLimitedValidator({ day: 1_000 })
    const orders = [
      await send(0, 900),
      await send(1, 200),
      await send(1, 1_001),
      await sendMany([
        { payee: 0, amount: 150 },
        { payee: 1, amount: 60 },
      ]),
    ]
    const indexesOf = async (reader: Visitor, waiting = orders) => {
      const requested = await requestedOf(reader, waiting)
      return orders.flatMap(({ id }, index) => (requested.has(id) ? [index] : []))
    }
    expect([await indexesOf(limited), await indexesOf(free)]).toEqual([
      [0, 1, 3],
      [0, 1, 2, 3],
    ])
    const [first, second] = orders
    if (!first || !second) throw new Error('an order is missing')
    await limited.confirm(acceptTransfer, { params: { id: first.id }, body: { version: 1 } })
    const left = orders.slice(1)
    expect([await indexesOf(limited, left), await indexesOf(free, left)]).toEqual([[], [1, 2, 3]])
    expect(codesOf(await limited.confirm(acceptTransfer, { params: { id: second.id }, body: { version: 1 } }))).toEqual(
      ['limit_exceeded'],
    )
    plusDays(1)
    expect(await indexesOf(await bank.signIn(limited), left)).toEqual([1, 3])
  }, 60_000)

  it('count the daily total per payee over transfers and batches, excluding own accounts', async () => {
    const { limited, send, sendMany } = await aLimitedValidator({ beneficiary: 500 })
    const large = await sendMany([
      { payee: 0, amount: 300 },
      { payee: 0, amount: 300 },
    ])
    const batch = await sendMany([
      { payee: 0, amount: 300 },
      { payee: 2, amount: 9_000 },
    ])
    const [small, other] = [await send(0, 201), await send(1, 500)]
    const waiting = [large, small, other]
    expect(await requestedOf(limited, [...waiting, batch])).toEqual(new Set([batch.id, small.id, other.id]))
    await limited.confirm(acceptBatch, { params: { id: batch.id }, body: { version: 1 } })
    expect(await requestedOf(limited, waiting)).toEqual(new Set([other.id]))
  }, 60_000)

  it('apply equally to lists, counts, statuses and signing, whatever the limits and the signed amounts', async () => {
    const amount = fc.integer({ min: 1, max: 9 }).map((hundreds) => hundreds * 100)
    const one = fc.record({ payee: fc.constantFrom(0, 1), amount })
    // A batch between own accounts needs no signature; one line to another payee does.
    const lines = fc
      .tuple(one, fc.array(fc.record({ payee: fc.constantFrom(0, 1, 2), amount }), { maxLength: 2 }))
      .map(([first, others]) => [first, ...others])
    const limits = fc.dictionary(
      fc.constantFrom(...limitPeriods),
      fc.integer({ min: 1, max: 25 }).map((hundreds) => hundreds * 100),
      { minKeys: 1 },
    )
    const steps = fc.array(fc.record({ pick: fc.nat(), days: fc.constantFrom(0, 0, 0, 1, 5, 20) }), {
      minLength: 4,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(
        limits,
        fc.array(fc.oneof(one, one, lines), { minLength: 3, maxLength: 7 }),
        steps,
        async (limit, inputs, walk) => {
          bank.clock.at = new Date('2026-03-10T09:30:00Z')
          const { limited, send, sendMany } = await aLimitedValidator(limit)
          let reader = limited
          let waiting: TransferOrder[] = []
          for (const input of inputs)
            waiting.push(Array.isArray(input) ? await sendMany(input) : await send(input.payee, input.amount))
          for (const { pick, days } of walk) {
            plusDays(days)
            if (days > 0) reader = await bank.signIn(limited)
            const requested = await requestedOf(reader, waiting)
            const order = waiting[pick % waiting.length]
            if (!order) break
            const reply = await reader.confirm(order.kind === 'transfer' ? acceptTransfer : acceptBatch, {
              params: { id: order.id },
              body: { version: 1 },
            })
            expect(requested.has(order.id) ? reply.status : codesOf(reply)).toEqual(
              requested.has(order.id) ? 200 : ['limit_exceeded'],
            )
            if (requested.has(order.id)) waiting = waiting.filter(({ id }) => id !== order.id)
          }
        },
      ),
      { numRuns: 10 },
    )
  }, 120_000)

  it('exclude people from alerts about orders that they may not sign', async () => {
    const { free, limited, send } = await aLimitedValidator({ operation: 500 })
    const [small, large] = [await send(0, 500), await send(0, 501)]
    await bank.deriveAlerts()
    const notified = async (reader: Visitor) =>
      new Set((await reader.call(listAlerts)).body.map(({ subject_id }) => subject_id))
    expect([await notified(free), await notified(limited)]).toEqual([
      new Set([small.id, large.id]),
      new Set([small.id]),
    ])
  })
})

it('the home page counts the same pending orders as their list', async () => {
  const { maker, order } = await everyKind()
  for (const [index, execution_date] of ['2026-03-20', '2026-03-12', '2026-03-16'].entries())
    await maker.confirm(createTransfer, {
      body: { ...order, type: 'delayed', execution_date, label: `Facture ${index}` },
    })
  const { sent_for_signature } = (await maker.call(getDashboard)).body
  const list = await maker.call(listTransfers, {
    query: { validation_status: 'pending', execution_status: 'scheduled' },
  })
  expect(sent_for_signature).toEqual({ transfers: 4, batches: 1, total: 240_000 })
  expect(list.body.map(({ display_date }) => display_date)).toEqual([null, '2026-03-20', '2026-03-16', '2026-03-12'])
})

it('an order that somebody else has edited stays with its author, on the home page as in the list', async () => {
  const { maker, account_id, transfer } = await everyKind()
  const editor = await bank.aMember(account_id)
  const params = { id: transfer.id }
  const edited = await editor.confirm(changeTransfer, { params, body: { version: transfer.version, amount: 1_000 } })
  expect(edited.status).toBe(200)
  for (const reader of [maker, editor]) {
    const { sent_for_signature } = (await reader.call(getDashboard)).body
    const sent = (await reader.call(listSentItems)).body.filter(({ kind }) => kind === 'transfer')
    expect([reader.login, sent_for_signature?.transfers ?? 0]).toEqual([reader.login, sent.length])
  }
})
