// Reads the whole ledger and counts violations of its rules. Each query is one pass that sorts or groups on disk when
// the memory is full, so that ten million entries need no more memory than a thousand.
import type { Tx } from '../db/db.ts'

/** How many rows a rule checked, how many violate it, and descriptions of the first ones. */
export type Verdict = { rule: string; checked: number; errors: number; examples: string[] }

/**
 * Makes the transaction read one snapshot of the ledger, read-only. It must be the first statement of the transaction.
 */
export async function beginReading(tx: Tx): Promise<void> {
  await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
  await tx`SET LOCAL statement_timeout = 0`
  await tx`SET LOCAL work_mem = '64MB'`
  // Settings for short queries along an index are wrong for full scans.
  await tx`SET LOCAL enable_seqscan = on`
  await tx`SET LOCAL enable_hashjoin = on`
  await tx`SET LOCAL enable_mergejoin = on`
}

export const checkPostings = (tx: Tx) => tx<Verdict>`
  WITH part AS (
    SELECT posting_id, currency, sum(amount) AS sum FROM ledger_entries GROUP BY posting_id, currency
  ), looked AS (
    SELECT p.id IS NOT NULL AS is_posting, part.currency IS NOT NULL AS has_entries, part.sum,
           coalesce(p.id, part.posting_id) AS posting_id, part.currency
      FROM part FULL JOIN ledger_postings p ON p.id = part.posting_id
  ), finding AS (
    SELECT 'every posting sums to zero' AS rule, posting_id || ': ' || sum || ' ' || currency AS what FROM looked WHERE sum <> 0
    UNION ALL
    SELECT 'every posting has entries', posting_id::text FROM looked WHERE NOT has_entries
    UNION ALL
    SELECT 'every entry has its posting', posting_id::text FROM looked WHERE NOT is_posting
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM ledger_postings) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['every posting sums to zero', 'every posting has entries', 'every entry has its posting']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

export const checkBooks = (tx: Tx) => tx<Verdict>`
  WITH book AS (SELECT currency, sum(amount) AS sum, count(*) AS entries FROM ledger_entries GROUP BY currency)
  SELECT 'all entries sum to zero' AS rule, coalesce(sum(entries), 0)::bigint AS checked, count(*) FILTER (WHERE sum <> 0) AS errors,
         coalesce(array_agg(sum || ' ' || currency) FILTER (WHERE sum <> 0), '{}') AS examples
    FROM book`

export const checkBalances = (tx: Tx) => tx<Verdict>`
  WITH written AS (
    SELECT account_id, sum(amount) AS booked, sum(greatest(amount, 0)) AS credited, count(*) AS entries, max(booking_date) AS last_day,
           count(*) FILTER (WHERE seq IS NULL) AS unnumbered, min(currency) AS least_currency, max(currency) AS most_currency
      FROM ledger_entries GROUP BY account_id
  ), looked AS (
    SELECT coalesce(a.id, w.account_id) AS account_id, a.id IS NOT NULL AS exists,
           a.kind = 'customer' AS is_customer, a.booked, a.credited, a.entry_count, a.last_booking_date, a.currency,
           coalesce(w.booked, 0) AS sum, coalesce(w.credited, 0) AS credits, coalesce(w.entries, 0) AS entries, w.last_day,
           coalesce(w.unnumbered, 0) AS unnumbered, w.least_currency, w.most_currency
      FROM ledger_accounts a FULL JOIN written w ON w.account_id = a.id
  ), finding AS (
    SELECT 'every entry has its account, in its currency' AS rule, account_id::text AS what
      FROM looked WHERE NOT exists OR least_currency <> currency OR most_currency <> currency
    UNION ALL
    SELECT 'a balance is the sum of its entries',
           account_id || ': ' || booked || ' stored, ' || sum || ' written, credits ' || credited || ' and ' || credits
             || ', entries ' || entry_count || ' and ' || entries
      FROM looked
     WHERE is_customer
       AND (booked <> sum OR credited <> credits OR entry_count <> entries OR last_booking_date IS DISTINCT FROM last_day OR unnumbered > 0)
    UNION ALL
    SELECT 'the bank''s own accounts keep no balance', account_id::text
      FROM looked WHERE NOT is_customer AND (booked <> 0 OR credited <> 0 OR entry_count <> 0 OR unnumbered <> entries)
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM looked) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['every entry has its account, in its currency', 'a balance is the sum of its entries',
                      'the bank''s own accounts keep no balance']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

/** Checks each account from its first entry to its last. */
export const checkHistories = (tx: Tx) => tx<Verdict>`
  WITH step AS (
    SELECT account_id, seq, amount, balance_after, credited_after, lowest_allowed, booking_date,
           coalesce(lag(seq) OVER history, 0) AS seq_before, coalesce(lag(balance_after) OVER history, 0) AS balance_before,
           coalesce(lag(credited_after) OVER history, 0) AS credited_before, lag(booking_date) OVER history AS day_before
      FROM ledger_entries WHERE seq IS NOT NULL
    WINDOW history AS (PARTITION BY account_id ORDER BY seq)
  ), wrong AS (
    SELECT account_id, seq,
           seq <> seq_before + 1 AS is_gap,
           balance_after <> balance_before + amount OR credited_after <> credited_before + greatest(amount, 0) AS is_break,
           -- A credit may still leave the account below a limit that was lowered meanwhile; a debit may never end there.
           balance_after < lowest_allowed AND amount < 0 AS is_below,
           booking_date < day_before AS goes_back
      FROM step
  ), finding AS (
    SELECT rule, account_id || ' at entry ' || seq AS what
      FROM wrong, LATERAL (VALUES ('entries are numbered without a gap', is_gap), ('each balance follows from the one before', is_break),
                                  ('no account passed its limit', is_below), ('booking days never go back', goes_back)) AS found (rule, is_so)
     WHERE is_so
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT coalesce(sum(entry_count), 0)::bigint FROM ledger_accounts) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['entries are numbered without a gap', 'each balance follows from the one before', 'no account passed its limit',
                      'booking days never go back']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

export const checkHolds = (tx: Tx) => tx<Verdict>`
  WITH kept AS (
    SELECT account_id, sum(amount) AS held FROM ledger_holds WHERE released_at IS NULL GROUP BY account_id
  ), finding AS (
    SELECT 'held money is the sum of its holds' AS rule, coalesce(a.id, kept.account_id) || ': ' || coalesce(a.held, 0) || ' and ' || coalesce(kept.held, 0) AS what
      FROM ledger_accounts a FULL JOIN kept ON kept.account_id = a.id
     WHERE coalesce(a.held, 0) <> coalesce(kept.held, 0)
    UNION ALL
    SELECT 'no available balance is below its limit', id || ': ' || booked - held FROM ledger_accounts WHERE booked - held < -overdraft
    UNION ALL
    SELECT 'every hold has a cause that lives', h.account_id || ': ' || h.cause
      FROM ledger_holds h
      LEFT JOIN transfers t ON t.account_id = h.account_id AND t.execution_status = 'scheduled'
                           AND h.cause = 'transfer:' || t.id || CASE t.version WHEN 1 THEN '' ELSE ':' || t.version END
      LEFT JOIN transfer_batches b ON b.account_id = h.account_id AND b.state = 'pending' AND h.cause = 'batch:' || b.id || ':' || b.version
      LEFT JOIN card_topups c ON c.account_id = h.account_id AND c.status = 'pending' AND h.cause = 'topup:' || c.id
      LEFT JOIN chequebooks q ON q.account_id = h.account_id AND q.status = 'pending' AND h.cause = 'chequebook:' || q.id
      LEFT JOIN intraday_operations i ON i.account_id = h.account_id AND i.type = 'card' AND h.cause = 'card:' || i.id
     WHERE h.released_at IS NULL
       AND coalesce(t.amount + t.fees + t.tax, b.amount + b.fees + b.tax, c.amount + c.fees + c.tax, q.fees + q.tax, -i.amount) IS DISTINCT FROM h.amount
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, CASE rule WHEN 'every hold has a cause that lives' THEN (SELECT count(*) FROM ledger_holds WHERE released_at IS NULL)
                         ELSE (SELECT count(*) FROM ledger_accounts) END AS checked,
         count(place) AS errors, coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['held money is the sum of its holds', 'no available balance is below its limit', 'every hold has a cause that lives']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

/** Each executed top-up of a card has moved its money once, and no other has. */
export const checkTopups = (tx: Tx) => tx<Verdict>`
  WITH finding AS (
    SELECT 'a top-up has moved money if it is done, and once' AS rule, t.id::text AS what
      FROM card_topups t
      JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
      LEFT JOIN ledger_postings p ON p.posting_key = 'topup:' || coalesce(t.recurring_id || ':' || t.nominal_date, t.id::text)
     WHERE t.posting_id IS DISTINCT FROM p.id
        OR (p.id IS NOT NULL AND (
             (SELECT -sum(e.amount) FROM ledger_entries e WHERE e.account_id = t.account_id AND e.posting_id = p.id) IS DISTINCT FROM t.amount + t.fees + t.tax
          OR (SELECT sum(e.amount) FROM ledger_entries e WHERE e.account_id = c.ledger_account_id AND e.posting_id = p.id) IS DISTINCT FROM t.amount))
    UNION ALL
    SELECT 'a top-up''s posting has its top-up', p.posting_key FROM ledger_postings p
     WHERE p.posting_key LIKE 'topup:%' AND NOT EXISTS (SELECT FROM card_topups t WHERE t.posting_id = p.id)
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM card_topups) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['a top-up has moved money if it is done, and once', 'a top-up''s posting has its top-up']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

export const checkTransfers = (tx: Tx) => tx<Verdict>`
  WITH part AS (
    SELECT p.id AS posting_id, e.account_id, sum(e.amount) AS sum
      FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
     WHERE p.posting_key LIKE 'transfer:%'
     GROUP BY p.id, e.account_id
  ), moved AS (
    SELECT t.id, t.execution_status IN ('executed', 'returned') AS is_executed, t.posting_id AS named, p.id AS posting_id, t.amount,
           t.amount + t.fees + t.tax AS due, -paid.sum AS paid, payee.id IS NOT NULL AS is_ours, received.sum AS received
      FROM (SELECT id, account_id, amount, fees, tax, beneficiary_iban, posting_id, execution_status, 'transfer:' || id AS posting_key,
                   -- A batch of one entry took the money before.
                   coalesce((SELECT l.id FROM transfer_batches b JOIN ledger_accounts l ON l.code = 'batches:' || b.currency
                              WHERE b.account_id = transfers.account_id AND b.id = transfers.batch_id AND b.posting_id IS NOT NULL),
                            account_id) AS paid_from
              FROM transfers WHERE type <> 'periodic'
            UNION ALL
            -- Each date of a series is one execution.
            SELECT transfer_id, account_id, amount, fees, tax, beneficiary_iban, posting_id, outcome, 'transfer:' || transfer_id || ':' || nominal_date,
                   account_id
              FROM transfer_occurrences) t
      LEFT JOIN ledger_postings p ON p.posting_key = t.posting_key
      LEFT JOIN accounts payee ON payee.iban = t.beneficiary_iban
      LEFT JOIN part paid ON paid.posting_id = p.id AND paid.account_id = t.paid_from
      LEFT JOIN part received ON received.posting_id = p.id AND received.account_id = payee.id
  ), finding AS (
    SELECT 'a transfer has moved money if it is executed, and once' AS rule, id::text AS what FROM moved
     WHERE is_executed <> (posting_id IS NOT NULL) OR named IS DISTINCT FROM posting_id
    UNION ALL
    SELECT 'an executed transfer moved its amount between its accounts', id::text FROM moved
     WHERE is_executed AND (paid IS DISTINCT FROM due OR (is_ours AND received IS DISTINCT FROM amount))
    UNION ALL
    SELECT 'a transfer''s posting has its transfer', p.posting_key FROM ledger_postings p
     WHERE p.posting_key LIKE 'transfer:%' AND NOT EXISTS (SELECT FROM transfers t WHERE t.posting_id = p.id)
       AND NOT EXISTS (SELECT FROM transfer_occurrences o WHERE o.posting_id = p.id)
    UNION ALL
    SELECT 'an order that was acknowledged exists', k.answer ->> 'id' FROM idempotency_keys k
     WHERE k.answer ? 'validation_status' AND NOT EXISTS (SELECT FROM transfers t WHERE t.id::text = k.answer ->> 'id')
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM transfers) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['a transfer has moved money if it is executed, and once', 'an executed transfer moved its amount between its accounts',
                      'a transfer''s posting has its transfer', 'an order that was acknowledged exists']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

/** Batches with batch booking: the debited amount was spent by the lines, or credited back. */
export const checkBatches = (tx: Tx) => tx<Verdict>`
  WITH batch AS (
    SELECT b.account_id, b.id, b.booked, b.settled_at, b.posting_id,
           -(SELECT sum(e.amount) FROM ledger_entries e WHERE e.posting_id = b.posting_id AND e.account_id = b.account_id) AS taken,
           (SELECT coalesce(sum(t.amount + t.fees + t.tax), 0) FROM transfers t
             WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status IN ('executed', 'returned')) AS spent,
           (SELECT coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
             WHERE p.posting_key = 'batch:' || b.id || ':rest') AS back
      FROM transfer_batches b WHERE b.posting_id IS NOT NULL
  ), finding AS (
    SELECT 'a batch of one entry took what it says, and spent or gave it back' AS rule, id::text AS what FROM batch
     WHERE taken IS DISTINCT FROM booked OR (settled_at IS NOT NULL AND booked <> spent + back) OR (settled_at IS NULL AND back <> 0)
    UNION ALL
    SELECT 'the account of batches holds what batches have left', coalesce(held.sum, 0) || ' and ' || coalesce(owed.sum, 0)
      FROM (SELECT sum(e.amount) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.code IN ('batches:XOF', 'batches:EUR')) held
     CROSS JOIN (SELECT sum(booked - spent) FROM batch WHERE settled_at IS NULL) owed
     WHERE coalesce(held.sum, 0) <> coalesce(owed.sum, 0)
    UNION ALL
    SELECT 'a batch''s posting has its batch', p.posting_key FROM ledger_postings p
     WHERE p.kind = 'batch' AND NOT EXISTS (SELECT FROM transfer_batches b WHERE b.posting_id IS NOT NULL
                                               AND p.posting_key IN ('batch:' || b.id, 'batch:' || b.id || ':rest'))
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM batch) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['a batch of one entry took what it says, and spent or gave it back', 'the account of batches holds what batches have left',
                      'a batch''s posting has its batch']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

/** Outgoing payments: each posting has its payment, and the money of each payment is on the account of its state. */
export const checkClearing = (tx: Tx) => tx<Verdict>`
  WITH waiting AS (
    SELECT e.posting_id, e.currency, sum(e.amount) AS sum
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.code IN ('outgoing:XOF', 'outgoing:EUR')
     GROUP BY e.posting_id, e.currency
  ), balance AS (
    SELECT currency, sum(sum) AS sum FROM waiting GROUP BY currency
  ), unanswered AS (
    SELECT currency, sum(amount) AS sum FROM outgoing_payments WHERE state IN ('queued', 'sent') GROUP BY currency
  ), paid AS (
    SELECT w.posting_id, w.sum FROM waiting w JOIN ledger_postings p ON p.id = w.posting_id AND p.kind = 'transfer'
  ), moved AS (
    SELECT p.posting_key, sum(e.amount) FILTER (WHERE e.amount > 0) AS sum,
           bool_or(e.amount > 0 AND e.account_id = i.account_id) AS is_to_payer,
           bool_or(e.amount > 0 AND a.code LIKE 'suspense:%') AS is_to_suspense
      FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
      JOIN ledger_accounts a ON a.id = e.account_id
      LEFT JOIN outgoing_payments i ON p.posting_key = 'return:' || i.id
     WHERE p.kind IN ('settlement', 'return') GROUP BY p.posting_key
  ), state AS (
    SELECT i.id, i.amount, i.state = 'returned' AS is_returned, i.settled_at IS NOT NULL AS is_settled, settled.sum AS settled, returned.sum AS returned,
           returned.is_to_payer OR returned.is_to_suspense AS is_given_back
      FROM outgoing_payments i
      LEFT JOIN moved settled ON settled.posting_key = 'settle:' || i.id
      LEFT JOIN moved returned ON returned.posting_key = 'return:' || i.id
  ), finding AS (
    SELECT 'money on its way is the sum of its payments' AS rule,
           currency || ': ' || coalesce(balance.sum, 0) || ' and ' || coalesce(unanswered.sum, 0) AS what
      FROM balance FULL JOIN unanswered USING (currency) WHERE coalesce(balance.sum, 0) <> coalesce(unanswered.sum, 0)
    UNION ALL
    SELECT 'each payment to another bank is in one item, of its amount', coalesce(i.posting_id, paid.posting_id)::text
      FROM paid FULL JOIN outgoing_payments i ON i.posting_id = paid.posting_id WHERE paid.sum IS DISTINCT FROM i.amount
    UNION ALL
    SELECT 'a payment moved on or back as its state says', id::text FROM state
     WHERE is_settled <> (settled IS NOT NULL) OR is_returned <> (returned IS NOT NULL) OR coalesce(settled, amount) <> amount
        OR coalesce(returned, amount) <> amount OR (is_returned AND NOT is_given_back)
    UNION ALL
    SELECT 'a payment moved on or back as its state says', posting_key FROM moved
     WHERE NOT EXISTS (SELECT FROM outgoing_payments i WHERE posting_key IN ('settle:' || i.id, 'return:' || i.id))
    UNION ALL
    SELECT 'a file holds the payments that it says', f.message_id
      FROM clearing_files f
      LEFT JOIN (SELECT file_id, count(*) AS items, sum(amount) AS sum, min(place) AS first, max(place) AS last, count(DISTINCT network) AS networks,
                        min(network) AS network FROM outgoing_payments WHERE file_id IS NOT NULL GROUP BY file_id) i ON i.file_id = f.id
     WHERE (f.payment_count, f.payment_sum, 1, f.payment_count, 1, f.network) IS DISTINCT FROM (i.items, i.sum, i.first, i.last, i.networks, i.network)
    UNION ALL
    SELECT 'an order has come back if its payment has', coalesce(t.id, i.transfer_id)::text
      FROM (SELECT account_id, id FROM transfers WHERE execution_status = 'returned') t
      FULL JOIN (SELECT account_id, transfer_id FROM outgoing_payments WHERE state = 'returned' AND nominal_date IS NULL) i
        ON i.account_id = t.account_id AND i.transfer_id = t.id
     WHERE t.id IS NULL OR i.transfer_id IS NULL
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM outgoing_payments) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['money on its way is the sum of its payments', 'each payment to another bank is in one item, of its amount',
                      'a payment moved on or back as its state says', 'a file holds the payments that it says',
                      'an order has come back if its payment has']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

export const checkKeys = (tx: Tx) => tx<Verdict>`
  WITH finding AS (SELECT posting_key AS what FROM ledger_postings GROUP BY posting_key HAVING count(*) > 1)
  SELECT 'a posting key is used once' AS rule, (SELECT count(*) FROM ledger_postings) AS checked,
         (SELECT count(*) FROM finding) AS errors, ARRAY(SELECT what FROM finding LIMIT 5) AS examples`
