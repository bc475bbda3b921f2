// Compares the two ways of creating a transfer, table by table, and tests what makes the short way step back.
import type { NewTransfer } from 'contract/transfers/transfers.ts'
import { capabilities as allCapabilities, rights as allRights } from 'contract/rights.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CustomerOptions, openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { ConfirmationNeeded } from '../../refusal.ts'
import { createTransfers } from './create-transfers.ts'
import { createBookTransfers, readPayableOrders, writePayableOrders } from './create-book-transfers.ts'
import type { TransferOrder } from './transfer-order.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
type Payer = Awaited<ReturnType<TestBank['aCustomer']>>

async function twoCustomers(options: CustomerOptions = {}) {
  const payer = await bank.aCustomer({ balance: 100_000, ...options })
  const payee = await bank.aCustomer()
  return { payer, payee, beneficiary_id: await bank.aBeneficiary(payer.account_id, payee.iban) }
}

const inputOf = (input: Partial<NewTransfer>): NewTransfer => ({
  type: 'direct',
  amount: 8_000,
  label: 'Loyer de mars',
  comment: null,
  ...input,
})

/** An order of this customer, with or without a token that confirms it. */
async function anOrder(payer: Payer, input: Partial<NewTransfer>, { isConfirmed = true } = {}): Promise<TransferOrder> {
  const [session] = await bank.db<{ id: string; is_company: boolean }>`
    SELECT s.id, c.kind = 'company' AS is_company FROM sessions s, customers c WHERE s.user_id = ${payer.user_id} AND c.id = ${payer.customer_id}`
  if (!session) throw new Error('the customer has no session')
  const order: TransferOrder = {
    caller: {
      user_id: payer.user_id,
      session_id: session.id,
      lang: 'fr',
      full_name: 'Awa Ndiaye',
      address: '127.0.0.1',
      policy: { factors: [], factor_amount: null, factor_due_at: null, factors_reset_at: null },
      account_id: payer.account_id,
      customer_id: payer.customer_id,
      is_company: session.is_company,
      is_active: true,
      currency: 'XOF',
      rights: allRights,
      capabilities: allCapabilities,
    },
    input: inputOf(input),
    documents: [],
    confirmation: { token_hash: null, request: 'request' },
    once: { key: newId(), request_hash: 'hash' },
  }
  if (!isConfirmed) return order
  const needed = (await createTransfers(ports(), [order], false)).get(order)
  if (!(needed instanceof ConfirmationNeeded)) throw needed
  const token_hash = randomBytes(32)
  await bank.owner.query(
    `INSERT INTO confirmations (token_hash, session_id, operation_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $4::timestamptz + interval '5 minutes')`,
    [token_hash, session.id, needed.operation.hash, bank.clock.at],
  )
  return { ...order, confirmation: { ...order.confirmation, token_hash } }
}

/** Everything that the tables contain of these customers, without names and numbers that differ from customer to customer. */
async function rowsOf(customers: readonly Payer[]): Promise<string[]> {
  const accounts = customers.map(({ account_id }) => account_id)
  const users = customers.map(({ user_id }) => user_id)
  const { rows } = await bank.owner.query<{ line: string }>(
    `WITH entries AS (SELECT * FROM ledger_entries WHERE account_id = ANY ($1) AND type LIKE 'transfer%')
     SELECT 'account ' || to_jsonb(a)::text AS line FROM ledger_accounts a WHERE id = ANY ($1)
     UNION ALL SELECT 'hold ' || to_jsonb(h)::text FROM ledger_holds h WHERE account_id = ANY ($1)
     UNION ALL SELECT 'entry ' || to_jsonb(e)::text FROM entries e
     UNION ALL SELECT 'posting ' || to_jsonb(p)::text FROM ledger_postings p WHERE id IN (SELECT posting_id FROM entries)
     UNION ALL SELECT 'transfer ' || to_jsonb(t)::text FROM transfers t WHERE account_id = ANY ($1)
     UNION ALL SELECT 'event ' || to_jsonb(e)::text FROM audit_events e WHERE account_id = ANY ($1)
     UNION ALL SELECT 'waiting ' || e.action FROM audit_queue q CROSS JOIN unnest(q.event_ids) one (id) JOIN audit_events e ON e.id = one.id WHERE e.account_id = ANY ($1)
     UNION ALL SELECT 'answer ' || to_jsonb(k)::text FROM idempotency_keys k WHERE user_id = ANY ($2)
     UNION ALL SELECT 'confirmation ' || (to_jsonb(c) - 'token_hash' - 'operation_hash')::text FROM confirmations c
                 JOIN sessions s ON s.id = c.session_id WHERE s.user_id = ANY ($2)
     UNION ALL SELECT DISTINCT 'change ' || kind || topic_id FROM change_events, unnest(topic_ids) topic_id WHERE topic_id = ANY ($1)
     UNION ALL SELECT 'alerts ' || source || cardinality(ids) FROM alert_queue WHERE account_ids && $1`,
    [accounts, users],
  )
  const names = new Map<string, string>()
  for (const [index, { iban, customer_id, login }] of customers.entries())
    for (const text of [iban, `Client ${customer_id.slice(-6)}`, login]) names.set(text, `of ${index}`)
  const plain = rows.map(({ line }) => {
    let text = line
    for (const [name, neutral] of names) text = text.replaceAll(name, neutral).replaceAll(name.toLowerCase(), neutral)
    for (const [index, { account_id, user_id, customer_id }] of customers.entries())
      for (const id of [account_id, user_id, customer_id]) text = text.replaceAll(id, `id of ${index}`)
    return (
      text
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
        .replaceAll(/"(V[0-9A-Z-]{8,})"/gi, '"reference"')
        .replaceAll(/v[0-9][0-9a-z-]{7,}/g, 'reference')
        // The end of the number of an own account.
        .replaceAll(/•• \d{4}/g, '•• number')
    )
  })
  return plain.toSorted()
}

describe('the fast and the general way insert the same rows', () => {
  const cases: { [name: string]: (way: 'short' | 'general') => Promise<{ customers: Payer[]; order: TransferOrder }> } =
    {
      'an individual pays a beneficiary': async () => {
        const { payer, payee, beneficiary_id } = await twoCustomers()
        return { customers: [payer, payee], order: await anOrder(payer, { beneficiary_id }) }
      },
      'with a comment, and the last franc': async () => {
        const { payer, payee, beneficiary_id } = await twoCustomers()
        return {
          customers: [payer, payee],
          order: await anOrder(payer, { beneficiary_id, amount: 100_000, comment: 'à ne pas oublier' }),
        }
      },
      'an individual pays an own account': async () => {
        const { payer, payee } = await twoCustomers()
        const own = await bank.anOwnAccount(payer, {})
        return {
          customers: [payer, payee, { ...payee, ...own }],
          order: await anOrder(payer, { own_account_id: own.account_id }),
        }
      },
      'a company whose author is alone': async () => {
        const { payer, payee, beneficiary_id } = await twoCustomers({ kind: 'company' })
        return { customers: [payer, payee], order: await anOrder(payer, { beneficiary_id }) }
      },
      'a limit that is reached exactly': async () => {
        const { payer, payee, beneficiary_id } = await twoCustomers()
        await bank.owner.query(
          `INSERT INTO transfer_limits (account_id, user_id, purpose, period, amount) VALUES ($1, NULL, 'create', 'day', 8000)`,
          [payer.account_id],
        )
        return { customers: [payer, payee], order: await anOrder(payer, { beneficiary_id }) }
      },
    }
  it.each(Object.entries(cases))('%s', async (_name, given) => {
    const one = await given('short')
    const done = await createBookTransfers(ports(), [one.order])
    expect(done.get(one.order)?.transfer).toMatchObject({ execution_status: 'executed' })
    const other = await given('general')
    const outcomes = await createTransfers(ports(), [other.order], false)
    expect(outcomes.get(other.order)).toMatchObject({ execution_status: 'executed' })
    const rows = await rowsOf(one.customers)
    expect(rows.filter((row) => row.startsWith('entry'))).toHaveLength(2)
    expect(rows).toEqual(await rowsOf(other.customers))
  })

  it('ten orders in one batch', async () => {
    const given = await Promise.all(Array.from({ length: 10 }, () => twoCustomers()))
    const orders: TransferOrder[] = []
    for (const { payer, beneficiary_id } of given) orders.push(await anOrder(payer, { beneficiary_id }))
    const created = await createBookTransfers(ports(), orders)
    expect([...created.values()].map(({ booked }) => booked)).toEqual(Array.from({ length: 10 }, () => 92_000))
    const { rows } = await bank.owner.query<{ broken: string }>(
      `SELECT count(*) AS broken FROM ledger_accounts a
       CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS booked, count(*) AS entries FROM ledger_entries e WHERE e.account_id = a.id) e
        WHERE kind = 'customer' AND (a.booked <> e.booked OR a.entry_count <> e.entries)`,
    )
    expect(Number(rows[0]?.broken)).toBe(0)
  })
})

it('the balances are those after all orders of the batch', async () => {
  const { payer, payee, beneficiary_id } = await twoCustomers()
  const back = await bank.aBeneficiary(payee.account_id, payer.iban)
  await bank.move(payee.account_id, 50_000)
  const orders = [
    await anOrder(payer, { beneficiary_id }),
    await anOrder(payee, { beneficiary_id: back, amount: 3_000 }),
  ]
  const created = await createBookTransfers(ports(), orders)
  const { rows } = await bank.owner.query<{ id: string; booked: string }>(
    'SELECT id, booked FROM ledger_accounts WHERE id = ANY ($1)',
    [[payer.account_id, payee.account_id]],
  )
  const booked = new Map(rows.map((row) => [row.id, Number(row.booked)]))
  expect(orders.map((order) => created.get(order)?.booked)).toEqual(
    orders.map(({ caller }) => booked.get(caller.account_id)),
  )
})

describe('the fast way writes nothing, and leaves the order to the general one', () => {
  /** What changes between the token and the order. */
  const cases: {
    [name: string]: (given: Awaited<ReturnType<typeof twoCustomers>>) => Promise<Partial<NewTransfer> | null>
  } = {
    'a limit leaves too little': async ({ payer }) => {
      await bank.owner.query(
        `INSERT INTO transfer_limits (account_id, user_id, purpose, period, amount) VALUES ($1, NULL, 'create', 'day', 7999)`,
        [payer.account_id],
      )
      return null
    },
    'the balance is too low': async ({ payer }) => {
      await bank.move(payer.account_id, -99_000)
      return null
    },
    'the beneficiary has another account number': async ({ payer, beneficiary_id }) => {
      const other = await bank.aCustomer()
      await bank.owner.query('UPDATE beneficiaries SET iban = $1 WHERE account_id = $2 AND id = $3', [
        other.iban,
        payer.account_id,
        beneficiary_id,
      ])
      return null
    },
    'the token was used': async ({ payer }) => {
      await bank.owner.query(
        'UPDATE confirmations SET used_at = now() FROM sessions s WHERE s.id = session_id AND s.user_id = $1',
        [payer.user_id],
      )
      return null
    },
    'the token confirms another amount': async () => ({ amount: 8_001 }),
    'it is for another day': async () => ({ type: 'delayed', execution_date: '2026-12-24' }),
  }
  it.each(Object.entries(cases))('%s', async (_name, change) => {
    const given = await twoCustomers()
    const { payer, payee, beneficiary_id } = given
    const order = await anOrder(payer, { beneficiary_id })
    const changed = await change(given)
    const before = await rowsOf([payer, payee])
    const changedOrder = { ...order, input: { ...order.input, ...changed } }
    expect(await createBookTransfers(ports(), [changedOrder])).toEqual(new Map())
    expect(await rowsOf([payer, payee])).toEqual(before)
  })

  it('another transaction has locked the payee', async () => {
    const { payer, payee, beneficiary_id } = await twoCustomers()
    const order = await anOrder(payer, { beneficiary_id })
    const client = await bank.owner.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT FROM ledger_accounts WHERE id = $1 FOR UPDATE', [payee.account_id])
      expect(await createBookTransfers(ports(), [order])).toEqual(new Map())
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    expect((await createBookTransfers(ports(), [order])).size).toBe(1)
  })

  it('the key was used before', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const order = await anOrder(payer, { beneficiary_id })
    expect((await createBookTransfers(ports(), [order])).size).toBe(1)
    expect((await createBookTransfers(ports(), [order])).size).toBe(0)
  })

  it('another transaction has locked one of them, or one exceeds a limit: the others are written', async () => {
    const given = await Promise.all([twoCustomers(), twoCustomers(), twoCustomers(), twoCustomers()])
    const orders: TransferOrder[] = []
    for (const { payer, beneficiary_id } of given) orders.push(await anOrder(payer, { beneficiary_id }))
    const [first, second] = given
    await bank.owner.query(
      `INSERT INTO transfer_limits (account_id, user_id, purpose, period, amount) VALUES ($1, NULL, 'create', 'week', 7999)`,
      [second.payer.account_id],
    )
    const before = await rowsOf([first.payer, first.payee, second.payer, second.payee])
    const client = await bank.owner.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT FROM ledger_accounts WHERE id = $1 FOR UPDATE', [first.payee.account_id])
      const created = await createBookTransfers(ports(), orders)
      expect([...created.keys()]).toEqual(orders.slice(2))
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    expect(await rowsOf([first.payer, first.payee, second.payer, second.payee])).toEqual(before)
  })

  it('the balance changes after the orders were read', async () => {
    const given = await Promise.all([twoCustomers(), twoCustomers()])
    const orders: TransferOrder[] = []
    for (const { payer, beneficiary_id } of given) orders.push(await anOrder(payer, { beneficiary_id }))
    const payable = await readPayableOrders(ports(), orders)
    expect(payable.orders).toHaveLength(2)
    await bank.move(given[0].payer.account_id, -99_000)
    expect((await writePayableOrders(ports(), payable)).size).toBe(0)
    await bank.move(given[0].payer.account_id, 7_000)
    const written = await writePayableOrders(ports(), payable)
    expect(orders.map((order) => written.get(order)?.booked)).toEqual([0, 92_000])
  })

  it('the account pays a second order of the batch', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const orders = [await anOrder(payer, { beneficiary_id }), await anOrder(payer, { beneficiary_id, amount: 9_000 })]
    expect([...(await createBookTransfers(ports(), orders)).keys()]).toEqual([orders[0]])
  })

  it('an order without a token, or with a document', async () => {
    const { payer, beneficiary_id } = await twoCustomers()
    const bare = await anOrder(payer, { beneficiary_id }, { isConfirmed: false })
    const order = await anOrder(payer, { beneficiary_id })
    const documents = [
      {
        id: newId(),
        kind: 'document' as const,
        name: 'a.pdf',
        media_type: 'application/pdf' as const,
        content: Buffer.from('x'),
      },
    ]
    expect((await createBookTransfers(ports(), [bare, { ...order, documents }])).size).toBe(0)
  })
})
