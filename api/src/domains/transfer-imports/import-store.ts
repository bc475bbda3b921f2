import type { Import, TypedLine } from 'contract/transfers/imports.ts'
import { seesConfidential } from '../../caller.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { type DraftRow, drafts, imports, type NewLine, newLines, readLines } from './import-columns.ts'
import { type PayeeContext, sameKey, type StoredLine } from './import-rules.ts'
import type { OrderTariff } from '../transfers/transfer-charges-rules.ts'
import { unionHolidaysFrom } from '../bank/holiday-store.ts'

export type Draft = DraftRow & { lines: StoredLine[] }

type Owner = { account_id: string; user_id: string }

/** Saves a draft and replaces the former one. */
export async function replaceImport(
  tx: Tx,
  { account_id, user_id }: Owner,
  draft: DraftRow,
  lines: readonly NewLine[],
): Promise<void> {
  // Simultaneous imports of a user wait here: otherwise each deletes the former draft, and the second insert fails.
  await tx`SELECT pg_advisory_xact_lock(hashtextextended('transfer imports ' || ${user_id}::text, 0))`
  await tx`DELETE FROM transfer_imports WHERE account_id = ${account_id} AND user_id = ${user_id}`
  await tx`
    INSERT INTO transfer_imports (${columnsOf(imports)}) VALUES (${valuesOf(imports, { ...draft, account_id, user_id })})`
  await tx`
    INSERT INTO transfer_import_lines (account_id, import_id, ${columnsOf(newLines)})
    SELECT ${account_id}, ${draft.id}, ${columnsOf(newLines, 'l')} FROM ${recordsetOf(newLines, lines, 'l')}`
}

async function linesOf(db: Sql, accountId: string, importId: string): Promise<StoredLine[]> {
  const rows = await db<RowOf<typeof readLines>>`
    SELECT ${columnsOf(readLines)} FROM transfer_import_lines WHERE account_id = ${accountId} AND import_id = ${importId} ORDER BY line, id`
  return rows.map(({ id, line, is_skipped, block, instruction_id, category_purpose, acknowledged, ...typed }) => ({
    id,
    line,
    is_skipped,
    block,
    instruction_id,
    category_purpose,
    acknowledged,
    typed,
  }))
}

/** The draft of a user on an account, until it expires. */
export async function findDraft(db: Sql, { account_id, user_id }: Owner, now: Date): Promise<Draft | null> {
  const [head] = await db<DraftRow>`
    SELECT ${columnsOf(drafts)} FROM transfer_imports
     WHERE account_id = ${account_id} AND user_id = ${user_id} AND expires_at > ${now}`
  return head ? { ...head, lines: await linesOf(db, account_id, head.id) } : null
}

/** The same by its id, locked: the next change or order applies to what was read. */
export async function lockDraft(tx: Tx, { account_id, user_id }: Owner, id: string, now: Date): Promise<Draft | null> {
  const [head] = await tx<DraftRow>`
    SELECT ${columnsOf(drafts)} FROM transfer_imports
     WHERE account_id = ${account_id} AND id = ${id} AND user_id = ${user_id} AND expires_at > ${now} FOR NO KEY UPDATE`
  return head ? { ...head, lines: await linesOf(tx, account_id, id) } : null
}

/** Chooses instant payments for the lines of a locked draft that can be paid so, or the clearing. */
export async function updateInstantChoice(
  tx: Tx,
  accountId: string,
  importId: string,
  chosenAt: Date | null,
): Promise<void> {
  await tx`UPDATE transfer_imports SET instant_chosen_at = ${chosenAt} WHERE account_id = ${accountId} AND id = ${importId}`
}

/** Stores the options of a draft; false where it is not there. */
export async function updateOptions(
  db: Sql,
  { account_id, user_id }: Owner,
  id: string,
  { single_entry, is_confidential, save_payees }: Import['options'],
  now: Date,
): Promise<boolean> {
  const changed = await db`
    UPDATE transfer_imports SET single_entry = ${single_entry}, is_confidential = ${is_confidential}, save_payees = ${save_payees}
     WHERE account_id = ${account_id} AND id = ${id} AND user_id = ${user_id} AND expires_at > ${now} RETURNING 1`
  return changed.length > 0
}

export type LineChange = {
  [Column in keyof TypedLine | 'is_skipped']?: (Column extends keyof TypedLine ? string : boolean) | undefined
}

/** Writes the same values into some lines, or all; null values leave a column unchanged. */
export async function updateLines(
  tx: Tx,
  accountId: string,
  { import_id, lines, set }: { import_id: string; lines: readonly string[] | null; set: LineChange },
): Promise<void> {
  const { is_skipped = null, name = null, iban = null, amount = null, label = null, bic = null } = set
  const { execution_date = null, phone = null, email = null, reference = null, purpose = null, currency = null } = set
  await tx`
    UPDATE transfer_import_lines l
       SET is_skipped = coalesce(${is_skipped}::boolean, l.is_skipped), name = coalesce(${name}::text, l.name),
           iban = coalesce(${iban}::text, l.iban), amount = coalesce(${amount}::text, l.amount),
           label = coalesce(${label}::text, l.label), bic = coalesce(${bic}::text, l.bic),
           execution_date = coalesce(${execution_date}::text, l.execution_date), phone = coalesce(${phone}::text, l.phone),
           email = coalesce(${email}::text, l.email), reference = coalesce(${reference}::text, l.reference),
           purpose = coalesce(${purpose}::text, l.purpose), currency = coalesce(${currency}::text, l.currency)
     WHERE l.account_id = ${accountId} AND l.import_id = ${import_id} AND (${lines}::uuid[] IS NULL OR l.id = ANY (${lines}::uuid[]))`
}

export type LineEdit = { id: string; set: { [Column in keyof TypedLine]?: string | undefined } }

/** Writes the values of each line; columns that an edit omits stay unchanged. */
export async function updateEachLine(
  tx: Tx,
  accountId: string,
  importId: string,
  edits: readonly LineEdit[],
): Promise<void> {
  const rows = edits.map(({ id, set }) => ({ id, ...set }))
  await tx`
    UPDATE transfer_import_lines l
       SET name = coalesce(e.name, l.name), iban = coalesce(e.iban, l.iban), amount = coalesce(e.amount, l.amount),
           label = coalesce(e.label, l.label), bic = coalesce(e.bic, l.bic), execution_date = coalesce(e.execution_date, l.execution_date),
           phone = coalesce(e.phone, l.phone), email = coalesce(e.email, l.email), reference = coalesce(e.reference, l.reference),
           purpose = coalesce(e.purpose, l.purpose), currency = coalesce(e.currency, l.currency)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS e (id uuid, name text, iban text, amount text, label text, bic text, execution_date text, phone text, email text, reference text, purpose text, currency text)
     WHERE l.account_id = ${accountId} AND l.import_id = ${importId} AND l.id = e.id`
}

/** The approved account numbers of saved beneficiaries with one of these names, by the name as typed. */
export async function findNamesakes(
  db: Sql,
  accountId: string,
  names: readonly string[],
  sees: boolean,
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db<{ name: string; iban: string }>`
    SELECT n.name, min(b.iban) AS iban
      FROM unnest(${names}::text[]) AS n (name)
      JOIN visible_beneficiaries(${accountId}, ${sees}) b ON b.sort_name = plain_letters(n.name)
       AND b.removed_at IS NULL AND b.approval_status = 'approved'
     GROUP BY n.name
    HAVING count(DISTINCT b.iban) = 1`
  return new Map(rows.map(({ name, iban }) => [name, iban]))
}

/** The last executed batch line to each of these account numbers. */
export async function findPreviousPayments(
  db: Sql,
  accountId: string,
  ibans: readonly string[],
  sees: boolean,
): Promise<Map<string, { amount: number; day: string }>> {
  const rows = await db<{ iban: string; amount: number; day: string }>`
    SELECT n.iban, last.amount, last.execution_date::text AS day
      FROM unnest(${ibans}::text[]) AS n (iban)
     CROSS JOIN LATERAL (
             SELECT t.amount, t.execution_date FROM visible_transfers(${accountId}, ${sees}) t
              WHERE t.beneficiary_iban = n.iban AND t.batch_id IS NOT NULL AND t.execution_status = 'executed'
              ORDER BY t.created_at DESC LIMIT 1) last`
  return new Map(rows.map(({ iban, ...previous }) => [iban, previous]))
}

/** Stores the acknowledgement of a line's name. */
export async function updateAcknowledgement(
  tx: Tx,
  accountId: string,
  { import_id, line, acknowledged }: { import_id: string; line: string; acknowledged: string },
): Promise<void> {
  await tx`
    UPDATE transfer_import_lines SET acknowledged = ${acknowledged}
     WHERE account_id = ${accountId} AND import_id = ${import_id} AND id = ${line}`
}

/** Removes sent lines from drafts; deletes a draft without lines. The caller holds its lock. */
export async function removeLines(
  tx: Tx,
  accountId: string,
  importId: string,
  lines: readonly string[],
): Promise<void> {
  await tx`
    DELETE FROM transfer_import_lines WHERE account_id = ${accountId} AND import_id = ${importId} AND id = ANY (${lines}::uuid[])`
  await tx`
    DELETE FROM transfer_imports i WHERE i.account_id = ${accountId} AND i.id = ${importId}
       AND NOT EXISTS (SELECT FROM transfer_import_lines l WHERE l.account_id = i.account_id AND l.import_id = i.id)`
}

/** The lines of a draft that were sent, and the last batch of them. */
export async function findSent(
  db: Sql,
  accountId: string,
  importId: string,
): Promise<{ lines: number; batch_id: string } | null> {
  const [row] = await db<{ lines: number; batch_id: string | null }>`
    SELECT (SELECT count(*) FROM transfer_batches b
              JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id
             WHERE b.account_id = ${accountId} AND b.import_id = ${importId}) AS lines,
           (SELECT id FROM transfer_batches WHERE account_id = ${accountId} AND import_id = ${importId}
             ORDER BY created_at DESC, left_out_count LIMIT 1) AS batch_id`
  return row?.batch_id ? { lines: row.lines, batch_id: row.batch_id } : null
}

export async function removeDraft(tx: Sql, { account_id, user_id }: Owner, id: string): Promise<boolean> {
  const rows =
    await tx`DELETE FROM transfer_imports WHERE account_id = ${account_id} AND id = ${id} AND user_id = ${user_id} RETURNING 1`
  return rows.length > 0
}

/** Drafts older than seven days. */
export const purgeDrafts = async (db: Sql, now: Date): Promise<number> =>
  (await db`DELETE FROM transfer_imports WHERE expires_at <= ${now} RETURNING 1`).length

/** The bank's data about account numbers, for payments from one account. */
export function findPayees(
  db: Sql,
  accountId: string,
  ibans: readonly string[],
  {
    sees,
    user_id,
  }: {
    /** Whether payees of confidential batches are known. */ sees: boolean
    /** Whose own accounts are known. */ user_id: string
  },
): Promise<PayeeContext[]> {
  return db<PayeeContext>`
    SELECT n.iban, k.is_ours, CASE WHEN k.is_ours THEN bank.name ELSE other.name END AS bank_name,
           coalesce(p.bic, CASE WHEN k.is_ours THEN bank.bic ELSE other.bic END) AS bic, p.bic AS saved_bic, p.id AS beneficiary_id, p.name AS beneficiary_name, p.approval_status AS approval, p.numbered_at, p.trusted_at, p.is_confidential, payee.id AS payee_id,
           payee.status AS payee_status, payee.currency AS payee_currency, payee.customer_id AS payee_customer_id,
           holder.name AS holder, own.id AS own_account_id, CASE WHEN own.id IS NOT NULL THEN payee.label END AS own_account_label
      FROM unnest(${ibans}::text[]) AS n (iban)
     CROSS JOIN bank
     CROSS JOIN LATERAL (SELECT left(n.iban, 2) = left(bank.code, 2) AND substr(n.iban, 5, 5) = bank.code AS is_ours) k
      LEFT JOIN banks other ON NOT k.is_ours AND other.country = left(n.iban, 2) AND other.code = substr(n.iban, 5, 5)
      LEFT JOIN accounts payee ON k.is_ours AND payee.iban = n.iban
      LEFT JOIN customers holder ON holder.id = payee.customer_id
     CROSS JOIN LATERAL (
             SELECT CASE WHEN payee.id <> ${accountId} AND payee.status = 'active'
                              AND payee.customer_id = (SELECT a.customer_id FROM accounts a WHERE a.id = ${accountId})
                              AND EXISTS (SELECT FROM memberships m WHERE m.user_id = ${user_id} AND m.account_id = payee.id
                                             AND cardinality(m.rights) > 0) THEN payee.id END AS id) own
      LEFT JOIN LATERAL (
             SELECT b.id, b.name, b.bic, b.approval_status, b.numbered_at, b.trusted_at, b.is_confidential FROM visible_beneficiaries(${accountId}, ${sees}) b
              WHERE b.iban = n.iban AND b.removed_at IS NULL
              ORDER BY b.approval_status <> 'approved', b.is_confidential, NOT b.is_saved, b.created_at, b.id LIMIT 1) p ON true`
}

/** The orders to these account numbers since a moment, with the keys of the rules; lines of batches that wait for signatures too. */
export async function findRecent(
  db: Sql,
  accountId: string,
  ibans: readonly string[],
  since: Date,
  sees: boolean,
): Promise<Set<string>> {
  const rows = await db<{ iban: string; amount: number; label: string }>`
    SELECT n.iban, t.amount, t.label
      FROM unnest(${ibans}::text[]) AS n (iban)
      JOIN visible_transfers(${accountId}, ${sees}) t ON t.beneficiary_iban = n.iban AND t.created_at > ${since}
                      AND t.execution_status NOT IN ('cancelled', 'rejected')
    UNION ALL
    SELECT l.iban, l.amount, l.label
      FROM transfer_batches b
      JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id AND NOT l.is_refused AND l.iban = ANY (${ibans}::text[])
     WHERE b.account_id = ${accountId} AND b.state = 'pending' AND b.created_at > ${since} AND (${sees} OR NOT b.is_confidential)`
  return new Set(rows.map(({ iban, amount, label }) => sameKey(iban, amount, label)))
}

/** When a file with this content, or a message with this id, became a batch; batches of this draft itself are excluded. */
export async function findImportedAt(
  db: Sql,
  accountId: string,
  { id, content_hash, message_id }: Pick<Draft, 'id' | 'content_hash' | 'message_id'>,
): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }>`
    SELECT greatest(
      (SELECT max(created_at) FROM transfer_batches
        WHERE account_id = ${accountId} AND content_hash = ${content_hash} AND state IN ('pending', 'validated')
          AND import_id IS DISTINCT FROM ${id}::uuid),
      (SELECT max(created_at) FROM transfer_batches
        WHERE account_id = ${accountId} AND message_id = ${message_id} AND state IN ('pending', 'validated')
          AND import_id IS DISTINCT FROM ${id}::uuid)) AS at`
  return row?.at ?? null
}

export type Rules = { tariff: OrderTariff; holidays: string[]; home: string; available: number; overdraft: number }

/** The bank's tariff and parameters, and the account's balance. */
export async function findImportRules(db: Sql, accountId: string, today: string): Promise<Rules> {
  const [row] = await db<Rules>`
    SELECT (SELECT jsonb_object_agg(name, value) FROM parameters) AS tariff,
           ${unionHolidaysFrom(today)} AS holidays,
           (SELECT left(code, 2) FROM bank) AS home,
           (SELECT booked - held + overdraft FROM ledger_accounts WHERE id = ${accountId})::bigint AS available,
           (SELECT overdraft FROM ledger_accounts WHERE id = ${accountId})::bigint AS overdraft`
  if (!row) throw new Error('a select without a row')
  return row
}

export type Member = { name: string; iban: string; amount: number | null } & Record<
  'bic' | 'phone' | 'email' | 'label' | 'purpose',
  string | null
>

/** A list and its beneficiaries, each with the last amount paid. Null where there is no such list. */
export async function findListToPay(
  db: Sql,
  { account_id: accountId, capabilities }: { account_id: string; capabilities: readonly string[] },
  listId: string,
): Promise<{ name: string; members: Member[] } | null> {
  const [list] = await db<{
    name: string
  }>`SELECT name FROM beneficiary_lists WHERE account_id = ${accountId} AND id = ${listId}`
  if (!list) return null
  const sees = seesConfidential({ capabilities })
  // Each member looks up its beneficiary by the key. OFFSET 0 keeps the condition outside, for which partial indexes of the account are
  // chosen where the tables have no statistics yet: then each member reads all beneficiaries.
  const members = await db<Member>`
    SELECT p.name, p.iban, p.bic, p.phone, p.email, last.amount, last.label, last.purpose
      FROM beneficiary_list_members m
      CROSS JOIN LATERAL (
             SELECT * FROM visible_beneficiaries(${accountId}, ${sees}) b WHERE b.id = m.beneficiary_id OFFSET 0) p
      LEFT JOIN LATERAL (
             SELECT t.amount, t.label, t.purpose FROM visible_transfers(${accountId}, ${sees}) t
              WHERE t.beneficiary_iban = p.iban AND t.execution_status = 'executed'
              ORDER BY t.created_at DESC LIMIT 1) last ON true
     WHERE m.account_id = ${accountId} AND m.list_id = ${listId} AND p.removed_at IS NULL
     ORDER BY p.sort_name COLLATE "C", p.id`
  return { name: list.name, members }
}
