// Writes the files of an import: its lines with errors, and templates to fill in.
import type { Language } from 'contract/language.ts'
import { type ImportTableFormat, type LineColumn, lineColumns, type TypedLine } from 'contract/transfers/imports.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { csvFileOf } from '../../formats/csv.ts'
import { type Cell, spreadsheet } from '../../formats/xlsx-writer.ts'
import { Refusal } from '../../refusal.ts'
import { findDraft, findListToPay } from './import-store.ts'
import { heads } from './import-table-rules.ts'
import { checkDraft, nothing } from './import-transfers.ts'

type Ports = { db: Db; clock: Clock }
type RequestContext = { caller: AccountCaller; lang: Language }

const labels = { errors: { fr: 'erreurs', en: 'errors' }, template: { fr: 'modele', en: 'template' } }

const csvFile = (name: string, rows: readonly (readonly string[])[]) => ({
  file_name: `${name}.csv`,
  media_type: 'text/csv; charset=utf-8',
  content: csvFileOf(rows, ';'),
})

type Wanted = { list?: string | null | undefined; format?: ImportTableFormat | undefined }

const headRow = lineColumns.map((column) => heads[column])

/** The lines with errors as typed, with all their errors: corrected there, the file can be imported again. */
export async function exportErrors({ db, clock }: Ports, context: RequestContext, id: string) {
  const now = clock.now()
  const draft = await findDraft(db, context.caller, now)
  if (draft?.id !== id) throw new Refusal('not_found')
  const { lines } = await checkDraft(db, context, draft, now)
  const bad = lines.filter(({ item }) => item.errors.length > 0)
  return csvFile(`virements_${labels.errors[context.lang]}`, [
    [...headRow, 'ligne', labels.errors[context.lang]],
    ...bad.map(({ item }) => [
      ...lineColumns.map((column) => item.typed[column]),
      String(item.line),
      item.errors.map(({ column, message }) => `${heads[column]} : ${message}`).join(' | '),
    ]),
  ])
}

const columnWidths: Record<LineColumn, number> = {
  name: 28,
  iban: 32,
  amount: 14,
  label: 28,
  bic: 14,
  execution_date: 16,
  phone: 16,
  email: 24,
  reference: 16,
  purpose: 18,
  currency: 10,
}

/** The columns, with a number in the amount column for spreadsheets. */
async function* sheetRows(rows: readonly (readonly string[])[]): AsyncGenerator<readonly Cell[]> {
  for (const row of rows)
    yield row.map((cell, index) => (lineColumns[index] === 'amount' && cell !== '' ? Number(cell) : cell))
}

/** A template to fill in: the columns only, or with the beneficiaries of a list. */
export async function exportTemplate(
  { db }: Pick<Ports, 'db'>,
  { caller, lang }: RequestContext,
  { list: listId = null, format = 'csv' }: Wanted,
) {
  const list = listId === null ? null : await findListToPay(db, caller, listId)
  if (listId !== null && !list) throw new Refusal('not_found')
  const rows = (list?.members ?? []).map(({ name, iban, bic, phone, email, amount, label, purpose }) => {
    const known = { bic: bic ?? '', phone: phone ?? '', email: email ?? '', label: label ?? '', purpose: purpose ?? '' }
    const cells: TypedLine = { ...nothing, ...known, name, iban, amount: String(amount ?? '') }
    return lineColumns.map((column) => cells[column])
  })
  const name = `virements_${labels.template[lang]}`
  if (format === 'csv') return csvFile(name, [headRow, ...rows])
  const columns = lineColumns.map((column) => ({ title: heads[column], width: columnWidths[column], decimals: 0 }))
  return {
    file_name: `${name}.xlsx`,
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: spreadsheet(name, columns, { rows: sheetRows(rows), count: rows.length }),
  }
}
