import { NewTransfer } from 'contract/transfers/transfers.ts'
import { expect, it } from 'vitest'
import { planAccounts, planCustomers, SIGNED_ABOVE } from './bench-customers.ts'
import { confirmationOf, orderOf, requestOf } from './bench-orders.ts'

const createdAt = new Date('2026-01-01T00:00:00Z')
const customers = planCustomers(600, createdAt)
const accounts = planAccounts(customers, createdAt)
const users = accounts.flatMap((account) => account.users)
const orderer = {
  accounts,
  day: '2026-03-02',
  sessions: new Map(users.map(({ id }) => [id, { id: `session of ${id}`, user_id: id, token: 't', cookie: 'c' }])),
}
const numbers = Array.from({ length: 5_000 }, (_, index) => index)
const orders = numbers.map((number) => orderOf(orderer, number))

it('has both kinds of customers, second accounts and second people', () => {
  expect(customers.filter(({ kind }) => kind === 'company')).toHaveLength(240)
  expect(customers.filter((one) => one.accounts.length === 2)).toHaveLength(150)
  expect(customers.filter((one) => one.users.length === 2)).toHaveLength(200)
  const all = [...accounts.map(({ id }) => id), ...users.map(({ id }) => id)]
  expect(new Set(accounts.map(({ iban }) => iban)).size).toBe(750)
  expect(new Set(all).size).toBe(750 + new Set(users.map(({ id }) => id)).size)
})

it('pays other customers', () => {
  const own = new Map(customers.map((one) => [one.accounts[0]?.id, new Set(one.accounts.map(({ iban }) => iban))]))
  for (const { id, payees } of accounts) for (const payee of payees) expect(own.get(id)?.has(payee.iban)).not.toBe(true)
})

it('draws the same order again, and orders that the contract accepts', () => {
  expect(numbers.map((number) => orderOf(orderer, number))).toEqual(orders)
  for (const { body } of orders) expect(NewTransfer.safeParse(body).success).toBe(true)
  expect(new Set(orders.map(({ token }) => token)).size).toBe(orders.length)
  expect(new Set(orders.map(({ key }) => key)).size).toBe(orders.length)
})

it('draws transfers to own accounts, and large orders only where a second person signs', () => {
  const own = orders.filter(({ body }) => body.own_account_id)
  expect(own.length / orders.length).toBeGreaterThan(0.1)
  expect(own.length / orders.length).toBeLessThan(0.25)
  const large = orders.filter(({ body }) => body.amount > SIGNED_ABOVE)
  expect(large.length).toBeGreaterThan(0)
  expect(large.every(({ account }) => account.hasSecondSigner)).toBe(true)
})

it('confirms each order apart, and sends its token', () => {
  const confirmations = numbers.slice(0, 100).map((number) => confirmationOf(orderer, number))
  expect(new Set(confirmations.map(({ operation_hash }) => operation_hash)).size).toBe(100)
  expect(String(requestOf(orderer, 7))).toContain(`x-confirmation: ${orders[7]?.token}`)
})
