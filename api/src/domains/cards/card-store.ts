import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { type NewCard, newCards, readCards } from './card-columns.ts'

export type CardRow = RowOf<typeof readCards> & Pick<PrepaidCard, 'status' | 'balance' | 'currency'>

/** The card as the customer sees it. */
export const cardOf = ({
  account_id: _account,
  ledger_account_id: _ledger,
  last_digits,
  expires_on: expiry,
  ...card
}: CardRow): PrepaidCard => ({
  number_masked: maskedCardNumber(last_digits),
  expiry,
  ...card,
})

/** The cards of an account, or the one with that id: usable ones first, then by age. */
export function findCards(db: Sql, accountId: string, id: string | null, today: string): Promise<CardRow[]> {
  return db<CardRow>`
    SELECT ${columnsOf(readCards, 'c')},
           CASE WHEN c.status <> 'opposed' AND c.expires_on < ${today}::date THEN 'expired' ELSE c.status END AS status,
           l.booked::bigint AS balance, l.currency
      FROM prepaid_cards c
      JOIN ledger_accounts l ON l.id = c.ledger_account_id
     WHERE c.account_id = ${accountId} AND (${id}::uuid IS NULL OR c.id = ${id})
     ORDER BY c.status = 'opposed' OR c.expires_on < ${today}::date, c.registered_at, c.id`
}

export async function lockCard(tx: Tx, accountId: string, id: string, today: string): Promise<CardRow | null> {
  const [locked] = await tx<{
    id: string
  }>`SELECT id FROM prepaid_cards WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`
  if (!locked) return null
  const [card] = await findCards(tx, accountId, id, today)
  return card ?? null
}

/** Cash withdrawn since a moment, from the account and its prepaid cards, and its limit. */
export async function measureWithdrawals(
  db: Sql,
  accountId: string,
  since: Date,
): Promise<{ amount: number; used: number }> {
  const [row] = await db<{ amount: number; used: number }>`
    SELECT coalesce((SELECT l.amount FROM card_withdrawal_limits l WHERE l.account_id = ${accountId}),
                    (SELECT value FROM parameters WHERE name = 'card_withdrawal_limit'))::bigint AS amount,
           coalesce((SELECT -sum(e.amount)
                       FROM (SELECT ${accountId}::uuid AS id
                              UNION ALL SELECT ledger_account_id FROM prepaid_cards WHERE account_id = ${accountId}) a
                      CROSS JOIN LATERAL (SELECT amount FROM ledger_entries
                                           WHERE account_id = a.id AND type = 'withdrawal' AND posted_at > ${since}) e), 0)::bigint AS used`
  if (!row) throw new Error('a select without a row')
  return row
}

/** The key of the digests. */
export async function getNumberKey(tx: Tx): Promise<Buffer> {
  const [row] = await tx<{ key: Buffer }>`SELECT key FROM card_number_keys`
  if (!row) throw new Error('the key of card numbers has vanished')
  return row.key
}

export async function isRegistered(tx: Tx, digest: Buffer): Promise<boolean> {
  const [row] = await tx<{
    known: boolean
  }>`SELECT EXISTS (SELECT FROM prepaid_cards WHERE number_digest = ${digest}) AS known`
  return row?.known ?? false
}

/** Opens the card's ledger account and the card. False where its number was registered a moment ago. */
export async function insertCard(tx: Tx, card: NewCard): Promise<boolean> {
  await tx`SELECT ledger_open_card(${card.ledger_account_id})`
  const rows = await tx`
    INSERT INTO prepaid_cards (${columnsOf(newCards)}) VALUES (${valuesOf(newCards, card)})
    ON CONFLICT (number_digest) DO NOTHING RETURNING id`
  return rows.length > 0
}

export async function markCard(
  tx: Tx,
  { account_id, id }: Pick<CardRow, 'account_id' | 'id'>,
  status: 'active' | 'blocked',
): Promise<void> {
  await tx`UPDATE prepaid_cards SET status = ${status} WHERE account_id = ${account_id} AND id = ${id}`
}

export async function getCardPrefix(db: Sql): Promise<string> {
  const [row] = await db<{ value: number }>`SELECT value FROM parameters WHERE name = 'card_prefix'`
  if (!row) throw new Error('the bank has no prefix of cards')
  return String(row.value)
}
