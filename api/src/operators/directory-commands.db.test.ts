import { listBankDetails } from 'contract/accounts/rib.ts'
import { validateIban } from 'contract/transfers/beneficiaries.ts'
import { addDays } from 'contract/values/calendar.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR, openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'

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

const END = (lines: number) => `END;${lines}`

describe('the directory of banks', () => {
  const head = 'country;code;name;bic'
  const iban = ibanFrom('SN', 'SN011', '01001', '000000000001')

  it('names the bank of an account number from its publication on, until it is removed', async () => {
    const awa = await bank.aCustomer()
    const named = async () => (await awa.call(validateIban, { query: { iban } })).body.bank_name
    expect(await named()).toBeNull()
    const path = await desk.file(head, 'SN;SN011;Banque du Fleuve;FLEUSNDA', 'FR;20041;Banque du Confluent;', END(2))
    await desk.done('banks', 'publish', path)
    expect(await named()).toBe('Banque du Fleuve')
    await desk.done('banks', 'publish', await desk.file(head, 'SN;SN011;Banque du Fleuve et du Cap;FLEUSNDA', END(1)))
    expect(await named()).toBe('Banque du Fleuve et du Cap')
    expect((await desk.acts('banks.publish'))[0]).toMatchObject({
      operator: OPERATOR,
      facts: { before: [{ code: 'SN011', name: 'Banque du Fleuve' }], after: [{ name: 'Banque du Fleuve et du Cap' }] },
    })
    expect((await desk.done('banks', 'list', '--country', 'FR')).rows).toEqual([
      { country: 'FR', code: '20041', name: 'Banque du Confluent', bic: null },
    ])
    await desk.done('banks', 'remove', 'SN', 'SN011')
    expect(await named()).toBeNull()
    expect((await desk.acts('banks.remove'))[0]?.facts).toMatchObject({ before: { bic: 'FLEUSNDA' } })
    expect(await desk.refused('banks', 'remove', 'SN', 'SN011')).toBe('Refused: the directory has no bank SN SN011\n')
  })

  it.each([
    ['a BIC of another country', ['SN;SN020;Essai;SOGEFRPP'], 'line 2: bic is not valid'],
    ['a code of another length', ['SN;SN02;Essai;'], 'line 2: code is not valid'],
    ['an unknown country', ['QQ;00001;Essai;'], 'there is no country QQ'],
    ['a bank twice', ['SN;SN020;Essai;', 'SN;SN020;Essai;'], 'a bank appears twice'],
  ])('publishes nothing from a file with %s', async (_, lines, reason) => {
    const path = await desk.file(head, ...lines, END(lines.length))
    expect(await desk.refused('banks', 'publish', path)).toContain(reason)
    expect((await desk.done('banks', 'list', '--country', 'SN')).rows).toEqual([])
  })
})

describe('correspondents', () => {
  it('are on the bank details of accounts in their currency; the others stay', async () => {
    const awa = await bank.aCustomer({ currency: 'EUR' })
    const before = (await desk.done('correspondents', 'list')).rows
    const path = await desk.file(
      'currency;name;bic;account_number',
      'EUR;Comptoir de Paris;SOGEFRPP;FR1420041010050500013M02606',
      END(1),
    )
    await desk.done('correspondents', 'publish', path)
    expect((await awa.call(listBankDetails)).body).toMatchObject([
      { correspondent_bank: 'Comptoir de Paris', correspondent_bic: 'SOGEFRPP' },
    ])
    expect((await desk.done('correspondents', 'list')).rows.length).toBe(before.length)
    expect((await desk.acts('correspondents.publish'))[0]?.facts).toMatchObject({
      before,
      after: [{ currency: 'EUR', account_number: 'FR1420041010050500013M02606' }],
    })
    const franc = await desk.file('currency;name;bic;account_number', 'XOF;Essai;SOGEFRPP;123456', END(1))
    expect(await desk.refused('correspondents', 'publish', franc)).toContain('line 2: currency is not valid')
    await desk.done('correspondents', 'remove', 'EUR')
    expect((await awa.call(listBankDetails)).body).toMatchObject([
      { correspondent_bank: null, correspondent_bic: null },
    ])
    expect((await desk.acts('correspondents.remove'))[0]?.facts).toMatchObject({ before: { bic: 'SOGEFRPP' } })
    expect(await desk.refused('correspondents', 'remove', 'EUR')).toBe('Refused: there is no correspondent for EUR\n')
  })
})

describe('holidays', () => {
  const head = 'country;day;name_fr;name_en;confirmed'
  const today = () => bank.clock.at.toISOString().slice(0, 10)

  it('to come are removed, in the country that is named', async () => {
    const day = addDays(today(), 40)
    const path = await desk.file(head, `SN;${day};Deuil;Mourning;yes`, `CI;${day};Deuil;Mourning;yes`, END(2))
    await desk.done('holidays', 'publish', path)
    const listed = async () =>
      (await desk.done('holidays', 'list')).rows.flatMap((row) => (row['day'] === day ? row['country'] : []))
    expect(await listed()).toEqual(['SN', 'CI'])
    await desk.done('holidays', 'remove', day, '--country', 'CI')
    expect(await listed()).toEqual(['SN'])
    await desk.done('holidays', 'remove', day)
    expect(await listed()).toEqual([])
    expect((await desk.acts('holidays.remove')).map(({ facts }) => facts['before'])).toMatchObject([
      { country: 'SN', day, name_fr: 'Deuil' },
      { country: 'CI', day },
    ])
    expect(await desk.refused('holidays', 'remove', day)).toBe(`Refused: ${day} is no holiday in SN\n`)
  })

  it('that have begun stay', async () => {
    await desk.done('holidays', 'publish', await desk.file(head, `SN;${today()};Deuil;Mourning;yes`, END(1)))
    expect(await desk.refused('holidays', 'remove', today())).toBe('Refused: a holiday that has begun stays\n')
  })
})

describe('branches', () => {
  it('are removed once nothing names them', async () => {
    const head = 'code;name;address;phone;opening_hours_fr;opening_hours_en'
    const path = await desk.file(head, '01042;Rufisque;Route nationale;+221338000043;8 h à 16 h;8 am to 4 pm', END(1))
    await desk.done('branches', 'publish', path)
    const { customer_id } = await bank.aCustomer()
    await desk.done('accounts', 'open', '--customer', customer_id, '--branch', '01042', '--label', 'Courant')
    expect(await desk.refused('branches', 'remove', '01042')).toBe(
      'Refused: the branch 01042 has 1 accounts, 0 managers and 0 ordered chequebooks\n',
    )
    await bank.owner.query("UPDATE accounts SET branch_code = '01003' WHERE branch_code = '01042'")
    await desk.done('branches', 'remove', '01042')
    expect((await desk.done('branches', 'list')).rows.map(({ code }) => code)).not.toContain('01042')
    expect((await desk.acts('branches.remove'))[0]?.facts).toMatchObject({ before: { name: 'Rufisque' } })
    expect(await desk.refused('branches', 'remove', '01042')).toBe('Refused: there is no branch 01042\n')
  })
})

describe('economic codes', () => {
  it('are replaced for the purposes of the file', async () => {
    await desk.done('codes', 'publish', await desk.file('purpose;code', 'studies;2Bc9', END(1)))
    const { rows } = await desk.done('codes', 'list')
    expect(rows).toContainEqual({ purpose: 'studies', code: '2Bc9' })
    expect(rows).toContainEqual({ purpose: 'goods', code: '1Aa' })
    expect((await desk.acts('codes.publish'))[0]?.facts['before']).toContainEqual({
      purpose: 'studies',
      code: '1Ab422',
    })
    const unknown = await desk.file('purpose;code', 'weapons;1', END(1))
    expect(await desk.refused('codes', 'publish', unknown)).toContain('line 2: purpose is not valid')
  })
})
