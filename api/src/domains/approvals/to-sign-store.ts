// Reads the items of the signature inbox: those that a person can sign, and those that they have sent for signature.
import {
  type ItemDetail,
  type ItemToSign,
  MAX_PAST_PAYMENTS,
  REFUSED_DAYS,
  type SentItem,
  type SignableKind,
} from 'contract/transfers/signatures.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import { part, type Sql } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import type { LockedTransfer } from '../transfers/transfer-state-store.ts'
import type { SigningRules } from '../transfers/sign-transfer.ts'
import { examineBatches } from '../batches/examine-batches.ts'
import { identityOfItem } from './item-identity.ts'
import { signBefore } from '../transfers/sign-before-rules.ts'

export type ItemRow = Omit<ItemToSign, 'account' | 'waits_since' | 'name' | 'sign_before' | 'identity' | 'points'> & {
  name: string | null
  last_digits: string | null
  waits_since: Date
  account_id: string
  account_label: string
  account_holder: string
  account_number: string
  available: number
  network: LockedTransfer['network'] | null
  leaves: number | null
  is_own_account: boolean
}

type WaitingRow = ItemRow & { total: number; execution_date: string | null; is_confidential: boolean; sees: boolean }

type Pages = { page: number; per_page: number }

export const detailColumns = part`
    i.kind, i.id, i.version, i.due_on, i.waits_since, i.account_id, a.label AS account_label, c.name AS account_holder,
    a.number AS account_number, (l.booked - l.held + l.overdraft)::bigint AS available, coalesce(h.amount::bigint, 0) AS held,
    u.first_name || ' ' || u.last_name AS created_by, coalesce(card.last_digits, regular_card.last_digits) AS last_digits,
    coalesce(t.beneficiary_name, b.file_name, p.name, d.creditor_name, income.debtor_name) AS name,
    coalesce(t.label, card.holder, regular_card.holder, d.umr, income.label, branch.name) AS detail, coalesce(t.beneficiary_iban, p.iban) AS iban,
    coalesce(b.line_count, k.quantity) AS count,
    coalesce(t.amount::bigint, b.amount::bigint, (o.amount + o.fees + o.tax)::bigint, r.amount::bigint, (k.fees + k.tax)::bigint, income.amount::bigint) AS amount,
    coalesce((t.fees + t.tax)::bigint, (b.fees + b.tax)::bigint) AS fees,
    CASE WHEN i.kind NOT IN ('beneficiary', 'beneficiary_account', 'mandate') THEN a.currency END AS currency, t.network,
    book.leaves, t.own_account_id IS NOT NULL AS is_own_account,
    coalesce(t.signatures_needed, b.signatures_needed, o.signatures_needed, r.signatures_needed, k.signatures_needed, given.signatures_needed, 1)::int AS signatures_needed,
    ARRAY(SELECT s.name FROM signatures_of(i.kind, i.account_id, i.id, i.version) s ORDER BY s.at) AS signed_by,
    t.id IS NOT NULL AND t.own_account_id IS NULL
      AND NOT EXISTS (SELECT FROM payments_to(i.account_id, t.beneficiary_iban, 'batch.confidential' = ANY (m.capabilities))) AS is_first_payment`

/** Joins the tables that the details of the items `i` come from. The causes of holds are those of each kind of order. */
export const detailTables = (userId: string) => part`
      JOIN accounts a ON a.id = i.account_id
      JOIN customers c ON c.id = a.customer_id
      JOIN ledger_accounts l ON l.id = i.account_id
      JOIN memberships m ON m.user_id = ${userId} AND m.account_id = i.account_id
      LEFT JOIN users u ON u.id = i.author
      LEFT JOIN transfers t ON i.kind = 'transfer' AND t.account_id = i.account_id AND t.id = i.id
      LEFT JOIN transfer_batches b ON i.kind = 'batch' AND b.account_id = i.account_id AND b.id = i.id
      LEFT JOIN card_topups o ON i.kind = 'topup' AND o.account_id = i.account_id AND o.id = i.id
      LEFT JOIN prepaid_cards card ON card.account_id = o.account_id AND card.id = o.card_id
      LEFT JOIN recurring_topups r ON i.kind = 'recurring_topup' AND r.account_id = i.account_id AND r.id = i.id
      LEFT JOIN prepaid_cards regular_card ON regular_card.account_id = r.account_id AND regular_card.id = r.card_id
      LEFT JOIN chequebooks k ON i.kind = 'chequebook' AND k.account_id = i.account_id AND k.id = i.id
      LEFT JOIN chequebook_types book ON book.id = k.type_id
      LEFT JOIN branches branch ON branch.code = k.branch_code
      LEFT JOIN beneficiaries p ON i.kind IN ('beneficiary', 'beneficiary_account') AND p.account_id = i.account_id AND p.id = i.id
      LEFT JOIN mandates d ON i.kind = 'mandate' AND d.id = i.id
      LEFT JOIN return_acceptances given ON i.kind = 'return' AND given.request_id = i.id AND given.version = i.version
      LEFT JOIN return_requests requested ON requested.id = given.request_id
      LEFT JOIN incoming_payments income ON income.id = requested.incoming_id
      LEFT JOIN ledger_holds h ON h.account_id = i.account_id AND h.released_at IS NULL
            AND h.cause = CASE i.kind
                            WHEN 'transfer' THEN 'transfer:' || i.id || CASE WHEN i.version > 1 THEN ':' || i.version ELSE '' END
                            WHEN 'batch' THEN 'batch:' || i.id || ':' || i.version
                            ELSE i.kind || ':' || i.id END`

export function itemOf<R extends ItemRow>(row: R, rules: SigningRules) {
  const {
    account_id,
    account_label,
    account_holder,
    account_number,
    available,
    last_digits,
    name,
    waits_since,
    network,
    leaves,
    is_own_account,
    ...item
  } = row
  const before = signBefore({ network, due_on: item.due_on }, rules)
  return {
    ...item,
    name: last_digits === null ? name : maskedCardNumber(last_digits),
    account: { uuid: account_id, label: account_label, holder: account_holder, number: account_number, available },
    waits_since: unixSeconds(waits_since),
    sign_before: before && unixSeconds(before),
    identity: identityOfItem({ ...item, name, last_digits, leaves, is_own_account }),
    points: null,
  }
}

/** All items that a user can sign: dated ones first, then by waiting time, with their number. */
export async function listItemsToSignBy(
  db: Sql,
  userId: string,
  { page, per_page }: Pages,
  rules: SigningRules,
): Promise<{ items: ItemToSign[]; total: number }> {
  const rows = await db<WaitingRow>`
    WITH i AS MATERIALIZED (
      SELECT *, count(*) OVER () AS total FROM items_to_sign(${userId}, ${rules.now})
       ORDER BY due_on NULLS LAST, waits_since, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}
    )
    SELECT i.total, ${detailColumns}, b.execution_date::text AS execution_date, coalesce(b.is_confidential, false) AS is_confidential, 'batch.confidential' = ANY (m.capabilities) AS sees
      FROM i ${detailTables(userId)} ORDER BY i.due_on NULLS LAST, i.waits_since, i.id`
  const examined = await examineBatches(
    db,
    rows.flatMap(({ kind, execution_date, ...row }) =>
      kind === 'batch' && execution_date !== null ? [{ ...row, execution_date }] : [],
    ),
    rules,
  )
  const today = rules.now.toISOString().slice(0, 10)
  return {
    // Past the last page there is no row to count by.
    total: rows[0]?.total ?? (page === 1 ? 0 : await countItemsToSignBy(db, userId, rules.now)),
    items: rows.map(({ total: _total, execution_date: _date, is_confidential, sees, ...row }) => {
      const item = itemOf(row, rules)
      const batch = examined.get(row.id)
      if (!batch) return item
      const { points, sign_before, leaves_on } = batch
      return {
        ...item,
        // After the cut-off of its day it leaves on a later one.
        due_on: item.due_on === today ? leaves_on : item.due_on,
        points: is_confidential && !sees ? null : points,
        sign_before: sign_before && unixSeconds(sign_before),
      }
    }),
  }
}

export async function countItemsToSignBy(db: Sql, userId: string, now: Date): Promise<number> {
  const [row] = await db<{ total: number }>`SELECT count(*) AS total FROM items_to_sign(${userId}, ${now})`
  return row?.total ?? 0
}

type Key = { kind: SignableKind; id: string; account: string }
type Moment = { at: string }

type DetailRow = ItemRow & {
  may_sign: boolean
  bank_name: string | null
  comment: string | null
  old_iban: string | null
  mandate_limit: ItemDetail['mandate_limit']
  received: ItemDetail['received']
  edited_by: string | null
  limit_left: number | null
  signatures: ({ name: string } & Moment)[]
  waiting_for: string[]
  documents: ItemDetail['documents']
  paid: { times: number; first_at: string | null; last_at: string | null; amounts: number[] } | null
  account_changed_at: Date | null
  execution_date: string | null
  is_irrevocable: boolean
}

/** What a detail says of an order itself, for the rule of its date. */
export type StoredDetail = Omit<ItemDetail, 'leaves_on'> & {
  order: Pick<LockedTransfer, 'network' | 'execution_date' | 'beneficiary_iban'> | null
}

const seconds = (moment: string | null) => (moment === null ? null : unixSeconds(new Date(moment)))

/** One item that the user can sign or has sent, with all that a signer looks at; null where there is none. */
export async function findItemToSign(
  db: Sql,
  userId: string,
  { kind, id, account }: Key,
  rules: SigningRules,
): Promise<StoredDetail | null> {
  const { now } = rules
  const [row] = await db<DetailRow>`
    WITH i AS MATERIALIZED (
      SELECT f.*, true AS may_sign FROM items_to_sign(${userId}, ${now}) f WHERE f.kind = ${kind} AND f.account_id = ${account} AND f.id = ${id}
      UNION ALL
      SELECT f.*, false FROM items_sent(${userId}) f WHERE f.kind = ${kind} AND f.account_id = ${account} AND f.id = ${id}
      ORDER BY may_sign DESC LIMIT 1
    )
    SELECT i.may_sign, ${detailColumns}, coalesce(own_bank.name, other.name, p.bank_name) AS bank_name, t.comment, change.old_iban, CASE WHEN d.max_amount IS NOT NULL THEN json_build_object('amount', d.max_amount, 'currency', a.currency) END AS mandate_limit,
           CASE WHEN t.credit_amount IS NOT NULL THEN json_build_object('amount', t.credit_amount, 'currency', t.credit_currency, 'rate', t.exchange_rate) END AS received,
           CASE WHEN i.kind = 'transfer' THEN t.execution_date END AS execution_date,
           coalesce(t.network = 'instant', false)
             OR EXISTS (SELECT FROM transfer_batch_lines l
                         WHERE i.kind = 'batch' AND l.account_id = i.account_id AND l.batch_id = i.id AND l.network = 'instant') AS is_irrevocable,
           editor.first_name || ' ' || editor.last_name AS edited_by,
           (SELECT min(greatest(0, s.amount - s.used)) FROM signing_uses(${userId}, i.account_id, t.beneficiary_iban, ${now.toISOString().slice(0, 10)}) s
             WHERE i.kind IN ('transfer', 'batch')) AS limit_left,
           (SELECT coalesce(json_agg(s ORDER BY s.at), '[]') FROM signatures_of(i.kind, i.account_id, i.id, i.version) s) AS signatures,
           ARRAY(SELECT g.first_name || ' ' || g.last_name
                   FROM memberships v
                   JOIN users g ON g.id = v.user_id
                  WHERE v.account_id = i.account_id AND v.user_id <> ${userId} AND 'transfer.validate' = ANY (v.capabilities)
                    AND EXISTS (SELECT FROM items_to_sign(v.user_id, ${now}) w WHERE w.kind = i.kind AND w.id = i.id)
                  ORDER BY 1) AS waiting_for,
           (SELECT coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'size', f.size,
                                                       'file_kind', split_part(f.media_type, '/', 2)) ORDER BY f.added_at, f.place), '[]')
              FROM transfer_documents f
             WHERE i.kind = 'transfer' AND f.account_id = i.account_id AND f.transfer_id = i.id AND f.removed_at IS NULL) AS documents,
           (SELECT json_build_object('times', count(*), 'first_at', min(o.at), 'last_at', max(o.at),
                                     'amounts', coalesce(json_agg(o.amount ORDER BY o.at) FILTER (WHERE o.nth <= ${MAX_PAST_PAYMENTS}), '[]'))
              FROM (SELECT y.at, y.amount, row_number() OVER (ORDER BY y.at DESC) AS nth
                      FROM payments_to(i.account_id, t.beneficiary_iban, 'batch.confidential' = ANY (m.capabilities)) y) o
             WHERE i.kind = 'transfer' AND t.own_account_id IS NULL) AS paid,
           (SELECT max(x.changed_at) FROM beneficiary_account_changes x
             WHERE x.account_id = t.account_id AND x.beneficiary_id = t.beneficiary_id AND x.old_iban IS NOT NULL AND x.status = 'approved') AS account_changed_at
      FROM i ${detailTables(userId)}
      LEFT JOIN users editor ON editor.id = coalesce(t.edited_by, r.edited_by)
      LEFT JOIN beneficiary_account_changes change ON change.account_id = p.account_id AND change.beneficiary_id = p.id AND change.status = 'pending'
      LEFT JOIN bank own_bank ON t.rail = 'internal'
      LEFT JOIN banks other ON other.country = left(coalesce(t.beneficiary_iban, p.iban), 2) AND other.code = substr(coalesce(t.beneficiary_iban, p.iban), 5, 5)`
  if (!row) return null
  const { signatures, paid, account_changed_at, execution_date, ...rest } = row
  const isPayment = kind === 'transfer' && paid !== null
  return {
    ...itemOf(rest, rules),
    signatures: signatures.map(({ name, at }) => ({ name, at: unixSeconds(new Date(at)) })),
    paid_before: isPayment
      ? {
          times: paid.times,
          first_at: seconds(paid.first_at),
          last_at: seconds(paid.last_at),
          amounts: paid.amounts,
          account_changed_at: account_changed_at && unixSeconds(account_changed_at),
        }
      : null,
    order:
      row.network && execution_date && row.iban
        ? { network: row.network, execution_date, beneficiary_iban: row.iban }
        : null,
  }
}

type SentRow = ItemRow & {
  waiting_for: string[]
  reminded_at: Date | null
  refused_at: Date | null
  refused_by: string | null
  reason: string | null
}

const DAY_MS = 86_400_000
const MAX_SENT = 100

/** What a user has sent for signature, and their transfers that were refused lately: these first. */
export async function listSentItemsBy(db: Sql, userId: string, rules: SigningRules): Promise<SentItem[]> {
  const { now } = rules
  const rows = await db<SentRow>`
    WITH sent AS MATERIALIZED (
      SELECT * FROM items_sent(${userId})
    ), signers AS MATERIALIZED (
      SELECT DISTINCT v.user_id FROM memberships v WHERE v.account_id IN (SELECT s.account_id FROM sent s) AND v.user_id <> ${userId} AND 'transfer.validate' = ANY (v.capabilities)
    ), open AS MATERIALIZED (
      SELECT w.kind, w.id, array_agg(g.first_name || ' ' || g.last_name ORDER BY g.last_name, g.first_name) AS names
        FROM signers v
        JOIN users g ON g.id = v.user_id
       CROSS JOIN LATERAL items_to_sign(v.user_id, ${now}) w
       WHERE w.id IN (SELECT s.id FROM sent s)
       GROUP BY w.kind, w.id
    ), refused AS MATERIALIZED (
      SELECT 'transfer' AS kind, t.account_id, t.id, t.version, NULL::date AS due_on, t.created_at AS waits_since, t.created_by AS author,
             t.reason, e.at AS refused_at, g.first_name || ' ' || g.last_name AS refused_by
        FROM memberships v
        JOIN transfers t ON t.account_id = v.account_id AND t.created_at > ${new Date(now.getTime() - 60 * DAY_MS)} AND t.created_by = ${userId}
             AND t.validation_status = 'refused' AND t.reason IS NOT NULL
        JOIN audit_events e ON e.subject_id = t.id AND e.account_id = t.account_id AND e.action = 'transfer.reject' AND e.at > ${new Date(now.getTime() - REFUSED_DAYS * DAY_MS)}
        LEFT JOIN users g ON g.id = e.user_id
       WHERE v.user_id = ${userId} AND 'transfers' = ANY (v.rights)
    ), i AS MATERIALIZED (
      SELECT r.kind, r.account_id, r.id, r.version, r.due_on, r.waits_since, r.author, r.reason, r.refused_at, r.refused_by FROM refused r
      UNION ALL
      SELECT s.kind, s.account_id, s.id, s.version, s.due_on, s.waits_since, s.author, NULL, NULL, NULL FROM sent s
       ORDER BY refused_at DESC NULLS LAST, due_on NULLS LAST, waits_since, id LIMIT ${MAX_SENT}
    )
    SELECT ${detailColumns}, coalesce(open.names, '{}') AS waiting_for, i.reason, i.refused_at, i.refused_by,
           (SELECT max(n.sent_at) FROM item_reminders n WHERE n.account_id = i.account_id AND n.item_id = i.id AND n.day = ${now.toISOString().slice(0, 10)}) AS reminded_at
      FROM i ${detailTables(userId)}
      LEFT JOIN open ON open.kind = i.kind AND open.id = i.id
     ORDER BY i.refused_at DESC NULLS LAST, i.due_on NULLS LAST, i.waits_since, i.id`
  return rows.map(({ waiting_for, reminded_at, refused_at, refused_by, reason, ...row }) => ({
    ...itemOf(row, rules),
    waiting_for,
    reminded_at: reminded_at && unixSeconds(reminded_at),
    refusal: refused_at && reason !== null ? { by: refused_by, at: unixSeconds(refused_at), reason } : null,
  }))
}

/** Whether a user can validate on any account. */
export async function maySignSomewhere(db: Sql, userId: string): Promise<boolean> {
  const [row] = await db<{ may: boolean }>`
    SELECT EXISTS (SELECT FROM memberships WHERE user_id = ${userId} AND 'transfer.validate' = ANY (capabilities)) AS may`
  return row?.may ?? false
}
