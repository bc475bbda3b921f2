// Writes the answers to a creditor's bank: pacs.002.001.10 (status of each collection) and pacs.004.001.09 (returned money). Pure: the same
// lines give the same bytes. Elements stand in the order of the schemas.
import { minorUnits } from 'contract/values/money.ts'
import { writeXml, type Xml } from '../../formats/xml.ts'
import type { Answered, AnsweredLine, AnsweredMessage } from './answer-store.ts'

const nameOf = (id: string) => id.replaceAll('-', '')
export const fileNameOf = ({ id, kind }: Pick<Answered, 'id' | 'kind'>) => `debits-${nameOf(id)}.${kind}.xml`

const agent = (name: string, bic: string): Xml => [name, [['FinInstnId', [['BICFI', bic]]]]]
const at = ({ created_at }: Pick<Answered, 'created_at'>) => `${created_at.toISOString().slice(0, 19)}Z`

/** Minor units as a message writes them: 31420 of the franc, 314.20 of the euro. */
function decimal(amount: number, currency: string): string {
  const decimals = Object.entries(minorUnits).find(([code]) => code === currency)?.[1] ?? 0
  const digits = String(amount).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const original = ({ message_id, message_name }: AnsweredMessage): Xml => [
  'OrgnlGrpInf',
  [
    ['OrgnlMsgId', message_id],
    ['OrgnlMsgNmId', message_name],
  ],
]
const originalIds = ({ instruction_id, reference, transaction_id }: AnsweredLine): (Xml | null)[] => [
  instruction_id === null ? null : ['OrgnlInstrId', instruction_id],
  ['OrgnlEndToEndId', reference],
  transaction_id === null ? null : ['OrgnlTxId', transaction_id],
]
const reasonElement = (name: string, code: string | null): Xml | null =>
  code === null ? null : [name, [['Rsn', [['Cd', code]]]]]

function statusReport(answer: AnsweredMessage, lines: readonly AnsweredLine[], bic: string): Xml {
  return [
    'FIToFIPmtStsRpt',
    [
      [
        'GrpHdr',
        [
          ['MsgId', nameOf(answer.id)],
          ['CreDtTm', at(answer)],
          agent('InstgAgt', bic),
          answer.creditor_bic === null ? null : agent('InstdAgt', answer.creditor_bic),
        ],
      ],
      [
        'OrgnlGrpInfAndSts',
        [
          ['OrgnlMsgId', answer.message_id],
          ['OrgnlMsgNmId', answer.message_name],
        ],
      ],
      ...lines.map((line): Xml => [
        'TxInfAndSts',
        [
          ['StsId', `${nameOf(answer.id).slice(0, 28)}-${line.place}`],
          original(answer),
          ...originalIds(line),
          ['TxSts', line.said_status],
          reasonElement('StsRsnInf', line.said_reason),
        ],
      ]),
    ],
  ]
}

/** A message states a sum only where all lines have one currency. */
function total(lines: readonly AnsweredLine[]): Xml | null {
  const [first] = lines
  if (!first || lines.some(({ currency }) => currency !== first.currency)) return null
  return [
    'TtlRtrdIntrBkSttlmAmt',
    decimal(
      lines.reduce((sum, { amount }) => sum + amount, 0),
      first.currency,
    ),
    { Ccy: first.currency },
  ]
}

function paymentReturn(answer: AnsweredMessage, lines: readonly AnsweredLine[], bic: string): Xml {
  const day = answer.created_at.toISOString().slice(0, 10)
  return [
    'PmtRtr',
    [
      [
        'GrpHdr',
        [
          ['MsgId', nameOf(answer.id)],
          ['CreDtTm', at(answer)],
          ['NbOfTxs', String(lines.length)],
          total(lines),
          ['IntrBkSttlmDt', day],
          [
            'SttlmInf',
            [
              ['SttlmMtd', 'CLRG'],
              ['ClrSys', [['Prtry', 'SICA-UEMOA']]],
            ],
          ],
          agent('InstgAgt', bic),
          answer.creditor_bic === null ? null : agent('InstdAgt', answer.creditor_bic),
        ],
      ],
      ...lines.map((line): Xml => [
        'TxInf',
        [
          ['RtrId', nameOf(line.collection_id ?? '')],
          original(answer),
          ...originalIds(line),
          ['OrgnlIntrBkSttlmAmt', decimal(line.amount, line.currency), { Ccy: line.currency }],
          line.settled_on === null ? null : ['OrgnlIntrBkSttlmDt', line.settled_on],
          ['RtrdIntrBkSttlmAmt', decimal(line.amount, line.currency), { Ccy: line.currency }],
          reasonElement('RtrRsnInf', line.reason),
        ],
      ]),
    ],
  ]
}

/** Writes the file of an answer. */
export function collectionAnswer(answer: AnsweredMessage, lines: readonly AnsweredLine[], bic: string): string {
  const [body, version] =
    answer.kind === 'pacs.002'
      ? [statusReport(answer, lines, bic), 'pacs.002.001.10']
      : [paymentReturn(answer, lines, bic), 'pacs.004.001.09']
  return writeXml(['Document', [body], { xmlns: `urn:iso:std:iso:20022:tech:xsd:${version}` }])
}
