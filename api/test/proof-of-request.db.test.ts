// A re-authentication token confirms exactly the request that it was issued for: no field may differ afterwards.
import { importTransfers, type Import } from 'contract/transfers/imports.ts'
import { calls } from 'contract/calls.ts'
import { createTopup } from 'contract/products/card-topups.ts'
import { getChequebook, orderChequebook } from 'contract/products/chequebooks.ts'
import { type Endpoint, headers } from 'contract/endpoint.ts'
import { reauthenticate } from 'contract/access/session.ts'
import { createTransfer, quoteTransfer } from 'contract/transfers/transfers.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { requestDigest } from '../src/confirmation.ts'
import { moveChequebook } from '../src/domains/chequebooks/move-chequebook.ts'
import { newId } from '../src/adapters/ids.ts'
import { sampleOf } from './call-samples.ts'
import { openTestBank, PASSWORD, type TestBank, type Visitor } from './test-bank.ts'
import { aCard, aTopup } from './test-cards.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

type Body = Record<string, unknown>
type Scenario = {
  visitor: Visitor
  params?: Record<string, string>
  body: Body
  /** For each field of the body, by its path, the same request with another value. */
  others: Record<string, Body>
}

/** The paths of all fields of a body, from its schema. */
function fieldsOf(schema: z.ZodMiniType, path: readonly string[] = []): string[] {
  const def = schema.def as { type: string; shape?: Record<string, z.ZodMiniType>; innerType?: z.ZodMiniType }
  if (def.innerType) return fieldsOf(def.innerType, path)
  if (def.type !== 'object' || !def.shape) return [path.join('.')]
  return Object.entries(def.shape).flatMap(([name, field]) => fieldsOf(field, [...path, name]))
}

const series = { periodicity: 'monthly', start_date: '2026-04-01', end_date: '2026-12-31' }

async function aSeries(): Promise<{ visitor: Visitor; body: Body; payees: string[]; own: string }> {
  const visitor = await bank.aCustomer({ balance: 1_000_000 })
  const payees = []
  for (let index = 0; index < 2; index += 1)
    payees.push(await bank.aBeneficiary(visitor.account_id, (await bank.aCustomer()).iban))
  const body = { type: 'periodic', beneficiary_id: payees[0], amount: 5_000, label: 'Loyer', comment: null, ...series }
  return { visitor, payees, own: (await bank.anOwnAccount(visitor)).account_id, body }
}

const otherDates = (body: Body) => ({
  amount: { ...body, amount: 6_000 },
  periodicity: { ...body, periodicity: 'weekly' },
  start_date: { ...body, start_date: '2026-04-02' },
  end_date: { ...body, end_date: null },
})

async function aDraft(visitor: Visitor): Promise<Import> {
  const form = new FormData()
  const { iban, customer_id } = await bank.aCustomer()
  const holder = `Client ${customer_id.slice(-6)}`
  form.append(
    'file',
    new Blob([`nom_beneficiaire;iban;montant;libelle\r\n${holder};${iban};1000;Un\r\n${holder};${iban};2000;Deux`]),
    `${newId()}.csv`,
  )
  return (await visitor.call(importTransfers, { form })).body
}

/** The inputs of each call that moves money. A new call of the contract fails until it is listed here. */
const scenarios: Record<string, () => Promise<Scenario>> = {
  createTransfer: async () => {
    const { visitor, body, payees, own } = await aSeries()
    return {
      visitor,
      body,
      others: {
        ...otherDates(body),
        type: { ...body, type: 'direct' },
        beneficiary_id: { ...body, beneficiary_id: payees[1] },
        own_account_id: { ...body, beneficiary_id: null, own_account_id: own },
        lookup_id: { ...body, lookup_id: newId() },
        network: { ...body, network: 'clearing' },
        label: { ...body, label: 'Autre' },
        comment: { ...body, comment: 'Note' },
        execution_date: { ...body, execution_date: '2026-04-03' },
        purpose: { ...body, purpose: 'goods' },
        domiciliation: { ...body, domiciliation: 'DOM-1' },
        currency: { ...body, currency: 'XOF' },
        rate_at: { ...body, rate_at: 1_773_100_800 },
        charges: { ...body, charges: 'OUR' },
      },
    }
  },
  changeTransfer: async () => {
    const { visitor, body: order, payees, own } = await aSeries()
    const { body: transfer } = await visitor.confirm(createTransfer, { body: order as never })
    const body = { version: 1, amount: 7_000, end_date: '2026-11-30' }
    return {
      visitor,
      params: { id: transfer.id },
      body,
      others: {
        ...otherDates(body),
        version: { ...body, version: 2 },
        type: { ...body, type: 'direct' },
        beneficiary_id: { ...body, beneficiary_id: payees[1] },
        own_account_id: { ...body, beneficiary_id: null, own_account_id: own },
        lookup_id: { ...body, lookup_id: newId() },
        network: { ...body, network: 'clearing' },
        label: { ...body, label: 'Autre' },
        comment: { ...body, comment: 'Note' },
        execution_date: { ...body, execution_date: '2026-04-03' },
        purpose: { ...body, purpose: 'goods' },
        domiciliation: { ...body, domiciliation: 'DOM-1' },
        currency: { ...body, currency: 'XOF' },
        rate_at: { ...body, rate_at: 1_773_100_800 },
        charges: { ...body, charges: 'OUR' },
        keep_documents: { ...body, keep_documents: [newId()] },
        enabled: { ...body, enabled: true },
        skip: { ...body, skip: '2026-04-01' },
      },
    }
  },
  changeBeneficiary: async () => {
    const { visitor, payees } = await aSeries()
    const body = { version: 1, name: 'Awa Ndiaye', iban: ibanFrom('SN', 'SN010', '01520', '485000000001') }
    const others = {
      name: 'Awa Diop',
      company_name: 'Awa SARL',
      country: 'SN',
      bic: 'TERASNDA',
      bank_name: 'Banque',
      email: 'awa@exemple.example',
      phone: '+221771234567',
      address: 'Rue 1',
      zip: '10000',
      city: 'Dakar',
      address_country: 'SN',
      comment: 'Note',
      code: 'C1',
      social_security_number: '123',
      lists: [newId()],
      allow_duplicate: true,
      allow_look_alike: true,
      allow_other_holder: true,
      version: 2,
      remove_rib: true,
      iban: ibanFrom('SN', 'SN010', '01520', '485000000002'),
    }
    return {
      visitor,
      params: { id: payees[0] ?? '' },
      body,
      others: Object.fromEntries(Object.entries(others).map(([field, value]) => [field, { ...body, [field]: value }])),
    }
  },
  changePrepaidCard: async () => {
    const visitor = await bank.aCustomer()
    const params = { id: (await aCard(visitor)).id }
    return { visitor, params, body: { status: 'blocked' }, others: { status: { status: 'active' } } }
  },
  createTopup: async () => {
    const visitor = await bank.aCustomer({ balance: 1_000_000 })
    const [card, other] = [await aCard(visitor), await aCard(visitor)]
    const dates = { recurrence: 'monthly' as const, start_date: '2026-04-01', end_date: '2026-12-31' }
    const { body } = await aTopup(visitor, card, 20_000, dates)
    return {
      visitor,
      body,
      others: {
        card_id: (await aTopup(visitor, other, 20_000, dates)).body,
        amount: (await aTopup(visitor, card, 30_000, dates)).body,
        quote: { ...body, quote: 'stale' },
        'series.recurrence': { ...body, series: { ...dates, recurrence: 'weekly' } },
        'series.start_date': { ...body, series: { ...dates, start_date: '2026-04-02' } },
        'series.end_date': { ...body, series: { ...dates, end_date: null } },
      },
    }
  },
  changeRecurringTopup: async () => {
    const visitor = await bank.aCustomer({ balance: 1_000_000 })
    const dates = { recurrence: 'monthly' as const, start_date: '2026-04-01', end_date: '2026-12-31' }
    const { body: created } = await visitor.confirm(
      createTopup,
      await aTopup(visitor, await aCard(visitor), 20_000, dates),
    )
    const body = { version: 1, amount: 25_000, ...dates }
    return {
      visitor,
      params: { id: created.recurring?.id ?? '' },
      body,
      others: {
        version: { ...body, version: 2 },
        amount: { ...body, amount: 30_000 },
        recurrence: { ...body, recurrence: 'weekly' },
        start_date: { ...body, start_date: '2026-04-02' },
        end_date: { ...body, end_date: null },
        enabled: { ...body, enabled: true },
      },
    }
  },
  createBatch: async () => {
    const visitor = await bank.aCustomer({ balance: 1_000_000 })
    const draft = await aDraft(visitor)
    const [first, second] = draft.items.map(({ id }) => id)
    const body = { import_id: draft.import_id, items: [first] }
    return {
      visitor,
      body,
      others: {
        import_id: { ...body, import_id: newId() },
        items: { ...body, items: [first, second] },
        execution_date: { ...body, execution_date: '2026-04-02' },
        single_entry: { ...body, single_entry: true },
        is_confidential: { ...body, is_confidential: true },
        save_payees: { ...body, save_payees: true },
      },
    }
  },
  orderChequebook: async () => {
    const visitor = await bank.aCustomer({ balance: 1_000_000 })
    await bank.owner.query(
      `INSERT INTO branches (code, name, address, phone, opening_hours_fr, opening_hours_en)
       VALUES ('01002', 'Dakar Almadies', 'Route des Almadies', '+221338000011', 'Lundi-vendredi', 'Monday-Friday')`,
    )
    const body = { type: '25-crossed', quantity: 1, accepts_risk: false }
    return {
      visitor,
      body,
      others: {
        type: { ...body, type: '50-crossed' },
        quantity: { ...body, quantity: 2 },
        accepts_risk: { ...body, accepts_risk: true },
        agency: { ...body, agency: '01002' },
      },
    }
  },
  stopCheques: async () => {
    const visitor = await bank.aCustomer({ balance: 1_000_000 })
    const ordered = await visitor.confirm(orderChequebook, {
      body: { type: '25-crossed', quantity: 1, accepts_risk: false },
    })
    const params = { id: ordered.body.id }
    const ports = { db: bank.db, clock: { now: () => bank.clock.at } }
    for (const to of ['in_production', 'available', 'delivered'] as const)
      await moveChequebook(ports, {
        account_id: visitor.account_id,
        id: params.id,
        operator: 'guichet 3',
        move: { to },
      })
    const first = (await visitor.call(getChequebook, { params })).body.first_number ?? 0
    const body = { first_number: first, last_number: first + 1, reason: 'loss' }
    return {
      visitor,
      params,
      body,
      others: {
        first_number: { ...body, first_number: first + 1 },
        last_number: { ...body, last_number: first + 2 },
        reason: { ...body, reason: 'theft' },
      },
    }
  },
}

/** Calls whose body only names a version: a stale one is refused, and the id binds the object. */
const hasOnlyVersion = ({ body }: Endpoint) => fieldsOf(body).every((field) => field === 'version' || field === '')
const confirmed = Object.entries(calls).filter(([, endpoint]) => endpoint.isConfirmed)
/** Orders, and changes of an order or of a payee that is paid later. */
const bound = confirmed.filter(
  ([name, endpoint]) =>
    (endpoint.movesMoney || name.startsWith('change')) &&
    (endpoint.right === 'transfers' || endpoint.right === 'payment-methods') &&
    !hasOnlyVersion(endpoint),
)

describe('the digest of a request', () => {
  it.each(confirmed)('of %s differs for another value of any field', (name, endpoint) => {
    const body = { ...(sampleOf[name]?.().body as Body | undefined) }
    const params = { id: newId() }
    const base = requestDigest(endpoint, { params, query: {}, body })
    const others = fieldsOf(endpoint.body)
      .filter((field) => field !== '')
      .flatMap((field) => ['another value', null].map((value) => ({ ...body, [field.split('.')[0] ?? '']: value })))
    for (const other of others)
      if (JSON.stringify(other) !== JSON.stringify(body))
        expect(requestDigest(endpoint, { params, query: {}, body: other })).not.toBe(base)
    expect(requestDigest(endpoint, { params: { id: newId() }, query: {}, body })).not.toBe(base)
    const turned = Object.fromEntries(Object.entries(body).toReversed())
    expect(requestDigest(endpoint, { params, query: {}, body: turned })).toBe(base)
  })
})

describe('the summary in the confirmation dialog', () => {
  const factsOf = (reply: { body: unknown }) =>
    (reply.body as { operation: { summary: { facts: unknown[] } } }).operation.summary.facts

  it('of a series contains its rhythm, its first and its last date, or that it has no end', async () => {
    const { visitor, body } = await aSeries()
    const ended = await visitor.call(createTransfer, { body: body as never })
    expect(factsOf(ended).map((fact) => (fact as { name: string }).name)).toEqual([
      'first_payee',
      'iban',
      'amount',
      'label',
      'account',
      'periodicity',
      'start',
      'end',
    ])
    expect(factsOf(ended)).toEqual(
      expect.arrayContaining([
        { name: 'start', text: '2026-04-01' },
        { name: 'end', text: '2026-12-31' },
      ]),
    )
    const endless = { ...body, end_date: null }
    expect(factsOf(await visitor.call(createTransfer, { body: endless as never }))).toContainEqual({
      name: 'end',
      text: 'none',
    })
  })

  it('of one order contains its day, and a quote leads to the confirmation of the same call', async () => {
    const { visitor, body } = await aSeries()
    const input = { ...body, type: 'direct', periodicity: null, start_date: null, end_date: null } as never
    const requested = await visitor.call(createTransfer, { body: input })
    expect(factsOf(requested)).toContainEqual({ name: 'date', text: '2026-03-10' })
    const quote = await visitor.call(quoteTransfer, { body: input })
    expect(quote.body.operation).toEqual((requested.body as unknown as { operation: unknown }).operation)
  })
})

describe('a re-authentication token', () => {
  it('is tested for every call of the contract that moves money', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(bound.map(([name]) => name).toSorted())
  })

  it.each(bound)(
    'for %s is accepted for that request, and refused for another value of any field',
    async (name, endpoint) => {
      const scenario = await scenarios[name]?.()
      if (!scenario) throw new Error(`${name} has no scenario`)
      const { visitor, params = {}, body, others } = scenario
      expect(Object.keys(others).toSorted()).toEqual(fieldsOf(endpoint.body).toSorted())
      const key = newId()
      const send = (sent: Body, token?: string) =>
        visitor.call(endpoint, {
          params,
          body: sent,
          headers: { [headers.idempotencyKey]: key, ...(token !== undefined && { [headers.confirmation]: token }) },
        })
      const hashIn = (reply: { body: unknown }) => (reply.body as { operation: { hash: string } }).operation.hash
      const requested = await send(body)
      expect(requested).toMatchObject({ status: 428 })
      const hash = hashIn(requested)
      const { body: token } = await visitor.call(reauthenticate, { body: { password: PASSWORD, operation_hash: hash } })
      for (const [field, other] of Object.entries(others)) {
        const reply = await send(other, token.confirmation ?? '')
        expect(reply.status, field).toBeGreaterThanOrEqual(400)
        if (reply.status === 428) expect(hashIn(reply), field).not.toBe(hash)
      }
      expect((await send(body, token.confirmation ?? '')).status).toBe(endpoint.status)
    },
  )
})
