// Builds the answer to a payment initiation: ISO 20022 pain.002, in the version that belongs to the pain.001 (domain.md 4.5).
import { type Batch } from 'contract/transfers/batches.ts'
import { MAX_IMPORT_LINES } from 'contract/transfers/imports.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { swiftText } from '../../formats/swift-text.ts'
import { writeXml, type Xml } from '../../formats/xml.ts'
import { Refusal } from '../../refusal.ts'
import { getOpenBatch } from './batch-lines.ts'
import type { LeftOut } from './batch-columns.ts'
import { findBatchMessage, type ListedLine, listLinesOf } from './batch-store.ts'
import { typedAmountOf } from '../transfer-imports/import-amount-rules.ts'
import type { Message } from '../transfer-imports/import-message.ts'

const answers = {
  'pain.001.001.03': 'pain.002.001.03',
  'pain.001.001.09': 'pain.002.001.10',
} as const satisfies Record<Message['message_name'], string>

/**
 * Codes of the external code set: AC01 wrong account, AC04 closed account, AG01 payer not allowed, AM04 insufficient funds, DT01 date, DS02
 * refused or left out by the customer.
 */
const reasonCodes: Record<string, string> = {
  funds: 'AM04',
  payee: 'AC04',
  payer: 'AG01',
  payee_changed: 'AC01',
  payee_removed: 'AC01',
  expired: 'DT01',
}

/** The data of a line for the answer, with the amount of the message. */
type Answered = Pick<
  ListedLine,
  | 'line'
  | 'state'
  | 'reference'
  | 'block'
  | 'instruction_id'
  | 'reason'
  | 'reason_code'
  | 'return_reason'
  | 'is_on_its_way'
> & {
  /** As it was ordered; null: the currency of the batch. */
  amount: string
  currency: string | null
}

const leftOut = ({
  line,
  block,
  instruction_id,
  reference,
  amount,
  currency,
  is_in_draft,
}: LeftOut & { is_in_draft: boolean }): Answered => ({
  line,
  // Lines that the author can still send are not answered as rejected.
  state: is_in_draft ? 'pending' : 'cancelled',
  reference: reference === '' ? null : reference,
  block,
  instruction_id,
  is_on_its_way: false,
  reason: null,
  reason_code: null,
  return_reason: null,
  amount,
  currency: currency || null,
})

const isLost = ({ state }: Pick<Answered, 'state'>) => ['refused', 'cancelled', 'rejected', 'returned'].includes(state)

function statusOf(line: Answered): 'PDNG' | 'ACSP' | 'ACSC' | 'RJCT' {
  if (isLost(line)) return 'RJCT'
  // A transfer to another bank is settled when its network has answered; a book transfer is settled at once.
  if (line.state === 'executed') return line.is_on_its_way ? 'ACSP' : 'ACSC'
  return line.state === 'pending' ? 'PDNG' : 'ACSP'
}

/** The status of a group of lines: PART where some are accepted and others are not, else how far all of them are. */
function groupStatus(lines: readonly Answered[]): 'ACTC' | 'ACCP' | 'ACSP' | 'ACSC' | 'RJCT' | 'PART' {
  const statuses = new Set(lines.map(statusOf))
  if (statuses.has('RJCT')) return statuses.size === 1 ? 'RJCT' : 'PART'
  if (statuses.has('PDNG')) return statuses.size === 1 ? 'ACTC' : 'PART'
  if (!statuses.has('ACSP')) return 'ACSC'
  return lines.some(({ state }) => state === 'executed') ? 'ACSP' : 'ACCP'
}

function transaction(line: Answered, batchCurrency: string): Xml {
  const { reference, instruction_id, reason_code, return_reason, reason, amount, currency } = line
  // A reason in another script has no characters left, and an element must not be empty.
  const latinReason = swiftText(reason ?? '').slice(0, 105)
  const reasonElement: Xml[] = isLost(line)
    ? [
        [
          'StsRsnInf',
          [
            ['Rsn', [['Cd', return_reason ?? (reason_code ? (reasonCodes[reason_code] ?? 'MS03') : 'DS02')]]],
            latinReason === '' ? null : ['AddtlInf', latinReason],
          ],
        ],
      ]
    : []
  return [
    'TxInfAndSts',
    [
      instruction_id ? ['OrgnlInstrId', instruction_id] : null,
      ['OrgnlEndToEndId', reference ?? 'NOTPROVIDED'],
      ['TxSts', statusOf(line)],
      ...reasonElement,
      // An invalid amount is left out of the answer.
      /^\d{1,13}(?:\.\d{1,5})?$/.test(amount)
        ? ['OrgnlTxRef', [['Amt', [['InstdAmt', amount, { Ccy: currency ?? batchCurrency }]]]]]
        : null,
    ],
  ]
}

/** Writes the status report of a batch for the software that sent it. Pure: the same batch at the same moment gives the same bytes. */
export function batchReport(
  batch: Pick<Batch, 'reference' | 'currency'>,
  message: Pick<Message, 'message_id' | 'message_name'> & { message_lines: number | null; sent_elsewhere: number },
  lines: readonly Answered[],
  at: Date,
): string {
  const name = answers[message.message_name]
  const blocks = Map.groupBy(lines, ({ block }) => block ?? message.message_id)
  const lineCount = message.message_lines ?? lines.length + message.sent_elsewhere
  const at19 = at.toISOString().slice(0, 19)
  return writeXml([
    'Document',
    [
      [
        'CstmrPmtStsRpt',
        [
          [
            'GrpHdr',
            [
              ['MsgId', `${batch.reference}-${at19.replaceAll(/\D/g, '')}`],
              ['CreDtTm', `${at19}Z`],
            ],
          ],
          [
            'OrgnlGrpInfAndSts',
            [
              ['OrgnlMsgId', message.message_id],
              ['OrgnlMsgNmId', message.message_name],
              ['OrgnlNbOfTxs', String(lineCount)],
              // Other lines of the message are answered with other batches and accounts: this answer has no status of the whole.
              lineCount === lines.length ? ['GrpSts', groupStatus(lines)] : null,
            ],
          ],
          ...[...blocks].map(([block, own]): Xml => [
            'OrgnlPmtInfAndSts',
            [
              ['OrgnlPmtInfId', block],
              message.sent_elsewhere === 0 ? ['PmtInfSts', groupStatus(own)] : null,
              ...own.map((line) => transaction(line, batch.currency)),
            ],
          ]),
        ],
      ],
    ],
    { xmlns: `urn:iso:std:iso:20022:tech:xsd:${name}` },
  ])
}

export async function reportBatch({ db, clock }: { db: Db; clock: Clock }, caller: AccountCaller, id: string) {
  const batch = await getOpenBatch({ db, clock }, caller, id)
  const message = await findBatchMessage(db, caller.account_id, id)
  if (!message) throw new Refusal('not_found')
  const key = { account_id: caller.account_id, batch_id: id }
  const { items } = await listLinesOf(db, key, { page: 1, per_page: MAX_IMPORT_LINES })
  const ordered = items.map((line) => {
    const { amount, currency } = typedAmountOf(line)
    return { ...line, amount, currency: currency || null }
  })
  const lines = [...ordered, ...(message.left_out ?? []).map(leftOut)].toSorted((one, other) => one.line - other.line)
  return {
    file_name: `${batch.reference}.pain.002.xml`,
    media_type: 'application/xml; charset=utf-8',
    content: Buffer.from(batchReport(batch, message, lines, clock.now())),
  }
}
