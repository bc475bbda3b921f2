import { Readable } from 'node:stream'
import type { Language } from 'contract/language.ts'
import {
  type ExportColumn,
  exportColumns,
  type ExportFormat,
  type ExportScope,
  isOfWholeDays,
  MOST_JOINED,
  MOST_ON_PAPER,
  type Operation,
  type OperationFilter,
} from 'contract/operations.ts'
import type { AccountCaller } from '../../caller.ts'
import { recordEvent } from '../../db/audit.ts'
import { getBankIdentity } from '../../db/bank-identity.ts'
import type { Db } from '../../db/db.ts'
import type { AccountReport } from '../../outside/account-report.ts'
import { camt053 } from '../../outside/camt053.ts'
import type { Clock } from '../../outside/clock.ts'
import { mt940 } from '../../outside/mt940.ts'
import { newPaper } from '../../outside/paper.ts'
import { sayDay, sayMoney, sayNumber } from '../../outside/say.ts'
import { spreadsheet } from '../../outside/spreadsheet.ts'
import { Refusal } from '../../refusal.ts'
import { archive, type Part } from '../../outside/archive.ts'
import { csvLine, asText } from '../../outside/csv.ts'
import { ofxOf, qifOf } from './export-ledgers.ts'
import { cellsOf, csvOf, dayOf, decimal, sheetColumns } from './export-rows.ts'
import { exportWords } from './export-words.ts'
import { findDocument, listJoinedDocuments } from './operation-document-store.ts'
import { listOperations } from './list-operations.ts'
import {
  type ExportedAccount,
  type Extent,
  getExportedAccount,
  listUpcomingOperations,
  measureDays,
  measureOperations,
  walkEntries,
  walkOperations,
} from './operation-store.ts'

type Ports = { db: Db; clock: Clock }
export type ExportWish = {
  scope: ExportScope
  format: ExportFormat
  columns: readonly ExportColumn[] | undefined
  page: number | undefined
  hasAttachments: boolean
  filter: OperationFilter
  lang: Language
}
type File = { file_name: string; media_type: string; content: Buffer | Readable }
/** What goes into a file: what is to come at once, what is booked while it is written. */
type Found = { coming: Operation[]; booked: AsyncGenerator<Operation[]>; documented: AsyncGenerator<Operation[]>; extent: Extent }

async function* atOnce(operations: Operation[]): AsyncGenerator<Operation[]> {
  if (operations.length > 0) yield operations
}

/** One page, exactly as the list answers it. */
async function pageOf(db: Db, accountId: string, { page = 1, filter }: ExportWish): Promise<Found> {
  const { items } = await listOperations(db, accountId, page, filter)
  const coming = items.filter(({ execution_date }) => execution_date === null)
  const booked = items.filter(({ execution_date }) => execution_date !== null)
  const sum = (credits: boolean) => booked.reduce((total, { amount }) => (amount > 0 === credits ? total + amount : total), 0)
  const [newest] = booked
  const oldest = booked.at(-1)
  const days = { first_day: oldest ? dayOf(oldest) : null, last_day: newest ? dayOf(newest) : null }
  const documented = atOnce(booked.filter(({ document_count }) => document_count > 0))
  return {
    coming,
    booked: atOnce(booked),
    documented,
    extent: { total: booked.length, credits: sum(true), debits: sum(false), ...days, last_seq: 0 },
  }
}

async function allOf(db: Db, accountId: string, { filter }: ExportWish): Promise<Found> {
  const extent = await measureOperations(db, accountId, filter)
  const coming = await listUpcomingOperations(db, accountId, filter)
  const documented =
    filter.documents === 'without' ? atOnce([]) : walkOperations(db, accountId, { ...filter, documents: 'with' }, extent.last_seq)
  return { coming, booked: walkOperations(db, accountId, filter, extent.last_seq), documented, extent }
}

async function* joined({ coming, booked }: Found): AsyncGenerator<Operation[]> {
  yield* atOnce(coming)
  yield* booked
}

async function* eachRow(found: Found, columns: readonly ExportColumn[], lang: Language) {
  for await (const some of joined(found)) for (const operation of some) yield cellsOf(operation, columns, lang)
}

/** The files of what was found, each under a name of its own, after an index that says whose it is. */
async function attachmentsOf(db: Db, accountId: string, found: Found, lang: Language): Promise<Part[]> {
  const { joined: say, columns } = exportWords[lang]
  const operations: Operation[] = []
  let count = 0
  for await (const some of found.documented) {
    operations.push(...some)
    count += some.reduce((sum, { document_count }) => sum + document_count, 0)
    if (count > MOST_JOINED) throw new Refusal('too_many_attachments', { most: MOST_JOINED })
  }
  const documents = Map.groupBy(
    await listJoinedDocuments(
      db,
      accountId,
      operations.map(({ id }) => id),
    ),
    ({ entry_id }) => entry_id,
  )
  const placed = operations
    .flatMap((operation) => (documents.get(operation.id) ?? []).map((document) => ({ operation, document })))
    .map((one, at) => ({ ...one, path: `${say.folder}/${String(at + 1).padStart(4, '0')} ${one.document.name}` }))
  const separator = lang === 'fr' ? ';' : ','
  const lines = placed.map(({ operation, path }) =>
    csvLine(
      [
        path,
        dayOf(operation),
        asText(operation.counterparty ?? ''),
        asText(operation.label),
        decimal(operation.amount, operation.currency),
      ],
      separator,
    ),
  )
  const head = csvLine([say.path, columns.date, columns.counterparty, columns.label, columns.amount], separator)
  return [
    { path: `${say.index}.csv`, open: () => Buffer.from(`\uFEFF${head}${lines.join('')}`) },
    ...placed.map(({ operation, document, path }) => ({
      path,
      isCompressed: true,
      // One that was deleted meanwhile leaves an empty file: the index has already named it.
      open: async () =>
        (await findDocument(db, { account_id: accountId, entry_id: operation.id }, document.id))?.content ?? Buffer.alloc(0),
    })),
  ]
}

/** The lines of a PDF, as they are read. */
async function* printed(found: Found, lang: Language): AsyncGenerator<string[]> {
  const say = exportWords[lang]
  for await (const some of joined(found))
    for (const operation of some)
      yield [
        sayDay(dayOf(operation), lang) + (operation.execution_date === null ? ` · ${say.coming}` : ''),
        [operation.counterparty, operation.label].filter((text) => text !== null).join('\n'),
        say.types[operation.type],
        sayMoney(operation.amount, operation.currency, lang),
      ]
}

async function onPaper(db: Db, found: Found, account: ExportedAccount, { lang, now }: { lang: Language; now: Date }): Promise<Buffer> {
  const say = exportWords[lang]
  const { total, credits, debits } = found.extent
  const count = total + found.coming.length
  if (count > MOST_ON_PAPER) throw new Refusal('export_too_long', { most: MOST_ON_PAPER })
  const paper = newPaper({ lang, name: `${say.title} · ${account.holder}`, bank: await getBankIdentity(db), made_at: now })
  paper.title(say.title, say.found(sayNumber(count, lang)))
  paper.facts([
    { name: say.holder, value: account.holder },
    { name: say.account, value: `${account.label} · ${account.iban}` },
    { name: say.credits, value: sayMoney(credits, account.currency, lang) },
    { name: say.debits, value: sayMoney(debits, account.currency, lang) },
  ])
  await paper.table(
    [
      { title: say.columns.date, width: 20 },
      { title: say.columns.label, width: 40 },
      { title: say.columns.type, width: 20 },
      { title: say.columns.amount, width: 20, align: 'right' },
    ],
    printed(found, lang),
  )
  return paper.finish()
}

/** All that was booked on the days of the filter, for programs: in the order of the account, between its two balances. */
async function asReport(db: Db, accountId: string, account: ExportedAccount, { format, scope, filter }: ExportWish, now: Date) {
  const today = now.toISOString().slice(0, 10)
  const first = filter.from ?? (await measureOperations(db, accountId, {})).first_day ?? today
  if (scope === 'page' || !isOfWholeDays(filter) || first > today) throw new Refusal('export_needs_days')
  const period = { from: first, to: filter.to && filter.to < today ? filter.to : today }
  const { seq_before, last_seq, ...moved } = await measureDays(db, accountId, period.from, period.to)
  const bank = await getBankIdentity(db)
  const report: AccountReport = {
    number: `${account.number}-${period.from.replaceAll('-', '')}-${period.to.replaceAll('-', '')}`,
    sequence: 1,
    made_at: now,
    account: { iban: account.iban, holder: account.holder, currency: account.currency, bank_bic: bank.bic, bank_code: bank.code },
    period,
    ...moved,
    entry_count: last_seq - seq_before,
  }
  return (format === 'camt053' ? camt053 : mt940)(report, walkEntries(db, accountId, seq_before, last_seq))
}

/** What the list shows, as a file. Long ones are written while they leave, so that they take no more memory than short ones. */
export async function exportOperations({ db, clock }: Ports, caller: AccountCaller, wish: ExportWish): Promise<File> {
  const { account_id, user_id, session_id, address } = caller
  const { format, scope, lang, columns = exportColumns } = wish
  const now = clock.now()
  const account = await getExportedAccount(db, account_id)
  const found = await (scope === 'page' ? pageOf : allOf)(db, account_id, wish)
  const { currency } = account
  const text = (lines: AsyncGenerator<string>) => Readable.from(lines, { objectMode: false })
  const report = async () => text(await asReport(db, account_id, account, wish, now))
  const writers: Record<ExportFormat, () => Promise<Buffer | Readable> | Readable> = {
    camt053: report,
    mt940: report,
    csv: () => text(csvOf(joined(found), { columns, currency, lang })),
    xlsx: () =>
      spreadsheet(exportWords[lang].title, sheetColumns(columns, currency, lang), {
        rows: eachRow(found, columns, lang),
        count: found.extent.total + found.coming.length,
      }),
    ofx: () => text(ofxOf(found.booked, { account, extent: found.extent, now, lang })),
    qif: () => text(qifOf(found.booked)),
    pdf: () => onPaper(db, found, account, { lang, now }),
  }
  const content = await writers[format]()
  const attachments = wish.hasAttachments ? await attachmentsOf(db, account_id, found, lang) : null
  // Who took what along, and how much of it.
  const facts = { format, scope, operations: found.extent.total, ...(attachments && { attachments: attachments.length - 1 }) }
  await recordEvent(db, { user_id, session_id, account_id, address, at: now, action: 'operations.export', subject_id: account_id, facts })
  const name = `${exportWords[lang].file}-${account.number}-${now.toISOString().slice(0, 10)}`
  const file = { file_name: `${name}.${endings[format] ?? format}`, media_type: mediaTypes[format], content }
  if (!attachments) return file
  return {
    file_name: `${name}.zip`,
    media_type: 'application/zip',
    content: archive([{ path: file.file_name, open: () => content }, ...attachments]),
  }
}

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofx: 'application/x-ofx',
  qif: 'application/qif; charset=utf-8',
  pdf: 'application/pdf',
  camt053: 'application/xml',
  mt940: 'text/plain; charset=us-ascii',
}
const endings: Partial<Record<ExportFormat, string>> = { camt053: 'camt053.xml', mt940: 'sta' }
