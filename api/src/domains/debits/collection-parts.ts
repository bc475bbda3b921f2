// The parts that collections have in common, whether a creditor or its bank sends them.
import type { Debit } from 'contract/products/debits.ts'
import * as z from 'zod/mini'
import { minorUnitsOf, scaled } from '../../formats/decimal.ts'
import { XmlError } from '../../formats/xml.ts'

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
  /** TxId, between banks. */
  transaction_id: string | null
  creditor_bic: string | null
  debtor_name: string | null
}

/** A message that contradicts itself is not processed: each of its lines is answered with this code. */
export type MessageError = 'AM10' | 'AM18'

export type CollectionMessage = {
  sender: string
  message_id: string
  message_name: 'pain.008.001.08' | 'pacs.003.001.08'
  collections: Presented[]
  error: MessageError | null
}

export const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
export const Day = z.iso.date()
const Reference = z.string().check(z.regex(/^[A-Za-z0-9+?/:().,' -]{1,35}$/))

export const sequences = { FRST: 'first', RCUR: 'recurrent', FNAL: 'final', OOFF: 'one_off' } as const
export const schemes = { CORE: 'core', B2B: 'b2b' } as const

export const Bic = z.string().check(z.regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/))
export const Money = z.object({ '#text': z.string(), '@Ccy': z.string() })
export const Mandate = z.object({ MndtId: Reference, DtOfSgntr: Day })
/** An element without child elements is parsed as an empty text. */
export const Party = z.union([z.literal(''), z.object({ Nm: z.optional(text(140)) })])
export const Type = z.object({
  // Without a code: the interbank debit of the country.
  LclInstrm: z.optional(z.object({ Cd: z.optional(z.enum(['CORE', 'B2B'])), Prtry: z.optional(z.string()) })),
  SeqTp: z.enum(['FRST', 'RCUR', 'FNAL', 'OOFF']),
})
export const SchemeId = z.object({
  Id: z.object({ PrvtId: z.object({ Othr: z.object({ Id: z.string().check(z.regex(/^[A-Z0-9]{8,35}$/)) }) }) }),
})
export const Count = z.string().check(z.regex(/^\d{1,15}$/))
export const Sum = z.optional(z.string().check(z.regex(/^\d{1,18}(\.\d{1,17})?$/)))

/** The currencies in which accounts are held. */
const currencies = ['XOF', 'EUR'] as const

/** Whole minor units of its currency, above zero. */
export function amountOf({
  '#text': amountText,
  '@Ccy': code,
}: z.infer<typeof Money>): Pick<Debit, 'amount' | 'currency'> {
  const currency = currencies.find((known) => known === code)
  if (currency === undefined) throw new XmlError(`it has a currency that accounts are not held in: ${code.slice(0, 3)}`)
  const minor = minorUnitsOf(amountText, currency)
  if (minor === null) throw new XmlError(`it has an amount that cannot be taken: ${amountText.slice(0, 35)}`)
  return { amount: minor, currency }
}

type Checked = { NbOfTxs?: string | undefined; CtrlSum?: string | undefined }
/** Whether the stated count and sum of a part of a message match its transactions. */
export function errorOf({ NbOfTxs, CtrlSum }: Checked, amounts: readonly z.infer<typeof Money>[]): MessageError | null {
  if (NbOfTxs !== undefined && Number(NbOfTxs) !== amounts.length) return 'AM18'
  const sum = amounts.reduce((total, { '#text': decimal }) => total + scaled(decimal), 0n)
  return CtrlSum !== undefined && scaled(CtrlSum) !== sum ? 'AM10' : null
}
