import { listPeople } from 'contract/access/access.ts'
import { listAccounts, RECENT_ACCOUNTS, updateAccount } from 'contract/accounts/accounts.ts'
import { getUser, updatePreferences } from 'contract/access/session.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { explaining } from '../../../test/explained.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { sessionAccessFinder } from '../../http/guard-store.ts'
import { listKnown } from '../counterparties/counterparty-store.ts'
import { listDailyBalances } from '../operations/operation-store.ts'
import { findOpenAccounts } from './account-store.ts'

let bank: TestBank
let awa: Visitor & { customer_id: string }
let others: string[]

beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  awa = await bank.aCustomer()
  others = []
  for (let count = 0; count < 7; count += 1) {
    const { account_id } = await bank.anAccount(awa.customer_id)
    others.push(account_id)
    await bank.owner.query(
      `INSERT INTO memberships (user_id, account_id, rights, capabilities) VALUES ($1, $2, '{dashboard}', '{}')`,
      [awa.user_id, account_id],
    )
  }
})

const idsOf = async (visitor: Visitor, group?: 'recent' | 'favourite') => {
  const { body } = await visitor.call(listAccounts, { query: { group } })
  return body.map(({ uuid }) => uuid)
}
const choose = (visitor: Visitor, account: string) => visitor.call(updatePreferences, { body: { account } })

it('lists only favourites on request, and marks favourites in every list', async () => {
  const [, second = ''] = others
  expect((await awa.call(updateAccount, { params: { id: second }, body: { is_favourite: true } })).status).toBe(204)
  expect(await idsOf(awa, 'favourite')).toEqual([second])
  const { body: all } = await awa.call(listAccounts)
  expect(all.filter(({ is_favourite }) => is_favourite).map(({ uuid }) => uuid)).toEqual([second])
  expect(all).toHaveLength(8)
  await awa.call(updateAccount, { params: { id: second }, body: { is_favourite: false } })
  expect(await idsOf(awa, 'favourite')).toEqual([])
})

it('keeps favourites of each member separate', async () => {
  const member = await bank.aMember(awa.account_id)
  await awa.call(updateAccount, { params: { id: awa.account_id }, body: { is_favourite: true } })
  await choose(awa, awa.account_id)
  expect(await idsOf(member, 'favourite')).toEqual([])
  expect(await idsOf(member, 'recent')).toEqual([])
})

it('lists the most recently chosen accounts, newest first, up to the maximum', async () => {
  expect(await idsOf(awa, 'recent')).toEqual([])
  for (const account of [...others, others[0] ?? '']) {
    bank.clock.at = new Date(bank.clock.at.getTime() + 1_000)
    expect((await choose(awa, account)).status).toBe(204)
  }
  const newestFirst = [others[0], ...others.slice(1).toReversed()]
  expect(await idsOf(awa, 'recent')).toEqual(newestFirst.slice(0, RECENT_ACCOUNTS))
  // Only the list of recent accounts is sorted by last use; the other lists keep their order.
  expect((await idsOf(awa))[0]).toBe(awa.account_id)
})

it('selects the default account on a new device', async () => {
  await choose(awa, others[3] ?? '')
  const { body } = await awa.call(getUser, { headers: { 'X-Account-Id': '' } })
  expect(body.account?.uuid).toBe(awa.account_id)
})

it('marks only accounts of the user, and changes nothing when a request is refused', async () => {
  const stranger = await bank.aCustomer()
  expect(
    codesOf(await awa.call(updateAccount, { params: { id: stranger.account_id }, body: { is_favourite: true } })),
  ).toEqual(['account_unknown'])
  const refused = await awa.call(updatePreferences, { body: { account: stranger.account_id, theme: 'dark' } })
  expect([refused.status, ...codesOf(refused)]).toEqual([404, 'account_unknown'])
  expect((await awa.call(getUser)).body.theme).toBe('system')
})

it('reads one account of 300 by its key, and balances of accounts without new operations once', async () => {
  const { customer_id, user_id, account_id } = await bank.aCustomer({ kind: 'company' })
  const ids = [account_id]
  for (let count = 1; count < 300; count += 1) ids.push((await bank.anOwnAccount({ customer_id, user_id })).account_id)
  for (const id of ids.slice(0, 30)) await bank.deposit(id, 100, '2026-01-05')
  const client = await bank.owner.connect()
  await client.query('ANALYZE memberships, accounts, customers, ledger_accounts')
  const { rows } = await client.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [user_id])
  const { sql, explained } = explaining(client)
  // Twice: the first run of a session reads the catalogue too.
  for (let run = 0; run < 2; run += 1) {
    await sessionAccessFinder(sql)({ session_id: rows[0]?.id ?? '', account_id })
    expect((await findOpenAccounts(sql, user_id, ids.at(-1) ?? null, 0)).count).toBe(300)
    const [known] = await listKnown(sql, ids)
    expect(known?.has_other_accounts).toBe(true)
    const days = await listDailyBalances(sql, ids, '2026-02-01', '2026-03-03')
    expect(new Set(days.map(({ balance }) => balance))).toEqual(new Set([3_000]))
  }
  client.release()
  const [visitor = NaN, open = NaN, known = NaN, days = NaN] = explained.slice(4).map(({ pages }) => pages)
  expect(visitor).toBeLessThan(100)
  expect(open).toBeLessThan(150)
  // Once or twice for each account, not for each of the others or for each day.
  expect(known).toBeLessThan(1_500)
  expect(days).toBeLessThan(1_500)
})

it('shows a member without any right the account without its balances', async () => {
  const { account_id, customer_id } = await bank.aCustomer({ kind: 'company', balance: 75_000 })
  const admin = await bank.aMember(account_id, { rights: [], capabilities: ['access.admin'] })
  const { rows } = await bank.owner.query<{ number: string; iban: string }>(
    'SELECT number, iban FROM accounts WHERE customer_id = $1',
    [customer_id],
  )
  const { number = '', iban = '' } = rows[0] ?? {}
  const masked = { number: `••••••••${number.slice(-4)}`, balance: null, available: null }
  const { body } = await admin.call(listAccounts)
  expect(body).toMatchObject([masked])
  expect(body[0]?.iban).toBe(`${'•'.repeat(24)}${iban.slice(-4)}`)
  const { body: user } = await admin.call(getUser)
  expect([user.account, user.accounts.default]).toMatchObject([masked, masked])
  const foundBy = async (search: string) => (await admin.call(listAccounts, { query: { search } })).body.length
  expect([await foundBy('CLÎENT'), await foundBy('Compté')]).toEqual([1, 1])
  // Its name in English.
  expect([await foundBy('cheque acc'), await foundBy('Savings account')]).toEqual([1, 0])
  // Only who knows the whole number finds it.
  expect([await foundBy(number), await foundBy(number.slice(0, 5)), await foundBy(iban.slice(0, 20))]).toEqual([
    1, 0, 0,
  ])
  const people = await admin.call(listPeople)
  expect([people.status, people.headers['x-account-balance']]).toEqual([200, undefined])
})
