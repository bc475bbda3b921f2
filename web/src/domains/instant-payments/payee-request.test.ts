import { ibanFrom } from 'contract/values/iban.ts'
import { type PaymentQr, paymentQrText } from 'contract/values/payment-qr.ts'
import { describe, expect, it } from 'vitest'
import { payeeRequestOf } from './payee-request.ts'

const address = '111c3e1b-4312-49ec-b75e-4c8c74c10fd7'
const iban = ibanFrom('CI', 'CI008', '01113', '013411342912')
const code: PaymentQr = {
  alias: address,
  amount: 2500,
  country: 'CI',
  reference: 'CAISSE-1',
  channel: '400',
  purpose: null,
}

describe('what was typed for a payee', () => {
  it.each([
    ['77 512 34 56', 'phone', '+221775123456'],
    ['+225 07 00 00 01 01', 'phone', '+2250700000101'],
    ['00225 0700000101', 'phone', '+2250700000101'],
    [address.toUpperCase(), 'address', address],
    [` ${address} `, 'address', address],
    [iban.replaceAll(/(.{4})/g, '$1 ').toLowerCase(), 'account', iban],
    [iban.slice(4), 'account', iban],
    ['4521', 'merchant', '4521'],
    ['12 345', 'merchant', '12345'],
  ])('%s is looked up as %s', (typed, kind, value) => {
    expect(payeeRequestOf(typed)).toEqual({ input: { kind, value }, code: null, error: null })
  })

  it.each([
    [`${iban.slice(0, -1)}${iban.endsWith('0') ? '1' : '0'}`, 'iban_invalid'],
    ['FR14 2004 1010 0505 0001 3M02 606', 'iban_invalid'],
    ['Awa Ndiaye', 'unreadable'],
    ['5', 'unreadable'],
    ['12345678901', 'unreadable'],
    ['', 'unreadable'],
    [paymentQrText(code).slice(0, -1), 'qr_cut'],
    [paymentQrText(code).replace('54042500', '54042600'), 'qr_checksum_wrong'],
  ])('%s is not looked up: %s', (typed, error) => {
    expect(payeeRequestOf(typed)).toEqual({ error })
  })
})

describe('a scanned code', () => {
  it('is looked up by its address, with its channel and its reference', () => {
    expect(payeeRequestOf(paymentQrText(code))).toEqual({
      input: { kind: 'address', value: address, channel: '400', reference: 'CAISSE-1' },
      code,
      error: null,
    })
  })

  it('of another channel is looked up as an address', () => {
    expect(payeeRequestOf(paymentQrText({ ...code, channel: '500' }))).toMatchObject({ input: { channel: null } })
  })
})
