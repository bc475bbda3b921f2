import type { Purpose } from 'contract/transfers/transfers.ts'
import type { Sql } from '../../db/db.ts'

/** One payment between a customer and another country, as the declaration to the authorities needs it. */
export type PaymentAbroad = {
  day: string
  direction: 'out' | 'in'
  reference: string
  customer: string
  account: string
  other_party: string
  country: string
  currency: string
  /** In the minor unit of the currency. */
  amount: number
  /** In francs; null for a payment of an account in a currency, which exchanges nothing. */
  counter_value: number | null
  purpose: Purpose | null
  economic_code: string | null
  domiciliation: string | null
  documents: number
  state: string
}

/** The payments that left or came in through SWIFT on these days, inclusive, the oldest first. */
export const listPaymentsAbroad = (db: Sql, { from, to }: { from: string; to: string }): Promise<PaymentAbroad[]> =>
  db<PaymentAbroad>`
    SELECT (i.queued_at AT TIME ZONE 'UTC')::date AS day, 'out' AS direction, i.reference, i.debtor_name AS customer, i.debtor_iban AS account,
           i.creditor_name AS other_party, coalesce(i.creditor_country, left(i.creditor_iban, 2)) AS country, i.currency, i.amount,
           CASE 'XOF' WHEN i.debit_currency THEN i.debit_amount WHEN i.currency THEN i.amount END::bigint AS counter_value,
           i.purpose, i.economic_code, i.domiciliation,
           (SELECT count(*) FROM transfer_documents d
             WHERE d.account_id = i.account_id AND d.transfer_id = i.transfer_id AND d.kind = 'international' AND d.removed_at IS NULL) AS documents,
           i.state
      FROM outgoing_payments i
     WHERE i.network = 'swift' AND i.queued_at >= ${from}::date AND i.queued_at < ${to}::date + 1
     UNION ALL
    SELECT (p.received_at AT TIME ZONE 'UTC')::date, 'in', p.transaction_id, p.creditor_name, p.creditor_account, p.debtor_name,
           coalesce(substr(p.debtor_bic, 5, 2), left(p.debtor_account, 2), ''), p.currency, p.amount,
           CASE 'XOF' WHEN p.credit_currency THEN p.credit_amount WHEN p.currency THEN p.amount END::bigint, NULL, NULL, NULL, 0,
           CASE WHEN p.return_id IS NULL THEN 'credited' ELSE 'returned' END
      FROM incoming_payments p
     WHERE p.network = 'swift' AND p.received_at >= ${from}::date AND p.received_at < ${to}::date + 1
     ORDER BY day, reference`
