import { headers } from 'contract/endpoint.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { reauthenticate } from 'contract/access/session.ts'
import { createTransfer, getTransfer, listTransfers, type NewTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { codesOf, openTestBank, PASSWORD, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const aTransfer = (input: Partial<NewTransfer> & Pick<NewTransfer, 'beneficiary_id'>): NewTransfer => ({
  type: 'direct',
  amount: 8_000,
  label: 'Loyer de mars',
  comment: null,
  ...input,
})

async function twoCustomers(input: Parameters<TestBank['aCustomer']>[0] = {}) {
  const payer = await bank.aCustomer({ balance: 10_000, ...input })
  const payee = await bank.aCustomer()
  return { payer, payee, beneficiary_id: await bank.aBeneficiary(payer.account_id, payee.iban) }
}

const balanceOf = async ({ account_id }: { account_id: string }) => {
  const [row] = await bank.db<{
    booked: number
    held: number
  }>`SELECT booked, held FROM ledger_accounts WHERE id = ${account_id}`
  return row
}

/** A re-authentication token for exactly this order. */
async function tokenFor(visitor: Visitor, body: NewTransfer): Promise<string> {
  const requested = (await visitor.call(createTransfer, { body })) as unknown as {
    body: { operation: { hash: string } }
  }
  const { body: token } = await visitor.call(reauthenticate, {
    body: { password: PASSWORD, operation_hash: requested.body.operation.hash },
  })
  return token.confirmation ?? ''
}

describe('a direct transfer', () => {
  it('needs no comment', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const { comment: _comment, ...bare } = aTransfer({ beneficiary_id })
    const reply = await payer.confirm(createTransfer, { body: bare })
    expect([reply.status, reply.body.comment]).toEqual([201, null])
  })

  it('moves the money at once, and is listed in the operations of both customers', async () => {
    const { payer, payee, beneficiary_id } = await twoCustomers()
    const reply = await payer.confirm(createTransfer, { body: aTransfer({ beneficiary_id }) })

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      amount: 8_000,
      fees: 0,
      tax: 0,
      validation_status: 'validated',
      execution_status: 'executed',
    })
    expect(reply.headers['x-account-balance']).toBe('2000')
    const { body: mine } = await payer.call(listOperations)
    const { body: theirs } = await payee.call(listOperations)
    expect(mine[0]).toMatchObject({
      amount: -8_000,
      type: 'transfer_out',
      counterparty: 'Moustapha Thiam',
      reference: reply.body.reference,
    })
    expect(theirs[0]).toMatchObject({
      amount: 8_000,
      type: 'transfer_in',
      label: 'Loyer de mars',
      reference: reply.body.reference,
    })
  })

  it('is read back as it was returned at creation', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const { body: created } = await payer.confirm(createTransfer, {
      body: aTransfer({ beneficiary_id, comment: 'à ne pas oublier' }),
    })
    const { body: read } = await payer.call(getTransfer, { params: { id: created.id } })
    expect(read).toEqual({
      ...created,
      documents: [],
      history: [
        expect.objectContaining({ action: 'transfer.create' }),
        expect.objectContaining({ action: 'transfer.execute', by: null }),
      ],
      next_dates: [],
      arrival_date: null,
      instant: null,
    })
    const list = await payer.call(listTransfers)
    expect(list.body).toEqual([created])
    expect(list.headers['x-pagination-total-count']).toBe('1')
  })

  it('is refused if the balance is too low, with the missing amount', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const reply = await payer.call(createTransfer, {
      body: aTransfer({ beneficiary_id, amount: 10_001 }),
      headers: { 'accept-language': 'en' },
    })
    expect(reply.status).toBe(422)
    expect(reply.body).toEqual([
      {
        field: 'amount',
        code: 'insufficient_balance',
        message: expect.stringMatching(/^Insufficient balance for this transfer: 1\sF\sCFA is missing\.$/u),
      },
    ])
  })

  it('can use the authorised overdraft to the last franc', async () => {
    const { payer, beneficiary_id } = await twoCustomers({ overdraft: 500 })
    expect((await payer.confirm(createTransfer, { body: aTransfer({ beneficiary_id, amount: 10_500 }) })).status).toBe(
      201,
    )
    expect(codesOf(await payer.call(createTransfer, { body: aTransfer({ beneficiary_id, amount: 1 }) }))).toEqual([
      'amount: insufficient_balance',
    ])
  })

  it('cannot spend the same money twice when sent together', async () => {
    const { payer, payee, beneficiary_id } = await twoCustomers()
    const bodies = Array.from({ length: 8 }, (_, index) => aTransfer({ beneficiary_id, label: `Ordre ${index}` }))
    // One after the other: simultaneous password checks count as guesses, and lock the user.
    const tokens: string[] = []
    for (const body of bodies) tokens.push(await tokenFor(payer, body))
    const replies = await Promise.all(
      bodies.map((body, index) =>
        payer.call(createTransfer, { body, headers: { [headers.confirmation]: tokens[index] ?? '' } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422])
    expect(await balanceOf(payer)).toEqual({ booked: 2_000, held: 0 })
    expect(await balanceOf(payee)).toEqual({ booked: 8_000, held: 0 })
  })

  it('does not affect other simultaneous orders when it is refused', async () => {
    const pairs = await Promise.all(Array.from({ length: 6 }, () => twoCustomers()))
    const replies = await Promise.all(
      pairs.map(({ payer, beneficiary_id }, index) =>
        payer.confirm(createTransfer, {
          body: aTransfer({ beneficiary_id, amount: index % 2 === 0 ? 5_000 : 50_000 }),
        }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 422, 201, 422, 201, 422])
  })
})

describe('the payee of a transfer', () => {
  it('is refused if it is of another customer or does not exist, with the same answer', async () => {
    const { payer } = await twoCustomers()
    const other = await twoCustomers()
    for (const beneficiary_id of [other.beneficiary_id, newId()]) {
      const reply = await payer.call(createTransfer, { body: aTransfer({ beneficiary_id }) })
      expect(codesOf(reply)).toEqual(['beneficiary_id: unknown_beneficiary'])
    }
  })

  it('is refused if it was deleted', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    await bank.owner.query('UPDATE beneficiaries SET removed_at = now() WHERE id = $1', [beneficiary_id])
    expect(codesOf(await payer.call(createTransfer, { body: aTransfer({ beneficiary_id }) }))).toEqual([
      'beneficiary_id: unknown_beneficiary',
    ])
  })

  it('is refused for a closed account, the debited account, and another currency', async () => {
    const { payer } = await twoCustomers()
    const closed = await bank.aCustomer({ status: 'closed' })
    const euros = await bank.aCustomer({ currency: 'EUR' })
    const cases = [
      [closed.iban, 'beneficiary_account_closed'],
      [payer.iban, 'beneficiary_same_account'],
      [euros.iban, 'currency_mismatch'],
    ] as const
    for (const [iban, code] of cases) {
      const beneficiary_id = await bank.aBeneficiary(payer.account_id, iban)
      expect(codesOf(await payer.call(createTransfer, { body: aTransfer({ beneficiary_id, amount: 1 }) }))).toEqual([
        `beneficiary_id: ${code}`,
      ])
    }
  })
})

describe('the input of a transfer', () => {
  it.each(['"5"', '[5]', 'true', 'null', '1.5', '-5', '0', '1e21', '9007199254740993', '"٣٠٠"', '{}'])(
    'refuses %s as an amount',
    async (amount) => {
      const { payer, beneficiary_id } = await twoCustomers()
      const raw = JSON.stringify(aTransfer({ beneficiary_id })).replace('8000', amount)
      expect(codesOf(await payer.call(createTransfer, { raw }))).toEqual(['amount: amount_invalid'])
      expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 0 })
    },
  )

  it('refuses duplicate keys, unknown fields, and text with hidden characters', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const body = aTransfer({ beneficiary_id })
    const twice = JSON.stringify(body).replace('"amount":8000', '"amount":8000,"amount":1')
    expect(codesOf(await payer.call(createTransfer, { raw: twice }))).toEqual(['null: duplicate_key'])
    const more = JSON.stringify({ ...body, posting_id: newId() })
    expect(codesOf(await payer.call(createTransfer, { raw: more }))).toEqual(['posting_id: unknown_field'])
    expect(codesOf(await payer.call(createTransfer, { body: { ...body, label: 'pay\u202Eee' } }))).toEqual([
      'label: text_invalid',
    ])
    expect(codesOf(await payer.call(createTransfer, { body: { ...body, label: '' } }))).toEqual(['label: required'])
    expect(codesOf(await payer.call(createTransfer, { body: { ...body, label: 'x'.repeat(141) } }))).toEqual([
      'label: text_too_long',
    ])
    expect((await payer.call(createTransfer, { raw: '{"amount":' })).status).toBe(400)
  })

  it('is refused with all errors at once, each at its field', async () => {
    const { payer } = await twoCustomers()
    expect(codesOf(await payer.call(createTransfer, { raw: '{"type":"direct","comment":null}' }))).toEqual([
      'amount: amount_invalid',
      'label: required',
      'beneficiary_id: beneficiary_missing',
    ])
  })
})

describe('the confirmation of a transfer', () => {
  it('is required before anything moves, and repeats the order', async () => {
    const { payer, payee, beneficiary_id } = await twoCustomers()
    const reply = await payer.call(createTransfer, { body: aTransfer({ beneficiary_id }) })
    expect(reply.status).toBe(428)
    expect(reply.body).toMatchObject({
      code: 'confirmation_required',
      methods: ['password'],
      operation: {
        summary: {
          kind: 'transfer.create',
          facts: expect.arrayContaining([
            { name: 'first_payee', text: 'Moustapha Thiam' },
            { name: 'iban', text: payee.iban },
            { name: 'amount', amount: 8_000, currency: 'XOF' },
          ]),
        },
      },
    })
    expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 0 })
  })

  it('is valid for this amount and payee only', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const other = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    const body = aTransfer({ beneficiary_id, amount: 100 })
    const token = await tokenFor(payer, body)
    for (const swapped of [
      { ...body, amount: 101 },
      { ...body, beneficiary_id: other },
    ]) {
      expect(
        (await payer.call(createTransfer, { body: swapped, headers: { [headers.confirmation]: token } })).status,
      ).toBe(428)
    }
    expect((await payer.call(createTransfer, { body, headers: { [headers.confirmation]: token } })).status).toBe(201)
  })

  it('warns of the same order within a day, also where the dialog was opened before', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const body = aTransfer({ beneficiary_id, amount: 100 })
    const token = await tokenFor(payer, body)
    expect((await payer.confirm(createTransfer, { body })).status).toBe(201)

    const again = await payer.call(createTransfer, { body, headers: { [headers.confirmation]: token } })
    expect(again.status).toBe(428)
    expect(again.body).toMatchObject({
      operation: {
        summary: { facts: expect.arrayContaining([{ name: 'repeated', text: 'same_order_today' }]) },
      },
    })
    expect((await payer.confirm(createTransfer, { body })).status).toBe(201)
    const other = (await payer.call(createTransfer, { body: { ...body, label: 'Autre' } })).body
    expect(JSON.stringify(other)).not.toContain('repeated')
  })

  it('is valid once, also for two simultaneous calls', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const body = aTransfer({ beneficiary_id, amount: 100 })
    const token = await tokenFor(payer, body)
    const replies = await Promise.all(
      [1, 2, 3].map(() => payer.call(createTransfer, { body, headers: { [headers.confirmation]: token } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 428, 428])
  })

  it('is bound to its session, and expires after five minutes', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const body = aTransfer({ beneficiary_id, amount: 100 })
    const colleague = await bank.aMember(payer.account_id)
    const token = await tokenFor(payer, body)
    expect((await colleague.call(createTransfer, { body, headers: { [headers.confirmation]: token } })).status).toBe(
      428,
    )
    await bank.owner.query('UPDATE confirmations SET expires_at = $1 WHERE used_at IS NULL', [bank.clock.at])
    expect((await payer.call(createTransfer, { body, headers: { [headers.confirmation]: token } })).status).toBe(428)
  })
})

describe('the idempotency key', () => {
  it('returns the first response again and moves nothing twice for repeated and simultaneous calls', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const body = aTransfer({ beneficiary_id, amount: 3_000 })
    const key = { [headers.idempotencyKey]: newId() }
    const token = { ...key, [headers.confirmation]: await tokenFor(payer, body) }
    const first = await Promise.all([1, 2, 3, 4].map(() => payer.call(createTransfer, { body, headers: token })))
    const again = await payer.call(createTransfer, { body, headers: key })
    expect(new Set([...first, again].map((reply) => JSON.stringify([reply.status, reply.body])))).toHaveProperty(
      'size',
      1,
    )
    expect(again.status).toBe(201)
    expect(await balanceOf(payer)).toEqual({ booked: 7_000, held: 0 })
  })

  it('returns the response of another server that executes the same order at the same moment', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const body = aTransfer({ beneficiary_id, amount: 6_000 })
    const token = { [headers.idempotencyKey]: newId(), [headers.confirmation]: await tokenFor(payer, body) }
    const other = await bank.aServer()
    await bank.owner.query('BEGIN')
    await bank.owner.query('SELECT FROM ledger_accounts WHERE id = $1 FOR UPDATE', [payer.account_id])
    const first = payer.call(createTransfer, { body, headers: token })
    const second = other.app.inject({
      method: 'POST',
      url: `/wb-api${createTransfer.path}`,
      headers: {
        authorization: `Bearer ${payer.token}`,
        cookie: `__Host-connect=${payer.cookie}`,
        [headers.accountId]: payer.account_id,
        ...token,
      },
      payload: body,
    })
    await until(async () => {
      await bank.owner.query('SELECT pg_stat_clear_snapshot()')
      const { rows } = await bank.owner.query<{ waiting: number }>(
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
      return rows[0]?.waiting === 2
    })
    await bank.owner.query('COMMIT')
    const [one, two] = [await first, await second]
    expect([one.status, two.statusCode, two.json().id]).toEqual([201, 201, one.body.id])
    expect(await balanceOf(payer)).toEqual({ booked: 4_000, held: 0 })
    await other.close()
  })

  it('is required, and refused for another order', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const key = { [headers.idempotencyKey]: newId() }
    await payer.confirm(createTransfer, { body: aTransfer({ beneficiary_id, amount: 100 }), headers: key })
    const other = await payer.call(createTransfer, { body: aTransfer({ beneficiary_id, amount: 200 }), headers: key })
    expect([other.status, ...codesOf(other)]).toEqual([409, 'idempotency_key_reused'])
    const without = await payer.call(createTransfer, {
      body: aTransfer({ beneficiary_id }),
      headers: { [headers.idempotencyKey]: '' },
    })
    expect([without.status, ...codesOf(without)]).toEqual([400, 'idempotency_key_missing'])
  })
})

describe('a company', () => {
  it('holds the amount until it is signed', async () => {
    const { payer, payee, beneficiary_id } = await twoCustomers({ kind: 'company' })
    await bank.aMember(payer.account_id)
    const reply = await payer.confirm(createTransfer, { body: aTransfer({ beneficiary_id }) })
    expect(reply.body).toMatchObject({ validation_status: 'pending', execution_status: 'scheduled', executed_at: null })
    expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 8_000 })
    expect(await balanceOf(payee)).toEqual({ booked: 0, held: 0 })
    // A scheduled order has no hold before its day, signed or not.
    const dated = { type: 'delayed' as const, execution_date: '2026-04-07', label: 'Plus tard' }
    expect(
      (await payer.confirm(createTransfer, { body: aTransfer({ beneficiary_id, ...dated }) })).body.validation_status,
    ).toBe('pending')
    expect(await balanceOf(payer)).toEqual({ booked: 10_000, held: 8_000 })
    expect(codesOf(await payer.call(createTransfer, { body: aTransfer({ beneficiary_id, amount: 2_001 }) }))).toEqual([
      'amount: insufficient_balance',
    ])
  })

  it('moves money between its own accounts without a signature', async () => {
    const company = await bank.aCustomer({ kind: 'company', balance: 10_000 })
    const payroll = await bank.anAccount(company.customer_id)
    const beneficiary_id = await bank.aBeneficiary(company.account_id, payroll.iban, 'Compte salaires')
    const reply = await company.confirm(createTransfer, { body: aTransfer({ beneficiary_id }) })
    expect(reply.body).toMatchObject({ execution_status: 'executed' })
    expect(await balanceOf(payroll)).toEqual({ booked: 8_000, held: 0 })
  })
})

it('records each order with its author in the audit log', async () => {
  const { payer, beneficiary_id } = await twoCustomers()
  const { body: transfer } = await payer.confirm(createTransfer, { body: aTransfer({ beneficiary_id }) })
  const events =
    await bank.db`SELECT action, user_id, facts FROM audit_events WHERE subject_id = ${transfer.id} ORDER BY action`
  expect(events).toEqual([
    {
      action: 'transfer.create',
      user_id: payer.user_id,
      facts: expect.objectContaining({ amount: 8_000, status: 'executed' }),
    },
    { action: 'transfer.execute', user_id: null, facts: expect.objectContaining({ amount: 8_000, network: 'book' }) },
  ])
})
