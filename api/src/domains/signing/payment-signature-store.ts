import type { PaymentToSign } from 'contract/transfers/signing-rules.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import { columnsOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { paymentSignatures } from './signing-columns.ts'
import { unixSeconds } from '../../adapters/clock.ts'

export type SignedPayment = { account_id: string; id: string; version: number }

/** The group for which a person signs under a rule of two groups, and whether that group has signed. */
export async function findGroup(
  tx: Tx,
  { account_id, id, version }: SignedPayment,
  userId: string,
): Promise<{ group: 'A' | 'B'; has_signed: boolean } | null> {
  const [row] = await tx<{ group: 'A' | 'B'; has_signed: boolean }>`
    SELECT g.signing_group AS group,
           EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = ${account_id} AND s.payment_id = ${id} AND s.version = ${version}
                      AND s.signing_group = g.signing_group) AS has_signed
      FROM signing_groups g WHERE g.account_id = ${account_id} AND g.user_id = ${userId}`
  return row ?? null
}

/** False where this person has signed this version before. */
export async function insertSignature(
  tx: Tx,
  { account_id, id, version }: SignedPayment,
  { user_id, group }: { user_id: string; group: 'A' | 'B' | null },
  at: Date,
): Promise<boolean> {
  const row = { account_id, payment_id: id, version, user_id, signing_group: group, signed_at: at }
  const rows = await tx`
    INSERT INTO payment_signatures (${columnsOf(paymentSignatures)}) VALUES (${valuesOf(paymentSignatures, row)}) ON CONFLICT DO NOTHING RETURNING user_id`
  return rows.length > 0
}

export async function countSignatures(tx: Tx, { account_id, id, version }: SignedPayment): Promise<number> {
  const [row] = await tx<{ count: number }>`
    SELECT count(*) AS count FROM payment_signatures WHERE account_id = ${account_id} AND payment_id = ${id} AND version = ${version}`
  return row?.count ?? 0
}

type WaitingRow = Pick<PaymentToSign, 'id' | 'kind' | 'recurrence' | 'amount' | 'created_by'> & {
  total: number
  last_digits: string | null
  card_holder: string
  quantity: number | null
  leaves: number
  waits_since: Date
  account_id: string
  account_label: string
  account_holder: string
  account_number: string
}

/** The payments that wait for a user's signature on accounts whose payment methods they may see, the oldest first. */
export async function listPaymentsToSignBy(
  db: Sql,
  userId: string,
  { page, per_page }: { page: number; per_page: number },
  now: Date,
): Promise<{ items: PaymentToSign[]; total: number }> {
  const rows = await db<WaitingRow>`
    SELECT count(*) OVER () AS total, p.id, p.kind, p.amount, p.last_digits, p.card_holder, p.recurrence, p.quantity, p.leaves, p.waits_since,
           u.first_name || ' ' || u.last_name AS created_by, a.id AS account_id, a.label AS account_label, c.name AS account_holder,
           a.number AS account_number
      FROM items_to_sign(${userId}, ${now}) i
     CROSS JOIN LATERAL (SELECT * FROM payments_to_sign(${userId}, i.account_id) WHERE kind = i.kind AND id = i.id) p
      JOIN users u ON u.id = p.author
      JOIN accounts a ON a.id = i.account_id
      JOIN customers c ON c.id = a.customer_id
     ORDER BY p.waits_since, p.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(
      ({
        id,
        kind,
        recurrence,
        amount,
        created_by,
        last_digits,
        card_holder,
        quantity,
        leaves,
        waits_since,
        ...row
      }) => ({
        id,
        kind,
        account: {
          uuid: row.account_id,
          label: row.account_label,
          holder: row.account_holder,
          number: row.account_number,
        },
        card: last_digits === null ? null : { number_masked: maskedCardNumber(last_digits), holder: card_holder },
        recurrence,
        chequebooks: quantity === null ? null : { quantity, leaves },
        amount,
        // Cards and chequebooks belong to accounts in francs.
        currency: 'XOF',
        created_by,
        waits_since: unixSeconds(waits_since),
      }),
    ),
  }
}

/** The accounts on which a user may sign top-ups and chequebook orders. */
export async function listSigningAccounts(db: Sql, userId: string): Promise<string[]> {
  const rows = await db<{ account_id: string }>`
    SELECT m.account_id FROM memberships m JOIN accounts a ON a.id = m.account_id
     WHERE m.user_id = ${userId} AND a.status = 'active' AND 'payment-methods' = ANY (m.rights) AND 'transfer.validate' = ANY (m.capabilities)`
  return rows.map(({ account_id }) => account_id)
}
