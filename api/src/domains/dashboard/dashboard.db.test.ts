import { getDashboard, getOutlook } from 'contract/dashboard.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCard } from '../../../test/test-cards.ts'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const nameOf = async ({ user_id }: Visitor) => {
  const { rows } = await bank.owner.query<{ name: string }>(
    "SELECT first_name || ' ' || last_name AS name FROM users WHERE id = $1",
    [user_id],
  )
  return rows[0]?.name
}
const order = { type: 'direct', amount: 5_000, label: 'Loyer', comment: null } as const

describe('the home page', () => {
  it('names the last payees, the cards and the position over the accounts of the customer', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const savings = await bank.anOwnAccount(awa, { balance: 40_000 })
    await bank.anOwnAccount(awa, { currency: 'EUR', balance: 1_250 })
    // Of the same customer, without the right to see its balance.
    await bank.anOwnAccount(awa, { balance: 70_000, rights: ['operations'] })
    const card = await aCard(awa)
    const payee = await bank.aCustomer()
    const [first, second] = [
      await bank.aBeneficiary(awa.account_id, payee.iban, 'Ndèye Fall'),
      await bank.aBeneficiary(awa.account_id, savings.iban, 'Garage Thiam SARL'),
    ]
    for (const beneficiary_id of [first, second]) {
      await awa.confirm(createTransfer, { body: { ...order, beneficiary_id } })
      bank.clock.at = new Date(bank.clock.at.getTime() + 1_000)
    }

    const { body } = await awa.call(getDashboard)
    expect(body.failed).toEqual([])
    expect(body.payees?.map(({ id, identity }) => [id, identity.name, identity.kind])).toEqual([
      [second, 'Garage Thiam SARL', 'company'],
      [first, 'Ndèye Fall', 'person'],
    ])
    expect(body.cards).toEqual([expect.objectContaining({ id: card.id, balance: 0, status: 'active' })])
    expect(body.position).toEqual({
      totals: [
        { currency: 'XOF', balance: 135_000 },
        { currency: 'EUR', balance: 1_250 },
      ],
      accounts: [
        expect.objectContaining({ uuid: awa.account_id, balance: 90_000 }),
        expect.objectContaining({ uuid: savings.account_id, balance: 45_000 }),
        expect.objectContaining({ currency: 'EUR', balance: 1_250 }),
      ],
    })
    // Individuals sign alone.
    expect(body.team).toBeNull()
  })

  it('omits blocks that the reader has no right to, and the position of one account', async () => {
    const owner = await bank.aCustomer()
    const reader = await bank.aMember(owner.account_id, { rights: ['dashboard'], capabilities: [] })
    const { body } = await reader.call(getDashboard)
    expect(body).toMatchObject({ movements: null, payees: null, cards: null, position: null, inbox: null, failed: [] })
  })

  it('lists who waits for whose signature in a company', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 900_000 })
    const signer = await bank.aMember(fatou.account_id)
    const payee = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(fatou.account_id, payee.iban)
    for (const amount of [10_000, 20_000])
      await fatou.confirm(createTransfer, { body: { ...order, amount, beneficiary_id } })
    const since = expect.any(Number)
    expect((await fatou.call(getDashboard)).body.team).toEqual([
      { name: await nameOf(signer), role: 'signer', count: 2, since },
    ])
    expect((await signer.call(getDashboard)).body.team).toEqual([
      { name: await nameOf(fatou), role: 'author', count: 2, since },
    ])
  })

  it('shows every other block where the table of one is gone, and where one waits for a lock', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await bank.owner.query('ALTER TABLE messages RENAME TO messages_elsewhere')
    const lock = await bank.owner.connect()
    try {
      await lock.query('BEGIN')
      await lock.query('LOCK TABLE advisors, credit_lines IN ACCESS EXCLUSIVE MODE')
      const reply = await awa.call(getDashboard)
      expect(reply.status).toBe(200)
      expect(reply.body.failed.toSorted()).toEqual(['advisor', 'inbox'])
      expect(reply.body).toMatchObject({ balance: 100_000, advisor: null, inbox: null })
      expect(reply.body.movements).toHaveLength(1)
      expect(reply.body.history).toHaveLength(31)
      const ahead = (await awa.call(getOutlook)).body
      expect(ahead).toMatchObject({ forecast: null, failed: ['forecast'] })
      expect(ahead.months).toHaveLength(6)
    } finally {
      await lock.query('ROLLBACK')
      lock.release()
      await bank.owner.query('ALTER TABLE messages_elsewhere RENAME TO messages')
    }
    const { body } = await awa.call(getDashboard)
    expect(body).toMatchObject({ failed: [], inbox: { unread: 0 } })
    expect(body.advisor).not.toBeNull()
  })
})
