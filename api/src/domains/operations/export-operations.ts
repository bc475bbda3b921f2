import { identifyOperations, identifyStream } from './identify-operations.ts'
import { readKnownNames } from '../counterparties/known-names.ts'
import { textIn } from 'contract/values/identity.ts'
import { Readable } from 'node:stream'
import { exportColumnLabels, operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import type { Language } from 'contract/language.ts'
import {
  accountFormats,
  type ExportColumn,
  exportColumns,
  type ExportFormat,
  type ExportScope,
  type FoundTotals,
  isOfWholeDays,
  MAX_JOINED,
  MAX_IN_PDF,
  type Operation,
} from 'contract/accounts/operations.ts'
import type { AccountCaller } from '../../caller.ts'
import { addDays } from 'contract/values/calendar.ts'
import { recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { findArchivedDay } from '../overdrafts/overdraft-store.ts'
import type { Db } from '../../db/db.ts'
import type { AccountReport } from '../../formats/account-report.ts'
import { camt053 } from '../../formats/camt053.ts'
import type { Clock } from '../../adapters/clock.ts'
import { mt940 } from '../../formats/mt940.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { createPdf } from '../../documents/pdf.ts'
import { formatAccount, formatDay, formatMoney, formatNumber } from '../../formats/text.ts'
import { spreadsheet } from '../../formats/xlsx-writer.ts'
import { Refusal } from '../../refusal.ts'
import { archive, type Part } from '../../formats/zip.ts'
import { csvLine, asText } from '../../formats/csv.ts'
import { ofxOf, qifOf } from './export-ledgers.ts'
import { listReadableAccounts, streamOperationsOfAccounts } from './all-accounts-store.ts'
import { cellsOf, csvOf, dayOf, decimal, sheetColumns, type TableShape } from './export-rows.ts'
import { exportLabels } from './export-labels.ts'
import { findDocument, type JoinedDocument, listJoinedDocuments } from './operation-document-store.ts'
import { listOperations } from './list-operations.ts'
import { measureAccounts } from './search-accounts.ts'
import {
  type ExportedAccount,
  type Extent,
  getExportedAccount,
  measureDays,
  measureOperations,
  streamEntries,
  streamOperations,
} from './operation-export-store.ts'
import { listUpcomingOperations, oneAccount, type OperationCriteria } from './operation-store.ts'

type Ports = { db: Db; clock: Clock }
export type ExportInput = {
  scope: ExportScope
  format: ExportFormat
  columns: readonly ExportColumn[] | undefined
  page: number | undefined
  hasAttachments: boolean
  filter: OperationCriteria
  lang: Language
}
type File = { file_name: string; media_type: string; content: Buffer | Readable }
/** The content of a file: upcoming operations at once, booked ones while the file is written. */
type Found = {
  upcoming: Operation[]
  booked: AsyncGenerator<Operation[]>
  documented: AsyncGenerator<Operation[]>
  total: number
  totals: FoundTotals
  days: Pick<Extent, 'first_day' | 'last_day'>
  /** The number of accounts searched. */
  accounts: number
}

async function* atOnce(operations: Operation[]): AsyncGenerator<Operation[]> {
  if (operations.length > 0) yield operations
}

/** One page, exactly as the list shows it. */
async function pageOf(db: Db, caller: AccountCaller, { page = 1, filter }: ExportInput): Promise<Found> {
  const { items } = await listOperations(db, caller, page, filter)
  const upcoming = items.filter(({ execution_date }) => execution_date === null)
  const booked = items.filter(({ execution_date }) => execution_date !== null)
  const totals = [...Map.groupBy(booked, ({ currency }) => currency)].map(([currency, some]) => {
    const sum = (credits: boolean) =>
      some.reduce((total, { amount }) => (amount > 0 === credits ? total + amount : total), 0)
    return { currency, credits: sum(true), debits: sum(false) }
  })
  const [newest] = booked
  const oldest = booked.at(-1)
  return {
    upcoming,
    booked: atOnce(booked),
    documented: atOnce(booked.filter(({ document_count }) => document_count > 0)),
    total: booked.length,
    totals: totals.length > 0 ? totals : [{ currency: caller.currency, credits: 0, debits: 0 }],
    days: { first_day: oldest ? dayOf(oldest) : null, last_day: newest ? dayOf(newest) : null },
    accounts: new Set(items.map(({ account }) => account?.id)).size,
  }
}

async function allOfOne(db: Db, caller: AccountCaller, filter: OperationCriteria): Promise<Found> {
  const { account_id, currency } = caller
  const { total, credits, debits, last_seq, ...days } = await measureOperations(db, account_id, filter)
  const names = await readKnownNames(db, [account_id])
  const stream = (narrowed: OperationCriteria) =>
    identifyStream(db, streamOperations(db, account_id, narrowed, last_seq), account_id, names)
  return {
    upcoming: await identifyOperations(
      db,
      await listUpcomingOperations(db, oneAccount(caller), filter),
      account_id,
      names,
    ),
    booked: stream(filter),
    documented: filter.documents === 'without' ? atOnce([]) : stream({ ...filter, documents: 'with' }),
    total,
    totals: [{ currency, credits, debits }],
    days,
    accounts: 1,
  }
}

async function allOfAll(db: Db, caller: AccountCaller, filter: OperationCriteria): Promise<Found> {
  const accounts = await listReadableAccounts(db, caller, filter)
  const { total, totals, ranges, days } = await measureAccounts(db, accounts, caller, filter)
  const ids = accounts.map(({ id }) => id)
  const names = await readKnownNames(db, ids)
  const stream = (narrowed: OperationCriteria) =>
    days
      ? identifyStream(db, streamOperationsOfAccounts(db, ranges, narrowed, days), caller.account_id, names)
      : atOnce([])
  const named = { user_id: caller.user_id, ids, are_named: true, currency: caller.currency }
  return {
    upcoming: await identifyOperations(db, await listUpcomingOperations(db, named, filter), caller.account_id, names),
    booked: stream(filter),
    documented: filter.documents === 'without' ? atOnce([]) : stream({ ...filter, documents: 'with' }),
    total,
    totals,
    days: { first_day: null, last_day: null },
    accounts: ids.length,
  }
}

const allOf = (db: Db, caller: AccountCaller, { filter }: ExportInput) =>
  (filter.account === 'all' ? allOfAll : allOfOne)(db, caller, filter)

async function* joined({ upcoming, booked }: Found): AsyncGenerator<Operation[]> {
  yield* atOnce(upcoming)
  yield* booked
}

async function* eachRow(found: Found, shape: TableShape) {
  for await (const some of joined(found)) for (const operation of some) yield cellsOf(operation, shape)
}

// Beside the path of each file.
const indexColumns = ['date', 'counterparty', 'label', 'amount'] as const

/** The attachments of the found operations, each under a unique name, after an index that names their operations. */
async function attachmentsOf(db: Db, accountId: string, found: Found, lang: Language): Promise<Part[]> {
  const labels = exportLabels[lang].joined
  const operations: Operation[] = []
  let count = 0
  for await (const some of found.documented) {
    operations.push(...some)
    count += some.reduce((sum, { document_count }) => sum + document_count, 0)
    if (count > MAX_JOINED) throw new Refusal('too_many_attachments', { max: MAX_JOINED })
  }
  const ownerOf = ({ account }: Operation) => account?.id ?? accountId
  const joinedDocuments: JoinedDocument[] = []
  for (const [owner, some] of Map.groupBy(operations, ownerOf))
    joinedDocuments.push(
      ...(await listJoinedDocuments(
        db,
        owner,
        some.map(({ id }) => id),
      )),
    )
  const documents = Map.groupBy(joinedDocuments, ({ entry_id }) => entry_id)
  const placed = operations
    .flatMap((operation) => (documents.get(operation.id) ?? []).map((document) => ({ operation, document })))
    .map((one, at) => ({ ...one, path: `${labels.folder}/${String(at + 1).padStart(4, '0')} ${one.document.name}` }))
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
  const head = csvLine([labels.path, ...indexColumns.map((column) => exportColumnLabels[column][lang])], separator)
  return [
    { path: `${labels.index}.csv`, open: () => Buffer.from(`\uFEFF${head}${lines.join('')}`) },
    ...placed.map(({ operation, document, path }) => ({
      path,
      isCompressed: true,
      // A file that was deleted meanwhile is empty: the index has already named it.
      open: async () =>
        (await findDocument(db, { account_id: ownerOf(operation), entry_id: operation.id }, document.id))?.content ??
        Buffer.alloc(0),
    })),
  ]
}

/** The lines of a PDF, written as they are read. */
async function* printed(found: Found, lang: Language): AsyncGenerator<string[]> {
  const labels = exportLabels[lang]
  for await (const some of joined(found))
    for (const operation of some)
      yield [
        formatDay(dayOf(operation), lang) + (operation.execution_date === null ? `\n${labels.upcoming}` : ''),
        [
          textIn(operation.identity.name, lang),
          operation.identity.memo && textIn(operation.identity.memo, lang),
          operation.account && formatAccount(operation.account.label, lang),
        ]
          .filter(Boolean)
          .join('\n'),
        operationTypeLabels[operation.type][lang],
        formatMoney(operation.amount, operation.currency, lang),
      ]
}

async function inPdf(
  db: Db,
  found: Found,
  account: ExportedAccount,
  { lang, filter }: ExportInput,
  now: Date,
): Promise<Buffer> {
  const labels = exportLabels[lang]
  const count = found.total + found.upcoming.length
  if (count > MAX_IN_PDF) throw new Refusal('export_too_long', { max: MAX_IN_PDF })
  const bank = await getBankIdentity(db)
  // The days that were asked for, or else those of the operations.
  const [from, to] = [filter.from ?? found.days.first_day, filter.to ?? found.days.last_day]
  const isOfAll = filter.account === 'all'
  const name = `${labels.title} · ${isOfAll ? labels.all_accounts : account.holder}`
  const pdf = createPdf({ lang, name, bank, made_at: now })
  pdf.title(labels.title, labels.found(count, formatNumber(count, lang)))
  pdf.facts([
    ...(isOfAll
      ? [{ name: labels.account, value: `${labels.all_accounts} (${formatNumber(found.accounts, lang)})` }]
      : [
          { name: labels.holder, value: account.holder },
          { name: labels.account, value: `${formatAccount(account.label, lang)} · ${groupByFour(account.iban)}` },
        ]),
    ...(from && to ? [{ name: labels.period, value: labels.from_to(formatDay(from, lang), formatDay(to, lang)) }] : []),
    ...found.totals.flatMap(({ currency, credits, debits }) => [
      { name: labels.credits, value: formatMoney(credits, currency, lang) },
      { name: labels.debits, value: formatMoney(debits, currency, lang) },
    ]),
  ])
  if (count === 0) pdf.paragraph(labels.none)
  else
    await pdf.table(
      [
        { title: exportColumnLabels.date[lang], width: 20 },
        { title: exportColumnLabels.name[lang], width: 40 },
        { title: exportColumnLabels.type[lang], width: 20 },
        { title: exportColumnLabels.amount[lang], width: 20, align: 'right' },
      ],
      printed(found, lang),
    )
  return pdf.finish()
}

/** The booked operations of the filter's days for programs: in the order of the account, between its two balances. */
async function asReport(
  db: Db,
  accountId: string,
  account: ExportedAccount,
  { format, scope, filter }: ExportInput,
  now: Date,
) {
  const today = now.toISOString().slice(0, 10)
  const last = filter.to && filter.to < today ? filter.to : today
  const archived = await findArchivedDay(db, accountId)
  const known = archived === null ? (await measureOperations(db, accountId, {})).first_day : addDays(archived, 1)
  const oldest = filter.from ?? known ?? today
  // A period before the first operation is reported as its last day only.
  const first = filter.from === undefined && oldest > last ? last : oldest
  if (scope === 'page' || !isOfWholeDays(filter) || first > last) throw new Refusal('export_needs_days')
  if (archived !== null && first <= archived) throw new Refusal('days_archived')
  const period = { from: first, to: last }
  const { seq_before, last_seq, ...moved } = await measureDays(db, accountId, period.from, period.to)
  const bank = await getBankIdentity(db)
  // An unfinished day is reported again later: programs take two reports with one number for one.
  const until = period.to === today ? `-${now.toISOString().slice(11, 16).replace(':', '')}` : ''
  const report: AccountReport = {
    number: `${account.number}-${period.from.replaceAll('-', '')}-${period.to.replaceAll('-', '')}${until}`,
    sequence: 1,
    made_at: now,
    account: {
      iban: account.iban,
      holder: account.holder,
      currency: account.currency,
      bank_bic: bank.bic,
      bank_code: bank.code,
    },
    period,
    ...moved,
    entry_count: last_seq - seq_before,
  }
  return (format === 'camt053' ? camt053 : mt940)(report, streamEntries(db, accountId, seq_before, last_seq))
}

/** The files for people list upcoming operations too. */
const formatsWithUpcoming: readonly ExportFormat[] = ['csv', 'xlsx', 'pdf']

/** Exports the list as a file, read from `reading`; the export is recorded in `db`. The content is streamed, so that long files take no more memory than short ones. */
export async function exportOperations(
  { db: primary, reading: db, clock }: Ports & { reading: Db },
  caller: AccountCaller,
  input: ExportInput,
): Promise<File> {
  const { account_id, user_id, session_id, address } = caller
  const { format, scope, lang, columns = exportColumns } = input
  const isOfAll = input.filter.account === 'all'
  if (isOfAll && accountFormats.includes(format)) throw new Refusal('export_needs_one_account')
  const now = clock.now()
  const account = await getExportedAccount(db, account_id)
  const found = await (scope === 'page' ? pageOf : allOf)(db, caller, input)
  const shape = { columns, lang, account: account.label }
  const text = (lines: AsyncGenerator<string>) => Readable.from(lines, { objectMode: false })
  const report = async () => text(await asReport(db, account_id, account, input, now))
  const writers: Record<ExportFormat, () => Promise<Buffer | Readable> | Readable> = {
    camt053: report,
    mt940: report,
    csv: () => text(csvOf(joined(found), shape)),
    xlsx: () =>
      spreadsheet(
        exportLabels[lang].title,
        sheetColumns(
          shape,
          found.totals.map(({ currency }) => currency),
        ),
        { rows: eachRow(found, shape), count: found.total + found.upcoming.length },
      ),
    ofx: () => text(ofxOf(found.booked, { account, days: found.days, now, lang })),
    qif: () => text(qifOf(found.booked, lang)),
    pdf: () => inPdf(db, found, account, input, now),
  }
  const content = await writers[format]()
  const attachments = input.hasAttachments ? await attachmentsOf(db, account_id, found, lang) : null
  // Records who exported how many operations.
  const facts = {
    format,
    scope,
    operations: found.total + (formatsWithUpcoming.includes(format) ? found.upcoming.length : 0),
    ...(isOfAll && { accounts: found.accounts }),
    ...(attachments && { attachments: attachments.length - 1 }),
  }
  await recordEvent(primary, {
    user_id,
    session_id,
    account_id,
    address,
    at: now,
    action: 'operations.export',
    subject_id: account_id,
    facts,
  })
  const name = `${exportLabels[lang].file}-${isOfAll ? exportLabels[lang].all_file : account.number}-${now.toISOString().slice(0, 10)}`
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
