import type { Sql, Tx } from '../../db/db.ts'

/** A card payment that the network has authorised and no merchant has presented yet. */
export type CardAuthorisation = {
  account_id: string
  id: string
  /** The network's reference. */
  intraday_id: string
  label: string
  counterparty: string | null
  /** Negative: a debit. */
  amount: number
  expected_on: string
}

/** False where this authorisation is known. */
export async function insertAuthorisation(tx: Tx, one: CardAuthorisation): Promise<boolean> {
  const made = await tx`
    INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, counterparty, amount, expected_on)
    VALUES (${one.account_id}, ${one.id}, ${one.intraday_id}, 'card', ${one.label}, ${one.counterparty}, ${one.amount}, ${one.expected_on})
    ON CONFLICT (account_id, intraday_id) DO NOTHING RETURNING 1`
  return made.length > 0
}

/** The open authorisations of these accounts, the oldest first. A caller that ends one has locked its account. */
export const listAuthorisations = (db: Sql, accountIds: readonly string[]) =>
  db<CardAuthorisation>`
    SELECT account_id, id, intraday_id, label, counterparty, amount::bigint AS amount, expected_on FROM intraday_operations
     WHERE account_id = ANY (${accountIds}::uuid[]) AND type = 'card' AND amount < 0 ORDER BY expected_on, id`

/** Authorisations expected before a day, over all accounts, the oldest first. */
export const listAuthorisationsBefore = (db: Sql, day: string, max: number) =>
  db<CardAuthorisation>`
    SELECT account_id, id, intraday_id, label, counterparty, amount::bigint AS amount, expected_on FROM intraday_operations
     WHERE type = 'card' AND amount < 0 AND expected_on < ${day}::date ORDER BY expected_on, id LIMIT ${max}`

export async function findAuthorisationDays(db: Sql): Promise<number> {
  const [row] = await db<{ value: number }>`SELECT value FROM parameters WHERE name = 'card_authorisation_days'`
  if (!row) throw new Error('the bank does not say how long a card payment waits')
  return row.value
}
