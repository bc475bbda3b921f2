// Writes and reads the text of a PI payment code: EMV elements, each an id, a two-digit length and a value (specification: instant payments, "The QR code").
import { UEMOA_COUNTRIES } from './iban.ts'

const FORMAT = '000201'
const SCHEME = 'int.bceao.pi'
/** ISO 4217, numeric: XOF. */
const XOF = '952'
const CHECKSUM_HEAD = '6304'
export const QR_REFERENCE_MAX_LENGTH = 25
/** What is left of element 62 beside the longest reference and the channel. */
export const QR_PURPOSE_MAX_LENGTH = 59

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Printable ASCII: a length counts characters, and the checksum bytes, which agree here only. */
const PRINTABLE = /^[\x20-\x7e]+$/

/** What a payment code says, without the name and the city, which the platform does not trust. */
export type PaymentQr = {
  /** The payment address, in lower case. */
  alias: string
  /** Whole francs; null where the payer types the amount. */
  amount: number | null
  country: string
  reference: string
  /** Three digits: `000` static, `400` dynamic, `731` a person; null where the code has none. */
  channel: string | null
  purpose: string | null
}

export const paymentQrErrors = [
  'qr_not_payment',
  'qr_cut',
  'qr_checksum_wrong',
  'qr_malformed',
  'qr_other_scheme',
  'qr_other_currency',
  'qr_country_outside_union',
  'qr_alias_invalid',
  'qr_amount_invalid',
  'qr_reference_invalid',
  'qr_channel_invalid',
  'qr_purpose_invalid',
] as const
export type PaymentQrError = (typeof paymentQrErrors)[number]

export type PaymentQrReading = { code: PaymentQr; error: null } | { code: null; error: PaymentQrError }

/** CRC-16/CCITT-FALSE of an ASCII text, as four upper-case hex digits. */
export function checksumOf(text: string): string {
  let crc = 0xffff
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const element = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** The values of a sequence of elements by id; null where a length is wrong, or an id occurs twice. */
function elementsOf(text: string): Map<string, string> | null {
  const elements = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    const [, id, length] = /^([0-9A-Za-z]{2})(\d\d)/.exec(rest) ?? []
    if (id === undefined || rest.length < 4 + Number(length) || elements.has(id)) return null
    elements.set(id, rest.slice(4, 4 + Number(length)))
    rest = rest.slice(4 + Number(length))
  }
  return elements
}

/** The first error of the content, or null. */
function contentError({ alias, amount, country, reference, channel, purpose }: PaymentQr): PaymentQrError | null {
  if (!UUID.test(alias)) return 'qr_alias_invalid'
  if (amount !== null && !(Number.isInteger(amount) && amount > 0 && amount < 1e13)) return 'qr_amount_invalid'
  if (!UEMOA_COUNTRIES.includes(country)) return 'qr_country_outside_union'
  if (!PRINTABLE.test(reference) || reference.length > QR_REFERENCE_MAX_LENGTH) return 'qr_reference_invalid'
  if (channel !== null && !/^\d{3}$/.test(channel)) return 'qr_channel_invalid'
  if (purpose !== null && (!PRINTABLE.test(purpose) || purpose.length > QR_PURPOSE_MAX_LENGTH))
    return 'qr_purpose_invalid'
  return null
}

/** The text of a code. Throws where the content cannot be written, which the caller has validated. */
export function paymentQrText(code: PaymentQr): string {
  const error = contentError(code)
  if (error) throw new RangeError(error)
  const { alias, amount, country, reference, channel, purpose } = code
  const text = [
    FORMAT,
    element('36', element('00', SCHEME) + element('01', alias.toLowerCase())),
    element('52', '0000'),
    element('53', XOF),
    amount === null ? '' : element('54', String(amount)),
    element('58', country),
    element('59', 'X'),
    element('60', 'X'),
    element(
      '62',
      element('05', reference) +
        (channel === null ? '' : element('11', channel)) +
        (purpose === null ? '' : element('12', purpose)),
    ),
    CHECKSUM_HEAD,
  ].join('')
  return text + checksumOf(text)
}

const refused = (error: PaymentQrError): PaymentQrReading => ({ code: null, error })

/** Reads the text of a scanned code. Elements that are not of the platform are ignored, `01` (static or dynamic) too. */
export function readPaymentQr(scanned: string): PaymentQrReading {
  const text = scanned.trim()
  if (!text.startsWith(FORMAT)) return refused('qr_not_payment')
  const [, body, checksum] = /^(.*6304)([0-9A-Fa-f]{4})$/s.exec(text) ?? []
  if (body === undefined) return refused('qr_cut')
  if (checksumOf(body) !== checksum) return refused('qr_checksum_wrong')
  if (!PRINTABLE.test(text)) return refused('qr_malformed')
  const elements = elementsOf(text)
  // The checksum covers what is before it only: nothing may follow, and it may not be the end of another element.
  if (elements?.get('63') !== checksum) return refused('qr_malformed')
  const account = elements.get('36')
  if (account === undefined) return refused('qr_other_scheme')
  const address = elementsOf(account)
  const additional = elementsOf(elements.get('62') ?? '')
  if (!address || !additional) return refused('qr_malformed')
  if (address.get('00') !== SCHEME) return refused('qr_other_scheme')
  if (elements.get('53') !== XOF) return refused('qr_other_currency')
  const amount = elements.get('54')
  if (amount !== undefined && !/^\d{1,13}$/.test(amount)) return refused('qr_amount_invalid')
  const code: PaymentQr = {
    alias: (address.get('01') ?? '').toLowerCase(),
    amount: amount === undefined ? null : Number(amount),
    country: elements.get('58') ?? '',
    reference: additional.get('05') ?? '',
    channel: additional.get('11') ?? null,
    purpose: additional.get('12') ?? null,
  }
  const error = contentError(code)
  return error ? refused(error) : { code, error: null }
}
