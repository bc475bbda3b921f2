import { describe, expect, it } from 'vitest'
import type { TransferRate } from '../exchange-rates/conversion-rules.ts'
import type { OrderTariff } from './transfer-charges-rules.ts'
import { currenciesOf, priceOf } from './transfer-price-rules.ts'

const tariff: OrderTariff = {
  large_value_threshold: 50_000_000,
  sica_fee: 500,
  sica_regional_fee: 1_500,
  star_fee: 5_000,
  swift_fee_basis_points: 50,
  swift_fee_min: 12_500,
  swift_fee_max: 75_000,
  swift_our_fee: 15_000,
  exchange_commission_basis_points: 25,
  exchange_commission_min: 1_000,
  exchange_rate_minutes: 15,
  exchange_control_months: 1,
  taf_basis_points: 1_700,
  sica_cut_off: 900,
  star_cut_off: 870,
  swift_cut_off: 720,
  instant_company_fee: 0,
  no_document_tolerance: 500_000,
  goods_domiciliation_threshold: 10_000_000,
  company_single_signature_limit: 5_000_000,
  new_payee_hours: 0,
  new_payee_free_amount: 0,
  first_payment_cap: 0,
  pending_order_days: 30,
}
const now = new Date('2026-11-23T10:00:00Z')
const published = new Date('2026-11-23T08:00:00Z')
const euro: TransferRate = {
  currency: 'EUR',
  rate: 655.957,
  is_fixed: true,
  effective_at: published,
  replaced_at: null,
}
const dollar: TransferRate = { currency: 'USD', rate: 572, is_fixed: false, effective_at: published, replaced_at: null }
const rates = [euro, dollar]

const abroad = {
  network: 'swift',
  iban: 'FR1420041010050500013M02606',
  home: 'SN',
  is_company: false,
  account_currency: 'XOF',
  payee_currency: null,
  rates,
  tariff,
  now,
} as const
const order = { amount: 100_000, currency: 'EUR', rate_at: null, charges: null } as const

describe('the price of an order abroad', () => {
  it('is the counter-value at the parity, without a commission on the exchange', () => {
    expect(priceOf(order, abroad)).toEqual({
      amount: 655_957,
      fees: 12_500,
      tax: 2_125,
      counter_value: 655_957,
      instructed_amount: 100_000,
      instructed_currency: 'EUR',
      credit_amount: 100_000,
      credit_currency: 'EUR',
      exchange_rate: 655.957,
      exchange_commission: null,
      charges: 'SHA',
      rate_at: null,
      rate_until: null,
    })
  })

  it('leaves in euro where the amount is in francs', () => {
    expect(priceOf({ ...order, amount: 750_000, currency: null }, abroad)).toMatchObject({
      amount: 750_000,
      instructed_amount: null,
      credit_amount: 114_337,
      credit_currency: 'EUR',
    })
  })

  it('has a commission and a guaranteed rate in a currency whose rate moves', () => {
    // 1,000 USD = 572,000 F; the commission is 0.25 % = 1,430 F with 243 F of TAF beside that of the fee.
    expect(priceOf({ ...order, currency: 'USD' }, abroad)).toMatchObject({
      amount: 572_000,
      fees: 12_500 + 1_430,
      tax: 2_125 + 243,
      credit_amount: 100_000,
      credit_currency: 'USD',
      exchange_rate: 572,
      exchange_commission: 1_430,
      rate_at: published,
      rate_until: new Date('2026-11-23T10:15:00Z'),
    })
    expect(priceOf({ ...order, amount: 100, currency: 'USD' }, abroad)).toMatchObject({ exchange_commission: 1_000 })
  })

  it('adds the charges of the other banks where the payer bears them', () => {
    expect(priceOf({ ...order, charges: 'OUR' }, abroad)).toMatchObject({ fees: 27_500, tax: 4_675, charges: 'OUR' })
  })

  it('is deducted from the amount where the payee bears the charges', () => {
    const price = priceOf({ ...order, charges: 'BEN' }, abroad)
    expect(price).toMatchObject({
      amount: 655_957 - 12_500 - 2_125,
      instructed_amount: 100_000,
      instructed_currency: 'EUR',
      credit_amount: 97_770,
    })
    expect(priceOf({ ...order, amount: 14_625, currency: null, charges: 'BEN' }, abroad)).toBe('amount_below_charges')
  })

  it('is in euro for an account in euro, its fees converted from the tariff', () => {
    expect(priceOf(order, { ...abroad, account_currency: 'EUR' })).toMatchObject({
      amount: 100_000,
      // 12,500 F and 2,125 F.
      fees: 1_906,
      tax: 324,
      counter_value: 655_957,
      instructed_amount: null,
      credit_amount: null,
      exchange_rate: null,
    })
  })

  it('does not exist in a currency without a correspondent, in francs from an account in euro, or at an old rate', () => {
    expect(priceOf({ ...order, currency: 'GBP' }, abroad)).toBe('currency_not_offered')
    expect(priceOf({ ...order, currency: 'XOF' }, { ...abroad, account_currency: 'EUR' })).toBe('currency_not_offered')
    expect(priceOf({ ...order, currency: 'USD', rate_at: 1 }, abroad)).toBe('rate_expired')
  })
})

describe('an exchange between own accounts', () => {
  const own = { ...abroad, network: 'book', iban: 'SN08SN9990100310000110100169' } as const
  it('is free, at the parity, from the amount that was typed', () => {
    const toFrancs = { ...own, account_currency: 'EUR', payee_currency: 'XOF' } as const
    expect(priceOf({ ...order, amount: 76_000, currency: null }, toFrancs)).toMatchObject({
      amount: 76_000,
      fees: 0,
      tax: 0,
      credit_amount: 498_527,
      credit_currency: 'XOF',
      charges: null,
    })
    const toEuro = { ...own, payee_currency: 'EUR' } as const
    expect(priceOf({ ...order, amount: 50_000 }, toEuro)).toMatchObject({
      amount: 327_979,
      credit_amount: 50_000,
      instructed_amount: 50_000,
      instructed_currency: 'EUR',
    })
    expect(priceOf({ ...order, amount: 3, currency: 'XOF' }, toEuro)).toBe('amount_too_small')
    expect(priceOf({ ...order, amount: 4, currency: 'XOF' }, toEuro)).toMatchObject({ amount: 4, credit_amount: 1 })
  })

  it('is nothing between accounts in the same currency', () => {
    expect(priceOf({ ...order, currency: null }, { ...own, payee_currency: 'XOF' })).toMatchObject({
      amount: 100_000,
      credit_amount: null,
      counter_value: 100_000,
    })
  })
})

describe('the currencies of an amount', () => {
  it('are those of both accounts, abroad those of the correspondents', () => {
    expect(currenciesOf(abroad)).toEqual(['EUR', 'USD', 'XOF'])
    expect(currenciesOf({ ...abroad, account_currency: 'EUR' })).toEqual(['EUR'])
    expect(currenciesOf({ ...abroad, network: 'book', payee_currency: 'EUR' })).toEqual(['XOF', 'EUR'])
    expect(currenciesOf({ ...abroad, network: 'sica' })).toEqual(['XOF'])
  })
})
