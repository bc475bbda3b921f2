import {
  changePrepaidCard,
  getCardLimits,
  listPrepaidCards,
  registerPrepaidCard,
} from 'contract/products/prepaid-cards.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { aCard, aCardNumber } from '../../../test/test-cards.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const inputOf = (number: string, expiry = '2030-09') => ({
  body: { number, expiry, holder: 'Awa Ndiaye', label: 'Courses' },
})

async function withdraw(ledgerAccount: string, amount: number, at: string) {
  const id = newId()
  const entry = { posting_id: id, value_date: at.slice(0, 10), type: 'withdrawal', label: 'RETRAIT GAB' }
  const { rows } = await bank.owner.query<{ id: string }>("SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'")
  await bank.owner.query('SELECT ledger_write($1::jsonb, $2::jsonb)', [
    JSON.stringify([
      { id, posting_key: `withdrawal:${id}`, kind: 'cash', booking_date: at.slice(0, 10), posted_at: at },
    ]),
    JSON.stringify([
      { ...entry, id: newId(), account_id: ledgerAccount, amount: -amount },
      { ...entry, id: newId(), account_id: rows[0]?.id, amount },
    ]),
  ])
}

describe('a registered card', () => {
  it('is displayed by its last four digits, with its own balance', async () => {
    const awa = await bank.aCustomer()
    const number = aCardNumber()
    const requested = await awa.call(registerPrepaidCard, inputOf(number))
    expect(requested.status).toBe(428)
    const made = await awa.confirm(registerPrepaidCard, inputOf(number))
    expect(made.body).toMatchObject({
      number_masked: `•••• •••• •••• ${number.slice(-4)}`,
      expiry: '2030-09-30',
      status: 'active',
      balance: 0,
    })
    const { body: cards } = await awa.call(listPrepaidCards)
    expect(cards).toEqual([made.body])
    expect(codesOf(await awa.confirm(registerPrepaidCard, inputOf(number)))).toEqual([
      'number: card_already_registered',
    ])
    const other = await bank.aCustomer()
    expect((await other.call(listPrepaidCards)).body).toEqual([])
    expect(
      (await other.call(changePrepaidCard, { params: { id: made.body.id }, body: { status: 'blocked' } })).status,
    ).toBe(404)
  })

  it('stores its full number nowhere: in no response and no table', async () => {
    const awa = await bank.aCustomer()
    const number = aCardNumber()
    const digits = number.replaceAll(' ', '')
    const requested = await awa.call(registerPrepaidCard, inputOf(number))
    const made = await awa.confirm(registerPrepaidCard, inputOf(number))
    const again = await awa.call(registerPrepaidCard, inputOf(number))
    for (const reply of [requested, made, again, await awa.call(listPrepaidCards)]) {
      expect(JSON.stringify(reply)).not.toContain(digits)
      expect(JSON.stringify(reply)).not.toContain(number)
      // Nor the first six and last four digits together, which leave only a million candidates.
      expect(JSON.stringify(reply)).not.toContain(digits.slice(0, 6))
    }
    const { rows: tables } = await bank.owner.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    )
    expect(tables.length).toBeGreaterThan(30)
    for (const { name } of tables) {
      const found = await bank.owner.query<{ found: string }>(
        `SELECT t::text AS found FROM ${name} t WHERE replace(t::text, ' ', '') LIKE '%' || $1 || '%'`,
        [digits],
      )
      expect({ name, found: found.rows }).toEqual({ name, found: [] })
    }
  })

  it('is refused if it is of another bank, expired, mistyped, or of an account in euros', async () => {
    const awa = await bank.aCustomer()
    expect(codesOf(await awa.call(registerPrepaidCard, inputOf('4242 4242 4242 4242')))).toEqual([
      'number: card_unknown',
    ])
    expect(codesOf(await awa.call(registerPrepaidCard, inputOf(aCardNumber(), '2026-02')))).toEqual([
      'expiry: card_expired',
    ])
    expect(codesOf(await awa.call(registerPrepaidCard, inputOf(aCardNumber().replaceAll(' ', ''))))).toEqual([
      'number: card_number_invalid',
    ])
    expect(codesOf(await awa.call(registerPrepaidCard, inputOf('5071 2600 0000 0001')))).toEqual([
      'number: card_number_invalid',
    ])
    const euro = await bank.aCustomer({ currency: 'EUR' })
    expect(codesOf(await euro.call(registerPrepaidCard, inputOf(aCardNumber())))).toEqual(['account_not_in_francs'])
    const blocked = await bank.aCustomer({ status: 'blocked' })
    expect(codesOf(await blocked.call(registerPrepaidCard, inputOf(aCardNumber())))).toEqual(['account_not_active'])
    // The last day of the printed month still counts.
    expect((await awa.confirm(registerPrepaidCard, inputOf(aCardNumber(), '2026-03'))).status).toBe(201)
  })

  it('has one owner when two customers register its number at the same time', async () => {
    const [one, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const input = inputOf(aCardNumber())
    const replies = await Promise.all([
      one.confirm(registerPrepaidCard, input),
      other.confirm(registerPrepaidCard, input),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

describe('a card', () => {
  it('is blocked and unblocked with re-authentication, and both are recorded in the audit log', async () => {
    const awa = await bank.aCustomer()
    const { id } = await aCard(awa)
    const change = (status: 'active' | 'blocked') => ({ params: { id }, body: { status } })
    expect((await awa.call(changePrepaidCard, change('blocked'))).status).toBe(428)
    expect((await awa.confirm(changePrepaidCard, change('blocked'))).body.status).toBe('blocked')
    expect((await awa.confirm(changePrepaidCard, change('blocked'))).body.status).toBe('blocked')
    expect((await awa.confirm(changePrepaidCard, change('active'))).body.status).toBe('active')
    const { rows } = await bank.owner.query<{ action: string }>(
      'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY at, id',
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['card.register', 'card.block', 'card.unblock'])
    await bank.owner.query("UPDATE prepaid_cards SET status = 'opposed' WHERE id = $1", [id])
    expect(codesOf(await awa.call(changePrepaidCard, change('active')))).toEqual(['card_not_changeable'])
  })

  it('is expired from the day after its month, and is listed after active cards', async () => {
    const awa = await bank.aCustomer()
    const old = await aCard(awa, '2026-03')
    const young = await aCard(awa)
    try {
      bank.clock.at = new Date('2026-03-31T23:00:00Z')
      const late = await bank.signIn(awa)
      expect((await late.call(listPrepaidCards)).body.map(({ status }) => status)).toEqual(['active', 'active'])
      bank.clock.at = new Date('2026-04-01T00:00:00Z')
      const later = await bank.signIn(awa)
      expect((await later.call(listPrepaidCards)).body.map(({ id, status }) => [id, status])).toEqual([
        [young.id, 'active'],
        [old.id, 'expired'],
      ])
    } finally {
      bank.clock.at = new Date('2026-03-10T09:30:00Z')
    }
  })

  it('sums withdrawals over thirty times 24 hours, not the calendar month', async () => {
    const awa = await bank.aCustomer({ balance: 2_000_000 })
    await withdraw(awa.account_id, 100_000, '2026-02-08T09:30:00Z')
    await withdraw(awa.account_id, 40_000, '2026-02-08T09:30:01Z')
    await withdraw(awa.account_id, 25_000, '2026-03-10T09:00:00Z')
    expect((await awa.call(getCardLimits)).body).toMatchObject({
      amount: 1_000_000,
      used: 65_000,
      remaining: 935_000,
      window_days: 30,
    })
    await bank.owner.query('INSERT INTO card_withdrawal_limits VALUES ($1, 50000)', [awa.account_id])
    expect((await awa.call(getCardLimits)).body).toMatchObject({ amount: 50_000, used: 65_000, remaining: 0 })
  })
})
