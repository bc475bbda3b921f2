// Cells of the columns of an export of operations, the same for every format.
import { exportColumnLabels, operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import type { Language } from 'contract/language.ts'
import type { ExportColumn, Operation } from 'contract/accounts/operations.ts'
import { textIn } from 'contract/values/identity.ts'
import { minorUnits } from 'contract/values/money.ts'
import { asText, csvLine } from '../../formats/csv.ts'
import { formatAccount } from '../../formats/text.ts'
import type { Cell, SheetColumn } from '../../formats/xlsx-writer.ts'
import { exportLabels } from './export-labels.ts'

/** The date in the list: booking date, or expected date. */
export const dayOf = ({ execution_date, value_date }: Operation) =>
  execution_date === null ? value_date : new Date(execution_date * 1000).toISOString().slice(0, 10)

/** An amount in minor units as a machine-readable decimal: -12.50. */
export const decimal = (amount: number, currency: Operation['currency']) =>
  (amount / 10 ** minorUnits[currency]).toFixed(minorUnits[currency])

const amountOf = (amount: number | null, currency: Operation['currency']) =>
  amount === null ? null : amount / 10 ** minorUnits[currency]

/** The columns of a table, its language, and the account where the lines do not name it themselves. */
export type TableShape = { columns: readonly ExportColumn[]; lang: Language; account: string }

/** Columns that hold a field of the operation as it is. */
type PlainColumn = Exclude<
  ExportColumn,
  'date' | 'status' | 'account' | 'type' | 'name' | 'memo' | 'categories' | 'amount' | 'value_date' | 'vat_amount'
>

/** The cells of one operation. */
export function cellsOf(operation: Operation, { columns, lang, account }: TableShape): Cell[] {
  const labels = exportLabels[lang]
  const { currency, execution_date, identity, type, value_date } = operation
  const written: Record<Exclude<ExportColumn, PlainColumn>, Cell> = {
    date: { day: dayOf(operation) },
    status: execution_date === null ? labels.upcoming : labels.booked,
    account: formatAccount(operation.account?.label ?? account, lang),
    type: operationTypeLabels[type][lang],
    name: textIn(identity.name, lang),
    memo: identity.memo && textIn(identity.memo, lang),
    categories: operation.categories.map(({ label }) => label).join(', '),
    amount: amountOf(operation.amount, currency),
    value_date: { day: value_date },
    vat_amount: amountOf(operation.vat_amount, currency),
  }
  // A column is a key of `written` or, by its type, a plain field.
  return columns.map((column) =>
    column in written ? written[column as keyof typeof written] : operation[column as PlainColumn],
  )
}

const isMoney = (column: ExportColumn) => column === 'amount' || column === 'vat_amount'
const wide: readonly ExportColumn[] = [
  'account',
  'name',
  'memo',
  'counterparty',
  'label',
  'reference',
  'categories',
  'comment',
]

/** The columns of a spreadsheet with their widths; a column of several currencies uses the largest number of decimals. */
export const sheetColumns = (
  { columns, lang }: TableShape,
  currencies: readonly Operation['currency'][],
): SheetColumn[] =>
  columns.map((column) => ({
    title: exportColumnLabels[column][lang],
    width: wide.includes(column) ? 34 : 16,
    decimals: isMoney(column) ? Math.max(0, ...currencies.map((currency) => minorUnits[currency])) : 0,
  }))

/** The file as text: separated by commas, or by semicolons where the comma is the decimal sign, as the reader's spreadsheet expects. */
export async function* csvOf(
  operations: AsyncIterable<readonly Operation[]>,
  shape: TableShape,
): AsyncGenerator<string> {
  const { columns, lang } = shape
  const separator = lang === 'fr' ? ';' : ','
  const textOf = (cell: Cell, column: ExportColumn, currency: Operation['currency']) => {
    if (cell === null) return ''
    if (typeof cell === 'string') return asText(cell)
    if (typeof cell === 'object') return cell.day
    const number = isMoney(column) ? cell.toFixed(minorUnits[currency]) : String(cell)
    return lang === 'fr' ? number.replace('.', ',') : number
  }
  // The byte order mark by which spreadsheets recognise UTF-8.
  yield `\uFEFF${csvLine(
    columns.map((column) => exportColumnLabels[column][lang]),
    separator,
  )}`
  for await (const some of operations)
    yield some
      .map((operation) =>
        csvLine(
          cellsOf(operation, shape).map((cell, at) => textOf(cell, columns[at] ?? 'label', operation.currency)),
          separator,
        ),
      )
      .join('')
}
