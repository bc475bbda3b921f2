import { ibanFrom } from 'contract/values/iban.ts'
import { describe, expect, it } from 'vitest'
import { type CreditedAccount, creditOf, labelOf } from './incoming-rules.ts'

const IBAN = ibanFrom('SN', 'SN999', '01001', '100001101001')
const account = (own: Partial<CreditedAccount> = {}): CreditedAccount => ({
  id: 'a',
  iban: IBAN,
  status: 'active',
  currency: 'XOF',
  ...own,
})
const rates = { EUR: 655.957, USD: 605.5 } as Record<string, number>
const rateOf = (currency: string) => rates[currency] ?? null
const paid = (amount: number, currency: 'XOF' | 'EUR' | 'USD' | 'GBP') => ({ creditor_account: IBAN, amount, currency })

describe('the credit of an incoming payment', () => {
  it.each([
    ['francs to francs', paid(40_000, 'XOF'), account(), 40_000, null],
    ['euro to euro', paid(25_050, 'EUR'), account({ currency: 'EUR' }), 25_050, null],
    ['euro to francs', paid(109_000, 'EUR'), account(), 714_993, 655.957],
    ['francs to euro', paid(655_957, 'XOF'), account({ currency: 'EUR' }), 100_000, 655.957],
    ['dollars to francs', paid(10_000, 'USD'), account(), 60_550, 605.5],
    ['dollars to euro', paid(10_000, 'USD'), account({ currency: 'EUR' }), 9_231, 605.5],
  ])('is exact from %s', (_, payment, to, amount, exchange_rate) =>
    expect(creditOf(payment, to, rateOf)).toEqual({ account_id: 'a', currency: to.currency, amount, exchange_rate }),
  )

  it.each([
    ['no account of this number', IBAN, undefined, 'AC01'],
    ['a number with a wrong key', `${IBAN.slice(0, 26)}00`, undefined, 'AC03'],
    ['a number that is no IBAN', '12345', undefined, 'AC03'],
    ['no number', '', undefined, 'AC03'],
    ['a closed account', IBAN, account({ status: 'closed' }), 'AC04'],
    ['a blocked account', IBAN, account({ status: 'blocked' }), 'AC06'],
  ])('is refused for %s', (_, creditor_account, to, reason) =>
    expect(creditOf({ ...paid(1, 'XOF'), creditor_account }, to, rateOf)).toBe(reason),
  )

  it('is refused in a currency without a rate, and where nothing is left of it', () => {
    expect(creditOf(paid(100, 'GBP'), account(), rateOf)).toBe('AM03')
    expect(creditOf(paid(1, 'XOF'), account({ currency: 'EUR' }), () => 655.957)).toBe('AM03')
  })

  it('reads a bank account number of the country as the account of its IBAN', () =>
    expect(creditOf({ ...paid(5, 'XOF'), creditor_account: IBAN.slice(4) }, account(), rateOf)).toMatchObject({
      amount: 5,
    }))
})

it.each([
  [{ label: 'Facture n° 12', category_purpose: null }, 'VIR RECU FACTURE N° 12'],
  [{ label: '', category_purpose: null }, 'VIR RECU SOCIETE BAOBAB'],
  [{ label: 'Mars 2026', category_purpose: 'SALA' }, 'VIR RECU SALAIRE MARS 2026'],
  [{ label: 'Salaire mars', category_purpose: 'SALA' }, 'VIR RECU SALAIRE MARS'],
  [{ label: '', category_purpose: 'SALA' }, 'VIR RECU SALAIRE'],
])('words the operation of %o', (payment, label) =>
  expect(labelOf({ ...payment, debtor_name: 'Société\t\u0085Baobab' })).toBe(label),
)

it('cuts a long label between two characters: the ledger could not store half of one', () => {
  const label = labelOf({ label: `${'a'.repeat(190)}🌍🌍`, category_purpose: null, debtor_name: '' })
  expect(label).toBe(`VIR RECU ${'A'.repeat(190)}🌍`)
})
