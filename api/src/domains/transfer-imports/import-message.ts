// Reads transfers from a payment initiation, ISO 20022 pain.001.001.03 or .09, as accounting software writes it (domain.md 4.5).
import type { FileError } from 'contract/transfers/import-problems.ts'
import { lineColumns, MAX_IMPORT_LINES, type TypedLine } from 'contract/transfers/imports.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import { decodeXml, scanXml, XmlScanError } from '../../formats/xml-scan.ts'
import { formatPlainDay, readPurpose } from './import-cell-rules.ts'
import { type ImportError, fileError, MAX_CELL } from '../../formats/csv-reader.ts'
import type { RawLine } from './import-table-rules.ts'

export const messageNames = ['pain.001.001.03', 'pain.001.001.09'] as const
export type MessageName = (typeof messageNames)[number]
/** The data of a message for its answer. */
export type Message = { message_id: string; message_name: MessageName; message_lines: number }
/** What a message says about a line beside its columns. */
export type LineOrigin = { block: string | null; instruction_id: string | null; category_purpose: string | null }
/** `debtor`: the number of the account that the line debits. */
export type MessageLine = RawLine & { origin: LineOrigin; debtor: string }
/** The accounts that a file may debit: the chosen one, and the others that the author may pay from in francs. */
export type Debtors = { iban: string; currency: string; others: ReadonlySet<string> }

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:'
const fileErrorOf: Record<XmlScanError['reason'], FileError> = {
  doctype: 'xml_doctype',
  malformed: 'xml_malformed',
  encoding: 'xml_encoding',
}

/** The paths of the values of a transaction. */
const columnsByPath: Record<string, keyof TypedLine> = {
  'PmtId/EndToEndId': 'reference',
  'Amt/InstdAmt': 'amount',
  'CdtrAgt/FinInstnId/BIC': 'bic',
  'CdtrAgt/FinInstnId/BICFI': 'bic',
  'Cdtr/Nm': 'name',
  'Cdtr/CtctDtls/MobNb': 'phone',
  'Cdtr/CtctDtls/PhneNb': 'phone',
  'Cdtr/CtctDtls/EmailAdr': 'email',
  'CdtrAcct/Id/IBAN': 'iban',
  'CdtrAcct/Id/Othr/Id': 'iban',
  'RmtInf/Ustrd': 'label',
  'Purp/Cd': 'purpose',
  'Purp/Prtry': 'purpose',
}

type Block = { values: Map<string, string>; first: number; count: number; sum: bigint | null }
type Transaction = { cells: Partial<Record<keyof TypedLine, string>>; currency: string | null; origin: LineOrigin }

const originsByPath: Record<string, 'instruction_id' | 'category_purpose'> = {
  'PmtId/InstrId': 'instruction_id',
  'PmtTpInf/CtgyPurp/Cd': 'category_purpose',
  'PmtTpInf/CtgyPurp/Prtry': 'category_purpose',
}

/** Sums are compared to the hundred-thousandth, the smallest unit of the standard; null where a value is not a number. */
function scaled(text: string): bigint | null {
  const [, whole, part = ''] = /^(\d{1,18})(?:\.(\d{0,5}))?$/.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole) * 100_000n + BigInt(part.padEnd(5, '0'))
}
const plus = (sum: bigint | null, more: bigint | null) => (sum === null || more === null ? null : sum + more)

class Refused extends Error {
  readonly fileError: ImportError
  constructor(code: FileError, facts: ImportError['facts'] = {}) {
    super(code)
    // A value in a file may be as long as the file.
    this.fileError = fileError(
      code,
      Object.fromEntries(
        Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? fact.slice(0, 80) : fact]),
      ),
    )
  }
}

/** Checks that the counts and sums of a header or block match its transactions. */
function checkTotals(path: string, { values, count, sum }: Omit<Block, 'first'>, isCountNeeded: boolean): void {
  const [said, declaredSum] = [values.get('NbOfTxs'), values.get('CtrlSum')]
  if (said === undefined && isCountNeeded) throw new Refused('message_element', { element: `${path}/NbOfTxs` })
  if (said !== undefined && Number(said) !== count)
    throw new Refused('message_count', { element: `${path}/NbOfTxs`, said, found: count })
  // An invalid amount is reported at its line.
  if (declaredSum !== undefined && sum !== null && scaled(declaredSum) !== sum)
    throw new Refused('message_sum', { element: `${path}/CtrlSum`, said: declaredSum, found: String(sum / 100_000n) })
}

const needed = (values: ReadonlyMap<string, string>, element: string, path: string): string => {
  const value = values.get(element)
  if (!value || value.length > 35) throw new Refused('message_element', { element: `${path}/${element}` })
  return value
}

/** The category of all payments of a block; a payment may have another one. */
function categoryOf(values: ReadonlyMap<string, string>): string | null {
  const purpose = values.get('PmtTpInf/CtgyPurp/Cd') ?? values.get('PmtTpInf/CtgyPurp/Prtry') ?? null
  if (purpose !== null && purpose.length > 35) throw new Refused('message_element', { element: 'PmtTpInf/CtgyPurp' })
  return purpose
}

const dayOf = (text: string) => (/^\d{4}-\d{2}-\d{2}/.test(text) ? formatPlainDay(text.slice(0, 10)) : text)

/** Reads a message for one account and its others: all its transactions with their paths, or an error code. */
class MessageReader {
  readonly lines: MessageLine[] = []
  name: MessageName | null = null
  private readonly header: Block = { values: new Map(), first: 0, count: 0, sum: 0n }
  private readonly references = new Map<string, number>()
  private readonly blockIds = new Set<string>()
  private readonly path: string[] = []
  private block: Block | null = null
  private blocks = 0
  private transaction: Transaction | null = null
  private text = ''
  private readonly account: Debtors

  constructor(account: Debtors) {
    this.account = account
  }

  open(name: string, attribute: (name: string) => string | null): void {
    this.path.push(name)
    this.text = ''
    const depth = this.path.length
    if (depth === 1) {
      const namespace = attribute('xmlns')
      this.name = messageNames.find((one) => namespace === NAMESPACE + one) ?? null
      if (name !== 'Document' || !this.name) throw new Refused('message_unknown')
    } else if (depth === 2 && name !== 'CstmrCdtTrfInitn') throw new Refused('message_unknown')
    else if (depth === 3 && name === 'PmtInf') {
      this.blocks += 1
      this.block = { values: new Map(), first: this.lines.length, count: 0, sum: 0n }
    } else if (depth === 4 && name === 'CdtTrfTxInf') {
      if (!this.block) throw new Refused('message_element', { element: 'PmtInf' })
      if (this.lines.length >= MAX_IMPORT_LINES) throw new Refused('too_many_lines')
      const origin = { block: null, instruction_id: null, category_purpose: null }
      this.transaction = { cells: {}, currency: null, origin }
    } else if (this.transaction && name === 'InstdAmt') this.transaction.currency = attribute('Ccy')
  }

  append(part: string): void {
    this.text += part
  }

  close(name: string): void {
    const [depth, text] = [this.path.length, this.text.trim()]
    this.text = ''
    if (depth === 4 && name === 'CdtTrfTxInf') this.endTransaction()
    else if (depth === 3 && name === 'PmtInf') this.endBlock()
    else if (this.transaction) this.keepCell(this.path.slice(4).join('/'), text)
    else if (text !== '' && depth > 3) (this.block ?? this.header).values.set(this.path.slice(3).join('/'), text)
    this.path.pop()
  }

  private keepCell(path: string, text: string): void {
    const field = originsByPath[path]
    if (field && this.transaction && text !== '') {
      if (text.length > 35) throw new Refused('message_element', { element: path })
      this.transaction.origin[field] = text
      return
    }
    const column = columnsByPath[path]
    if (!column || !this.transaction || text === '') return
    // Of the codes of the standard, such as SALA for salaries, few are purposes of exchange control: a line abroad asks for one.
    if (column === 'purpose' && readPurpose(text) === undefined) return
    const { cells } = this.transaction
    // The unstructured text may have several parts; a mobile number is preferred.
    cells[column] =
      column === 'label' && cells.label ? `${cells.label} ${text}` : column === 'phone' ? (cells.phone ?? text) : text
    if ((cells[column] ?? '').length > MAX_CELL)
      throw new Refused('message_text_too_long', { element: path, line: this.lines.length + 1 })
  }

  private endTransaction(): void {
    const { transaction, block } = this
    if (!transaction || !block) throw new Error('a transaction ends that never began')
    const { cells, currency, origin } = transaction
    const line = this.lines.length + 1
    if (this.account.currency !== 'XOF') throw new Refused('message_currency', { found: this.account.currency })
    if (cells.amount && currency === null) throw new Refused('message_element', { element: 'Amt/InstdAmt/@Ccy', line })
    const reference = cells.reference === 'NOTPROVIDED' ? '' : (cells.reference ?? '')
    const first = this.references.get(reference)
    if (first !== undefined) throw new Refused('message_reference', { line, first, reference })
    if (reference !== '') this.references.set(reference, line)
    if (currency !== 'XOF' && currency !== null) cells.currency = currency
    const typed = Object.fromEntries(lineColumns.map((column) => [column, cells[column] ?? ''])) as TypedLine
    this.lines.push({
      line,
      origin,
      debtor: '',
      cells: { ...typed, reference, phone: typed.phone.replaceAll('-', '') },
    })
    const amount = scaled(typed.amount)
    for (const sums of [block, this.header]) {
      sums.count += 1
      sums.sum = plus(sums.sum, amount)
    }
    this.transaction = null
  }

  private endBlock(): void {
    const { block, account } = this
    if (!block) throw new Error('a block ends that never began')
    const { values } = block
    const path = `PmtInf[${this.blocks}]`
    const id = needed(values, 'PmtInfId', path)
    if (this.blockIds.has(id)) throw new Refused('message_element', { element: `${path}/PmtInfId` })
    this.blockIds.add(id)
    if (values.get('PmtMtd') !== 'TRF') throw new Refused('message_method', { element: `${path}/PmtMtd` })
    const debtor = values.get('DbtrAcct/Id/IBAN') ?? ''
    const iban = normaliseAccountNumber(debtor)
    if (iban !== account.iban && !account.others.has(iban))
      throw new Refused('message_debtor', { element: `${path}/DbtrAcct`, found: debtor })
    const day = values.get('ReqdExctnDt') ?? values.get('ReqdExctnDt/Dt') ?? values.get('ReqdExctnDt/DtTm')
    if (day === undefined) throw new Refused('message_element', { element: `${path}/ReqdExctnDt` })
    checkTotals(path, block, false)
    const purpose = categoryOf(values)
    for (const line of this.lines.slice(block.first)) {
      line.origin.block = id
      line.debtor = iban
      line.origin.category_purpose ??= purpose
      line.cells.execution_date = dayOf(day)
    }
    this.block = null
  }

  end(): Message & { lines: MessageLine[] } {
    const { header, lines, name } = this
    if (!name) throw new Refused('message_unknown')
    const message_id = needed(header.values, 'MsgId', 'GrpHdr')
    checkTotals('GrpHdr', header, true)
    const [first] = lines
    if (!first) throw new Refused('no_lines')
    // A file for other accounts alone was given to the wrong one.
    if (!lines.some(({ debtor }) => debtor === this.account.iban))
      throw new Refused('message_debtor', { element: 'PmtInf[1]/DbtrAcct', found: first.debtor })
    return { message_id, message_name: name, message_lines: lines.length, lines }
  }
}

/** The transactions of a message that debits an account, and others of its author, or an error code. */
export function readMessage(bytes: Buffer, account: Debtors): (Message & { lines: MessageLine[] }) | ImportError {
  const reader = new MessageReader(account)
  try {
    scanXml(decodeXml(bytes), {
      open: (name, attribute) => reader.open(name, attribute),
      text: (part) => reader.append(part),
      close: (name) => reader.close(name),
    })
    return reader.end()
  } catch (error) {
    if (error instanceof Refused) return error.fileError
    if (error instanceof XmlScanError) return fileError(fileErrorOf[error.reason], { line: error.line })
    throw error
  }
}
