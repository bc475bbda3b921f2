// Reads the messages of the networks as answers: pacs.002.001.10 (statuses) and pacs.004.001.09 (returned money).
// Anything else is refused with a sentence for the operator.
import { Currency, minorUnits } from 'contract/values/money.ts'
import * as z from 'zod/mini'
import { documentIn } from '../../formats/swift-envelope.ts'
import { readXml, XmlError } from '../../formats/xml.ts'
import type { Answer } from './clearing-rules.ts'

/** The status of a whole message of ours, where the answer does not name single payments. */
export type GroupAnswer = Omit<Answer, 'transaction_id' | 'in_message' | 'money'> & { in_message: string }

export type AnswerMessage = {
  kind: 'pacs.002' | 'pacs.004'
  sender: string
  message_id: string
  answers: Answer[]
  groups: GroupAnswer[]
}

const Text35 = z.string().check(z.minLength(1), z.maxLength(35))
const Agent = z.optional(
  z.object({ FinInstnId: z.object({ BICFI: z.optional(z.string().check(z.regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/))) }) }),
)
const Header = z.object({ MsgId: Text35, InstgAgt: Agent })
const Reasons = z.optional(
  z.array(z.object({ Rsn: z.optional(z.object({ Cd: z.optional(z.string()), Prtry: z.optional(z.string()) })) })),
)
const Money = z.object({ '#text': z.string(), '@Ccy': z.string() })

const StatusReport = z.object({
  // Absent where the bank writes its elements with a namespace prefix.
  '@xmlns': z.optional(z.literal('urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10')),
  FIToFIPmtStsRpt: z.object({
    GrpHdr: Header,
    OrgnlGrpInfAndSts: z.optional(
      z.array(z.object({ OrgnlMsgId: Text35, GrpSts: z.optional(z.string()), StsRsnInf: Reasons })),
    ),
    TxInfAndSts: z.optional(
      z.array(
        z.object({
          OrgnlGrpInf: z.optional(z.object({ OrgnlMsgId: Text35 })),
          OrgnlTxId: Text35,
          TxSts: z.string(),
          StsRsnInf: Reasons,
        }),
      ),
    ),
  }),
})

const PaymentReturn = z.object({
  '@xmlns': z.optional(z.literal('urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09')),
  PmtRtr: z.object({
    GrpHdr: Header,
    TxInf: z.array(
      z.object({
        OrgnlGrpInf: z.optional(z.object({ OrgnlMsgId: Text35 })),
        OrgnlTxId: Text35,
        RtrdIntrBkSttlmAmt: Money,
        RtrRsnInf: Reasons,
      }),
    ),
  }),
})

const LISTS = ['OrgnlGrpInfAndSts', 'TxInfAndSts', 'TxInf', 'StsRsnInf', 'RtrRsnInf']

const kinds: Record<string, Answer['kind']> = {
  ACTC: 'received',
  ACCP: 'received',
  ACSP: 'received',
  ACWC: 'received',
  RCVD: 'received',
  PDNG: 'received',
  ACSC: 'settled',
  ACCC: 'settled',
  RJCT: 'rejected',
}

function kindOf(status: string): Answer['kind'] {
  const kind = kinds[status]
  if (!kind) throw new XmlError(`it has a status that is not known: ${status.slice(0, 35)}`)
  return kind
}

/** The first reason code; a bank that gives none gives MS03, no reason. */
function reasonIn(reasons: z.infer<typeof Reasons>): string {
  const stated = (reasons ?? []).map(({ Rsn }) => Rsn?.Cd ?? Rsn?.Prtry).find((code) => code !== undefined)
  return /^[A-Z0-9]{1,35}$/.test(stated ?? '') && stated ? stated : 'MS03'
}

/** Whole minor units of the currency: further decimals are zero, whatever the bank writes. */
function moneyOf({ '#text': text, '@Ccy': code }: z.infer<typeof Money>): { amount: number; currency: string } {
  const currency = Currency.safeParse(code).data
  if (!currency) throw new XmlError(`it has a currency that is not known: ${code.slice(0, 3)}`)
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  const places = minorUnits[currency]
  if (whole === undefined || /[1-9]/.test(fraction.slice(places)))
    throw new XmlError(`it has an amount that is not whole: ${text.slice(0, 35)}`)
  return { amount: Number(whole + fraction.slice(0, places).padEnd(places, '0')), currency }
}

const senderOf = (header: z.infer<typeof Header>) => header.InstgAgt?.FinInstnId.BICFI ?? ''

function statusesOf({ FIToFIPmtStsRpt: report }: z.infer<typeof StatusReport>): AnswerMessage {
  const groups = report.OrgnlGrpInfAndSts ?? []
  // With one group, each payment belongs to it; with several, a payment must name its group.
  const only = groups.length === 1 ? (groups[0]?.OrgnlMsgId ?? null) : null
  const answers = (report.TxInfAndSts ?? []).map(({ OrgnlGrpInf, OrgnlTxId, TxSts, StsRsnInf }): Answer => {
    const kind = kindOf(TxSts)
    return {
      transaction_id: OrgnlTxId,
      in_message: OrgnlGrpInf?.OrgnlMsgId ?? only,
      kind,
      status: TxSts,
      reason: kind === 'rejected' ? reasonIn(StsRsnInf) : null,
      money: null,
    }
  })
  // PART means that each payment has its own status.
  const stated = groups.filter(({ GrpSts }) => GrpSts !== undefined && GrpSts !== 'PART')
  return {
    kind: 'pacs.002',
    sender: senderOf(report.GrpHdr),
    message_id: report.GrpHdr.MsgId,
    answers,
    groups:
      answers.length > 0
        ? []
        : stated.map(({ OrgnlMsgId, GrpSts = '', StsRsnInf }) => {
            const kind = kindOf(GrpSts)
            return {
              in_message: OrgnlMsgId,
              kind,
              status: GrpSts,
              reason: kind === 'rejected' ? reasonIn(StsRsnInf) : null,
            }
          }),
  }
}

const returnsOf = ({ PmtRtr: { GrpHdr, TxInf } }: z.infer<typeof PaymentReturn>): AnswerMessage => ({
  kind: 'pacs.004',
  sender: senderOf(GrpHdr),
  message_id: GrpHdr.MsgId,
  answers: TxInf.map(({ OrgnlGrpInf, OrgnlTxId, RtrdIntrBkSttlmAmt, RtrRsnInf }) => ({
    transaction_id: OrgnlTxId,
    in_message: OrgnlGrpInf?.OrgnlMsgId ?? null,
    kind: 'returned',
    status: 'RTRN',
    reason: reasonIn(RtrRsnInf),
    money: moneyOf(RtrdIntrBkSttlmAmt),
  })),
  groups: [],
})

/** The path of the first element that does not match the schema. */
const pathOf = ({ issues: [issue] }: z.core.$ZodError) => ['Document', ...(issue?.path ?? [])].map(String).join('/')

/** Reads a message. Throws XmlError, with a sentence, if it is not a known one. */
export function readAnswerMessage(bytes: Buffer): AnswerMessage {
  const body = documentIn(readXml(bytes, LISTS))
  if ('FIToFIPmtStsRpt' in body) {
    const report = StatusReport.safeParse(body)
    if (!report.success) throw new XmlError(`it is no pacs.002.001.10: see ${pathOf(report.error)}`)
    const message = statusesOf(report.data)
    if (message.answers.length + message.groups.length === 0) throw new XmlError('it answers nothing')
    return message
  }
  if ('PmtRtr' in body) {
    const returned = PaymentReturn.safeParse(body)
    if (!returned.success) throw new XmlError(`it is no pacs.004.001.09: see ${pathOf(returned.error)}`)
    return returnsOf(returned.data)
  }
  throw new XmlError('it is neither a pacs.002, a pacs.004 nor a pacs.008')
}
