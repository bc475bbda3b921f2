// Reads collections: pacs.003 of the bank of a creditor, or pain.008.001.08 of a creditor. Anything else is refused with a sentence for the
// operator.
import * as z from 'zod/mini'
import { readXml, XmlError } from '../../formats/xml.ts'
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
import { readInterbankCollections } from './interbank-collections.ts'

const Transaction = z.object({
  PmtId: z.object({ InstrId: z.optional(text(35)), EndToEndId: text(35) }),
  InstdAmt: Money,
  DrctDbtTx: z.object({ MndtRltdInf: Mandate }),
  Dbtr: z.optional(Party),
  DbtrAcct: z.object({ Id: z.object({ IBAN: z.string() }) }),
  RmtInf: z.optional(z.object({ Ustrd: z.optional(text(140)) })),
})
const Group = z.object({
  NbOfTxs: z.optional(Count),
  CtrlSum: Sum,
  PmtTpInf: Type,
  ReqdColltnDt: Day,
  Cdtr: z.object({ Nm: text(70) }),
  CdtrAgt: z.optional(
    z.object({
      FinInstnId: z.object({
        BICFI: z.optional(Bic),
      }),
    }),
  ),
  CdtrSchmeId: SchemeId,
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
      transaction_id: null,
      creditor_bic: CdtrAgt?.FinInstnId.BICFI ?? null,
      debtor_name: Dbtr ? (Dbtr.Nm ?? null) : null,
    }
  })

/** Reads a message. Throws XmlError, with a sentence, where it is not a valid one. */
export function readCollectionMessage(bytes: Buffer): CollectionMessage {
  const document = readXml(bytes, ['PmtInf', 'DrctDbtTxInf'])['Document']
  if (typeof document === 'object' && document !== null && 'FIToFICstmrDrctDbt' in document)
    return readInterbankCollections(document)
  const read = Initiation.safeParse(document)
  if (!read.success) {
    const place = ['Document', ...(read.error.issues[0]?.path ?? [])].map(String).join('/')
    throw new XmlError(`it is neither a pacs.003.001.08 nor a pain.008.001.08: see ${place}`)
  }
  const { GrpHdr, PmtInf } = read.data.CstmrDrctDbtInitn
  const collections = PmtInf.flatMap(collectionsOf)
  if (collections.length === 0) throw new XmlError('it presents nothing')
  const amountsOf = ({ DrctDbtTxInf }: z.infer<typeof Group>) => DrctDbtTxInf.map(({ InstdAmt }) => InstdAmt)
  const error =
    errorOf(GrpHdr, PmtInf.flatMap(amountsOf)) ??
    PmtInf.map((group) => errorOf(group, amountsOf(group))).find((one) => one !== null) ??
    null
  return {
    sender: GrpHdr.InitgPty.Nm ?? '',
    message_id: GrpHdr.MsgId,
    message_name: 'pain.008.001.08',
    collections,
    error,
  }
}
