// Reads the payments that other banks send: pacs.008.001.08 or .10, alone or in an envelope with its header. Anything else is refused
// with a sentence for the operator.
import type { ChargeBearer } from 'contract/transfers/transfers.ts'
import { type Currency, Currency as CurrencyCode } from 'contract/values/money.ts'
import * as z from 'zod/mini'
import { minorUnitsOf, scaled } from '../../formats/decimal.ts'
import type { Network } from '../../formats/pacs008.ts'
import { documentIn } from '../../formats/swift-envelope.ts'
import { readXml, XmlError } from '../../formats/xml.ts'

/** One payment of a message, as received. */
export type ReceivedPayment = {
  transaction_id: string
  instruction_id: string | null
  end_to_end_id: string
  uetr: string | null
  amount: number
  currency: Currency
  settlement_date: string
  instructed_amount: number | null
  instructed_currency: Currency | null
  category_purpose: string | null
  charges: ChargeBearer | null
  debtor_name: string
  debtor_account: string | null
  debtor_bic: string | null
  creditor_name: string
  creditor_account: string
  label: string
}

export type PaymentMessage = { network: Network; sender: string; message_id: string; payments: ReceivedPayment[] }

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const Day = z.iso.date()
const Bic = z.string().check(z.regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/))
const Agent = z.object({
  FinInstnId: z.object({ BICFI: z.optional(Bic), ClrSysMmbId: z.optional(z.object({ MmbId: text(35) })) }),
})
const Money = z.object({ '#text': z.string().check(z.regex(/^\d{1,18}(\.\d{1,5})?$/)), '@Ccy': z.string() })
const Account = z.object({
  Id: z.object({ IBAN: z.optional(z.string()), Othr: z.optional(z.object({ Id: text(34) })) }),
})
const Code = z.object({ Cd: z.optional(text(35)), Prtry: z.optional(text(35)) })
const Type = z.optional(z.object({ CtgyPurp: z.optional(Code) }))
const Party = z.object({ Nm: z.optional(text(140)) })

const Transaction = z.object({
  PmtId: z.object({
    InstrId: z.optional(text(35)),
    EndToEndId: text(35),
    TxId: z.optional(text(35)),
    UETR: z.optional(z.uuid()),
  }),
  PmtTpInf: Type,
  IntrBkSttlmAmt: Money,
  IntrBkSttlmDt: z.optional(Day),
  InstdAmt: z.optional(Money),
  ChrgBr: z.optional(z.enum(['DEBT', 'CRED', 'SHAR', 'SLEV'])),
  InstgAgt: z.optional(Agent),
  InstdAgt: z.optional(Agent),
  Dbtr: Party,
  DbtrAcct: z.optional(Account),
  DbtrAgt: z.optional(Agent),
  CdtrAgt: z.optional(Agent),
  Cdtr: Party,
  CdtrAcct: z.optional(Account),
  RmtInf: z.optional(z.object({ Ustrd: z.optional(z.array(text(140))) })),
})
const CreditTransfer = z.object({
  '@xmlns': z.optional(
    z.enum(['urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08', 'urn:iso:std:iso:20022:tech:xsd:pacs.008.001.10']),
  ),
  FIToFICstmrCdtTrf: z.object({
    GrpHdr: z.object({
      MsgId: text(35),
      NbOfTxs: z.string().check(z.regex(/^\d{1,15}$/)),
      CtrlSum: z.optional(z.string().check(z.regex(/^\d{1,18}(\.\d{1,17})?$/))),
      TtlIntrBkSttlmAmt: z.optional(Money),
      IntrBkSttlmDt: z.optional(Day),
      SttlmInf: z.object({
        SttlmMtd: z.enum(['INDA', 'INGA', 'COVE', 'CLRG']),
        ClrSys: z.optional(z.object({ Cd: z.optional(z.string()), Prtry: z.optional(z.string()) })),
      }),
      PmtTpInf: Type,
      InstgAgt: z.optional(Agent),
      InstdAgt: z.optional(Agent),
    }),
    CdtTrfTxInf: z.array(Transaction),
  }),
})
type Header = z.infer<typeof CreditTransfer>['FIToFICstmrCdtTrf']['GrpHdr']
type Transaction = z.infer<typeof Transaction>
type Bank = { bic: string; code: string }

const documentOf = (bytes: Buffer) => documentIn(readXml(bytes, ['CdtTrfTxInf', 'Ustrd']))

/** Whether a file contains payments, whether they are valid or not. */
export function hasPayments(bytes: Buffer): boolean {
  try {
    return 'FIToFICstmrCdtTrf' in documentOf(bytes)
  } catch (error) {
    if (error instanceof XmlError) return false
    throw error
  }
}

function networkOf({ SttlmInf: { SttlmMtd, ClrSys } }: Header): Network {
  if (SttlmMtd !== 'CLRG') return 'swift'
  const system = ClrSys?.Prtry ?? ClrSys?.Cd ?? ''
  if (system === 'SICA-UEMOA') return 'sica'
  if (system === 'STAR-UEMOA') return 'star'
  throw new XmlError(`it is settled in a system that is not known: ${system.slice(0, 35)}`)
}

type Named = z.infer<typeof Agent> | undefined
/** Whether an agent is this bank; null where the message does not identify it. */
function isOurs(agent: Named, { bic, code }: Bank): boolean | null {
  const { BICFI, ClrSysMmbId } = agent?.FinInstnId ?? {}
  if (BICFI !== undefined) return BICFI.slice(0, 8) === bic.slice(0, 8)
  return ClrSysMmbId === undefined ? null : ClrSysMmbId.MmbId === code
}

const numberIn = (account: z.infer<typeof Account> | undefined) => account?.Id.IBAN ?? account?.Id.Othr?.Id ?? null

function moneyOf({ '#text': decimal, '@Ccy': code }: z.infer<typeof Money>): { amount: number; currency: Currency } {
  const currency = CurrencyCode.safeParse(code).data
  if (!currency) throw new XmlError(`it has a currency that the bank does not deal in: ${code.slice(0, 3)}`)
  const amount = minorUnitsOf(decimal, currency)
  if (amount === null) throw new XmlError(`it has an amount that cannot be credited: ${decimal.slice(0, 35)}`)
  return { amount, currency }
}

/** The bearer of the charges by the codes of ISO 20022. SLEV: as the rules of the system say, which share them. */
const bearers = { DEBT: 'OUR', CRED: 'BEN', SHAR: 'SHA', SLEV: 'SHA' } as const

function paymentOf(header: Header, one: Transaction): ReceivedPayment {
  const { PmtId, IntrBkSttlmAmt, InstdAmt, Dbtr, Cdtr, RmtInf } = one
  const transaction_id = PmtId.TxId ?? PmtId.UETR ?? PmtId.InstrId
  if (transaction_id === undefined) throw new XmlError('it has a payment without TxId, UETR and InstrId')
  const settlement_date = one.IntrBkSttlmDt ?? header.IntrBkSttlmDt
  if (settlement_date === undefined) throw new XmlError(`the payment ${transaction_id} has no settlement date`)
  const instructed = InstdAmt && moneyOf(InstdAmt)
  const category = one.PmtTpInf?.CtgyPurp ?? header.PmtTpInf?.CtgyPurp
  return {
    transaction_id,
    instruction_id: PmtId.InstrId ?? null,
    end_to_end_id: PmtId.EndToEndId,
    uetr: PmtId.UETR ?? null,
    ...moneyOf(IntrBkSttlmAmt),
    settlement_date,
    instructed_amount: instructed?.amount ?? null,
    instructed_currency: instructed?.currency ?? null,
    category_purpose: category?.Cd ?? category?.Prtry ?? null,
    charges: one.ChrgBr === undefined ? null : bearers[one.ChrgBr],
    debtor_name: Dbtr.Nm ?? '',
    debtor_account: numberIn(one.DbtrAcct),
    debtor_bic: one.DbtrAgt?.FinInstnId.BICFI ?? null,
    creditor_name: Cdtr.Nm ?? '',
    creditor_account: numberIn(one.CdtrAcct) ?? '',
    label: (RmtInf?.Ustrd ?? []).join(' '),
  }
}

/** Checks what the header states about all payments: the count, the sums and one settlement currency. */
function checkTotals({ NbOfTxs, CtrlSum, TtlIntrBkSttlmAmt }: Header, transactions: readonly Transaction[]): void {
  if (Number(NbOfTxs) !== transactions.length)
    throw new XmlError(`it says that it holds ${NbOfTxs} payments and holds ${transactions.length}`)
  const sum = transactions.reduce((total, { IntrBkSttlmAmt }) => total + scaled(IntrBkSttlmAmt['#text']), 0n)
  if (CtrlSum !== undefined && scaled(CtrlSum) !== sum)
    throw new XmlError('its control sum is not that of its payments')
  const currencies = new Set(transactions.map(({ IntrBkSttlmAmt }) => IntrBkSttlmAmt['@Ccy']))
  if (currencies.size > 1) throw new XmlError('its payments are settled in several currencies')
  if (!TtlIntrBkSttlmAmt) return
  if (scaled(TtlIntrBkSttlmAmt['#text']) !== sum) throw new XmlError('its total is not that of its payments')
  if (!currencies.has(TtlIntrBkSttlmAmt['@Ccy'])) throw new XmlError('its total has the currency of no payment')
}

/** Reads a message to this bank. Throws XmlError, with a sentence, where it is not a valid one. */
export function readPaymentMessage(bytes: Buffer, bank: Bank): PaymentMessage {
  const read = CreditTransfer.safeParse(documentOf(bytes))
  if (!read.success) {
    const place = ['Document', ...(read.error.issues[0]?.path ?? [])].map(String).join('/')
    throw new XmlError(`it is no pacs.008.001.08: see ${place}`)
  }
  const { GrpHdr, CdtTrfTxInf } = read.data.FIToFICstmrCdtTrf
  checkTotals(GrpHdr, CdtTrfTxInf)
  if (CdtTrfTxInf.length === 0) throw new XmlError('it pays nothing')
  const network = networkOf(GrpHdr)
  // Each payment of SWIFT is a message of its own.
  if (network === 'swift' && CdtTrfTxInf.length > 1) throw new XmlError('a message of SWIFT holds one payment')
  const senders = new Set(
    CdtTrfTxInf.map(({ InstgAgt }) => (InstgAgt ?? GrpHdr.InstgAgt)?.FinInstnId.BICFI).filter(Boolean),
  )
  const [sender] = senders
  if (sender === undefined || senders.size > 1) throw new XmlError('it does not name the one bank that sends it')
  for (const one of CdtTrfTxInf) {
    const agents = [isOurs(one.InstdAgt ?? GrpHdr.InstdAgt, bank), isOurs(one.CdtrAgt, bank)]
    if (agents.includes(false) || !agents.includes(true)) throw new XmlError('it is addressed to another bank')
  }
  const payments = CdtTrfTxInf.map((one) => paymentOf(GrpHdr, one))
  if (network !== 'swift' && payments.some(({ currency }) => currency !== 'XOF'))
    throw new XmlError('it is settled in another currency than that of its system')
  return { network, sender, message_id: GrpHdr.MsgId, payments }
}
