import { parse } from 'csv-parse/sync'
import { headers } from 'contract/endpoint.ts'
import {
  accountFormats,
  exportOperations,
  FOUND_TOTALS_HEADER,
  listOperationIds,
  listOperations,
  MONTH_TOTALS_HEADER,
} from 'contract/accounts/operations.ts'
import { createOperationView, listOperationViews } from 'contract/accounts/operation-views.ts'
import { rights } from 'contract/rights.ts'
import { listDocuments } from 'contract/accounts/statements.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
let awa: Visitor & { customer_id: string }
let savings: string
let euros: string
let hidden: string

const grant = (visitor: Visitor, account_id: string, own: readonly string[]) =>
  bank.owner.query('INSERT INTO memberships (user_id, account_id, rights, capabilities) VALUES ($1, $2, $3, $4)', [
    visitor.user_id,
    account_id,
    own,
    [],
  ])
const named = (account_id: string, label: string) =>
  bank.owner.query('UPDATE accounts SET label = $2 WHERE id = $1', [account_id, label])

beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer()
  savings = (await bank.anAccount(awa.customer_id)).account_id
  euros = (await bank.anAccount(awa.customer_id, { currency: 'EUR' })).account_id
  hidden = (await bank.anAccount(awa.customer_id)).account_id
  await named(savings, 'Épargne')
  await named(euros, 'Devises')
  await grant(awa, savings, ['operations'])
  await grant(awa, euros, ['operations', 'statements'])
  await grant(
    awa,
    hidden,
    rights.filter((right) => right !== 'operations'),
  )
  // Operations of other customers, with the same texts and days.
  const other = await bank.aCustomer()
  for (const [account, amount, day] of [
    [awa.account_id, 1_000, '2026-01-05'],
    [savings, 2_000, '2026-01-05'],
    [euros, 2_000, '2026-01-06'],
    [hidden, 4_000, '2026-01-06'],
    [other.account_id, 8_000, '2026-01-06'],
    [awa.account_id, 16_000, '2026-02-01'],
    [euros, 3_250, '2026-02-02'],
  ] as const)
    await bank.deposit(account, amount, day)
})
afterAll(() => bank.close())

const read = async (query: Record<string, unknown> = {}, visitor: Visitor = awa) => {
  const reply = await visitor.call(listOperations, { query: { account: 'all', ...query } })
  const json = (name: string) => JSON.parse(reply.headers[name.toLowerCase()] ?? 'null') as unknown
  return {
    status: reply.status,
    lines: reply.status === 200 ? reply.body.map(({ amount, account }) => `${account?.label} ${amount}`) : [],
    total: Number(reply.headers['x-pagination-total-count']),
    found: json(FOUND_TOTALS_HEADER),
    months: json(MONTH_TOTALS_HEADER),
    reply,
  }
}
const fileOf = (query: Record<string, unknown>, lang = 'fr') =>
  awa.call(exportOperations, { query: { account: 'all', ...query }, headers: { 'accept-language': lang } })

it('lists exactly the accounts whose operations the user may see, newest day first, each line with its account', async () => {
  const { lines, total } = await read()
  const onOneDay = [
    [awa.account_id, 'Compte de chèques 1000'],
    [savings, 'Épargne 2000'],
  ]
    .toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([, line]) => line)
  expect(lines).toEqual(['Devises 3250', 'Compte de chèques 16000', 'Devises 2000', ...onOneDay])
  expect(total).toBe(5)
})

it('totals each currency separately, the currency of the open account first', async () => {
  const { found, months } = await read()
  expect(found).toEqual([
    { currency: 'XOF', credits: 19_000, debits: 0 },
    { currency: 'EUR', credits: 5_250, debits: 0 },
  ])
  expect(months).toEqual([
    { month: '2026-02', currency: 'XOF', credits: 16_000, debits: 0 },
    { month: '2026-02', currency: 'EUR', credits: 3_250, debits: 0 },
    { month: '2026-01', currency: 'XOF', credits: 3_000, debits: 0 },
    { month: '2026-01', currency: 'EUR', credits: 2_000, debits: 0 },
  ])
  const narrowed = await read({ from: '2026-01-06' })
  expect([narrowed.total, narrowed.found]).toEqual([
    3,
    [
      { currency: 'XOF', credits: 16_000, debits: 0 },
      { currency: 'EUR', credits: 5_250, debits: 0 },
    ],
  ])
})

it('filters by amount only accounts with the currency of the open account', async () => {
  expect((await read({ min: '2000', max: '2000' })).lines).toEqual(['Épargne 2000'])
  expect((await read({ search: '2 000' })).lines).toEqual(['Épargne 2000'])
  expect((await read({ min: '2000' })).found).toEqual([{ currency: 'XOF', credits: 18_000, debits: 0 }])
})

it('reads a searched amount in the currency of the open account, with cents if it has them', async () => {
  const on = { headers: { [headers.accountId]: euros } }
  const amounts = async (search: string) => {
    const list = await awa.call(listOperations, { query: { search }, ...on })
    const file = await awa.call(exportOperations, { query: { search, columns: 'amount' } as never, ...on })
    const notices = await awa.call(listDocuments, { query: { type: 'avis', search }, ...on })
    const ids = await awa.call(listOperationIds, { query: { search }, ...on })
    const lines = String(file.body).trim().split('\r\n').length - 1
    return [list.body.map(({ amount }) => amount), lines, notices.body.length, ids.body.length]
  }
  for (const search of ['32,50', '32.5']) expect(await amounts(search)).toEqual([[3_250], 1, 1, 1])
  expect(await amounts('20')).toEqual([[2_000], 1, 1, 1])
  expect(await amounts('3250')).toEqual([[], 0, 0, 0])
})

it('pages without a gap or a repetition, and returns only the totals past the last page', async () => {
  const many = await bank.aCustomer()
  const second = (await bank.anAccount(many.customer_id)).account_id
  await grant(many, second, ['operations'])
  for (let index = 1; index <= 25; index += 1) {
    await bank.deposit(many.account_id, index)
    await bank.deposit(second, 100 + index)
  }
  const seen: number[] = []
  for (const page of [1, 2, 3]) seen.push(...(await read({ page }, many)).reply.body.map(({ amount }) => amount))
  expect(seen.length).toBe(50)
  expect(new Set(seen).size).toBe(50)
  const beyond = await read({ page: 9, sign: 'credit' }, many)
  expect([beyond.lines, beyond.total, beyond.found]).toEqual([
    [],
    50,
    [{ currency: 'XOF', credits: 25 * 26 + 2_500, debits: 0 }],
  ])
})

it('shows the upcoming operations of all accounts', async () => {
  const person = await bank.aCustomer({ balance: 10 })
  const second = (await bank.anAccount(person.customer_id)).account_id
  const foreign = (await bank.aCustomer()).account_id
  await named(second, 'Boutique')
  await grant(person, second, ['operations'])
  for (const account of [second, foreign])
    await bank.owner.query(
      `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, amount, expected_on)
       VALUES ($1, $2, 'I-9', 'card', 'PAIEMENT CB', -300, '2026-03-12')`,
      [account, newId()],
    )
  expect((await read({}, person)).lines).toEqual(['Boutique -300', 'Compte de chèques 10'])
})

it('excludes an account immediately when the right is withdrawn, and refuses without the right on the open account', async () => {
  const person = await bank.aCustomer({ balance: 10 })
  const second = (await bank.anAccount(person.customer_id, { balance: 20 })).account_id
  await grant(person, second, ['operations'])
  expect((await read({}, person)).total).toBe(2)
  await bank.owner.query(`UPDATE memberships SET rights = '{transfers}' WHERE user_id = $1 AND account_id = $2`, [
    person.user_id,
    second,
  ])
  expect((await read({}, person)).total).toBe(1)
  const elsewhere = await person.call(listOperations, {
    query: { account: 'all' },
    headers: { [headers.accountId]: second },
  })
  expect([elsewhere.status, codesOf(elsewhere)]).toEqual([403, ['right_missing']])
})

it('exports CSV in the order of the screen, each line with its account and its decimals', async () => {
  const content = (await fileOf({ format: 'csv' })).body as unknown as Buffer
  const rows = parse<Record<string, string>>(content, { columns: true, delimiter: ';', bom: true })
  const { reply } = await read()
  const written = ({ amount, currency }: { amount: number; currency: string }) =>
    currency === 'EUR' ? (amount / 100).toFixed(2).replace('.', ',') : String(amount)
  expect(rows.map((row) => [row['Compte'], row['Montant'], row['Devise']])).toEqual(
    reply.body.map((operation) => [operation.account?.label, written(operation), operation.currency]),
  )
  const page = (await fileOf({ format: 'csv', scope: 'page', search: '2000', columns: 'account,amount' }))
    .body as unknown as Buffer
  expect(page.toString()).toBe('\uFEFF"Compte";"Montant"\r\n"Épargne";2000\r\n')
  const english = await fileOf({ format: 'csv', scope: 'page', search: '16000', columns: 'account' }, 'en')
  expect(String(english.body)).toBe('\uFEFF"Account"\r\n"Cheque account"\r\n')
})

it('exports CSV in the order of days across accounts', async () => {
  const person = await bank.aCustomer()
  const others = [await bank.anAccount(person.customer_id), await bank.anAccount(person.customer_id)]
  for (const { account_id } of others) await grant(person, account_id, ['operations'])
  const all = [person.account_id, ...others.map(({ account_id }) => account_id)]
  for (let index = 0; index < 60; index += 1)
    await bank.deposit(
      all[(index * 7) % 3] ?? '',
      index + 1,
      `2026-01-${String(1 + Math.trunc(index / 3)).padStart(2, '0')}`,
    )
  const toView: string[] = []
  for (const page of [1, 2, 3])
    toView.push(...(await read({ page }, person)).reply.body.map(({ amount }) => String(amount)))
  const reply = await person.call(exportOperations, {
    query: { account: 'all', columns: ['amount'].join(',') as never },
  })
  expect((reply.body as unknown as Buffer).toString().trim().split('\r\n').slice(1)).toEqual(toView)
})

it('exports PDF with the totals of each currency', async () => {
  const { pages } = await readPdf((await fileOf({ format: 'pdf' }, 'en')).body as unknown as Buffer)
  const text = pages.join()
  expect(text).toContain('All accounts (3)')
  expect(text.replaceAll(/[\u202F\u00A0]/g, ' ')).toMatch(/19,000/)
  expect(text).toContain('Devises')
})

it.each(accountFormats)('refuses the format %s, which describes one account', async (format) => {
  expect(codesOf(await fileOf({ format }))).toEqual(['format: export_needs_one_account'])
})

it('can be stored in a view, and refuses any other account id', async () => {
  await awa.call(createOperationView, { body: { name: 'Partout', filter: { account: 'all', sign: 'credit' } } })
  expect((await awa.call(listOperationViews)).body.map(({ filter }) => filter)).toEqual([
    { account: 'all', sign: 'credit' },
  ])
  expect(codesOf((await read({ account: hidden })).reply)).toEqual(['account: invalid'])
})
