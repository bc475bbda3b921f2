// Reads the collections of creditors from pain.008.001.08. Anything else is refused with a sentence for the operator.
import type { Debit } from 'contract/products/debits.ts'
import * as z from 'zod/mini'
import { minorUnitsOf, scaled } from '../../formats/decimal.ts'
import { readXml, XmlError } from '../../formats/xml.ts'

export type Presented = Pick<
  Debit,
  | 'umr'
  | 'creditor_name'
  | 'creditor_id'
  | 'scheme'
  | 'sequence'
  | 'amount'
  | 'currency'
  | 'due_date'
  | 'label'
  | 'reference'
> & {
  iban: string
  signed_on: string
  instruction_id: string | null
  creditor_bic: string | null
  debtor_name: string | null
}

/** A message that contradicts itself is not processed: each of its lines is answered with this code. */
export type MessageError = 'AM10' | 'AM18'

export type CollectionMessage = {
  sender: string
  message_id: string
  collections: Presented[]
  error: MessageError | null
}

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const Day = z.iso.date()
const Reference = z.string().check(z.regex(/^[A-Za-z0-9+?/:().,' -]{1,35}$/))

const sequences = { FRST: 'first', RCUR: 'recurrent', FNAL: 'final', OOFF: 'one_off' } as const
const schemes = { CORE: 'core', B2B: 'b2b' } as const

const Transaction = z.object({
  PmtId: z.object({ InstrId: z.optional(text(35)), EndToEndId: text(35) }),
  InstdAmt: z.object({ '#text': z.string(), '@Ccy': z.string() }),
  DrctDbtTx: z.object({ MndtRltdInf: z.object({ MndtId: Reference, DtOfSgntr: Day }) }),
  // An element without child elements is parsed as an empty text.
  Dbtr: z.optional(z.union([z.literal(''), z.object({ Nm: z.optional(text(140)) })])),
  DbtrAcct: z.object({ Id: z.object({ IBAN: z.string() }) }),
  RmtInf: z.optional(z.object({ Ustrd: z.optional(text(140)) })),
})
const Count = z.string().check(z.regex(/^\d{1,15}$/))
const Sum = z.optional(z.string().check(z.regex(/^\d{1,18}(\.\d{1,17})?$/)))
const Group = z.object({
  NbOfTxs: z.optional(Count),
  CtrlSum: Sum,
  PmtTpInf: z.object({
    // Without a code: the interbank debit of the country.
    LclInstrm: z.optional(z.object({ Cd: z.optional(z.enum(['CORE', 'B2B'])), Prtry: z.optional(z.string()) })),
    SeqTp: z.enum(['FRST', 'RCUR', 'FNAL', 'OOFF']),
  }),
  ReqdColltnDt: Day,
  Cdtr: z.object({ Nm: text(70) }),
  CdtrAgt: z.optional(
    z.object({
      FinInstnId: z.object({
        BICFI: z.optional(z.string().check(z.regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/))),
      }),
    }),
  ),
  CdtrSchmeId: z.object({
    Id: z.object({ PrvtId: z.object({ Othr: z.object({ Id: z.string().check(z.regex(/^[A-Z0-9]{8,35}$/)) }) }) }),
  }),
  DrctDbtTxInf: z.array(Transaction),
})
const Initiation = z.object({
  '@xmlns': z.optional(z.literal('urn:iso:std:iso:20022:tech:xsd:pain.008.001.08')),
  CstmrDrctDbtInitn: z.object({
    GrpHdr: z.object({
      MsgId: text(35),
      NbOfTxs: Count,
      CtrlSum: Sum,
      InitgPty: z.object({ Nm: z.optional(text(140)) }),
    }),
    PmtInf: z.array(Group),
  }),
})

/** The currencies in which accounts are held. */
const currencies = ['XOF', 'EUR'] as const

/** Whole minor units of its currency, above zero. */
function amountOf({
  '#text': amountText,
  '@Ccy': code,
}: z.infer<typeof Transaction>['InstdAmt']): Pick<Debit, 'amount' | 'currency'> {
  const currency = currencies.find((known) => known === code)
  if (currency === undefined) throw new XmlError(`it has a currency that accounts are not held in: ${code.slice(0, 3)}`)
  const minor = minorUnitsOf(amountText, currency)
  if (minor === null) throw new XmlError(`it has an amount that cannot be taken: ${amountText.slice(0, 35)}`)
  return { amount: minor, currency }
}

const collectionsOf = ({
  PmtTpInf,
  ReqdColltnDt,
  Cdtr,
  CdtrAgt,
  CdtrSchmeId,
  DrctDbtTxInf,
}: z.infer<typeof Group>): Presented[] =>
  DrctDbtTxInf.map(({ PmtId, InstdAmt, DrctDbtTx: { MndtRltdInf }, Dbtr, DbtrAcct, RmtInf }) => {
    const code = PmtTpInf.LclInstrm?.Cd
    return {
      iban: DbtrAcct.Id.IBAN,
      umr: MndtRltdInf.MndtId,
      signed_on: MndtRltdInf.DtOfSgntr,
      creditor_name: Cdtr.Nm,
      creditor_id: CdtrSchmeId.Id.PrvtId.Othr.Id,
      scheme: code ? schemes[code] : 'local',
      sequence: sequences[PmtTpInf.SeqTp],
      ...amountOf(InstdAmt),
      due_date: ReqdColltnDt,
      label: RmtInf?.Ustrd ?? `PRLV ${Cdtr.Nm}`,
      reference: PmtId.EndToEndId,
      instruction_id: PmtId.InstrId ?? null,
      creditor_bic: CdtrAgt?.FinInstnId.BICFI ?? null,
      debtor_name: Dbtr ? (Dbtr.Nm ?? null) : null,
    }
  })

type Checked = { NbOfTxs?: string | undefined; CtrlSum?: string | undefined }
/** Whether the stated count and sum of a part of a message match its transactions. */
function errorOf(
  { NbOfTxs, CtrlSum }: Checked,
  transactions: readonly z.infer<typeof Transaction>[],
): MessageError | null {
  if (NbOfTxs !== undefined && Number(NbOfTxs) !== transactions.length) return 'AM18'
  const sum = transactions.reduce((total, { InstdAmt }) => total + scaled(InstdAmt['#text']), 0n)
  return CtrlSum !== undefined && scaled(CtrlSum) !== sum ? 'AM10' : null
}

/** Reads a message. Throws XmlError, with a sentence, where it is not a valid one. */
export function readCollectionMessage(bytes: Buffer): CollectionMessage {
  const read = Initiation.safeParse(readXml(bytes, ['PmtInf', 'DrctDbtTxInf'])['Document'])
  if (!read.success) {
    const place = ['Document', ...(read.error.issues[0]?.path ?? [])].map(String).join('/')
    throw new XmlError(`it is no pain.008.001.08: see ${place}`)
  }
  const { GrpHdr, PmtInf } = read.data.CstmrDrctDbtInitn
  const collections = PmtInf.flatMap(collectionsOf)
  if (collections.length === 0) throw new XmlError('it presents nothing')
  const all = PmtInf.flatMap(({ DrctDbtTxInf }) => DrctDbtTxInf)
  const error =
    errorOf(GrpHdr, all) ??
    PmtInf.map((group) => errorOf(group, group.DrctDbtTxInf)).find((one) => one !== null) ??
    null
  return { sender: GrpHdr.InitgPty.Nm ?? '', message_id: GrpHdr.MsgId, collections, error }
}
