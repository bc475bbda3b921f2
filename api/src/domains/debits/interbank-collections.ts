// Reads the collections that the bank of a creditor sends: pacs.003.001.08. The same collections as in a creditor's pain.008.
import * as z from 'zod/mini'
import { XmlError } from '../../formats/xml.ts'
import {
  amountOf,
  Bic,
  type CollectionMessage,
  Count,
  Day,
  errorOf,
  Mandate,
  Money,
  Party,
  type Presented,
  schemes,
  SchemeId,
  sequences,
  Sum,
  text,
  Type,
} from './collection-parts.ts'

const Agent = z.object({ FinInstnId: z.object({ BICFI: z.optional(Bic) }) })

const Transaction = z.object({
  PmtId: z.object({ InstrId: z.optional(text(35)), EndToEndId: text(35), TxId: z.optional(text(35)) }),
  PmtTpInf: z.optional(Type),
  IntrBkSttlmAmt: Money,
  IntrBkSttlmDt: z.optional(Day),
  ReqdColltnDt: z.optional(Day),
  DrctDbtTx: z.object({ MndtRltdInf: Mandate, CdtrSchmeId: SchemeId }),
  Cdtr: z.object({ Nm: text(70) }),
  CdtrAgt: z.optional(Agent),
  Dbtr: z.optional(Party),
  DbtrAcct: z.object({ Id: z.object({ IBAN: z.string() }) }),
  RmtInf: z.optional(z.object({ Ustrd: z.optional(text(140)) })),
})
const DirectDebit = z.object({
  '@xmlns': z.optional(z.literal('urn:iso:std:iso:20022:tech:xsd:pacs.003.001.08')),
  FIToFICstmrDrctDbt: z.object({
    GrpHdr: z.object({
      MsgId: text(35),
      NbOfTxs: Count,
      CtrlSum: Sum,
      IntrBkSttlmDt: z.optional(Day),
      PmtTpInf: z.optional(Type),
      InstgAgt: z.optional(Agent),
    }),
    DrctDbtTxInf: z.array(Transaction),
  }),
})
type Header = z.infer<typeof DirectDebit>['FIToFICstmrDrctDbt']['GrpHdr']

function collectionOf(header: Header, one: z.infer<typeof Transaction>): Presented {
  const type = one.PmtTpInf ?? header.PmtTpInf
  const due_date = one.ReqdColltnDt ?? one.IntrBkSttlmDt ?? header.IntrBkSttlmDt
  const { EndToEndId, InstrId, TxId } = one.PmtId
  if (!type) throw new XmlError(`the debit ${EndToEndId} has no sequence type`)
  if (due_date === undefined) throw new XmlError(`the debit ${EndToEndId} has no day of collection`)
  const code = type.LclInstrm?.Cd
  const { MndtRltdInf, CdtrSchmeId } = one.DrctDbtTx
  return {
    iban: one.DbtrAcct.Id.IBAN,
    umr: MndtRltdInf.MndtId,
    signed_on: MndtRltdInf.DtOfSgntr,
    creditor_name: one.Cdtr.Nm,
    creditor_id: CdtrSchmeId.Id.PrvtId.Othr.Id,
    scheme: code ? schemes[code] : 'local',
    sequence: sequences[type.SeqTp],
    ...amountOf(one.IntrBkSttlmAmt),
    due_date,
    label: one.RmtInf?.Ustrd ?? `PRLV ${one.Cdtr.Nm}`,
    reference: EndToEndId,
    instruction_id: InstrId ?? null,
    transaction_id: TxId ?? null,
    creditor_bic: one.CdtrAgt?.FinInstnId.BICFI ?? header.InstgAgt?.FinInstnId.BICFI ?? null,
    debtor_name: one.Dbtr ? (one.Dbtr.Nm ?? null) : null,
  }
}

/** Reads a document that contains a pacs.003. Throws XmlError, with a sentence, where it is not a valid one. */
export function readInterbankCollections(document: unknown): CollectionMessage {
  const read = DirectDebit.safeParse(document)
  if (!read.success) {
    const place = ['Document', ...(read.error.issues[0]?.path ?? [])].map(String).join('/')
    throw new XmlError(`it is no pacs.003.001.08: see ${place}`)
  }
  const { GrpHdr, DrctDbtTxInf } = read.data.FIToFICstmrDrctDbt
  if (DrctDbtTxInf.length === 0) throw new XmlError('it presents nothing')
  const sender = GrpHdr.InstgAgt?.FinInstnId.BICFI
  if (sender === undefined) throw new XmlError('it does not name the bank that sends it')
  return {
    sender,
    message_id: GrpHdr.MsgId,
    message_name: 'pacs.003.001.08',
    collections: DrctDbtTxInf.map((one) => collectionOf(GrpHdr, one)),
    error: errorOf(
      GrpHdr,
      DrctDbtTxInf.map(({ IntrBkSttlmAmt }) => IntrBkSttlmAmt),
    ),
  }
}
