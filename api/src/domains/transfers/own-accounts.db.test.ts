import {
  acceptTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  listPayees,
  listTransfers,
  type NewTransfer,
  quoteTransfer,
} from 'contract/transfers/transfers.ts'
import { nameCounterparty } from 'contract/accounts/counterparties.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { listDocuments } from 'contract/accounts/statements.ts'
import { getOutlook } from 'contract/dashboard.ts'
import { ribOf } from 'contract/values/iban.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

// A Tuesday.
const START = new Date('2026-03-10T09:30:00Z')
let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
beforeEach(() => void (bank.clock.at = START))
afterAll(() => bank.close())

const run = () => runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })
const toOwn = (own_account_id: string, input: Partial<NewTransfer> = {}): NewTransfer => ({
  type: 'direct',
  own_account_id,
  amount: 8_000,
  label: 'Épargne de mars',
  comment: null,
  ...input,
})
const bookedOn = async (accountId: string) => {
  const [row] = await bank.db<{ booked: number }>`SELECT booked FROM ledger_accounts WHERE id = ${accountId}`
  return row?.booked
}
const codeOf = async (visitor: Visitor, body: NewTransfer) => codesOf(await visitor.call(createTransfer, { body }))

describe('an own account as payee', () => {
  it('is offered and paid immediately without being a beneficiary, and is displayed by its name', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const savings = await bank.anOwnAccount(awa)
    const offered = await awa.call(listPayees)
    expect(offered.body.own_accounts).toMatchObject([
      { id: savings.account_id, iban: savings.iban, available: 0, currency: 'XOF' },
    ])
    // The dialog names an account of the bank in the reader’s language; the name of a beneficiary stays as it is.
    const requested = (await awa.call(createTransfer, { body: toOwn(savings.account_id) })).body as unknown
    expect(requested).toMatchObject({
      operation: { summary: { facts: expect.arrayContaining([{ name: 'own_account', text: 'Compte de chèques' }]) } },
    })
    const reply = await awa.confirm(createTransfer, { body: toOwn(savings.account_id) })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        beneficiary: { id: null, name: 'Compte de chèques', iban: savings.iban, bank_name: 'Banque Téranga' },
        own_account_id: savings.account_id,
        validation_status: 'validated',
        execution_status: 'executed',
        fees: 0,
      },
    })
    expect([await bookedOn(awa.account_id), await bookedOn(savings.account_id)]).toEqual([92_000, 8_000])
    for (const search of ['chèques', 'CHEQUES', 'Cheque account', 'chèques'.normalize('NFD'), '8,000', '8 000']) {
      const found = await awa.call(listTransfers, { query: { search } })
      expect(found.body).toMatchObject([{ id: reply.body.id, own_account_id: savings.account_id }])
    }
    for (const search of ['cheques', 'cheque account'])
      expect((await awa.call(listPayees, { query: { search } })).body.own_accounts).toHaveLength(1)
  })

  it('is recognised by the account on both sides, booked and to come, in operations, notices and the forecast', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const savings = await bank.anOwnAccount(awa)
    const stranger = await bank.aCustomer()
    const nameOf = (number: string) => ({
      fr: `Compte de chèques •• ${number.slice(-4)}`,
      en: `Cheque account •• ${number.slice(-4)}`,
    })
    const [toSavings, fromAwa] = [nameOf(ribOf(savings.iban).account_number), nameOf(ribOf(awa.iban).account_number)]
    const done = await awa.confirm(createTransfer, { body: toOwn(savings.account_id) })
    expect(done.body.identity).toMatchObject({ name: toSavings, kind: 'own' })
    const later = { type: 'delayed', execution_date: '2026-03-20' } as const
    await awa.confirm(createTransfer, { body: toOwn(savings.account_id, { ...later, label: 'Encore' }) })
    await awa.confirm(createTransfer, {
      body: {
        ...later,
        beneficiary_id: await bank.aBeneficiary(awa.account_id, stranger.iban),
        amount: 1_000,
        label: 'Cadeau',
        comment: null,
      },
    })
    const listed = (await awa.call(listOperations)).body
    expect(listed.map(({ label, identity }) => [label, identity.name, identity.kind])).toEqual([
      ['Encore', toSavings, 'own'],
      ['Cadeau', 'Moustapha Thiam', 'person'],
      ['Épargne de mars', toSavings, 'own'],
      expect.anything(),
    ])
    const saver = await bank.signIn({ ...awa, account_id: savings.account_id })
    const received = (await saver.call(listOperations)).body
    expect(received.map(({ identity }) => [identity.name, identity.memo])).toEqual([[fromAwa, 'Épargne de mars']])
    const notices = (await saver.call(listDocuments, { query: { type: 'avis' } })).body
    expect(notices.map(({ identity }) => identity?.name)).toEqual([fromAwa])
    const { forecast } = (await awa.call(getOutlook)).body
    expect(forecast?.causes.map(({ identity }) => identity.kind).toSorted()).toEqual(['own', 'person'])
    const renaming = await saver.call(nameCounterparty, {
      params: { id: received[0]?.id ?? '' },
      body: { name: 'Tirelire' },
    })
    expect(codesOf(renaming)).toEqual(['name: counterparty_fixed'])
  })

  it('is found by part of its number, and not offered if blocked, closed or the debited one', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const savings = await bank.anOwnAccount(awa)
    const euros = await bank.anOwnAccount(awa, { currency: 'EUR' })
    for (const other of [{ status: 'blocked' }, { status: 'closed' }, { rights: [] }])
      await bank.anOwnAccount(awa, other)
    const all = (await awa.call(listPayees)).body.own_accounts
    // Those in the same currency first.
    expect(all.map(({ id }) => id)).toEqual([savings.account_id, euros.account_id])
    const search = all[0]?.number.slice(-5) ?? ''
    expect((await awa.call(listPayees, { query: { search } })).body.own_accounts).toHaveLength(1)
    expect((await awa.call(listPayees, { query: { search: 'rien' } })).body).toEqual({
      own_accounts: [],
      beneficiaries: [],
      total: 0,
    })
  })

  it('is refused if it is another customer’s, hidden from the user, the debited one, closed or blocked', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const other = await bank.aCustomer()
    const hidden = await bank.anAccount(awa.customer_id)
    const [closed, blocked] = [
      await bank.anOwnAccount(awa, { status: 'closed' }),
      await bank.anOwnAccount(awa, { status: 'blocked' }),
    ]
    expect(await codeOf(awa, toOwn(other.account_id))).toEqual(['beneficiary_id: unknown_beneficiary'])
    expect(await codeOf(awa, toOwn(hidden.account_id))).toEqual(['beneficiary_id: unknown_beneficiary'])
    expect(await codeOf(awa, toOwn(awa.account_id))).toEqual(['beneficiary_id: beneficiary_same_account'])
    expect(await codeOf(awa, toOwn(closed.account_id))).toEqual(['beneficiary_id: beneficiary_account_closed'])
    expect(await codeOf(awa, toOwn(blocked.account_id))).toEqual(['beneficiary_id: beneficiary_account_closed'])
  })

  it('replaces a beneficiary: exactly one of the two is given', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const savings = await bank.anOwnAccount(awa)
    const beneficiary_id = await bank.aBeneficiary(awa.account_id, (await bank.aCustomer()).iban)
    expect(await codeOf(awa, toOwn(savings.account_id, { beneficiary_id }))).toEqual([
      'beneficiary_id: beneficiary_missing',
    ])
    const { own_account_id: _none, ...nobody } = toOwn(savings.account_id)
    expect(await codeOf(awa, nobody)).toEqual(['beneficiary_id: beneficiary_missing'])
  })

  it('causes a warning if it was paid the same within a day', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const savings = await bank.anOwnAccount(awa)
    const body = toOwn(savings.account_id)
    expect((await awa.call(quoteTransfer, { body })).body).toMatchObject({ warnings: [], fees: 0, rail: 'internal' })
    await awa.confirm(createTransfer, { body })
    const again = (await awa.call(quoteTransfer, { body })).body
    expect(again.warnings).toEqual(['same_order_today'])
    expect(again.operation.summary.facts).toContainEqual({ name: 'repeated', text: 'same_order_today' })
  })

  it('is paid by a monthly series, and an edit switches between own accounts and beneficiaries', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const savings = await bank.anOwnAccount(awa)
    const series = {
      type: 'periodic' as const,
      periodicity: 'monthly' as const,
      start_date: '2026-03-11',
      end_date: null,
    }
    const { body: ordered } = await awa.confirm(createTransfer, { body: toOwn(savings.account_id, series) })
    bank.clock.at = new Date('2026-03-11T12:00:00Z')
    await run()
    expect(await bookedOn(savings.account_id)).toBe(8_000)

    const payee = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(awa.account_id, payee.iban, 'Moustapha Thiam')
    const params = { id: ordered.id }
    const later = await bank.signIn(awa)
    const toPayee = await later.confirm(changeTransfer, { params, body: { version: 1, beneficiary_id } })
    expect(toPayee.body).toMatchObject({
      beneficiary: { id: beneficiary_id, name: 'Moustapha Thiam' },
      own_account_id: null,
    })
    const back = await later.confirm(changeTransfer, {
      params,
      body: { version: 2, own_account_id: savings.account_id },
    })
    expect(back.body).toMatchObject({
      beneficiary: { id: null, iban: savings.iban },
      own_account_id: savings.account_id,
    })
    const both = await later.call(changeTransfer, {
      params,
      body: { version: 3, beneficiary_id, own_account_id: savings.account_id },
    })
    expect(codesOf(both)).toEqual(['beneficiary_id: unknown_beneficiary'])
    bank.clock.at = new Date('2026-04-13T12:00:00Z')
    await run()
    expect(await bookedOn(savings.account_id)).toBe(16_000)
    expect((await (await bank.signIn(awa)).call(getTransfer, { params })).body).toMatchObject({
      execution_status: 'scheduled',
      version: 3,
    })
    expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
  })

  it('needs the signatures of a company’s rule for own accounts: none by default', async () => {
    const chef = await bank.aCustomer({ kind: 'company', balance: 100_000_000 })
    const payroll = await bank.anOwnAccount(chef)
    const signer = await bank.aMember(chef.account_id)
    const amount = 20_000_000
    const first = await chef.confirm(createTransfer, { body: toOwn(payroll.account_id, { amount }) })
    expect(first.body).toMatchObject({
      validation_status: 'validated',
      execution_status: 'executed',
      signing_rule: 'none',
    })

    await bank.owner.query(
      "INSERT INTO signing_tiers (account_id, kind, up_to, rule) VALUES ($1, 'own', NULL, 'one')",
      [chef.account_id],
    )
    const second = await chef.confirm(createTransfer, { body: toOwn(payroll.account_id, { amount: 1_000 }) })
    expect(second.body).toMatchObject({ validation_status: 'pending', signing_rule: 'one' })
    const signed = await signer.confirm(acceptTransfer, { params: { id: second.body.id }, body: { version: 1 } })
    expect(signed.body).toMatchObject({ validation_status: 'validated' })
  })
})
