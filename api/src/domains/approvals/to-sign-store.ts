import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import type { Sql } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'

type Row = Omit<ItemToSign, 'account' | 'waits_since' | 'name'> & {
  total: number
  name: string | null
  last_digits: string | null
  waits_since: Date
  account_id: string
  account_label: string
  account_holder: string
  account_number: string
}

type Pages = { page: number; per_page: number }

/** All items that a user can sign: dated ones first, then by waiting time, with their number. */
export async function listItemsToSignBy(
  db: Sql,
  userId: string,
  { page, per_page }: Pages,
  now: Date,
): Promise<{ items: ItemToSign[]; total: number }> {
  const rows = await db<Row>`
    SELECT count(*) OVER () AS total, i.kind, i.id, i.version, i.due_on, i.waits_since, i.account_id, a.label AS account_label,
           c.name AS account_holder, a.number AS account_number, u.first_name || ' ' || u.last_name AS created_by,
           coalesce(card.last_digits, regular_card.last_digits) AS last_digits,
           coalesce(t.beneficiary_name, b.file_name, p.name, d.creditor_name) AS name,
           coalesce(t.label, card.holder, regular_card.holder, d.umr) AS detail, coalesce(t.beneficiary_iban, p.iban) AS iban,
           coalesce(b.line_count, k.quantity) AS count,
           coalesce(t.amount::bigint, b.amount::bigint, (o.amount + o.fees + o.tax)::bigint, r.amount::bigint, (k.fees + k.tax)::bigint) AS amount,
           CASE WHEN i.kind NOT IN ('beneficiary', 'beneficiary_account', 'mandate') THEN a.currency END AS currency
      FROM items_to_sign(${userId}, ${now}) i
      JOIN accounts a ON a.id = i.account_id
      JOIN customers c ON c.id = a.customer_id
      LEFT JOIN users u ON u.id = i.author
      LEFT JOIN transfers t ON i.kind = 'transfer' AND t.account_id = i.account_id AND t.id = i.id
      LEFT JOIN transfer_batches b ON i.kind = 'batch' AND b.account_id = i.account_id AND b.id = i.id
      LEFT JOIN card_topups o ON i.kind = 'topup' AND o.account_id = i.account_id AND o.id = i.id
      LEFT JOIN prepaid_cards card ON card.account_id = o.account_id AND card.id = o.card_id
      LEFT JOIN recurring_topups r ON i.kind = 'recurring_topup' AND r.account_id = i.account_id AND r.id = i.id
      LEFT JOIN prepaid_cards regular_card ON regular_card.account_id = r.account_id AND regular_card.id = r.card_id
      LEFT JOIN chequebooks k ON i.kind = 'chequebook' AND k.account_id = i.account_id AND k.id = i.id
      LEFT JOIN beneficiaries p ON i.kind IN ('beneficiary', 'beneficiary_account') AND p.account_id = i.account_id AND p.id = i.id
      LEFT JOIN mandates d ON i.kind = 'mandate' AND d.id = i.id
     ORDER BY i.due_on NULLS LAST, i.waits_since, i.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`
  return {
    // Past the last page there is no row to count by.
    total: rows[0]?.total ?? (page === 1 ? 0 : await countItemsToSignBy(db, userId, now)),
    items: rows.map(
      ({
        total: _total,
        account_id,
        account_label,
        account_holder,
        account_number,
        last_digits,
        name,
        waits_since,
        ...item
      }) => ({
        ...item,
        name: last_digits === null ? name : maskedCardNumber(last_digits),
        account: { uuid: account_id, label: account_label, holder: account_holder, number: account_number },
        waits_since: unixSeconds(waits_since),
      }),
    ),
  }
}

async function countItemsToSignBy(db: Sql, userId: string, now: Date): Promise<number> {
  const [row] = await db<{ total: number }>`SELECT count(*) AS total FROM items_to_sign(${userId}, ${now})`
  return row?.total ?? 0
}

/** Whether a user can validate on any account. */
export async function maySignSomewhere(db: Sql, userId: string): Promise<boolean> {
  const [row] = await db<{ may: boolean }>`
    SELECT EXISTS (SELECT FROM memberships WHERE user_id = ${userId} AND 'transfer.validate' = ANY (capabilities)) AS may`
  return row?.may ?? false
}
