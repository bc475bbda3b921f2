import fc from 'fast-check'
import { paymentQrText, readPaymentQr } from 'contract/values/payment-qr.ts'
import { decodeQR } from 'qr/decode.js'
import { encode } from 'uqr'
import { expect, it } from 'vitest'

/** The pixels of a drawn code, as a canvas has them. */
function pixelsOf(text: string, scale: number) {
  const { data, size } = encode(text, { border: 4 })
  const side = size * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  return { pixels, side }
}

it('the library finds the payment codes that the portal draws', () => {
  const code = fc.record({
    alias: fc.uuid(),
    amount: fc.option(fc.integer({ min: 1, max: 9_999_999_999_999 })),
    country: fc.constantFrom('SN', 'CI', 'GW'),
    reference: fc.stringMatching(/^[ -~]{1,25}$/),
    channel: fc.constantFrom('000', '400', '731', null),
    purpose: fc.option(fc.stringMatching(/^[ -~]{1,30}$/)),
  })
  fc.assert(
    fc.property(code, fc.integer({ min: 3, max: 6 }), (drawn, scale) => {
      const { pixels, side } = pixelsOf(paymentQrText(drawn), scale)
      expect(readPaymentQr(decodeQR({ width: side, height: side, data: pixels })).code).toEqual(drawn)
    }),
    { numRuns: 40 },
  )
})
