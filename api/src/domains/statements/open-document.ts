// Creates a document as a file. None is stored: each follows from the ledger and from the data written when it was made (decision 0018).
import { Readable } from 'node:stream'
import { type DocumentFormat, formatsOf } from 'contract/accounts/statements.ts'
import type { Language } from 'contract/language.ts'
import type { Scale } from 'contract/values/overdraft-scale.ts'
import { type BankIdentity, getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import type { AccountReport, Entries } from '../../formats/account-report.ts'
import { camt053 } from '../../formats/camt053.ts'
import { camt054 } from '../../formats/camt054.ts'
import { unixSeconds, type Clock } from '../../adapters/clock.ts'
import { type PaymentAbroad, paymentAbroadDocument } from '../../formats/pacs008-swift.ts'
import { mt103 } from '../../formats/mt103.ts'
import { mt900 } from '../../formats/mt900.ts'
import { mt940 } from '../../formats/mt940.ts'
import { Refusal } from '../../refusal.ts'
import {
  type CopyContext,
  findCopy,
  findNotice,
  markViewed,
  type NoticeContext,
  type Reader,
} from './document-store.ts'
import { translations } from './document-labels.ts'
import { readScale } from '../overdrafts/charge-overdrafts.ts'
import type { OverdraftCharge } from '../overdrafts/overdraft-columns.ts'
import { findChargeOf } from '../overdrafts/overdraft-store.ts'
import { feeSummaryPdf } from './fee-summary-pdf.ts'
import { copyPdf, noticePdf } from './notice-pdf.ts'
import { scalePdf } from './scale-pdf.ts'
import { statementPdf } from './statement-pdf.ts'
import { findStatement, hasEntries, listEntries, listFees, type StatementContext, sumFees } from './statement-store.ts'

const ENTRIES_A_CHUNK = 500

/** A found document with its account. */
export type Found = { account_id: string } & (
  | { type: 'statements'; facts: StatementContext }
  | { type: 'avis'; facts: NoticeContext; scale: (Scale & { charge: OverdraftCharge }) | null }
  | { type: 'swift'; facts: CopyContext }
)

/** The scale of a charge of interest on debit balances. Refused where entries that it follows from were archived since. */
async function scaleOfCharge(db: Db, charge: OverdraftCharge): Promise<Scale> {
  const scale = await readScale(db, charge)
  if (scale.interest !== charge.interest) throw new Refusal('document_archived')
  return scale
}

/** Throws where the account has no document of that id that the reader may see. */
export async function getDocument(db: Db, reader: Reader, id: string): Promise<Found> {
  const { account_id } = reader
  const statement = await findStatement(db, account_id, id)
  if (statement) {
    if (!(await hasEntries(db, account_id, statement))) throw new Refusal('document_archived')
    return { account_id, type: 'statements', facts: statement }
  }
  const notice = await findNotice(db, account_id, id)
  if (notice) {
    // The notice of interest on debit balances is its scale.
    const charge = notice.type === 'interest' ? await findChargeOf(db, account_id, id) : null
    const scale = charge && { charge, ...(await scaleOfCharge(db, charge)) }
    return { account_id, type: 'avis', facts: notice, scale }
  }
  const copy = await findCopy(db, reader, id)
  if (copy) return { account_id, type: 'swift', facts: copy }
  throw new Refusal('not_found')
}

async function* entriesOf(db: Db, accountId: string, { seq_before, last_seq }: StatementContext): Entries {
  for (let after = seq_before; after < last_seq; after += ENTRIES_A_CHUNK)
    yield await listEntries(db, accountId, after, Math.min(last_seq, after + ENTRIES_A_CHUNK))
}

function reportOf(facts: StatementContext, bank: BankIdentity): AccountReport {
  const { number, made_at, iban, holder, currency, first_day, last_day, opening, credits, debits, closing } = facts
  return {
    number,
    sequence: Number(number.slice(-3)),
    made_at,
    account: { iban, holder, currency, bank_bic: bank.bic, bank_code: bank.code },
    period: { from: first_day, to: last_day },
    opening,
    credits,
    debits,
    closing,
    entry_count: facts.last_seq - facts.seq_before,
  }
}

/** The notice of one operation, as accounting programs read it. */
function noticeMessage(notice: NoticeContext, format: DocumentFormat, bank: BankIdentity): string {
  const { iban, holder, currency } = notice
  const account = { iban, holder, currency, bank_bic: bank.bic, bank_code: bank.code }
  return format === 'camt054' ? camt054(notice, account) : mt900(notice, account)
}

/** The message of one transfer, as sent to the network or as received from it. */
function pacs008(copy: CopyContext, bank: BankIdentity): string {
  if (copy.message !== null) return copy.message
  const { sent_at, reference, beneficiary_name, beneficiary_iban, beneficiary_bic } = copy
  const payment: PaymentAbroad = {
    ...copy,
    creditor_name: beneficiary_name,
    creditor_iban: beneficiary_iban,
    creditor_bic: beneficiary_bic,
  }
  const message_id = copy.message_id ?? `S${unixSeconds(sent_at)}-${reference}`.slice(0, 35)
  return paymentAbroadDocument(payment, { message_id, created_at: sent_at, bank })
}

const shapes = {
  pdf: { media_type: 'application/pdf', ending: 'pdf' },
  camt053: { media_type: 'application/xml', ending: 'camt053.xml' },
  mt940: { media_type: 'text/plain; charset=us-ascii', ending: 'sta' },
  mt103: { media_type: 'text/plain; charset=us-ascii', ending: 'mt103.txt' },
  pacs008: { media_type: 'application/xml', ending: 'pacs008.xml' },
  camt054: { media_type: 'application/xml', ending: 'camt054.xml' },
  mt900: { media_type: 'text/plain; charset=us-ascii', ending: 'mt900.txt' },
  mt910: { media_type: 'text/plain; charset=us-ascii', ending: 'mt910.txt' },
  fees: { media_type: 'application/pdf', ending: 'pdf' },
} as const satisfies Record<DocumentFormat, { media_type: string; ending: string }>

/** The summary of the fees of the year that a statement ends. Refused where entries of its beginning were archived since. */
async function feesOfYear(db: Db, accountId: string, facts: StatementContext, bank: BankIdentity, lang: Language) {
  const { year_seq_before, last_seq } = facts
  if (!(await hasEntries(db, accountId, { seq_before: year_seq_before, last_seq })))
    throw new Refusal('document_archived')
  return feeSummaryPdf(facts, await listFees(db, accountId, year_seq_before, last_seq), bank, lang)
}

async function contentOf(
  db: Db,
  found: Found,
  format: DocumentFormat,
  bank: BankIdentity,
  lang: Language,
): Promise<Buffer | Readable> {
  if (found.type === 'avis') {
    const { facts, scale } = found
    if (format !== 'pdf') return Buffer.from(noticeMessage(facts, format, bank))
    return scale ? scalePdf(facts, scale.charge, scale, bank, lang) : noticePdf(facts, bank, lang)
  }
  if (found.type === 'swift') {
    if (format === 'mt103') return Buffer.from(mt103(found.facts, found.facts.sender_bic ?? bank.bic), 'ascii')
    return format === 'pacs008' ? Buffer.from(pacs008(found.facts, bank)) : copyPdf(found.facts, bank, lang)
  }
  const { account_id, facts } = found
  if (format === 'fees') return feesOfYear(db, account_id, facts, bank, lang)
  const entries = entriesOf(db, account_id, facts)
  if (format === 'camt053') return Readable.from(camt053(reportOf(facts, bank), entries))
  if (format === 'mt940') return Readable.from(mt940(reportOf(facts, bank), entries))
  return statementPdf(facts, entries, await sumFees(db, account_id, facts.seq_before, facts.last_seq), bank, lang)
}

/** The file name of a document. */
export function nameOf({ type, facts }: Found, format: DocumentFormat, lang: Language): string {
  const name =
    type === 'statements'
      ? // The number of a statement is that of its account, its year, and its place in it.
        facts.number.slice(0, format === 'fees' ? -4 : undefined)
      : `${type === 'avis' ? facts.booking_date : facts.day}-${facts.reference ?? facts.id.slice(-8)}`
  return `${translations[lang].files[format === 'fees' ? format : type]}-${name.replaceAll(/[^\w-]+/g, '-')}.${shapes[format].ending}`
}

function has({ type, facts }: Found, format: DocumentFormat): boolean {
  if (format === 'fees') return type === 'statements' && facts.has_fee_summary
  const amount = type === 'statements' ? facts.closing : facts.amount
  return formatsOf({ type, amount }).includes(format)
}

/** A found document in one of its formats. */
export async function renderDocument(db: Db, found: Found, format: DocumentFormat, bank: BankIdentity, lang: Language) {
  if (!has(found, format)) throw new Refusal('format_unavailable')
  const content = await contentOf(db, found, format, bank, lang)
  return { file_name: nameOf(found, format, lang), media_type: shapes[format].media_type, content }
}

/** A document as a file; it is marked as opened by its reader, unless only the fees of its year were read. */
export async function openDocument(
  { db, clock }: { db: Db; clock: Clock },
  reader: Reader,
  { id, format, lang }: { id: string; format: DocumentFormat; lang: Language },
) {
  const found = await getDocument(db, reader, id)
  const file = await renderDocument(db, found, format, await getBankIdentity(db), lang)
  if (format !== 'fees') await markViewed(db, reader, [id], clock.now())
  return file
}
