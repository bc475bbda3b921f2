// Checks that the payments of other banks and the ledger agree.
import type { Tx } from '../db/db.ts'
import type { Start, Verdict } from './ledger-audit-store.ts'

/** Incoming payments: each that was credited has its posting of its amounts, and each such posting has its payment. */
export const checkIncoming = (tx: Tx, { after }: Start) => tx<Verdict>`
  WITH posting AS (
    SELECT p.id, p.posting_key FROM ledger_postings p WHERE p.booking_date > ${after} AND p.kind = 'incoming'
  ), payment AS (
    SELECT i.* FROM incoming_payments i JOIN ledger_postings p ON p.id = i.posting_id WHERE p.booking_date > ${after}
  ), finding AS (
    SELECT 'an incoming payment is credited once, with its amounts' AS rule, i.id::text AS what
      FROM payment i
     WHERE NOT EXISTS (SELECT FROM ledger_entries e
                        WHERE e.posting_id = i.posting_id AND e.account_id = i.account_id AND e.amount = i.credit_amount AND e.currency = i.credit_currency)
        OR NOT EXISTS (SELECT FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
                        WHERE e.posting_id = i.posting_id AND e.amount = -i.amount AND e.currency = i.currency
                          AND a.code = CASE i.network WHEN 'swift' THEN 'correspondent:' WHEN 'instant' THEN 'guarantee:' ELSE 'clearing:' END || i.currency)
    UNION ALL
    SELECT 'a credit of another bank has its payment', p.posting_key FROM posting p
     WHERE NOT EXISTS (SELECT FROM incoming_payments i WHERE i.posting_id = p.id)
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM payment) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['an incoming payment is credited once, with its amounts', 'a credit of another bank has its payment']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`
