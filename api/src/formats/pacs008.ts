// Writes the message that sends customers' payments to a network: ISO 20022 pacs.008.001.08. Pure: the same row and
// payments give the same bytes.
import { ibanError, isInternational } from 'contract/values/iban.ts'
import { swiftText } from './swift-text.ts'
import { writeXml, type Xml } from './xml.ts'

export type Network = 'sica' | 'star' | 'swift'

/** PmtId/TxId of a payment: its id without hyphens, which fits into 35 characters. */
export const transactionIdOf = (itemId: string) => itemId.replaceAll('-', '')

export type SentPayment = {
  id: string
  amount: number
  currency: string
  settlement_date: string
  end_to_end_id: string
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
  network: Network
  message_id: string
  created_at: Date
  payment_count: number
  payment_sum: number
}

export const fileNameOf = ({ network, message_id }: Pick<SentFile, 'network' | 'message_id'>) =>
  `${network}-${message_id}.pacs.008.xml`

const agent = (name: string, content: Xml): Xml => [name, [['FinInstnId', [content]]]]
/** Countries without IBAN have other account numbers, which do not fit into the element IBAN. */
const account = (name: string, number: string): Xml => [
  name,
  [['Id', [ibanError(number) === null ? ['IBAN', number] : ['Othr', [['Id', number]]]]]],
]

/** The payee's bank by its BIC; inside the UEMOA its clearing code is enough. */
function creditorAgent({ creditor_bic, creditor_iban }: SentPayment): Xml {
  if (creditor_bic) return agent('CdtrAgt', ['BICFI', creditor_bic])
  if (!isInternational(creditor_iban)) return agent('CdtrAgt', ['ClrSysMmbId', [['MmbId', creditor_iban.slice(4, 9)]]])
  return agent('CdtrAgt', ['Othr', [['Id', 'NOTPROVIDED']]])
}

const settlement: Record<Network, Xml> = {
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
  swift: ['SttlmInf', [['SttlmMtd', 'INDA']]],
}

export function creditTransferMessage(
  file: SentFile,
  items: readonly SentPayment[],
  bank: { name: string; bic: string },
): string {
  const { network, message_id, created_at, payment_count, payment_sum } = file
  // A name without Latin characters still needs a non-empty element.
  const labels = (text: string) => (network === 'swift' ? swiftText(text) || 'NOTPROVIDED' : text)
  const payment = (item: SentPayment): Xml => [
    'CdtTrfTxInf',
    [
      [
        'PmtId',
        [
          ['InstrId', transactionIdOf(item.id)],
          ['EndToEndId', item.end_to_end_id],
          ['TxId', transactionIdOf(item.id)],
          item.uetr === null ? null : ['UETR', item.uetr],
        ],
      ],
      ['IntrBkSttlmAmt', String(item.amount), { Ccy: item.currency }],
      ['IntrBkSttlmDt', item.settlement_date],
      // Each side bears the fee of its own bank, inside the UEMOA and abroad; SWIFT has another code for it.
      ['ChrgBr', network === 'swift' ? 'SHAR' : 'SLEV'],
      agent('InstgAgt', ['BICFI', bank.bic]),
      ['Dbtr', [['Nm', labels(item.debtor_name)]]],
      account('DbtrAcct', item.debtor_iban),
      agent('DbtrAgt', ['BICFI', bank.bic]),
      creditorAgent(item),
      ['Cdtr', [['Nm', labels(item.creditor_name)]]],
      account('CdtrAcct', item.creditor_iban),
      ['RmtInf', [['Ustrd', labels(item.label)]]],
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
