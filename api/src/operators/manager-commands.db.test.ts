import { getAdvisor } from 'contract/accounts/accounts.ts'
import { listAuditEvents } from 'contract/access/audit.ts'
import { getMessage, writeMessage } from 'contract/accounts/messages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { openTestBank, type TestBank, type Visitor } from '../../test/test-bank.ts'
import { exitCodes } from './run-connect.ts'

let bank: TestBank
let desk: OperatorDesk
beforeAll(async () => {
  bank = await openTestBank()
  desk = await openDesk(bank)
})
afterAll(async () => {
  await desk.close()
  await bank.close()
})

const typed = (first_name: string, last_name: string) => [
  '--first-name',
  first_name,
  '--last-name',
  last_name,
  '--branch',
  '01003',
  '--team',
  'companies',
  '--phone',
  '+221338000042',
  '--email',
  `${last_name.toLowerCase()}@teranga.example`,
]
const aManager = async (first_name: string, last_name: string) =>
  String((await desk.done('managers', 'add', ...typed(first_name, last_name))).rows[0]?.['id'])
const managerOf = async (visitor: Visitor) => (await visitor.call(getAdvisor)).body.name

it('a manager looks after all accounts of a customer, or one of them, and signs the answers of the bank', async () => {
  const ndar = await bank.aCustomer({ kind: 'company' })
  const other = await bank.anOwnAccount(ndar, {})
  const [coumba, aliou] = [await aManager('Coumba', 'Gueye'), await aManager('Aliou', 'Faye')]
  const { said } = await desk.done('managers', 'assign', coumba, '--customer', ndar.customer_id)
  expect(said).toBe('2 accounts are now looked after by Coumba Gueye.')
  await desk.done('managers', 'assign', aliou, '--account', other.iban)
  expect(await managerOf(ndar)).toBe('Coumba Gueye')
  expect((await desk.done('managers', 'list')).rows).toMatchObject([
    { id: aliou, accounts: 1 },
    { id: coumba, accounts: 1, branch_code: '01003', team: 'companies' },
  ])
  const message = (await ndar.call(writeMessage, { body: { subject: 'Bonjour', body: 'Une question.' } })).body
  await desk.done('messages', 'answer', message.id, '--text', 'Une réponse.')
  expect(JSON.stringify((await ndar.call(getMessage, { params: { id: message.id } })).body)).toContain('Coumba Gueye')
  const { body } = await ndar.call(listAuditEvents, { query: { action: 'account.change' } })
  expect(body.map(({ details }) => details)).toEqual([[{ name: 'Conseiller', before: null, after: 'Coumba Gueye' }]])
  expect((await desk.connect('managers', 'assign', aliou)).code).toBe(exitCodes.usage)
})

it('a new account of a customer has the manager of the others', async () => {
  const awa = await bank.aCustomer()
  const manager = await aManager('Khady', 'Ba')
  await desk.done('managers', 'assign', manager, '--customer', awa.customer_id)
  const typedAccount = ['--customer', awa.customer_id, '--branch', '01003', '--label', 'Épargne', '--kind', 'savings']
  await desk.done('accounts', 'open', ...typedAccount)
  expect((await desk.done('managers', 'list')).rows).toContainEqual(
    expect.objectContaining({ id: manager, accounts: 2 }),
  )
})

it('a manager who leaves hands the accounts over, or leaves them to the branch', async () => {
  const [awa, omar] = [await bank.aCustomer(), await bank.aCustomer()]
  const [first, second] = [await aManager('Fatou', 'Sow'), await aManager('Modou', 'Diop')]
  for (const { iban } of [awa, omar]) await desk.done('managers', 'assign', first, '--account', iban)
  expect(await desk.refused('managers', 'remove', first, '--to', first)).toContain('who is removed')
  expect((await desk.done('managers', 'remove', first, '--to', second)).said).toBe(
    'Fatou Sow was removed; 2 accounts went to Modou Diop.',
  )
  expect([await managerOf(awa), await managerOf(omar)]).toEqual(['Modou Diop', 'Modou Diop'])
  await desk.done('managers', 'remove', second)
  expect(await managerOf(awa)).toBeNull()
  expect((await desk.acts('managers.remove'))[0]?.facts).toMatchObject({
    accounts: 2,
    before: { last_name: 'Diop' },
    successor: null,
  })
  expect(await desk.refused('managers', 'assign', first, '--account', awa.iban)).toContain(
    `there is no manager ${first}`,
  )
})

it('a change replaces the given fields only', async () => {
  const id = await aManager('Seynabou', 'Gaye')
  const [changed] = (await desk.done('managers', 'change', id, '--email', 's.gaye@teranga.example')).rows
  expect(changed).toMatchObject({ last_name: 'Gaye', email: 's.gaye@teranga.example', phone: '+221338000042' })
  expect(await desk.refused('managers', 'change', id, '--branch', '09999')).toBe('Refused: there is no branch 09999\n')
  expect((await desk.acts('managers.change'))[0]?.facts).toMatchObject({
    before: { email: 'gaye@teranga.example' },
    after: { email: 's.gaye@teranga.example' },
  })
})
