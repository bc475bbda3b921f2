import {
  acceptTransfer,
  acceptTransfers,
  cancelTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  listTransfersToSign,
  type NewTransfer,
  quoteTransfer,
  rejectTransfer,
  type Transfer,
} from 'contract/transfers/transfers.ts'
import type { Capability } from 'contract/rights.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { expireTransfers } from './expire-transfers.ts'
import { runDueTransfers } from './run-transfers.ts'

// A Tuesday morning before every cut-off.
const START = new Date('2026-03-10T09:30:00Z')
const SENEGAL = 'SN08SN9980101010004610100147'
const FRANCE = 'FR1420041010050500013M02606'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.owner.query(
    `INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-04-06', 'Lundi de Pâques', 'Easter Monday')`,
  )
})
beforeEach(() => {
  bank.clock.at = START
})
// After every test the ledger balances, and no open order is left for the next one.
afterEach(async () => {
  at('2026-12-31T12:00:00Z')
  for (let taken = 1; taken > 0; taken = await run());
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
afterAll(() => bank.close())

const clock = { now: () => bank.clock.at }
const run = () => runDueTransfers({ db: bank.db, clock })
const at = (moment: string) => {
  bank.clock.at = new Date(moment)
}
const aTransfer = (input: Partial<NewTransfer> & Pick<NewTransfer, 'beneficiary_id'>): NewTransfer => ({
  type: 'direct',
  amount: 8_000,
  label: 'Loyer de mars',
  comment: null,
  ...input,
})
const balanceOf = async ({ account_id }: { account_id: string }) => {
  const [row] = await bank.db<{
    booked: number
    held: number
  }>`SELECT booked, held FROM ledger_accounts WHERE id = ${account_id}`
  return row
}
const stateOf = async (visitor: Visitor, id: string) => {
  const { body } = await visitor.call(getTransfer, { params: { id } })
  const {
    validation_status,
    execution_status,
    approvals_missing,
    execution_date,
    actions,
    reason,
    reason_code,
    history,
  } = body
  return {
    validation_status,
    execution_status,
    approvals_missing,
    execution_date,
    actions,
    reason,
    reason_code,
    history: history.map(({ action }) => action),
  }
}

const CHECKER: Capability[] = ['transfer.validate']
const MAKER: Capability[] = ['transfer.create']

async function aCompany(balance = 20_000_000) {
  const maker = await bank.aCustomer({ kind: 'company', balance, capabilities: MAKER })
  const [one, two] = [
    await bank.aMember(maker.account_id, { capabilities: CHECKER }),
    await bank.aMember(maker.account_id, { capabilities: CHECKER }),
  ]
  const payee = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(maker.account_id, payee.iban)
  return { maker, one, two, payee, beneficiary_id }
}
async function ordered(visitor: Visitor, input: Parameters<typeof aTransfer>[0]): Promise<Transfer> {
  const { body, status } = await visitor.confirm(createTransfer, { body: aTransfer(input) })
  expect(status).toBe(201)
  return body
}
const accept = (visitor: Visitor, { id, version }: Transfer) =>
  visitor.confirm(acceptTransfer, { params: { id }, body: { version } })

describe('an order of a company', () => {
  it('waits for its validator with its money held, and is paid once when signed', async () => {
    const { maker, one, payee, beneficiary_id } = await aCompany()
    const order = await ordered(maker, { beneficiary_id, amount: 1_000_000 })
    expect(order).toMatchObject({
      validation_status: 'pending',
      approvals: 0,
      approvals_missing: 1,
      actions: ['edit', 'cancel'],
    })
    expect(await balanceOf(maker)).toEqual({ booked: 20_000_000, held: 1_000_000 })
    expect(await run()).toBe(0)
    const signed = await accept(one, order)
    expect(signed.body).toMatchObject({
      validation_status: 'validated',
      execution_status: 'scheduled',
      approvals: 1,
      approvals_missing: 0,
    })
    expect(await run()).toBe(1)
    expect(await run()).toBe(0)
    expect(await balanceOf(maker)).toEqual({ booked: 19_000_000, held: 0 })
    expect(await balanceOf(payee)).toEqual({ booked: 1_000_000, held: 0 })
    expect(await stateOf(maker, order.id)).toMatchObject({
      execution_status: 'executed',
      actions: [],
      history: ['transfer.create', 'transfer.accept', 'transfer.execute'],
    })
  })

  it('needs re-authentication of its author before it can be signed', async () => {
    const { maker, one, beneficiary_id } = await aCompany()
    const { id, version } = await ordered(maker, { beneficiary_id })
    const requested = await one.call(acceptTransfer, { params: { id }, body: { version } })
    expect(requested.status).toBe(428)
    expect(await stateOf(one, id)).toMatchObject({ validation_status: 'pending', actions: ['accept', 'reject'] })
  })

  it('needs two different validators above 5,000,000, however often one signs', async () => {
    const { maker, one, two, beneficiary_id } = await aCompany()
    const order = await ordered(maker, { beneficiary_id, amount: 5_000_001 })
    expect(order.approvals_missing).toBe(2)
    expect((await accept(one, order)).body).toMatchObject({
      validation_status: 'pending',
      approvals: 1,
      approvals_missing: 1,
    })
    expect(codesOf(await accept(one, order))).toEqual(['already_signed'])
    expect((await accept(two, order)).body).toMatchObject({ validation_status: 'validated' })
    await run()
  })

  it('counts one signature for two simultaneous calls, and has one outcome for a simultaneous signature and refusal', async () => {
    const { maker, one, two, beneficiary_id } = await aCompany()
    const twice = await ordered(maker, { beneficiary_id, amount: 6_000_000 })
    const clicks = await Promise.all([accept(one, twice), accept(one, twice)])
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await stateOf(one, twice.id)).toMatchObject({ validation_status: 'pending', approvals_missing: 1 })

    const raced = await ordered(maker, { beneficiary_id, amount: 1_000 })
    const answers = await Promise.all([
      accept(one, raced),
      two.call(rejectTransfer, { params: { id: raced.id }, body: { version: 1, reason: 'Facture contestée' } }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await run()
  })

  it('cannot be signed by its author, even with the capability', async () => {
    const owner = await bank.aCustomer({ kind: 'company', balance: 10_000 })
    await bank.aMember(owner.account_id)
    const beneficiary_id = await bank.aBeneficiary(owner.account_id, (await bank.aCustomer()).iban)
    const order = await ordered(owner, { beneficiary_id })
    expect(codesOf(await accept(owner, order))).toEqual(['self_approval_forbidden'])
    expect(
      codesOf(await owner.call(rejectTransfer, { params: { id: order.id }, body: { version: 1, reason: 'non' } })),
    ).toEqual(['self_approval_forbidden'])
    const { body } = await owner.confirm(acceptTransfers, {
      body: { items: [{ account: owner.account_id, id: order.id, version: 1 }] },
    })
    expect(body).toMatchObject([{ outcome: 'refused', code: 'self_approval_forbidden' }])
  })

  it('needs only its author’s confirmation if no other person could sign', async () => {
    const owner = await bank.aCustomer({ kind: 'company', balance: 100_000 })
    const beneficiary_id = await bank.aBeneficiary(owner.account_id, (await bank.aCustomer()).iban)
    expect(await ordered(owner, { beneficiary_id })).toMatchObject({
      validation_status: 'validated',
      execution_status: 'executed',
    })
    // A user who may not sign is not alone: a validator has to be named.
    const clerk = await bank.aMember(owner.account_id, { capabilities: ['transfer.create'] })
    expect(await ordered(clerk, { beneficiary_id })).toMatchObject({ validation_status: 'pending' })
    // Another person who can sign ends it.
    await bank.aMember(owner.account_id, { capabilities: ['transfer.validate'] })
    expect(await ordered(owner, { beneficiary_id, label: 'Une deuxième' })).toMatchObject({
      validation_status: 'pending',
    })
  })

  it('is refused by its reason alone, in whichever version it is', async () => {
    const { maker, one, beneficiary_id } = await aCompany()
    const order = await ordered(maker, { beneficiary_id })
    await maker.confirm(changeTransfer, { params: { id: order.id }, body: { version: 1, amount: 9_000 } })
    const params = { id: order.id }
    const stale = await one.call(rejectTransfer, { params, body: { version: 1, reason: 'Facture en double' } })
    expect(codesOf(stale)).toEqual(['stale_version'])
    const { body } = await one.call(rejectTransfer, { params, body: { reason: 'Facture en double' } })
    expect(body).toMatchObject({ validation_status: 'refused', version: 2, reason: 'Facture en double' })
  })

  it('is refused with a reason, which releases its money and ends it', async () => {
    const { maker, one, two, beneficiary_id } = await aCompany()
    const order = await ordered(maker, { beneficiary_id })
    const bad = await one.call(rejectTransfer, { params: { id: order.id }, body: { version: 1, reason: 'no' } })
    expect(bad.status).toBe(422)
    const { body } = await one.call(rejectTransfer, {
      params: { id: order.id },
      body: { version: 1, reason: 'Facture en double' },
    })
    expect(body).toMatchObject({
      validation_status: 'refused',
      execution_status: 'cancelled',
      reason: 'Facture en double',
      actions: [],
    })
    expect(await balanceOf(maker)).toEqual({ booked: 20_000_000, held: 0 })
    expect(codesOf(await accept(two, order))).toEqual(['not_pending'])
  })

  it('reports a changed version to a signer of an older one, and is unknown to other customers', async () => {
    const { maker, one, beneficiary_id } = await aCompany()
    const order = await ordered(maker, { beneficiary_id })
    expect(codesOf(await accept(one, { ...order, version: 2 }))).toEqual(['stale_version'])
    const stranger = await bank.aCustomer({ kind: 'company' })
    expect((await accept(stranger, order)).status).toBe(404)
    const { body } = await stranger.call(acceptTransfers, {
      body: { items: [{ account: maker.account_id, id: order.id, version: 1 }] },
    })
    expect(body).toMatchObject([{ outcome: 'refused', code: 'not_found' }])
  })

  it('expires after thirty days, or when its date has passed', async () => {
    const { maker, beneficiary_id } = await aCompany()
    const [old, dated] = [
      await ordered(maker, { beneficiary_id }),
      await ordered(maker, { beneficiary_id, type: 'delayed', execution_date: '2026-03-12' }),
    ]
    at('2026-03-12T08:00:00Z')
    expect(await expireTransfers({ db: bank.db, clock })).toBe(0)
    at('2026-03-13T08:00:00Z')
    await expireTransfers({ db: bank.db, clock })
    at('2026-04-10T08:00:00Z')
    await expireTransfers({ db: bank.db, clock })
    bank.clock.at = START
    for (const { id } of [old, dated]) {
      const [row] = await bank.db<{
        reason_code: string
      }>`SELECT reason_code FROM transfers WHERE id = ${id} AND validation_status = 'refused'`
      expect(row?.reason_code).toBe('expired')
    }
    expect((await balanceOf(maker))?.held).toBe(0)
  })

  it('waits from its change on: a standing order that has begun expires with its next date, not with its first', async () => {
    const { maker, one, payee, beneficiary_id } = await aCompany()
    const order = await ordered(maker, {
      beneficiary_id,
      type: 'periodic',
      periodicity: 'monthly',
      start_date: '2026-03-15',
      amount: 1_000,
    })
    // Its first date is a Sunday: it may still be signed on the Monday.
    at('2026-03-16T08:00:00Z')
    expect(await expireTransfers({ db: bank.db, clock })).toBe(0)
    await accept(await bank.signIn(one), order)
    expect(await run()).toBe(1)
    at('2026-04-15T08:00:00Z')
    expect(await run()).toBe(1)
    at('2026-05-11T08:00:00Z')
    const author = await bank.signIn(maker)
    const { body: edited } = await author.confirm(changeTransfer, {
      params: { id: order.id },
      body: { version: order.version, amount: 1_500 },
    })
    expect(edited).toMatchObject({ validation_status: 'pending', execution_date: '2026-05-15' })
    at('2026-05-15T08:00:00Z')
    expect(await expireTransfers({ db: bank.db, clock })).toBe(0)
    await accept(await bank.signIn(one), edited)
    expect(await run()).toBe(1)
    expect(await balanceOf(payee)).toEqual({ booked: 3_500, held: 0 })
    const { body: again } = await (
      await bank.signIn(maker)
    ).confirm(changeTransfer, { params: { id: order.id }, body: { version: edited.version, amount: 2_000 } })
    expect(again).toMatchObject({ validation_status: 'pending', execution_date: '2026-06-15' })
    at('2026-06-16T08:00:00Z')
    expect(await expireTransfers({ db: bank.db, clock })).toBe(1)
  })
})

describe('the signature inbox', () => {
  it('lists items of all accounts of the validator, and signs a selection with one confirmation', async () => {
    const { maker, one, beneficiary_id } = await aCompany()
    const later = await ordered(maker, { beneficiary_id, amount: 2_000, type: 'delayed', execution_date: '2026-03-20' })
    const sooner = await ordered(maker, { beneficiary_id, amount: 1_000 })
    const inbox = await one.call(listTransfersToSign)
    expect(inbox.body.map(({ id }) => id)).toEqual([sooner.id, later.id])
    expect(inbox.headers['x-pagination-total-count']).toBe('2')
    expect(inbox.body[0]?.account.uuid).toBe(maker.account_id)
    expect((await maker.call(listTransfersToSign)).body).toEqual([])
    const items = [sooner, later].map(({ id, version }) => ({ account: maker.account_id, id, version }))
    const { body } = await one.confirm(acceptTransfers, {
      body: { items: [...items, { ...items[0]!, id: crypto.randomUUID() }] },
    })
    expect(body.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['validated', null],
      ['validated', null],
      ['refused', 'not_found'],
    ])
    expect((await one.call(listTransfersToSign)).body).toEqual([])
    await run()
  })

  it('shows signers the amounts in euros, not in cents', async () => {
    const maker = await bank.aCustomer({ kind: 'company', balance: 500_000, capabilities: MAKER, currency: 'EUR' })
    const one = await bank.aMember(maker.account_id, { capabilities: CHECKER })
    const payee = await bank.aCustomer({ currency: 'EUR' })
    const order = await ordered(maker, {
      beneficiary_id: await bank.aBeneficiary(maker.account_id, payee.iban),
      amount: 1_205,
    })
    const items = [{ account: maker.account_id, id: order.id, version: order.version }]
    const requested = (await one.call(acceptTransfers, { body: { items } })) as unknown as {
      body: { operation: { summary: { facts: { name: string; text?: string }[] } } }
    }
    expect(requested.body.operation.summary.facts.find(({ name }) => name === 'payee')?.text).toContain(
      ` · 12.05 EUR · 10 mars 2026 · ${groupByFour(payee.iban)}`,
    )
  })

  it('binds the confirmation to the selection: another selection needs a new confirmation', async () => {
    const { maker, one, beneficiary_id } = await aCompany()
    const [a, b] = [
      await ordered(maker, { beneficiary_id, amount: 1_000 }),
      await ordered(maker, { beneficiary_id, amount: 9_000 }),
    ]
    const itemOf = ({ id, version }: Transfer) => ({ account: maker.account_id, id, version })
    const requested = (await one.call(acceptTransfers, { body: { items: [itemOf(a)] } })) as unknown as {
      body: { operation: { hash: string } }
    }
    const { reauthenticate } = await import('contract/access/session.ts')
    const { PASSWORD } = await import('../../../test/test-bank.ts')
    const token = await one.call(reauthenticate, {
      body: { password: PASSWORD, operation_hash: requested.body.operation.hash },
    })
    const reply = await one.call(acceptTransfers, {
      body: { items: [itemOf(a), itemOf(b)] },
      headers: { 'x-confirmation': token.body.confirmation ?? '' },
    })
    expect(reply.status).toBe(428)
  })
})

describe('an order with a later execution date', () => {
  it('runs on its business day and not earlier', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    const order = await ordered(payer, { beneficiary_id, type: 'delayed', execution_date: '2026-04-04' })
    expect(order).toMatchObject({
      execution_date: '2026-04-07',
      execution_status: 'scheduled',
      actions: ['edit', 'cancel'],
    })
    // A scheduled order has no hold before its day.
    expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 0 })
    at('2026-04-07T06:59:59Z')
    expect(await run()).toBe(0)
    at('2026-04-07T07:00:00Z')
    expect(await run()).toBe(1)
    expect(await balanceOf(payer)).toEqual({ booked: 2_000, held: 0 })
  })

  it('is quoted while another transaction has locked the account and the order', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    const input = aTransfer({ beneficiary_id, amount: 8_000, type: 'delayed', execution_date: '2026-03-13' })
    const { id } = await ordered(payer, input)
    const client = await bank.owner.connect()
    await client.query('BEGIN')
    await client.query('SELECT FROM ledger_accounts WHERE id = $1 FOR UPDATE', [payer.account_id])
    await client.query('SELECT FROM transfers WHERE id = $1 FOR UPDATE', [id])
    const { body: quote } = await payer.call(quoteTransfer, { body: { ...input, replaces: id } })
    await client.query('ROLLBACK')
    client.release()
    expect(quote).toMatchObject({ warnings: [], available: 10_000, balance_after: 2_000 })
  })

  it('is accepted without sufficient funds, retried twice that day and the next morning, then rejected', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    const input = aTransfer({ beneficiary_id, amount: 10_001, type: 'delayed', execution_date: '2026-03-13' })
    const { body: quote } = await payer.call(quoteTransfer, { body: input })
    expect(quote).toMatchObject({ warnings: ['insufficient_balance'], balance_after: -1 })
    const order = await ordered(payer, input)
    expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 0 })
    for (const moment of [
      '2026-03-13T07:00:00Z',
      '2026-03-13T11:00:00Z',
      '2026-03-13T14:00:00Z',
      '2026-03-16T07:00:00Z',
    ]) {
      at(moment)
      expect(await run()).toBe(1)
      expect(await run()).toBe(0)
    }
    bank.clock.at = START
    expect(await stateOf(payer, order.id)).toMatchObject({ execution_status: 'rejected', reason_code: 'funds' })
  })

  it('can be cancelled until it has run', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    const order = await ordered(payer, { beneficiary_id, type: 'delayed', execution_date: '2026-03-20' })
    expect((await payer.confirm(cancelTransfer, { params: { id: order.id } })).status).toBe(204)
    expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 0 })
    expect(codesOf(await payer.confirm(cancelTransfer, { params: { id: order.id } }))).toEqual(['not_cancellable'])
    at('2026-03-20T09:00:00Z')
    expect(await run()).toBe(0)
  })
})

describe('the author of an order', () => {
  it('gets an e-mail when it is refused, expires, or finally lacks its money', async () => {
    const { maker, one, beneficiary_id } = await aCompany(10_000)
    await bank.owner.query(`UPDATE users SET email = 'saisie@courrier.example' WHERE id = $1`, [maker.user_id])
    const day = { type: 'delayed' as const, execution_date: '2026-03-13' }
    const refused = await ordered(maker, { beneficiary_id, label: 'Refusé', ...day })
    await one.call(rejectTransfer, { params: { id: refused.id }, body: { version: 1, reason: 'Facture en double' } })
    const short = await ordered(maker, { beneficiary_id, amount: 10_001, label: 'Trop', ...day })
    await accept(one, short)
    await ordered(maker, { beneficiary_id, label: 'Oublié', ...day })
    for (const moment of [
      '2026-03-13T07:00:00Z',
      '2026-03-13T11:00:00Z',
      '2026-03-13T14:00:00Z',
      '2026-03-16T07:00:00Z',
    ]) {
      at(moment)
      await run()
    }
    await expireTransfers({ db: bank.db, clock })
    const { rows } = await bank.owner.query<{ plain: string }>(
      `SELECT plain FROM mails WHERE recipient = 'saisie@courrier.example' ORDER BY id`,
    )
    expect(rows.map(({ plain }) => /exécuté\. (.*)/.exec(plain.replaceAll(/\s+/g, ' '))?.[1]?.slice(0, 30))).toEqual([
      expect.stringContaining('Un valideur l’a refusé.'),
      expect.stringContaining('La provision du compte'),
      expect.stringContaining('Il n’a pas été validé à temps'),
    ])
    expect(rows[0]?.plain).toContain('Facture en double')
  })

  it('gets none after losing the access to the account, or to its transfers', async () => {
    const { maker, one, beneficiary_id } = await aCompany(10_000)
    await bank.owner.query(`UPDATE users SET email = 'parti@courrier.example' WHERE id = $1`, [maker.user_id])
    const day = { type: 'delayed' as const, execution_date: '2026-03-13' }
    const orders = [await ordered(maker, { beneficiary_id, ...day }), await ordered(maker, { beneficiary_id, ...day })]
    const refuse = (id: string) =>
      one.call(rejectTransfer, { params: { id }, body: { version: 1, reason: 'Facture en double' } })
    const place = [maker.user_id, maker.account_id]
    await bank.owner.query(
      `UPDATE memberships SET rights = '{operations}', capabilities = '{}' WHERE user_id = $1 AND account_id = $2`,
      place,
    )
    await refuse(orders[0]?.id ?? '')
    await bank.owner.query('DELETE FROM memberships WHERE user_id = $1 AND account_id = $2', place)
    await refuse(orders[1]?.id ?? '')
    const { rows } = await bank.owner.query(`SELECT FROM mails WHERE recipient = 'parti@courrier.example'`)
    expect(rows).toEqual([])
  })
})

describe('a transfer to another bank', () => {
  it('is sent to the clearing with its fee and tax, before the cut-off of that day', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, SENEGAL)
    const { body: quote } = await payer.call(quoteTransfer, { body: aTransfer({ beneficiary_id }) })
    expect(quote).toMatchObject({
      rail: 'local',
      network: 'sica',
      fees: 500,
      tax: 85,
      total: 8_585,
      balance_after: 1_415,
      execution_date: '2026-03-10',
    })
    await ordered(payer, { beneficiary_id })
    expect(await run()).toBe(1)
    expect(await balanceOf(payer)).toEqual({ booked: 1_415, held: 0 })
    const rows = await bank.db<{ code: string; amount: number }>`
      SELECT a.code, e.amount FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE e.posting_id = (SELECT posting_id FROM transfers WHERE account_id = ${payer.account_id}) AND a.code IS NOT NULL ORDER BY a.code`
    expect(rows).toEqual([
      { code: 'fees:XOF', amount: 500 },
      { code: 'outgoing:XOF', amount: 8_000 },
      { code: 'taf:XOF', amount: 85 },
    ])
  })

  it('must leave enough money for its fee, and waits for the next business day after the cut-off', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, SENEGAL)
    const all = await payer.call(createTransfer, { body: aTransfer({ beneficiary_id, amount: 10_000 }) })
    expect(codesOf(all)).toEqual(['amount: insufficient_balance'])
    at('2026-03-10T15:00:00Z')
    const visitor = await bank.aCustomer({ balance: 10_000 })
    const order = await ordered(visitor, { beneficiary_id: await bank.aBeneficiary(visitor.account_id, SENEGAL) })
    expect(order.execution_date).toBe('2026-03-11')
    expect(await run()).toBe(0)
    at('2026-03-11T07:00:00Z')
    expect(await run()).toBe(1)
  })

  it('uses SWIFT outside the UEMOA', async () => {
    const payer = await bank.aCustomer({ balance: 10_000_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, FRANCE)
    const { body: quote } = await payer.call(quoteTransfer, { body: aTransfer({ beneficiary_id, amount: 500_000 }) })
    expect(quote).toMatchObject({ network: 'swift', fees: 12_500, tax: 2_125, asks: ['purpose'] })
  })
})

describe('a periodic transfer', () => {
  const monthly = {
    type: 'periodic' as const,
    periodicity: 'monthly' as const,
    start_date: '2026-03-31',
    amount: 1_000,
  }
  async function aSeries(input: Partial<NewTransfer> = {}) {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const payee = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, payee.iban)
    return { payer, payee, order: await ordered(payer, { beneficiary_id, ...monthly, ...input }) }
  }

  it('names the day of its first payment in the confirmation where its first date is a closed day', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    const factsOn = async (start_date: string) => {
      const requested = (await payer.call(createTransfer, {
        body: aTransfer({ beneficiary_id, ...monthly, start_date }),
      })) as unknown as { body: { operation: { summary: { facts: { name: string; text?: string }[] } } } }
      const days = requested.body.operation.summary.facts.filter(({ name }) => ['start', 'next_run'].includes(name))
      return days.map(({ name, text }) => `${name} ${text}`)
    }
    // A Sunday, and a Tuesday.
    expect(await factsOn('2026-03-15')).toEqual(['start 2026-03-15', 'next_run 2026-03-16'])
    expect(await factsOn('2026-03-31')).toEqual(['start 2026-03-31'])
  })

  it('names only its next payment in the confirmation of an edit after its first date was skipped', async () => {
    const { payer, order } = await aSeries()
    const params = { id: order.id }
    await payer.call(changeTransfer, { params, body: { skip: monthly.start_date } })
    const body = { version: order.version, label: 'Tontine' }
    expect((await payer.call(changeTransfer, { params, body })).body).toMatchObject({
      operation: {
        summary: {
          facts: [
            ...Array<unknown>(5).fill(expect.anything()),
            { name: 'periodicity', text: 'monthly' },
            { name: 'next_run', text: '2026-04-30' },
            { name: 'end', text: 'none' },
          ],
        },
      },
    })
    expect((await payer.confirm(changeTransfer, { params, body })).body.execution_date).toBe('2026-04-30')
  })

  it('runs on each of its dates, counted from its start, and ends', async () => {
    const { payer, payee, order } = await aSeries({ end_date: '2026-06-30' })
    expect(order).toMatchObject({
      enabled: true,
      execution_date: '2026-03-31',
      actions: ['edit', 'cancel', 'pause', 'skip'],
    })
    expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 0 })
    for (const day of ['2026-03-31', '2026-04-30', '2026-06-01', '2026-06-30']) {
      at(`${day}T07:00:00Z`)
      expect(await run()).toBe(1)
      expect(await run()).toBe(0)
    }
    expect(await balanceOf(payee)).toEqual({ booked: 4_000, held: 0 })
    const rows = await bank.db<{
      nominal_date: string
    }>`SELECT nominal_date FROM transfer_occurrences WHERE transfer_id = ${order.id} ORDER BY 1`
    expect(rows.map(({ nominal_date }) => nominal_date)).toEqual([
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
    ])
    bank.clock.at = START
    expect(await stateOf(payer, order.id)).toMatchObject({ execution_status: 'ended', actions: [] })
  })

  it('pauses and resumes without running missed dates, and skips one date', async () => {
    const { payer, order } = await aSeries({ periodicity: 'weekly', start_date: '2026-03-11' })
    const change = (body: { enabled?: boolean; skip?: string }) =>
      payer.call(changeTransfer, { params: { id: order.id }, body })
    expect((await change({ skip: '2026-03-11' })).body).toMatchObject({ execution_date: '2026-03-18', enabled: true })
    expect(codesOf(await change({ skip: '2026-03-11' }))).toEqual(['stale_version'])
    expect((await change({ enabled: false })).body).toMatchObject({
      execution_status: 'paused',
      enabled: false,
      actions: ['edit', 'cancel', 'resume'],
    })
    expect(codesOf(await change({ skip: '2026-03-18' }))).toEqual(['not_periodic'])
    expect(await run()).toBe(0)
    const requested = await payer.call(changeTransfer, { params: { id: order.id }, body: { enabled: true } })
    expect(requested.status).toBe(428)
    const resumed = await payer.confirm(changeTransfer, { params: { id: order.id }, body: { enabled: true } })
    expect(resumed.body).toMatchObject({ execution_date: '2026-03-18', enabled: true })
  })

  it('fails on its next date where the account was closed, and ends', async () => {
    const { payer, order } = await aSeries()
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [payer.account_id])
    at('2026-03-31T07:00:00Z')
    expect(await run()).toBe(1)
    at('2026-04-30T07:00:00Z')
    expect(await run()).toBe(0)
    bank.clock.at = START
    expect(await stateOf(payer, order.id)).toMatchObject({ execution_status: 'ended', actions: [] })
  })

  it('continues after a date that failed for lack of money', async () => {
    const { payer, order } = await aSeries({ amount: 20_000, periodicity: 'weekly', start_date: '2026-03-11' })
    for (const moment of [
      '2026-03-11T07:00:00Z',
      '2026-03-11T11:00:00Z',
      '2026-03-11T14:00:00Z',
      '2026-03-12T07:00:00Z',
    ]) {
      at(moment)
      expect(await run()).toBe(1)
    }
    bank.clock.at = START
    expect(await stateOf(payer, order.id)).toMatchObject({
      execution_status: 'scheduled',
      execution_date: '2026-03-18',
    })
  })
})

describe('the workers of transfers', () => {
  it('pay each order once with four of them running', async () => {
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const payee = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, payee.iban)
    const beforehand = 24
    for (let count = 0; count < beforehand; count += 1)
      await ordered(payer, { beneficiary_id, amount: 1_000 + count, type: 'delayed', execution_date: '2026-03-12' })
    at('2026-03-12T07:00:00Z')
    const taken = await Promise.all([run(), run(), run(), run()])
    expect(taken.reduce((sum, count) => sum + count)).toBe(beforehand)
    const paid = Array.from({ length: beforehand }, (_, count) => 1_000 + count).reduce((sum, amount) => sum + amount)
    expect(await balanceOf(payer)).toEqual({ booked: 1_000_000 - paid, held: 0 })
    expect(await balanceOf(payee)).toEqual({ booked: paid, held: 0 })
  })

  it('do not run an order of a blocked account or to a closed account, and store the reason', async () => {
    const [payer, payee] = [await bank.aCustomer({ balance: 10_000 }), await bank.aCustomer()]
    const other = await bank.aCustomer({ balance: 10_000 })
    const toClosed = await ordered(payer, {
      beneficiary_id: await bank.aBeneficiary(payer.account_id, payee.iban),
      type: 'delayed',
      execution_date: '2026-03-12',
    })
    const fromBlocked = await ordered(other, {
      beneficiary_id: await bank.aBeneficiary(other.account_id, payer.iban),
      type: 'delayed',
      execution_date: '2026-03-12',
    })
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [payee.account_id])
    await bank.owner.query(`UPDATE accounts SET status = 'blocked' WHERE id = $1`, [other.account_id])
    at('2026-03-12T07:00:00Z')
    expect(await run()).toBe(2)
    bank.clock.at = START
    expect(await stateOf(payer, toClosed.id)).toMatchObject({ execution_status: 'rejected' })
    expect(await stateOf(other, fromBlocked.id)).toMatchObject({ execution_status: 'rejected' })
    expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 0 })
    expect(await balanceOf(other)).toEqual({ booked: 10_000, held: 0 })
  })
})
