import { getAdvisor } from 'contract/accounts/accounts.ts'
import { listBankDetails } from 'contract/accounts/rib.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATOR, openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
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

it('an empty bank gets its identity from an operator, whole or not at all', async () => {
  await bank.owner.query('DELETE FROM bank')
  expect((await desk.done('bank', 'show')).rows).toEqual([])
  const user = ['users', 'create', '--first-name', 'Khady', '--last-name', 'Badji', '--email', 'khady@ndar.example']
  expect(await desk.refused(...user)).toBe('Refused: the bank has no identity yet: set it with "connect bank set"\n')
  const some = ['--name', 'Banque du Fleuve', '--code', 'SN999', '--bic', 'FLEUSNDA', '--address', 'Quai Nord, Dakar']
  const incomplete = await desk.connect('bank', 'set', ...some)
  expect([incomplete.code, incomplete.err]).toEqual([exitCodes.usage, expect.stringContaining('--phone is missing')])
  expect((await desk.done('bank', 'show')).rows).toEqual([])
  await desk.done('bank', 'set', ...some, '--phone', '+221338000010', '--email', 'clients@fleuve.example')
  expect((await desk.done('bank', 'show')).rows).toMatchObject([
    { name: 'Banque du Fleuve', code: 'SN999', email: 'clients@fleuve.example', legal: '' },
  ])
})

it('a field is changed alone, on the pages of customers too; the code stays once account numbers contain it', async () => {
  await desk.done('bank', 'set', '--code', 'SN998')
  await desk.done('bank', 'set', '--code', 'SN999')
  const awa = await bank.aCustomer()
  await desk.done('bank', 'set', '--name', 'Banque du Fleuve et du Cap', '--email', 'service@fleuve.example')
  expect((await awa.call(listBankDetails)).body).toMatchObject([{ bank_name: 'Banque du Fleuve et du Cap' }])
  expect((await awa.call(getAdvisor)).body.email).toBe('service@fleuve.example')
  expect(await desk.refused('bank', 'set', '--code', 'SN998')).toBe(
    'Refused: account numbers contain the code SN999: it cannot change\n',
  )
  expect((await desk.acts('bank.set'))[0]).toMatchObject({
    operator: OPERATOR,
    facts: { before: { name: 'Banque du Fleuve' }, after: { name: 'Banque du Fleuve et du Cap', bic: 'FLEUSNDA' } },
  })
})
