// Parses files of operations from the bank's other systems: CSV with a control line at its end, or ISO 20022 camt.053. A truncated
// file is invalid: the CSV lacks its last line, the XML its last element.
import { operationTypes } from 'contract/accounts/operations.ts'
import * as z from 'zod/mini'
import { readRows } from '../../../formats/csv-reader.ts'
import { readXml, XmlError } from '../../../formats/xml.ts'
import { Refused } from '../../../refused.ts'

/** The types of operations, and transfers to wallets, which have a tax of their own. */
const fileTypes = [...operationTypes, 'wallet_transfer'] as const
export type FileType = (typeof fileTypes)[number]

export type FileLine = {
  /** The line of a CSV, or the index of an entry. */
  line: number
  iban: string
  /** As written, with its sign and decimals: its value depends on the currency. */
  amount: string
  currency: string | null
  /** The TAF contained in the amount, without a sign; null where the file gives none. */
  tax: string | null
  value_date: string
  type: FileType
  label: string
  counterparty: string | null
  reference: string | null
}
/** The number that one transaction posts within seconds. */
export const MAX_OPERATIONS = 10_000

export type OperationFile = { format: 'csv' | 'camt053'; lines: FileLine[] }

const Type = z.enum(fileTypes)
const isType = (text: string): text is FileLine['type'] => Type.safeParse(text).success
const Day = z.iso.date()

/** The names of the columns in the first line of a CSV. */
export const columns = ['account', 'value_date', 'amount', 'type', 'label', 'counterparty', 'reference'] as const
/** A file may have this column after the others. */
const TAX_COLUMN = 'tax'
const END = 'END'

/** Amounts as whole ten-thousandths, because sums of binary fractions are inexact. */
const tenThousandths = (amount: string): bigint | null => {
  const [, sign, whole, decimals = ''] = /^(-?)(\d{1,15})(?:\.(\d{1,4}))?$/.exec(amount) ?? []
  return whole === undefined ? null : BigInt(`${sign}${whole}${decimals.padEnd(4, '0')}`)
}

function readCsvFile(bytes: Buffer): FileLine[] {
  const rows = readRows(bytes, Number.POSITIVE_INFINITY)
  if (!Array.isArray(rows))
    throw new Refused(
      `the file cannot be read: ${rows.code.replaceAll('_', ' ')}${rows.facts['line'] ? `, line ${rows.facts['line']}` : ''}`,
    )
  const [head, ...rest] = rows
  const names = head?.cells.map((cell) => cell.trim().replace(/^\uFEFF/u, '')) ?? []
  const expectedColumns = names.at(-1) === TAX_COLUMN ? [...columns, TAX_COLUMN] : columns
  if (names.join(';') !== expectedColumns.join(';'))
    throw new Refused(
      `the first line of the file must be ${columns.join(';')}, with ;${TAX_COLUMN} where it contains the TAF`,
    )
  const last = rest.at(-1)
  if (last?.cells[0] !== END)
    throw new Refused(`the file is truncated: its last line must be ${END};<number of lines>;<sum of amounts>`)
  const lines = rest.slice(0, -1).map(({ line, cells }): FileLine => {
    const [
      iban = '',
      value_date = '',
      amount = '',
      type = '',
      label = '',
      counterparty = '',
      reference = '',
      tax = '',
    ] = cells.map((cell) => cell.trim())
    if (cells.length !== expectedColumns.length)
      throw new Refused(`line ${line}: ${expectedColumns.length} cells are required, there are ${cells.length}`)
    if (!isType(type))
      throw new Refused(`line ${line}: the type ${type.slice(0, 20)} is not one of ${fileTypes.join(', ')}`)
    return {
      line,
      iban: iban.replaceAll(' ', ''),
      value_date,
      amount,
      currency: null,
      tax: tax || null,
      type,
      label,
      counterparty: counterparty || null,
      reference: reference || null,
    }
  })
  const sum = lines.reduce((total, { amount }) => total + (tenThousandths(amount) ?? 0n), 0n)
  if (last.cells[1]?.trim() !== String(lines.length) || tenThousandths(last.cells[2]?.trim() ?? '') !== sum)
    throw new Refused('the control line does not match: lines are missing, or were changed')
  return lines
}

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const Party = z.optional(z.object({ Nm: z.optional(text(140)) }))
const Entry = z.object({
  Amt: z.object({ '#text': z.string(), '@Ccy': z.string() }),
  CdtDbtInd: z.enum(['CRDT', 'DBIT']),
  Sts: z.union([z.string(), z.object({ Cd: z.string() })]),
  ValDt: z.object({ Dt: Day }),
  BkTxCd: z.optional(z.object({ Prtry: z.optional(z.object({ Cd: z.string() })) })),
  NtryDtls: z.optional(
    z.object({
      TxDtls: z.optional(
        z.object({
          Refs: z.optional(z.object({ EndToEndId: z.optional(text(35)) })),
          RltdPties: z.optional(z.object({ Dbtr: Party, Cdtr: Party })),
          RmtInf: z.optional(z.object({ Ustrd: z.optional(z.array(text(140))) })),
        }),
      ),
    }),
  ),
  AddtlNtryInf: z.optional(text(500)),
})
const Document = z.object({
  BkToCstmrStmt: z.object({
    Stmt: z.array(
      z.object({ Acct: z.object({ Id: z.object({ IBAN: z.string() }) }), Ntry: z.optional(z.array(Entry)) }),
    ),
  }),
})

function lineOf(entry: z.infer<typeof Entry>, iban: string, line: number): FileLine {
  const { Amt, CdtDbtInd, Sts, ValDt, BkTxCd, NtryDtls, AddtlNtryInf } = entry
  if ((typeof Sts === 'string' ? Sts : Sts.Cd) !== 'BOOK')
    throw new Refused(`entry ${line}: only booked entries are posted`)
  const { Refs, RltdPties, RmtInf } = NtryDtls?.TxDtls ?? {}
  // The direction has its own element: a sign in addition would be ambiguous.
  if (Amt['#text'].startsWith('-')) throw new Refused(`entry ${line}: an amount of camt.053 has no sign`)
  const isDebit = CdtDbtInd === 'DBIT'
  const code = BkTxCd?.Prtry?.Cd ?? ''
  return {
    line,
    iban,
    amount: `${isDebit ? '-' : ''}${Amt['#text']}`,
    currency: Amt['@Ccy'],
    tax: null,
    value_date: ValDt.Dt,
    type: isType(code) ? code : 'other',
    label: RmtInf?.Ustrd?.join('') ?? AddtlNtryInf ?? (isDebit ? 'DEBIT' : 'CREDIT'),
    counterparty: (isDebit ? RltdPties?.Cdtr?.Nm : RltdPties?.Dbtr?.Nm) ?? null,
    reference: Refs?.EndToEndId ?? null,
  }
}

function readCamt(bytes: Buffer): FileLine[] {
  let document: unknown
  try {
    document = readXml(bytes, ['Stmt', 'Ntry', 'Ustrd'])['Document']
  } catch (error) {
    if (error instanceof XmlError) throw new Refused(`the file cannot be read: ${error.message}`, { cause: error })
    throw error
  }
  const read = Document.safeParse(document)
  if (!read.success)
    throw new Refused(
      `the file is not a valid camt.053: see ${['Document', ...(read.error.issues[0]?.path ?? [])].map(String).join('/')}`,
    )
  const entries = read.data.BkToCstmrStmt.Stmt.flatMap(({ Acct, Ntry = [] }) =>
    Ntry.map((entry) => ({ entry, iban: Acct.Id.IBAN })),
  )
  return entries.map(({ entry, iban }, index) => lineOf(entry, iban, index + 1))
}

/** The lines of a file, all of them or a refusal that says where it is wrong. */
export function readOperationFile(bytes: Buffer): OperationFile {
  const format = /^\uFEFF?\s*</u.test(bytes.subarray(0, 200).toString('utf8')) ? 'camt053' : 'csv'
  const lines = format === 'csv' ? readCsvFile(bytes) : readCamt(bytes)
  if (lines.length === 0) throw new Refused('the file has no operations')
  if (lines.length > MAX_OPERATIONS)
    throw new Refused(`the file has ${lines.length} operations: ${MAX_OPERATIONS} at the most`)
  return { format, lines }
}

/** An amount in the minor unit of its currency; nothing is rounded. */
export function minorAmount({ amount, line }: Pick<FileLine, 'amount' | 'line'>, decimals: number): number {
  const exact = tenThousandths(amount)
  const unit = 10n ** BigInt(4 - decimals)
  if (exact === null || exact === 0n || exact % unit !== 0n || exact / unit > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Refused(`line ${line}: ${amount.slice(0, 30)} is not an amount in this account's currency`)
  return Number(exact / unit)
}
