import {
  type BankDocument,
  type DocumentFilter,
  type DocumentType,
  noticedTypes,
} from 'contract/accounts/statements.ts'
import type { Correspondence } from '../accounts/correspondence-store.ts'
import { type Currency, writtenAmount } from 'contract/values/money.ts'
import { type AccountReader, seesConfidential } from '../../caller.ts'
import { type Fragment, part, type Sql } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'
import type { PaymentAbroad } from '../../formats/pacs008-swift.ts'
import type { SentAbroad } from '../../formats/mt103.ts'
import { listNamesInWording, searchPatterns } from '../counterparties/counterparty-store.ts'
import type { Movement } from '../counterparties/wording-rules.ts'
import { endsYear } from './statement-store.ts'

export type Reader = AccountReader & { user_id: string }
/** Documents from before this day are never marked as new. */
export type Seeking = Reader & { new_since: string; currency: Currency }
type Page = { page: number; per_page: number }
/** The values of a filter as parameters of statements. */
function filterParameters({ from, to, search, sign }: DocumentFilter) {
  return {
    from: from ?? null,
    to: to ?? null,
    sign: sign ?? null,
    pattern: search?.trim() ? containing(search.trim()) : null,
  }
}
/** A document as it is stored: the identity follows from the movement. */
export type DocumentRow = Omit<BankDocument, 'identity'> & { movement: Movement | null }
type Rows = (DocumentRow & { total: number })[]

function listStatements(
  db: Sql,
  { account_id, user_id, new_since }: Seeking,
  filter: DocumentFilter,
  { page, per_page }: Page,
): Promise<Rows> {
  const { from, to, pattern } = filterParameters(filter)
  return db<Rows[number]>`
    WITH counted AS (
      SELECT count(*) AS total FROM statements
       WHERE account_id = ${account_id} AND last_day >= coalesce(${from}::date, '-infinity') AND first_day <= coalesce(${to}::date, 'infinity')
         AND (${pattern}::text IS NULL OR number LIKE ${pattern})
    ), page AS (
      SELECT s.*, ${endsYear} AS has_fee_summary FROM statements s JOIN accounts a ON a.id = s.account_id
       WHERE s.account_id = ${account_id} AND s.last_day >= coalesce(${from}::date, '-infinity') AND s.first_day <= coalesce(${to}::date, 'infinity')
         AND (${pattern}::text IS NULL OR s.number LIKE ${pattern})
       ORDER BY s.first_day DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}
    )
    SELECT counted.total, p.id, 'statements' AS type, p.number AS reference, p.first_day AS from, p.last_day AS to, p.available_on,
           NULL::json AS movement, p.closing AS amount, a.currency, p.last_seq - p.seq_before AS operations, p.has_fee_summary,
           p.available_on > ${new_since}::date AND NOT EXISTS (
             SELECT FROM document_views v WHERE v.account_id = p.account_id AND v.document_id = p.id AND v.user_id = ${user_id}) AS is_new
      FROM counted
      JOIN accounts a ON a.id = ${account_id}
      LEFT JOIN page p ON true
     ORDER BY p.first_day DESC`
}

async function listNotices(
  db: Sql,
  { account_id, user_id, new_since, currency }: Seeking,
  filter: DocumentFilter,
  { page, per_page }: Page,
): Promise<Rows> {
  const { from, to, sign } = filterParameters(filter)
  const search = filter.search?.trim() ?? ''
  const pattern = search === '' ? null : searchPatterns(search, await listNamesInWording(db, [account_id], search))
  const searchedAmount = writtenAmount(search, currency)
  return db<Rows[number]>`
    WITH counted AS (
      SELECT count(*) AS total FROM ledger_entries
       WHERE account_id = ${account_id} AND seq IS NOT NULL AND type = ANY (${noticedTypes})
         AND booking_date BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')
         AND (${sign}::text IS NULL OR (amount > 0) = (${sign} = 'credit'))
         AND (${pattern}::text IS NULL OR words LIKE ANY (ARRAY(SELECT string_to_table(plain_letters(${pattern}), chr(10)))) OR abs(amount) = ${searchedAmount}::bigint)
    ), page AS (
      SELECT id, seq, booking_date FROM ledger_entries
       WHERE account_id = ${account_id} AND seq IS NOT NULL AND type = ANY (${noticedTypes})
         AND booking_date BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')
         AND (${sign}::text IS NULL OR (amount > 0) = (${sign} = 'credit'))
         AND (${pattern}::text IS NULL OR words LIKE ANY (ARRAY(SELECT string_to_table(plain_letters(${pattern}), chr(10)))) OR abs(amount) = ${searchedAmount}::bigint)
       ORDER BY booking_date DESC, seq DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}
    )
    SELECT counted.total, e.id, 'avis' AS type, e.reference, e.booking_date AS from, e.booking_date AS to, e.booking_date AS available_on,
           json_build_object('type', e.type, 'label', e.label, 'counterparty', e.counterparty) AS movement, e.amount, e.currency, 1 AS operations, false AS has_fee_summary,
           e.booking_date > ${new_since}::date AND NOT EXISTS (
             SELECT FROM document_views v WHERE v.account_id = e.account_id AND v.document_id = e.id AND v.user_id = ${user_id}) AS is_new
      FROM counted
      LEFT JOIN page ON true
      LEFT JOIN ledger_entries e ON e.account_id = ${account_id} AND e.id = page.id
     ORDER BY page.booking_date DESC, page.seq DESC`
}

/** Of `transfers_abroad`: its series are never confidential, and its orders are those that the reader may see. */
const isVisible = (reader: AccountReader): Fragment => part`
  (${seesConfidential(reader)}
   OR NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = ${reader.account_id} AND t.id = transfers_abroad.id AND t.is_confidential))`

function listCopies(db: Sql, reader: Seeking, filter: DocumentFilter, { page, per_page }: Page): Promise<Rows> {
  const { account_id, user_id, new_since } = reader
  const { from, to, pattern } = filterParameters(filter)
  return db<Rows[number]>`
    WITH found AS (
      SELECT *
        FROM (SELECT id, day, sent_at, reference, 'transfer_out' AS type, label, beneficiary_name AS counterparty, amount, currency
                FROM transfers_abroad(${account_id})
               WHERE ${isVisible(reader)}
               UNION ALL
              SELECT id, (received_at AT TIME ZONE 'UTC')::date, received_at, end_to_end_id, 'transfer_in', label, debtor_name, amount, currency
                FROM incoming_payments WHERE account_id = ${account_id} AND network = 'swift') one
       WHERE day BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')
         AND (${pattern}::text IS NULL OR plain_letters(reference || chr(10) || counterparty) LIKE (SELECT plain_letters(${pattern})))
    ), page AS (
      SELECT * FROM found ORDER BY day DESC, sent_at DESC, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}
    )
    SELECT counted.total, p.id, 'swift' AS type, p.reference, p.day AS from, p.day AS to, p.day AS available_on,
           json_build_object('type', p.type, 'label', p.label, 'counterparty', nullif(p.counterparty, '')) AS movement, p.amount, p.currency, 1 AS operations, false AS has_fee_summary,
           p.day > ${new_since}::date AND NOT EXISTS (
             SELECT FROM document_views v WHERE v.account_id = ${account_id} AND v.document_id = p.id AND v.user_id = ${user_id}) AS is_new
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN page p ON true
     ORDER BY p.day DESC, p.sent_at DESC, p.id`
}

const lists = { statements: listStatements, avis: listNotices, swift: listCopies }

/** A page of the documents of one type that a filter finds, newest first. */
export const listDocumentRows = async (
  db: Sql,
  reader: Seeking,
  type: DocumentType,
  filter: DocumentFilter,
  page: Page,
) => pageOf(await lists[type](db, reader, filter, page), (document) => document)

export type NoticeContext = Correspondence & {
  id: string
  booking_date: string
  value_date: string
  type: Movement['type']
  label: string
  counterparty: string | null
  reference: string | null
  amount: number
  currency: string
  /** What came or was sent in another currency, and the rate in francs for one unit of the foreign currency. */
  foreign_amount: number | null
  foreign_currency: string | null
  exchange_rate: number | null
  /** The account at the other end, where the order of the posting names it, and the bank that holds it. */
  other_iban: string | null
  other_bank: string | null
  /** The rate of the tax on the fees, in percent. */
  tax_rate: number | null
  /** The fees of the same posting, tax included, and the tax in them. */
  fees: number
  tax: number
}

/** The content of the notice of an entry; null where the entry does not exist or has no notice. */
export async function findNotice(db: Sql, accountId: string, id: string): Promise<NoticeContext | null> {
  const [row] = await db<NoticeContext>`
    SELECT e.id, e.booking_date, e.value_date, e.type, e.label, e.counterparty, e.reference, e.amount, e.currency, c.name AS holder,
           c.address AS holder_address, b.name AS branch_name, b.address AS branch_address, b.phone AS branch_phone, a.iban, paid.other_iban,
           coalesce(o.name, CASE WHEN left(paid.other_iban, 2) || substr(paid.other_iban, 5, 5) = left(bank.code, 2) || bank.code THEN bank.name END) AS other_bank,
           coalesce(i.amount, paid.credit_amount)::bigint AS foreign_amount, coalesce(i.currency, paid.credit_currency) AS foreign_currency,
           coalesce(i.exchange_rate, paid.exchange_rate) AS exchange_rate, taken.fees, taken.tax, taken.tax_rate
      FROM ledger_entries e
      JOIN accounts a ON a.id = e.account_id
      JOIN customers c ON c.id = a.customer_id
      JOIN branches b ON b.code = a.branch_code
      CROSS JOIN bank
      -- Of an order that is not confidential: the others name nobody here.
      LEFT JOIN LATERAL (SELECT t.beneficiary_iban AS other_iban, t.credit_amount, t.credit_currency, t.exchange_rate FROM transfers t
                          WHERE t.account_id = e.account_id AND NOT t.is_confidential AND e.type = 'transfer_out'
                            AND (t.posting_id = e.posting_id
                                 OR t.id = (SELECT r.transfer_id FROM transfer_occurrences r WHERE r.posting_id = e.posting_id))
                          LIMIT 1) paid ON true
      LEFT JOIN incoming_payments i ON i.posting_id = e.posting_id AND i.exchange_rate IS NOT NULL
      LEFT JOIN banks o ON o.country = left(paid.other_iban, 2) AND o.code = substr(paid.other_iban, 5, 5)
      -- The lines of one posting stand beside each other in the account.
      CROSS JOIN LATERAL (SELECT coalesce(-sum(f.amount), 0)::bigint AS fees, coalesce(sum(abs(f.vat_amount)), 0)::bigint AS tax,
                                 max(f.vat_rate)::float8 AS tax_rate
                            FROM ledger_entries f
                           WHERE f.account_id = e.account_id AND f.seq BETWEEN e.seq - 8 AND e.seq + 8 AND f.posting_id = e.posting_id
                             AND f.type IN ('fee', 'tax')) taken
     WHERE e.account_id = ${accountId} AND e.id = ${id} AND e.seq IS NOT NULL AND e.type = ANY (${noticedTypes})`
  return row ?? null
}

export type CopyContext = SentAbroad &
  Pick<
    PaymentAbroad,
    | 'purpose'
    | 'creditor_country'
    | 'creditor_address_country'
    | 'correspondent_account'
    | 'instruction_id'
    | 'end_to_end_id'
    | 'transaction_id'
    | 'category_purpose'
  > & {
    id: string
    day: string
    message_id: string | null
    sent_at: Date
    /** Of a message that another bank sent: its BIC, and the message as received. */
    sender_bic: string | null
    message: string | null
  }

export async function findCopy(db: Sql, reader: AccountReader, id: string): Promise<CopyContext | null> {
  const { account_id: accountId } = reader
  const [row] = await db<CopyContext>`
    SELECT id, day, reference, beneficiary_name, beneficiary_iban, beneficiary_bic, amount, currency, label, debtor_name, debtor_iban, uetr,
           message_id, sent_at, settlement_date, bank_name, instructed_amount, instructed_currency, debit_amount, debit_currency, exchange_rate,
           charges, purpose, economic_code, debtor_address, creditor_address, creditor_country, correspondent_bic, correspondent_account,
           instruction_id, end_to_end_id, transaction_id, category_purpose, creditor_address_country, NULL AS sender_bic, NULL AS message
      FROM transfers_abroad(${accountId})
     WHERE id = ${id} AND ${isVisible(reader)}
     UNION ALL
    SELECT i.id, (i.received_at AT TIME ZONE 'UTC')::date, i.end_to_end_id, c.name, a.iban, bank.bic, i.amount, i.currency, i.label, i.debtor_name,
           coalesce(i.debtor_account, 'NOTPROVIDED'), i.uetr, i.message_id, i.received_at, i.settlement_date, bank.name, i.instructed_amount,
           i.instructed_currency, NULL, NULL, i.exchange_rate, coalesce(i.charges, 'SHA'), NULL, NULL, NULL, NULL, NULL, NULL, NULL, coalesce(i.instruction_id, i.transaction_id), i.end_to_end_id,
           i.transaction_id, i.category_purpose, NULL,
           coalesce(i.debtor_bic, i.sender), i.message
      FROM incoming_payments i
      JOIN accounts a ON a.id = i.account_id
      JOIN customers c ON c.id = a.customer_id
     CROSS JOIN bank
     WHERE i.account_id = ${accountId} AND i.id = ${id} AND i.network = 'swift'`
  return row ?? null
}

/** Stores that a user opened a document for the first time. */
export async function markViewed(
  db: Sql,
  { account_id, user_id }: Reader,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await db`
    INSERT INTO document_views (account_id, document_id, user_id, viewed_at)
    SELECT ${account_id}, id, ${user_id}, ${now} FROM unnest(${ids}::uuid[]) id
    ON CONFLICT DO NOTHING`
}
