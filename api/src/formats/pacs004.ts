// Writes the message that gives incoming payments back: ISO 20022 pacs.004.001.09. Pure: the same row and payments give the same bytes.
import { plainAmount } from './account-report.ts'
import { type Network, settlement, transactionIdOf } from './pacs008.ts'
import { swiftEnvelope, swiftMoment } from './swift-envelope.ts'
import { writeXml, type Xml } from './xml.ts'

export type ReturnedPayment = {
  id: string
  message_id: string
  transaction_id: string
  instruction_id: string | null
  end_to_end_id: string
  uetr: string | null
  amount: number
  currency: string
  settlement_date: string
  return_reason: string | null
}

export type ReturnMessage = { network: Network; message_id: string; receiver_bic: string; created_at: Date }

export const returnFileName = ({ network, message_id }: Pick<ReturnMessage, 'network' | 'message_id'>) =>
  `${network}-${message_id}.pacs.004.xml`

const agent = (name: string, bic: string): Xml => [name, [['FinInstnId', [['BICFI', bic]]]]]

/** A payment without TxId is identified by its UETR alone, which does not fit into OrgnlTxId. */
const originalId = ({ transaction_id, uetr }: ReturnedPayment): Xml | null =>
  transaction_id === uetr ? null : ['OrgnlTxId', transaction_id]

export function paymentReturnMessage(
  { network, message_id, receiver_bic, created_at }: ReturnMessage,
  payments: readonly ReturnedPayment[],
  bic: string,
): string {
  const day = created_at.toISOString().slice(0, 10)
  const currency = payments[0]?.currency ?? 'XOF'
  const total = payments.reduce((sum, { amount }) => sum + amount, 0)
  const one = (payment: ReturnedPayment): Xml => [
    'TxInf',
    [
      ['RtrId', transactionIdOf(payment.id)],
      [
        'OrgnlGrpInf',
        [
          ['OrgnlMsgId', payment.message_id],
          ['OrgnlMsgNmId', 'pacs.008.001.08'],
        ],
      ],
      payment.instruction_id === null ? null : ['OrgnlInstrId', payment.instruction_id],
      ['OrgnlEndToEndId', payment.end_to_end_id],
      originalId(payment),
      payment.uetr === null ? null : ['OrgnlUETR', payment.uetr],
      ['OrgnlIntrBkSttlmAmt', plainAmount(payment.amount, payment.currency), { Ccy: payment.currency }],
      ['OrgnlIntrBkSttlmDt', payment.settlement_date],
      ['RtrdIntrBkSttlmAmt', plainAmount(payment.amount, payment.currency), { Ccy: payment.currency }],
      ['RtrRsnInf', [['Rsn', [['Cd', payment.return_reason ?? 'MS03']]]]],
    ],
  ]
  const isAbroad = network === 'swift'
  const document: Xml = [
    'Document',
    [
      [
        'PmtRtr',
        [
          [
            'GrpHdr',
            [
              ['MsgId', message_id],
              ['CreDtTm', isAbroad ? swiftMoment(created_at) : `${created_at.toISOString().slice(0, 19)}Z`],
              ['NbOfTxs', String(payments.length)],
              ['TtlRtrdIntrBkSttlmAmt', plainAmount(total, currency), { Ccy: currency }],
              ['IntrBkSttlmDt', day],
              network === 'swift' ? ['SttlmInf', [['SttlmMtd', 'INDA']]] : settlement[network],
              agent('InstgAgt', bic),
              agent('InstdAgt', receiver_bic),
            ],
          ],
          ...payments.map(one),
        ],
      ],
    ],
    { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09' },
  ]
  const header = { from: bic, to: receiver_bic, message_id, name: 'pacs.004.001.09', created_at } as const
  return writeXml(isAbroad ? swiftEnvelope(header, document) : document)
}
