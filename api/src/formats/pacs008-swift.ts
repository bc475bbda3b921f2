// Writes a payment abroad for SWIFT: the business application header head.001.001.02 and one pacs.008.001.08, as CBPR+
// requires it (one payment in a message, addresses, settlement on the account at the correspondent). Pure.
import type { ChargeBearer, Purpose } from 'contract/transfers/transfers.ts'
import { ibanError } from 'contract/values/iban.ts'
import { categoryOf } from './pacs008.ts'
import { plainAmount } from './account-report.ts'
import { swiftEnvelope, swiftMoment } from './swift-envelope.ts'
import { swiftText } from './swift-text.ts'
import { writeXml, type Xml } from './xml.ts'

export type PaymentAbroad = {
  /** The id of the payment at this bank, without hyphens. */
  transaction_id: string
  instruction_id: string
  end_to_end_id: string
  category_purpose: string | null
  /** Null for a payment from before the bank stored one. */
  uetr: string | null
  amount: number
  currency: string
  settlement_date: string
  /** The order as it was given, where it is not the settled amount. */
  instructed_amount: number | null
  instructed_currency: string | null
  /** What was debited, where that is in another currency. */
  debit_amount: number | null
  debit_currency: string | null
  exchange_rate: number | null
  charges: ChargeBearer
  purpose: Purpose | null
  /** The purpose as an item of the balance of payments, for the authorities. */
  economic_code: string | null
  debtor_name: string
  debtor_iban: string
  debtor_address: string | null
  creditor_name: string
  /** An IBAN, or the account number of a country without IBANs. */
  creditor_iban: string
  creditor_address: string | null
  creditor_country: string | null
  /** Where it is not that of the account. */
  creditor_address_country: string | null
  creditor_bic: string | null
  label: string
  correspondent_bic: string | null
  correspondent_account: string | null
}

type MessageContext = { message_id: string; created_at: Date; bank: { name: string; bic: string } }

/** The codes of SWIFT for the bearer of the charges. */
const bearers: Record<ChargeBearer, string> = { OUR: 'DEBT', SHA: 'SHAR', BEN: 'CRED' }

/** The purposes as codes of ISO 20022 (ExternalPurpose1Code). */
const purposeCodes: Record<Purpose, string> = {
  goods: 'GDDS',
  services: 'SCVE',
  studies: 'EDUC',
  health: 'MDCS',
  family: 'FAMI',
  other: 'OTHR',
}

const agent = (name: string, bic: string): Xml => [name, [['FinInstnId', [['BICFI', bic]]]]]
const text = (value: string, max: number) => swiftText(value).slice(0, max).trim() || 'NOTPROVIDED'
const money = (name: string, amount: number, currency: string): Xml => [
  name,
  plainAmount(amount, currency),
  { Ccy: currency },
]

const account = (name: string, number: string): Xml => [
  name,
  [['Id', [ibanError(number) === null ? ['IBAN', number] : ['Othr', [['Id', number]]]]]],
]

/** A postal address: its country, and its lines where they are known. */
function address(lines: string | null, country: string | null): Xml | null {
  const known = (lines ?? '').split('\n').filter((line) => line.trim() !== '')
  if (country === null && known.length === 0) return null
  return [
    'PstlAdr',
    [country === null ? null : ['Ctry', country], ...known.slice(0, 2).map((line): Xml => ['AdrLine', text(line, 70)])],
  ]
}

/** What the payee's side receives less, where it bears the charges. */
function deducted({ charges, instructed_amount, instructed_currency, amount, ...payment }: PaymentAbroad) {
  if (charges !== 'BEN' || instructed_amount === null || instructed_currency === null) return null
  const kept = instructed_currency === payment.currency ? amount : (payment.debit_amount ?? amount)
  return { amount: instructed_amount - kept, currency: instructed_currency }
}

/** The instructed amount and the rate: present where something was exchanged or deducted. */
function instructed(payment: PaymentAbroad): (Xml | null)[] {
  const { instructed_amount, instructed_currency, debit_amount, debit_currency, exchange_rate, currency } = payment
  const order =
    instructed_amount !== null && instructed_currency !== null
      ? { amount: instructed_amount, currency: instructed_currency }
      : debit_amount !== null && debit_currency !== null
        ? { amount: debit_amount, currency: debit_currency }
        : null
  if (!order) return []
  const isExchanged = order.currency !== currency && exchange_rate !== null
  return [money('InstdAmt', order.amount, order.currency), isExchanged ? ['XchgRate', String(exchange_rate)] : null]
}

function paymentElement(payment: PaymentAbroad, bank: MessageContext['bank']): Xml {
  const { correspondent_bic, creditor_bic, creditor_iban } = payment
  const country = payment.creditor_country ?? creditor_iban.slice(0, 2)
  const fee = deducted(payment)
  return [
    'CdtTrfTxInf',
    [
      [
        'PmtId',
        [
          ['InstrId', payment.instruction_id],
          ['EndToEndId', payment.end_to_end_id],
          ['TxId', payment.transaction_id],
          payment.uetr === null ? null : ['UETR', payment.uetr],
        ],
      ],
      categoryOf(payment),
      money('IntrBkSttlmAmt', payment.amount, payment.currency),
      ['IntrBkSttlmDt', payment.settlement_date],
      ...instructed(payment),
      ['ChrgBr', bearers[payment.charges]],
      fee ? ['ChrgsInf', [money('Amt', fee.amount, fee.currency), agent('Agt', bank.bic)]] : null,
      agent('InstgAgt', bank.bic),
      correspondent_bic === null ? null : agent('InstdAgt', correspondent_bic),
      [
        'Dbtr',
        [['Nm', text(payment.debtor_name, 140)], address(payment.debtor_address, payment.debtor_iban.slice(0, 2))],
      ],
      account('DbtrAcct', payment.debtor_iban),
      agent('DbtrAgt', bank.bic),
      creditor_bic === null
        ? [
            'CdtrAgt',
            [
              [
                'FinInstnId',
                [
                  ['Nm', 'NOTPROVIDED'],
                  ['PstlAdr', [['Ctry', country]]],
                ],
              ],
            ],
          ]
        : agent('CdtrAgt', creditor_bic),
      [
        'Cdtr',
        [
          ['Nm', text(payment.creditor_name, 140)],
          address(payment.creditor_address, payment.creditor_address_country ?? country),
        ],
      ],
      account('CdtrAcct', creditor_iban),
      payment.purpose === null ? null : ['Purp', [['Cd', purposeCodes[payment.purpose]]]],
      payment.economic_code === null
        ? null
        : [
            'RgltryRptg',
            [
              ['DbtCdtRptgInd', 'DEBT'],
              [
                'Dtls',
                [
                  ['Ctry', payment.debtor_iban.slice(0, 2)],
                  ['Cd', payment.economic_code],
                ],
              ],
            ],
          ],
      ['RmtInf', [['Ustrd', text(payment.label, 140)]]],
    ],
  ]
}

/** The pacs.008 of one payment. */
function document(payment: PaymentAbroad, { message_id, created_at, bank }: MessageContext): Xml {
  const { correspondent_account } = payment
  return [
    'Document',
    [
      [
        'FIToFICstmrCdtTrf',
        [
          [
            'GrpHdr',
            [
              ['MsgId', message_id],
              ['CreDtTm', swiftMoment(created_at)],
              ['NbOfTxs', '1'],
              [
                'SttlmInf',
                [
                  ['SttlmMtd', 'INDA'],
                  correspondent_account === null ? null : account('SttlmAcct', correspondent_account),
                ],
              ],
            ],
          ],
          paymentElement(payment, bank),
        ],
      ],
    ],
    { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08' },
  ]
}

/** The message as a customer's copy: the pacs.008 alone. */
export const paymentAbroadDocument = (payment: PaymentAbroad, context: MessageContext): string =>
  writeXml(document(payment, context))

/** The message as SWIFT takes it: header and document in one envelope. */
export function paymentAbroadMessage(payment: PaymentAbroad, context: MessageContext): string {
  const { message_id, created_at, bank } = context
  const to = payment.correspondent_bic ?? payment.creditor_bic ?? bank.bic
  return writeXml(
    swiftEnvelope({ from: bank.bic, to, message_id, name: 'pacs.008.001.08', created_at }, document(payment, context)),
  )
}
