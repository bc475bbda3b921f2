import {
  changeBeneficiary,
  createBeneficiary,
  listCountries,
  type NewBeneficiary,
  validateIban,
} from 'contract/transfers/beneficiaries.ts'
import { Phone } from 'contract/values/contact.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../adapters/ids.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'

let bank: TestBank
let awa: Visitor & { iban: string }
let other: Visitor & { customer_id: string; iban: string }
beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer()
  other = await bank.aCustomer()
  await bank.owner.query(`INSERT INTO banks VALUES ('SN', 'SN998', 'Banque du Fleuve', 'FLEUSNDA')`)
})
afterAll(() => bank.close())

const check = async (iban: string, visitor = awa) => (await visitor.call(validateIban, { query: { iban } })).body

describe('the check of an account number', () => {
  it('names bank, branch and BIC of an account, and nothing of its holder', async () => {
    const typed = other.iban
      .slice(4)
      .replace(/(.{5})/g, '$1 ')
      .toLowerCase()
    const answer = await check(typed)
    expect(answer).toEqual({
      valid: true,
      code: null,
      iban: other.iban,
      country: 'SN',
      international: false,
      bank_code: 'SN999',
      bank_name: 'Banque Téranga',
      branch_code: '01003',
      branch_name: 'Dakar Sacré-Cœur',
      bic: 'TERASNDA',
      holder: null,
      duplicate_of: null,
    })
  })

  it('names other local banks, and known banks abroad', async () => {
    const fleuve = ibanFrom('SN', 'SN998', '01001', '003101102001')
    expect(await check(fleuve)).toMatchObject({
      valid: true,
      bank_name: 'Banque du Fleuve',
      bic: 'FLEUSNDA',
      branch_name: null,
      holder: null,
    })
    expect(await check('FR14 2004 1010 0505 0001 3M02 606')).toMatchObject({
      valid: true,
      country: 'FR',
      international: true,
      bank_code: null,
    })
  })

  it.each([
    ['', 'iban_invalid'],
    ['SN08SN999010031000011010', 'iban_invalid'],
    ['US12 3456 7890', 'country_unsupported'],
    ['SN999 01003 100001101001 70', 'rib_key_invalid'],
  ])('reports the error of "%s"', async (typed, code) => {
    expect(await check(typed)).toMatchObject({ valid: false, code })
  })

  it('reports an account unknown to this bank, a closed one, and the debited one', async () => {
    expect(await check(ibanFrom('SN', 'SN999', '01003', '999999999999'))).toMatchObject({
      valid: false,
      code: 'no_such_account',
    })
    const closed = await bank.aCustomer({ status: 'closed' })
    expect(await check(closed.iban)).toMatchObject({ valid: false, code: 'no_such_account' })
    expect(await check(awa.iban)).toMatchObject({ valid: false, code: 'own_account' })
  })

  it('names the user’s beneficiary with the same account, and nothing of other customers', async () => {
    const id = await bank.aBeneficiary(awa.account_id, other.iban, 'Ousmane Fall')
    expect((await check(other.iban)).duplicate_of).toEqual({ id, name: 'Ousmane Fall' })
    const stranger = await bank.aCustomer()
    expect((await check(other.iban, stranger)).duplicate_of).toBeNull()
  })

  it('reports whether a typed name is the holder’s, and discloses the name only where one letter differs', async () => {
    await bank.owner.query('UPDATE customers SET name = $1 WHERE id = $2', ['Moustapha Thiam', other.customer_id])
    const holderOf = async (name: string, iban = other.iban) =>
      (await awa.call(validateIban, { query: { iban, name } })).body.holder
    expect(await holderOf('THIAM Moustapha')).toEqual({ match: 'same', correction: null })
    expect(await holderOf('Mustapha Thiam')).toEqual({ match: 'near', correction: 'Moustapha Thiam' })
    expect(await holderOf('Moustapha Amadou Thiam')).toEqual({ match: 'near', correction: null })
    expect(await holderOf('Awa Fall')).toEqual({ match: 'different', correction: null })
    // Nothing about accounts of other banks, nor about the customer's own.
    expect(await holderOf('Awa Fall', ibanFrom('SN', 'SN998', '01001', '003101102001'))).toBeNull()
    expect(await holderOf('Awa Fall', awa.iban)).toBeNull()
  })

  it('limits requests, so that the names of the bank’s customers cannot be enumerated', async () => {
    const customer = await bank.aCustomer()
    const check = () => customer.call(validateIban, { query: { iban: other.iban } })
    for (let times = 0; times < 60; times += 1) expect((await check()).status).toBe(200)
    await check()
    const refused = await check()
    expect([refused.status, ...codesOf(refused)]).toEqual([429, 'asked_too_often'])
    // A number of another bank discloses no holder.
    expect((await customer.call(validateIban, { query: { iban: 'FR1420041010050500013M02606' } })).status).toBe(200)
    expect((await awa.call(validateIban, { query: { iban: other.iban } })).status).toBe(200)
  })

  it('counts a refused save of a beneficiary as a check, but not a completed one', async () => {
    const customer = await bank.aCustomer()
    const payee = (iban: string): NewBeneficiary => ({ name: 'Sokhna Diarra', iban, allow_other_holder: true })
    const key = () => ({ 'idempotency-key': newId() })
    const check = (account: string) =>
      customer.call(createBeneficiary, { body: payee(ibanFrom('SN', 'SN999', '01003', account)), headers: key() })
    const saved = await customer.confirm(createBeneficiary, { body: payee(other.iban) })
    expect(saved.status).toBe(201)
    // The question for the password was one.
    for (let number = 1; number < 60; number += 1)
      expect((await check(String(888_000_000_000 + number))).status).toBe(422)
    const { body } = await customer.call(validateIban, { query: { iban: awa.iban } })
    expect(body.valid).toBe(true)
    const refused = await check('888000000099')
    expect([refused.status, ...codesOf(refused)]).toEqual([429, 'asked_too_often'])
    const change = { params: { id: saved.body.id }, body: { ...payee(awa.iban), version: saved.body.version } }
    const changed = await customer.call(changeBeneficiary, change)
    expect([changed.status, ...codesOf(changed)]).toEqual([429, 'asked_too_often'])
    const elsewhere = payee('FR1420041010050500013M02606')
    expect(
      (await customer.call(createBeneficiary, { body: { ...elsewhere, bic: 'SOGEFRPP' }, headers: key() })).status,
    ).toBe(428)
  })
})

describe('the countries', () => {
  it('are named in the user’s language and sorted by it', async () => {
    const french = (await awa.call(listCountries, { headers: { 'accept-language': 'fr' } })).body
    const english = (await awa.call(listCountries, { headers: { 'accept-language': 'en' } })).body
    expect(french.find(({ code }) => code === 'SN')).toEqual({
      code: 'SN',
      name: 'Sénégal',
      dial_code: '+221',
      iban_length: 28,
    })
    expect(english.find(({ code }) => code === 'CI')).toMatchObject({ name: 'Côte d’Ivoire', dial_code: '+225' })
    expect(french[0]?.code).toBe('AF')
    // Accents are ignored: Égypte is sorted between E and F.
    const places = french.map(({ code }) => code)
    expect(places.indexOf('EG')).toBeLessThan(places.indexOf('FR'))
    expect(english.every(({ name, code }) => name !== code)).toBe(true)
  })

  it('have dial codes, with which telephone numbers are accepted', async () => {
    const { body } = await awa.call(listCountries)
    const digits = (dial_code: string) =>
      dial_code.startsWith('+1') ? `${dial_code}5552345678`.slice(0, 12) : `${dial_code}77123456`
    const exact: Record<string, string> = {
      '+221': '+221771234567',
      '+225': '+2250712345678',
      '+220': '+2207712345',
      '+224': '+224621234567',
      '+229': '+2290161234567',
      '+245': '+245955123456',
      '+212': '+212612345678',
      '+33': '+33612345678',
      '+34': '+34612345678',
      '+44': '+447712345678',
    }
    const refused = body.filter(({ dial_code }) => !z.safeParse(Phone, exact[dial_code] ?? digits(dial_code)).success)
    expect(refused).toEqual([])
  })
})
