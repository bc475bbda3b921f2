// Sends the invoices of a file as requests to pay: the whole file is checked first, and its lines leave when their payers are known.
import { createHash } from 'node:crypto'
import type { Language } from 'contract/language.ts'
import { lineErrors } from 'contract/transfers/import-problems.ts'
import { requestColumns, type RequestFile, type RequestFileProblem } from 'contract/transfers/request-files.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { countRequest, minutesUntil, type RateLimit } from '../../db/rate-limits.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { csvFileOf } from '../../formats/csv.ts'
import { fileError, type ImportError } from '../../formats/csv-reader.ts'
import { Refusal } from '../../refusal.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import { hasIdentity } from '../instant-payments/lookups/lookup-store.ts'
import { queueLookups } from '../instant-payments/lookups/line-lookup-store.ts'
import { insertRequestFile, listRequestFilesOf } from '../instant-payments/requests/request-file-store.ts'
import { endOf } from '../instant-payments/requests/request-payment.ts'
import { readCsvTable } from './import-csv-rules.ts'
import { isWorkbook } from './import-file.ts'
import { filledSentence, importRefused } from './import-refusal.ts'
import { readSheetTable } from './import-workbook.ts'
import { type InvoiceLine, type LineProblem, readInvoices, requestTable } from './request-file-rules.ts'

type Ports = { db: Db; clock: Clock; isInstant: boolean }
type RequestContext = { caller: AccountCaller; lang: Language; once: { key: string; request_hash: string } }
type Answer = { file: RequestFile | null; problems: RequestFileProblem[] }

// A file names many people by their numbers: its look-ups must not collect the names of the union's customers.
const FILE_LIMIT: RateLimit = { free: 10, first_seconds: 60, most_seconds: 3600, quiet_seconds: 600 }
const FILE_NAME_MAX_LENGTH = 255

/** The sentences of transfers that name another content. */
const ofInvoices = ({ code, facts }: ImportError): ImportError =>
  code === 'no_lines'
    ? fileError('no_requests')
    : code === 'too_many_lines'
      ? fileError('too_many_requests')
      : { code, facts }

async function readFile(bytes: Buffer) {
  const read = await (isWorkbook(bytes) ? readSheetTable(bytes, requestTable) : readCsvTable(bytes, requestTable))
  if (!Array.isArray(read)) throw importRefused(ofInvoices(read))
  return read
}

const problemIn = (lang: Language, { line, column, code, facts }: LineProblem): RequestFileProblem => ({
  line,
  column: requestTable.heads[column],
  code,
  message: filledSentence(lineErrors[code][lang], facts),
})

/** Stores the invoices and looks up their payers, once for one content on an account. */
function storeFile(
  { db, clock }: Ports,
  { caller, once }: RequestContext,
  file: { name: string; content: Buffer },
  invoices: readonly InvoiceLine[],
): Promise<RequestFile> {
  const now = clock.now()
  const { account_id, user_id } = caller
  return transaction(db, (tx) =>
    runIdempotent(tx, { user_id, ...once }, now, async () => {
      const lookups = await queueLookups(tx, caller, invoices, now)
      const head = {
        id: newId(),
        account_id,
        content_hash: createHash('sha256').update(file.content).digest(),
        file_name: file.name.slice(0, FILE_NAME_MAX_LENGTH) || '-',
        created_by: user_id,
        created_at: now,
      }
      const lines = invoices.map(({ line, kind, value, amount, label, invoice, last_day }) => ({
        file_id: head.id,
        line,
        account_id,
        // Every payer was looked up above.
        lookup_id: lookups.get(`${kind}:${value}`)!,
        amount,
        label,
        invoice,
        act_until: endOf(last_day, now),
        created_at: now,
        state: 'waiting' as const,
      }))
      if (!(await insertRequestFile(tx, head, lines))) throw new Refusal('request_file_repeated')
      await recordEvent(tx, {
        at: now,
        ...byCaller(caller),
        action: 'request.file',
        subject_id: head.id,
        facts: { lines: lines.length, amount: invoices.reduce((sum, { amount }) => sum + amount, 0) },
      })
      const [kept] = await listRequestFilesOf(tx, { account_id, id: head.id }, 1)
      if (!kept) throw new Error('a file has vanished in its transaction')
      return kept
    }),
  )
}

/** Checks a file completely; stores it where no line has an error. Otherwise nothing is stored, and all errors are answered. */
export async function sendRequestFile(
  ports: Ports,
  context: RequestContext,
  file: { name: string; content: Buffer } | undefined,
): Promise<Answer> {
  const { db, clock, isInstant } = ports
  const { caller, lang } = context
  if (!caller.is_company) throw new Refusal('request_files_for_companies')
  if (!isInstant) throw new Refusal('instant_payments_off')
  if (!caller.is_active) throw new Refusal('account_not_active')
  if (!file) throw new Refusal('import_file_missing')
  const now = clock.now()
  const wait = await countRequest(db, `request-file:${caller.user_id}`, FILE_LIMIT, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
  if (!(await hasIdentity(db, caller.account_id))) throw new Refusal('identity_missing')
  const { invoices, problems } = readInvoices(await readFile(file.content), now.toISOString().slice(0, 10))
  if (problems.length > 0) return { file: null, problems: problems.map((problem) => problemIn(lang, problem)) }
  return { file: await storeFile(ports, context, file, invoices), problems: [] }
}

const templateNames = { fr: 'modele', en: 'template' }

/** An empty file with the names of the columns. */
export const exportRequestTemplate = (lang: Language) => ({
  file_name: `factures_${templateNames[lang]}.csv`,
  media_type: 'text/csv; charset=utf-8',
  content: csvFileOf([requestColumns.map((column) => requestTable.heads[column])], ';'),
})
