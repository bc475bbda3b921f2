import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UEMOA_COUNTRIES } from './iban.ts'
import { checksumOf, type PaymentQr, paymentQrErrors, paymentQrText, readPaymentQr } from './payment-qr.ts'

/** The example of the platform's documentation. */
const OFFICIAL =
  '00020136560012int.bceao.pi0136111c3e1b-4312-49ec-b75e-4c8c74c10fd7520400005303952540410005802CI5901X6001X62270516F2YG7643D5HH2023110350063049618'
const official: PaymentQr = {
  alias: '111c3e1b-4312-49ec-b75e-4c8c74c10fd7',
  amount: 1000,
  country: 'CI',
  reference: 'F2YG7643D5HH2023',
  channel: '500',
  purpose: null,
}

/** The official example with one part replaced, and a checksum that fits. */
const changed = (part: string, by: string) => {
  const body = OFFICIAL.slice(0, -4).replace(part, by)
  return body + checksumOf(body)
}

const printable = (maxLength: number) =>
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength,
  })
const anyCode: fc.Arbitrary<PaymentQr> = fc.record({
  alias: fc.uuid(),
  amount: fc.option(fc.integer({ min: 1, max: 9_999_999_999_999 })),
  country: fc.constantFrom(...UEMOA_COUNTRIES),
  reference: printable(25),
  channel: fc.option(fc.constantFrom('000', '400', '731', '500', '401')),
  purpose: fc.option(printable(59)),
})

describe('the checksum', () => {
  it('has the published check value', () => expect(checksumOf('123456789')).toBe('29B1'))
  it('keeps its leading zeros', () => {
    const texts = Array.from({ length: 2000 }, (_, index) => checksumOf(String(index)))
    expect(texts.some((text) => text.startsWith('00'))).toBe(true)
    expect(texts.every((text) => /^[0-9A-F]{4}$/.test(text))).toBe(true)
  })
})

describe('the official example', () => {
  it('is read', () => expect(readPaymentQr(OFFICIAL)).toEqual({ code: official, error: null }))
  it('is written', () => expect(paymentQrText(official)).toBe(OFFICIAL))
  it('is read with the line break that some readers add', () => {
    expect(readPaymentQr(`${OFFICIAL}\r\n`).code).toEqual(official)
  })
})

describe('a written code', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        expect(readPaymentQr(paymentQrText(code))).toEqual({ code, error: null })
      }),
      { numRuns: 2000 },
    )
  })

  it('names no amount where the payer types it', () => {
    const text = paymentQrText({ ...official, amount: null })
    expect(text).not.toContain('54041000')
    expect(readPaymentQr(text).code?.amount).toBeNull()
  })

  it('has its address in lower case', () => {
    expect(paymentQrText({ ...official, alias: official.alias.toUpperCase() })).toBe(OFFICIAL)
  })

  it.each([
    ['qr_alias_invalid', { alias: '+221771234567' }],
    ['qr_amount_invalid', { amount: 0 }],
    ['qr_amount_invalid', { amount: 10_000_000_000_000 }],
    ['qr_amount_invalid', { amount: 1.5 }],
    ['qr_country_outside_union', { country: 'FR' }],
    ['qr_reference_invalid', { reference: '' }],
    ['qr_reference_invalid', { reference: 'X'.repeat(26) }],
    ['qr_reference_invalid', { reference: 'é' }],
    ['qr_channel_invalid', { channel: '73' }],
    ['qr_purpose_invalid', { purpose: 'X'.repeat(60) }],
    ['qr_purpose_invalid', { purpose: '' }],
  ])('cannot be made: %s of %o', (error, part) => {
    expect(() => paymentQrText({ ...official, ...part })).toThrow(new RangeError(error))
  })
})

describe('a code that is read', () => {
  it('may name that it is static or dynamic', () => {
    const text = changed('000201', '000201010212')
    expect(readPaymentQr(text)).toEqual({ code: official, error: null })
  })

  it('may have elements of others, and a name', () => {
    const text = changed('5901X6001X', '5907SUPER G6005DAKAR8004note')
    expect(readPaymentQr(text)).toEqual({ code: official, error: null })
  })

  it('may have its elements in another order', () => {
    expect(readPaymentQr(changed('520400005303952', '530395252040000')).code).toEqual(official)
  })

  it.each([
    ['qr_not_payment', 'https://banque.example/pay'],
    ['qr_not_payment', ''],
    ['qr_not_payment', '0002'],
    ['qr_cut', OFFICIAL.slice(0, -1)],
    ['qr_cut', OFFICIAL.slice(0, 60)],
    ['qr_cut', `${OFFICIAL}12`],
    ['qr_checksum_wrong', OFFICIAL.replace('9618', '9619')],
    ['qr_checksum_wrong', OFFICIAL.replace('54041000', '54049000')],
    [
      'qr_checksum_wrong',
      paymentQrText({ ...official, amount: 7 }).replace(/[0-9A-F]{4}$/, (crc) => crc.toLowerCase()),
    ],
    ['qr_other_scheme', changed('int.bceao.pi', 'int.other.pi')],
    ['qr_other_scheme', changed('3656', '2656')],
    ['qr_other_currency', changed('5303952', '5303978')],
    ['qr_other_currency', changed('5303952', '')],
    ['qr_country_outside_union', changed('5802CI', '5802FR')],
    ['qr_country_outside_union', changed('5802CI', '')],
    ['qr_alias_invalid', changed('111c3e1b-4312-49ec', '111c3e1b-4312_49ec')],
    [
      'qr_alias_invalid',
      changed('36560012int.bceao.pi0136111c3e1b-4312-49ec-b75e-4c8c74c10fd7', '36160012int.bceao.pi'),
    ],
    ['qr_amount_invalid', changed('54041000', '540410.5')],
    ['qr_amount_invalid', changed('54041000', '54040000')],
    ['qr_amount_invalid', changed('54041000', '541412345678901234')],
    ['qr_amount_invalid', changed('54041000', '5400')],
    ['qr_reference_invalid', changed('62270516F2YG7643D5HH2023', '6207')],
    ['qr_reference_invalid', changed('62270516F2YG7643D5HH20231103500', '')],
    ['qr_reference_invalid', changed('62270516F2YG7643D5HH2023', `62370526${'X'.repeat(26)}`)],
    ['qr_channel_invalid', changed('1103500', '110350A')],
    ['qr_purpose_invalid', changed('62270516F2YG7643D5HH20231103500', '62310516F2YG7643D5HH202311035001200')],
    ['qr_malformed', changed('54041000', '540410005404900')],
    ['qr_malformed', changed('54041000', '5404100054041000')],
    ['qr_malformed', changed('54041000', '54 41000')],
    ['qr_malformed', changed('0012int', '0099int')],
    ['qr_malformed', changed('6001X', '6001é')],
    ['qr_malformed', changed('1103500', '11035006304')],
  ])('is refused with %s: %j', (error, text) => {
    expect(readPaymentQr(text)).toEqual({ code: null, error })
  })

  it('is refused wherever it is cut', () => {
    fc.assert(
      fc.property(anyCode, fc.nat(), (code, at) => {
        const text = paymentQrText(code)
        const { error } = readPaymentQr(text.slice(0, at % text.length))
        expect(['qr_not_payment', 'qr_cut', 'qr_checksum_wrong']).toContain(error)
      }),
    )
  })

  it('is refused where one character was changed', () => {
    fc.assert(
      fc.property(anyCode, fc.nat(), printable(1), (code, at, character) => {
        const text = paymentQrText(code)
        const index = at % text.length
        fc.pre(text[index] !== character)
        const wrong = text.slice(0, index) + character + text.slice(index + 1)
        expect(readPaymentQr(wrong).code).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  it('never throws, whatever the text is', () => {
    const built = fc.string({ maxLength: 200 }).map((rest) => {
      const body = `000201${rest}6304`
      return body + checksumOf(body)
    })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), built), (text) => {
        const { code, error } = readPaymentQr(text)
        if (error === null) expect(readPaymentQr(paymentQrText(code)).code).toEqual(code)
        else expect(paymentQrErrors).toContain(error)
      }),
    )
  })
})
