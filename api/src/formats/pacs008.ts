// Writes the message that sends customers' payments to a network: ISO 20022 pacs.008.001.08. Pure: the same row and
// payments give the same bytes.
import { writeXml, type Xml } from './xml.ts'

/** A network of the UEMOA; SWIFT has messages of its own (pacs008-swift.ts). */
export type ClearingNetwork = 'sica' | 'star'
export type Network = ClearingNetwork | 'swift'

/** PmtId/TxId of a payment: its id without hyphens, which fits into 35 characters. */
export const transactionIdOf = (itemId: string) => itemId.replaceAll('-', '')

export type SentPayment = {
  id: string
  amount: number
  currency: string
  settlement_date: string
  end_to_end_id: string
  /** The customer's own reference, and the category of the payment: a code such as SALA, or other text. */
  instruction_id: string | null
  category_purpose: string | null
  /** Null for a payment from before the bank stored one. */
  uetr: string | null
  debtor_name: string
  debtor_iban: string
  creditor_name: string
  creditor_iban: string
  creditor_bic: string | null
  label: string
}

export type SentFile = {
  network: ClearingNetwork
  message_id: string
  created_at: Date
  payment_count: number
  payment_sum: number
}

export const fileNameOf = ({ network, message_id }: { network: Network; message_id: string }) =>
  `${network}-${message_id}.pacs.008.xml`

const agent = (name: string, content: Xml): Xml => [name, [['FinInstnId', [content]]]]
const account = (name: string, iban: string): Xml => [name, [['Id', [['IBAN', iban]]]]]

/** The payee's bank by its BIC; inside the UEMOA its clearing code is enough. */
const creditorAgent = ({ creditor_bic, creditor_iban }: SentPayment): Xml =>
  agent('CdtrAgt', creditor_bic ? ['BICFI', creditor_bic] : ['ClrSysMmbId', [['MmbId', creditor_iban.slice(4, 9)]]])

/** The category as the customer stated it; codes of the external set have four letters. */
export const categoryOf = ({ category_purpose: category }: Pick<SentPayment, 'category_purpose'>): Xml | null =>
  category === null ? null : ['PmtTpInf', [['CtgyPurp', [[/^[A-Z]{4}$/.test(category) ? 'Cd' : 'Prtry', category]]]]]

export const settlement: Record<ClearingNetwork, Xml> = {
  sica: [
    'SttlmInf',
    [
      ['SttlmMtd', 'CLRG'],
      ['ClrSys', [['Prtry', 'SICA-UEMOA']]],
    ],
  ],
  star: [
    'SttlmInf',
    [
      ['SttlmMtd', 'CLRG'],
      ['ClrSys', [['Prtry', 'STAR-UEMOA']]],
    ],
  ],
}

export function creditTransferMessage(
  file: SentFile,
  items: readonly SentPayment[],
  bank: { name: string; bic: string },
): string {
  const { network, message_id, created_at, payment_count, payment_sum } = file
  const payment = (item: SentPayment): Xml => [
    'CdtTrfTxInf',
    [
      [
        'PmtId',
        [
          ['InstrId', item.instruction_id ?? transactionIdOf(item.id)],
          ['EndToEndId', item.end_to_end_id],
          ['TxId', transactionIdOf(item.id)],
          item.uetr === null ? null : ['UETR', item.uetr],
        ],
      ],
      categoryOf(item),
      ['IntrBkSttlmAmt', String(item.amount), { Ccy: item.currency }],
      ['IntrBkSttlmDt', item.settlement_date],
      // Each side bears the fee of its own bank.
      ['ChrgBr', 'SLEV'],
      agent('InstgAgt', ['BICFI', bank.bic]),
      ['Dbtr', [['Nm', item.debtor_name]]],
      account('DbtrAcct', item.debtor_iban),
      agent('DbtrAgt', ['BICFI', bank.bic]),
      creditorAgent(item),
      ['Cdtr', [['Nm', item.creditor_name]]],
      account('CdtrAcct', item.creditor_iban),
      ['RmtInf', [['Ustrd', item.label]]],
    ],
  ]
  return writeXml([
    'Document',
    [
      [
        'FIToFICstmrCdtTrf',
        [
          [
            'GrpHdr',
            [
              ['MsgId', message_id],
              ['CreDtTm', `${created_at.toISOString().slice(0, 19)}Z`],
              ['NbOfTxs', String(payment_count)],
              ['CtrlSum', String(payment_sum)],
              settlement[network],
              agent('InstgAgt', ['BICFI', bank.bic]),
            ],
          ],
          ...items.map(payment),
        ],
      ],
    ],
    { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08' },
  ])
}
