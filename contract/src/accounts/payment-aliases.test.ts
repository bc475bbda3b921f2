import { expect, it } from 'vitest'
import { paymentQrText, readPaymentQr } from '../values/payment-qr.ts'
import { paymentCodeOf } from './payment-aliases.ts'

const alias = '3f2c9a10-5d1e-4c57-9a42-0d7f4be1c201'

it.each([
  ['person', null, null, '731', '3F2C9A10'],
  // Dynamic codes are for merchants, companies and governments.
  ['person', 2_500, 'TABLE7', '731', 'TABLE7'],
  ['merchant', null, null, '000', '3F2C9A10'],
  ['merchant', 2_500, null, '000', '3F2C9A10'],
  ['company', null, 'COMPTOIR', '000', 'COMPTOIR'],
  ['company', 2_500, 'FACT12', '400', 'FACT12'],
] as const)(
  'has for a %s with the amount %s and the reference %s the channel %s',
  (receiver, amount, reference, channel, written) => {
    const text = paymentQrText(paymentCodeOf(receiver, alias, { amount, reference }))
    expect(readPaymentQr(text).code).toEqual({
      alias,
      amount,
      country: 'SN',
      reference: written,
      channel,
      purpose: null,
    })
  },
)
