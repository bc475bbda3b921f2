import type { Account } from 'contract/accounts/accounts.ts'
import { expect, it } from 'vitest'
import { hasInstantPayments, type Session } from '../lib/session/session.ts'
import { entriesOf, firstPathOf, sections } from './sections.ts'

const [, , transfers] = sections
const namesFor = (account: Pick<Account, 'is_company' | 'capabilities'>) =>
  // Only these fields decide about the entries.
  entriesOf(transfers, { status_group: 'active', ...account } as Account, true).map(({ name }) => name)

it('offers signing to who may sign for a company, and never to individuals, who sign alone', () => {
  const capabilities: Account['capabilities'] = ['transfer.create', 'transfer.validate']
  expect(namesFor({ is_company: true, capabilities })).toContain('to-sign')
  expect(namesFor({ is_company: true, capabilities: ['transfer.create'] })).not.toContain('to-sign')
  const own = namesFor({ is_company: false, capabilities })
  expect(own).toContain('all')
  expect(own).not.toContain('to-sign')
})

it('offers instant payments only at a bank that is connected, for accounts in francs', () => {
  const on = (instant_payments: boolean, currency: string) =>
    // Only these fields decide.
    hasInstantPayments({ user: { instant_payments }, account: { currency } } as unknown as Session)
  expect([on(true, 'XOF'), on(false, 'XOF'), on(true, 'EUR')]).toEqual([true, false, false])
})

it('offers requests to pay only where the bank is connected to the platform', () => {
  const account = { status_group: 'active', is_company: false, capabilities: [] } as unknown as Account
  const names = (isInstant: boolean) => entriesOf(transfers, account, isInstant).map(({ name }) => name)
  expect(names(true)).toContain('requests')
  expect(names(false)).not.toContain('requests')
})

it('opens the first section of an account, else its bank details, its messages, or the screen that waits for rights', () => {
  const first = (...rights: string[]) => {
    const access = Object.fromEntries(rights.map((right) => [right, true]))
    return firstPathOf({ status_group: 'active', is_company: false, capabilities: [], access } as unknown as Account).to
  }
  expect(first('inbox', 'operations')).toBe(first('operations'))
  expect(first('inbox', 'rib')).toBe('/account/rib')
  expect(first('inbox')).toBe('/inbox')
  expect(first()).toBe('/account')
})
