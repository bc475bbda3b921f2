// Reads what was typed or scanned as the request of a payee's look-up.
import { codeChannels, type PayeeLookupInput } from 'contract/transfers/instant-payments.ts'
import { Phone, tidyPhone } from 'contract/values/contact.ts'
import { ibanError, isIbanLike, isInternational, readAccountNumber } from 'contract/values/iban.ts'
import { type PaymentQr, type PaymentQrError, readPaymentQr } from 'contract/values/payment-qr.ts'

export type PayeeRequest =
  | { input: PayeeLookupInput; code: PaymentQr | null; error: null }
  | { error: PaymentQrError | 'iban_invalid' | 'unreadable' }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CODE = /^000201/
const MERCHANT = /^\d{2,10}$/

/**
 * The look-up of a payment code, a payment address, an account number of the UEMOA, a telephone number or a merchant code: the first one
 * that the text can be. Nine digits that are a number of Senegal are that number.
 */
export function payeeRequestOf(typed: string): PayeeRequest {
  const text = typed.trim()
  const lookUp = (input: PayeeLookupInput): PayeeRequest => ({ input, code: null, error: null })
  if (CODE.test(text)) {
    const { code, error } = readPaymentQr(text)
    if (error !== null) return { error }
    const channel = codeChannels.find((one) => one === code.channel) ?? null
    return {
      input: { kind: 'address', value: code.alias, channel, reference: code.reference },
      code,
      error: null,
    }
  }
  const address = text.toLowerCase()
  if (UUID.test(address)) return lookUp({ kind: 'address', value: address })
  const number = readAccountNumber(text)
  if (isIbanLike(number)) {
    const isPayable = ibanError(number) === null && !isInternational(number)
    return isPayable ? lookUp({ kind: 'account', value: number }) : { error: 'iban_invalid' }
  }
  const phone = tidyPhone(text)
  if (Phone.safeParse(phone).success) return lookUp({ kind: 'phone', value: phone })
  const digits = text.replaceAll(/\s/gu, '')
  return MERCHANT.test(digits) ? lookUp({ kind: 'merchant', value: digits }) : { error: 'unreadable' }
}
