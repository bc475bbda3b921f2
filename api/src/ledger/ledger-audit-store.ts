// Reads what was booked after a day, or the whole ledger, and counts violations of its rules. Each query is one pass that sorts or groups on
// disk when the memory is full, so that ten million entries need no more memory than a thousand.
import type { Sql, Tx } from '../db/db.ts'

/** How many rows a rule checked, how many violate it, and descriptions of the first ones. */
export type Verdict = { rule: string; checked: number; errors: number; examples: string[] }

type Sums = Record<string, number>
/** Where an audit begins: after this day, with the sums of internal accounts and of customers by currency up to it. */
export type Start = { after: string; internal_sums: Sums; customer_sums: Sums }
/** Nothing came before. */
const BEGINNING: Start = { after: '-infinity', internal_sums: {}, customer_sums: {} }

/** The day before the first that is not archived: a full audit begins there. */
export async function findFirstStart(tx: Tx): Promise<Start> {
  const [row] = await tx<Start>`
    SELECT before - 1 AS after, internal_sums, customer_sums FROM archived_years ORDER BY before DESC LIMIT 1`
  return row ?? BEGINNING
}

/** The last day that an audit has found sound. */
export async function findLastStart(tx: Tx): Promise<Start> {
  const [row] = await tx<Start>`
    SELECT day AS after, internal_sums, customer_sums FROM ledger_closed_days WHERE audited_at IS NOT NULL ORDER BY day DESC LIMIT 1`
  return row ?? findFirstStart(tx)
}

/** Closes all days up to one: what is posted from now on is booked later. */
export async function closeDays(db: Sql, day: string, now: Date): Promise<void> {
  await db`SELECT ledger_close_days(${day}, ${now})`
}

/** Keeps what an audit has found up to a closed day, so that the next one begins there. */
export async function recordAudit(tx: Tx, { after, ...before }: Start, now: Date): Promise<void> {
  await takeTime(tx)
  await tx`
    WITH closed AS (
      SELECT max(day) AS day FROM ledger_closed_days HAVING max(day) > ${after}
    ), found AS MATERIALIZED (
      SELECT e.account_id, count(*) AS entries, sum(e.amount) AS sum, sum(ledger_digest(e)) AS digest
        FROM ledger_entries e
       WHERE e.booking_date > ${after} AND e.booking_date <= (SELECT day FROM closed)
       GROUP BY e.account_id
    ), part AS (
      SELECT found.*, a.kind, a.currency FROM found JOIN ledger_accounts a ON a.id = found.account_id
    ), sums AS (
      SELECT kind, name, sum(sum) AS sum
        FROM (SELECT kind, CASE kind WHEN 'internal' THEN account_id::text ELSE currency END AS name, sum FROM part
               UNION ALL SELECT 'internal', key, value::numeric FROM jsonb_each_text(${JSON.stringify(before.internal_sums)})
               UNION ALL SELECT 'customer', key, value::numeric FROM jsonb_each_text(${JSON.stringify(before.customer_sums)})) one
       GROUP BY kind, name
    )
    UPDATE ledger_closed_days d
       SET audited_at = ${now}, entry_count = (SELECT coalesce(sum(entries), 0) FROM part),
           posting_count = (SELECT count(*) FROM ledger_postings p WHERE p.booking_date > ${after} AND p.booking_date <= closed.day),
           digest = (SELECT coalesce(sum(digest), 0)::text FROM part),
           internal_sums = (SELECT coalesce(jsonb_object_agg(name, sum) FILTER (WHERE kind = 'internal'), '{}') FROM sums),
           customer_sums = (SELECT coalesce(jsonb_object_agg(name, sum) FILTER (WHERE kind = 'customer'), '{}') FROM sums)
      FROM closed
     WHERE d.day = closed.day AND d.audited_at IS NULL`
}

/** Lets the statements of the transaction take their time over many entries. */
async function takeTime(tx: Tx): Promise<void> {
  await tx`SET LOCAL statement_timeout = 0`
  await tx`SET LOCAL work_mem = '64MB'`
  // Each statement runs once: its plan is made for the days that it reads.
  await tx`SET LOCAL plan_cache_mode = force_custom_plan`
  // Settings for short queries along an index are wrong for full scans.
  await tx`SET LOCAL enable_seqscan = on`
  await tx`SET LOCAL max_parallel_workers_per_gather = 2`
}

/** Makes the transaction read one snapshot of the ledger, read-only. It must be the first statement of the transaction. */
export async function beginReading(tx: Tx): Promise<void> {
  await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
  await takeTime(tx)
}

export const checkPostings = (tx: Tx, { after }: Start) => tx<Verdict>`
  WITH part AS (
    SELECT posting_id, currency, sum(amount) AS sum FROM ledger_entries WHERE booking_date > ${after} GROUP BY posting_id, currency
  ), posting AS (
    SELECT id FROM ledger_postings WHERE booking_date > ${after}
  ), looked AS (
    SELECT p.id IS NOT NULL AS is_posting, part.currency IS NOT NULL AS has_entries, part.sum,
           coalesce(p.id, part.posting_id) AS posting_id, part.currency
      FROM part FULL JOIN posting p ON p.id = part.posting_id
  ), finding AS (
    SELECT 'every posting sums to zero' AS rule, posting_id || ': ' || sum || ' ' || currency AS what
      FROM looked
     WHERE sum <> 0
       -- A part of a posting of an earlier day: the whole was looked at on that day.
       AND (is_posting OR NOT EXISTS (SELECT FROM ledger_postings earlier WHERE earlier.id = looked.posting_id))
    UNION ALL
    SELECT 'every posting has entries', posting_id::text FROM looked WHERE NOT has_entries
    UNION ALL
    SELECT 'every entry has its posting', posting_id::text FROM looked
     WHERE NOT is_posting AND NOT EXISTS (SELECT FROM ledger_postings earlier WHERE earlier.id = looked.posting_id)
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM posting) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['every posting sums to zero', 'every posting has entries', 'every entry has its posting']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

export const checkBooks = (tx: Tx, { after, internal_sums, customer_sums }: Start) => tx<Verdict>`
  WITH part AS (
    SELECT currency, sum(amount) AS sum, count(*) AS entries FROM ledger_entries WHERE booking_date > ${after} GROUP BY currency
    UNION ALL
    SELECT a.currency, value::numeric, 0 FROM jsonb_each_text(${JSON.stringify(internal_sums)}) JOIN ledger_accounts a ON a.id = key::uuid
    UNION ALL
    SELECT key, value::numeric, 0 FROM jsonb_each_text(${JSON.stringify(customer_sums)})
  ), book AS (
    SELECT currency, sum(sum) AS sum, sum(entries) AS entries FROM part GROUP BY currency
  )
  SELECT 'all entries sum to zero' AS rule, coalesce(sum(entries), 0)::bigint AS checked, count(*) FILTER (WHERE sum <> 0) AS errors,
         coalesce(array_agg(sum || ' ' || currency) FILTER (WHERE sum <> 0), '{}') AS examples
    FROM book`

export const checkBalances = (tx: Tx, { after }: Start) => tx<Verdict>`
  WITH written AS (
    SELECT account_id, sum(amount) AS booked, sum(greatest(amount, 0)) AS credited, count(*) AS entries, max(booking_date) AS last_day,
           count(*) FILTER (WHERE seq IS NULL) AS unnumbered, min(currency) AS least_currency, max(currency) AS most_currency
      FROM ledger_entries WHERE booking_date > ${after} GROUP BY account_id
  ), looked AS (
    SELECT coalesce(a.id, w.account_id) AS account_id, a.id IS NOT NULL AS exists,
           a.kind = 'customer' AS is_customer, a.booked, a.credited, a.entry_count, a.last_booking_date, a.currency,
           coalesce(o.balance_after, 0) + coalesce(w.booked, 0) AS sum, coalesce(o.credited_after, 0) + coalesce(w.credited, 0) AS credits,
           coalesce(o.seq, 0) + coalesce(w.entries, 0) AS entries, coalesce(w.last_day, o.booking_date) AS last_day,
           coalesce(w.unnumbered, 0) AS unnumbered, w.least_currency, w.most_currency
      FROM ledger_accounts a
      FULL JOIN written w ON w.account_id = a.id
      -- What it had before.
      LEFT JOIN LATERAL (SELECT e.seq, e.balance_after, e.credited_after, e.booking_date FROM ledger_entries e
                          WHERE e.account_id = a.id AND e.seq IS NOT NULL AND e.booking_date <= ${after}
                          ORDER BY e.booking_date DESC, e.seq DESC LIMIT 1) o ON true
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
export const checkHistories = (tx: Tx, { after }: Start) => tx<Verdict>`
  WITH numbered AS (
    SELECT account_id, seq, amount, balance_after, credited_after, lowest_allowed, booking_date,
           lag(seq) OVER history AS seq_before, lag(balance_after) OVER history AS balance_before,
           lag(credited_after) OVER history AS credited_before, lag(booking_date) OVER history AS day_before
      FROM ledger_entries WHERE seq IS NOT NULL AND booking_date > ${after}
    WINDOW history AS (PARTITION BY account_id ORDER BY seq)
  ), step AS (
    SELECT n.account_id, n.seq, n.amount, n.balance_after, n.credited_after, n.lowest_allowed, n.booking_date,
           coalesce(n.seq_before, o.seq, 0) AS seq_before, coalesce(n.balance_before, o.balance_after, 0) AS balance_before,
           coalesce(n.credited_before, o.credited_after, 0) AS credited_before, coalesce(n.day_before, o.booking_date) AS day_before
      FROM numbered n
      -- The first one follows from the last one before.
      LEFT JOIN LATERAL (SELECT e.seq, e.balance_after, e.credited_after, e.booking_date FROM ledger_entries e
                          WHERE n.seq_before IS NULL AND e.account_id = n.account_id AND e.seq IS NOT NULL AND e.booking_date <= ${after}
                          ORDER BY e.booking_date DESC, e.seq DESC LIMIT 1) o ON true
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
  SELECT rule, (SELECT count(*) FROM numbered) AS checked, count(place) AS errors,
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
      -- A line of a later day has no hold before that day.
      LEFT JOIN LATERAL (
             SELECT sum(l.amount + l.fees + l.tax) FROM transfer_batch_lines l
              WHERE l.account_id = b.account_id AND l.batch_id = b.id AND NOT l.is_refused AND l.execution_date IS NULL) at_once ON true
      LEFT JOIN card_topups c ON c.account_id = h.account_id AND c.status = 'pending' AND h.cause = 'topup:' || c.id
      LEFT JOIN chequebooks q ON q.account_id = h.account_id AND q.status = 'pending' AND h.cause = 'chequebook:' || q.id
      LEFT JOIN intraday_operations i ON i.account_id = h.account_id AND i.type = 'card' AND h.cause = 'card:' || i.id
      LEFT JOIN LATERAL (
             SELECT e.amount FROM ledger_entries e
              WHERE e.account_id = h.account_id AND e.type = 'cheque_in' AND e.id = CASE WHEN h.cause LIKE 'cheque:%' THEN substring(h.cause FROM 8)::uuid END) cheque ON true
     WHERE h.released_at IS NULL
       AND coalesce(t.amount + t.fees + t.tax, at_once.sum, c.amount + c.fees + c.tax, q.fees + q.tax, -i.amount, cheque.amount) IS DISTINCT FROM h.amount
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, CASE rule WHEN 'every hold has a cause that lives' THEN (SELECT count(*) FROM ledger_holds WHERE released_at IS NULL)
                         ELSE (SELECT count(*) FROM ledger_accounts) END AS checked,
         count(place) AS errors, coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['held money is the sum of its holds', 'no available balance is below its limit', 'every hold has a cause that lives']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

/** Each top-up of a card that is done has moved its money once, and no other has. */
export const checkTopups = (tx: Tx, { after }: Start) => tx<Verdict>`
  WITH finding AS (
    SELECT 'a top-up has moved money if it is done, and once' AS rule, t.id::text AS what
      FROM card_topups t
      JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
      LEFT JOIN ledger_postings p ON p.posting_key = 'topup:' || coalesce(t.recurring_id || ':' || t.nominal_date, t.id::text)
     WHERE t.posting_id IS DISTINCT FROM p.id
        OR (p.booking_date > ${after} AND (
             (SELECT -sum(e.amount) FROM ledger_entries e WHERE e.account_id = t.account_id AND e.posting_id = p.id) IS DISTINCT FROM t.amount + t.fees + t.tax
          OR (SELECT sum(e.amount) FROM ledger_entries e WHERE e.account_id = c.ledger_account_id AND e.posting_id = p.id) IS DISTINCT FROM t.amount))
    UNION ALL
    SELECT 'a top-up''s posting has its top-up', p.posting_key FROM ledger_postings p
     WHERE p.booking_date > ${after} AND p.posting_key LIKE 'topup:%' AND NOT EXISTS (SELECT FROM card_topups t WHERE t.posting_id = p.id)
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM card_topups) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['a top-up has moved money if it is done, and once', 'a top-up''s posting has its top-up']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

export const checkTransfers = (tx: Tx, { after }: Start) => tx<Verdict>`
  WITH part AS (
    SELECT p.id AS posting_id, e.account_id, sum(e.amount) AS sum
      FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
     WHERE p.booking_date > ${after} AND p.posting_key LIKE 'transfer:%'
     GROUP BY p.id, e.account_id
  ), moved AS (
    SELECT t.id, t.execution_status IN ('executed', 'returned') AS is_executed, t.posting_id AS named, p.id AS posting_id, p.booking_date,
           coalesce(t.credit_amount, t.amount) AS amount, t.amount + t.fees + t.tax AS due, -paid.sum AS paid, payee.id IS NOT NULL AS is_ours, received.sum AS received
      FROM (SELECT id, account_id, amount, credit_amount, fees, tax, beneficiary_iban, posting_id, execution_status, 'transfer:' || id AS posting_key,
                   -- A batch of one entry took the money before.
                   coalesce((SELECT l.id FROM transfer_batches b JOIN ledger_accounts l ON l.code = 'batches:' || b.currency
                              WHERE b.account_id = transfers.account_id AND b.id = transfers.batch_id AND b.posting_id IS NOT NULL),
                            account_id) AS paid_from
              FROM transfers WHERE type <> 'periodic'
            UNION ALL
            -- Each date of a series is one execution.
            SELECT transfer_id, account_id, amount, credit_amount, fees, tax, beneficiary_iban, posting_id, outcome, 'transfer:' || transfer_id || ':' || nominal_date,
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
     WHERE is_executed AND booking_date > ${after} AND (paid IS DISTINCT FROM due OR (is_ours AND received IS DISTINCT FROM amount))
    UNION ALL
    SELECT 'a transfer''s posting has its transfer', p.posting_key FROM ledger_postings p
     WHERE p.booking_date > ${after} AND p.posting_key LIKE 'transfer:%' AND NOT EXISTS (SELECT FROM transfers t WHERE t.posting_id = p.id)
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

/** Batches of one entry: what each took from its account its lines spent, or it came back. */
export const checkBatches = (tx: Tx, { after, internal_sums }: Start) => tx<Verdict>`
  WITH batch AS (
    SELECT b.account_id, b.id, b.booked, b.settled_at, b.posting_id, made.booking_date > ${after} AS is_new,
           -(SELECT sum(e.amount) FROM ledger_entries e WHERE e.posting_id = b.posting_id AND e.account_id = b.account_id) AS taken,
           (SELECT coalesce(sum(t.amount + t.fees + t.tax), 0) FROM transfers t
             WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status IN ('executed', 'returned')) AS spent,
           (SELECT coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
             WHERE p.posting_key = 'batch:' || b.id || ':rest') AS back
      FROM transfer_batches b JOIN ledger_postings made ON made.id = b.posting_id
     WHERE made.booking_date > ${after} OR b.settled_at IS NULL
  ), finding AS (
    SELECT 'a batch of one entry took what it says, and spent or gave it back' AS rule, id::text AS what FROM batch
     WHERE is_new AND (taken IS DISTINCT FROM booked OR (settled_at IS NOT NULL AND booked <> spent + back) OR (settled_at IS NULL AND back <> 0))
    UNION ALL
    SELECT 'the account of batches holds what batches have left', coalesce(held.sum, 0) || ' and ' || coalesce(owed.sum, 0)
      FROM (SELECT sum(amount) FROM (
              SELECT e.account_id, e.amount FROM ledger_entries e WHERE e.booking_date > ${after}
               UNION ALL
              SELECT key::uuid, value::numeric FROM jsonb_each_text(${JSON.stringify(internal_sums)})) e
              JOIN ledger_accounts a ON a.id = e.account_id AND a.code IN ('batches:XOF', 'batches:EUR')) held
     CROSS JOIN (SELECT sum(booked - spent) FROM batch WHERE settled_at IS NULL) owed
     WHERE coalesce(held.sum, 0) <> coalesce(owed.sum, 0)
    UNION ALL
    SELECT 'a batch''s posting has its batch', p.posting_key FROM ledger_postings p
     WHERE p.booking_date > ${after} AND p.kind = 'batch' AND NOT EXISTS (SELECT FROM transfer_batches b WHERE b.posting_id IS NOT NULL
                                               AND p.posting_key IN ('batch:' || b.id, 'batch:' || b.id || ':rest'))
  ), example AS (
    SELECT *, row_number() OVER (PARTITION BY rule) AS place FROM finding
  )
  SELECT rule, (SELECT count(*) FROM batch) AS checked, count(place) AS errors,
         coalesce(array_agg(what ORDER BY place) FILTER (WHERE place <= 5), '{}') AS examples
    FROM unnest(ARRAY['a batch of one entry took what it says, and spent or gave it back', 'the account of batches holds what batches have left',
                      'a batch''s posting has its batch']) rule
    LEFT JOIN example USING (rule) GROUP BY rule`

/** Outgoing payments: each posting has its payment, and the money of each payment is where its state says. */
export const checkClearing = (tx: Tx, { after, internal_sums }: Start) => tx<Verdict>`
  WITH waiting AS (
    SELECT e.posting_id, e.currency, sum(e.amount) AS sum
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND split_part(a.code, ':', 1) IN ('outgoing', 'outgoing_instant')
     WHERE e.booking_date > ${after}
     GROUP BY e.posting_id, e.currency
  ), balance AS (
    SELECT currency, sum(sum) AS sum
      FROM (SELECT currency, sum FROM waiting
             UNION ALL
            SELECT a.currency, value::numeric FROM jsonb_each_text(${JSON.stringify(internal_sums)})
              JOIN ledger_accounts a ON a.id = key::uuid AND split_part(a.code, ':', 1) IN ('outgoing', 'outgoing_instant')) one
     GROUP BY currency
  ), unanswered AS (
    SELECT currency, sum(amount) AS sum FROM outgoing_payments WHERE state IN ('queued', 'sent') GROUP BY currency
  ), paid AS (
    SELECT w.posting_id, w.sum FROM waiting w JOIN ledger_postings p ON p.id = w.posting_id AND p.kind = 'transfer'
  ), moved AS (
    SELECT p.posting_key, sum(e.amount) FILTER (WHERE e.amount > 0 AND coalesce(a.code, '') NOT LIKE 'position:%') AS sum,
           bool_or(e.amount > 0 AND e.account_id = i.account_id) AS is_to_payer,
           bool_or(e.amount > 0 AND a.code LIKE 'suspense:%') AS is_to_suspense
      FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
      JOIN ledger_accounts a ON a.id = e.account_id
      LEFT JOIN outgoing_payments i ON p.posting_key = 'return:' || i.id
     WHERE p.booking_date > ${after} AND p.kind IN ('settlement', 'return') GROUP BY p.posting_key
  ), sent AS (
    -- Payments whose posting is new, and those that are not settled: what was settled before was looked at before.
    SELECT i.*, p.booking_date > ${after} AS is_new FROM outgoing_payments i JOIN ledger_postings p ON p.id = i.posting_id
     WHERE p.booking_date > ${after} OR i.settled_at >= ${after}::date + 1 OR i.returned_at >= ${after}::date + 1
        OR (i.settled_at IS NULL AND i.returned_at IS NULL)
  ), state AS (
    SELECT i.id, i.amount, coalesce(i.debit_amount, i.amount) AS debited, i.state = 'returned' AS is_returned, i.settled_at IS NOT NULL AS is_settled, settled.sum AS settled, returned.sum AS returned,
           returned.is_to_payer OR returned.is_to_suspense AS is_given_back,
           EXISTS (SELECT FROM ledger_postings p WHERE p.posting_key = 'settle:' || i.id) AS has_settled,
           EXISTS (SELECT FROM ledger_postings p WHERE p.posting_key = 'return:' || i.id) AS has_returned
      FROM sent i
      LEFT JOIN moved settled ON settled.posting_key = 'settle:' || i.id
      LEFT JOIN moved returned ON returned.posting_key = 'return:' || i.id
  ), finding AS (
    SELECT 'money on its way is the sum of its payments' AS rule,
           currency || ': ' || coalesce(balance.sum, 0) || ' and ' || coalesce(unanswered.sum, 0) AS what
      FROM balance FULL JOIN unanswered USING (currency) WHERE coalesce(balance.sum, 0) <> coalesce(unanswered.sum, 0)
    UNION ALL
    SELECT 'each payment to another bank is in one item, of its amount', coalesce(i.posting_id, paid.posting_id)::text
      FROM paid FULL JOIN (SELECT * FROM sent WHERE is_new) i ON i.posting_id = paid.posting_id WHERE paid.sum IS DISTINCT FROM i.amount
    UNION ALL
    SELECT 'a payment moved on or back as its state says', id::text FROM state
     WHERE is_settled <> has_settled OR is_returned <> has_returned OR coalesce(settled, amount) <> amount
        OR coalesce(returned, debited) <> debited OR (is_returned AND NOT is_given_back)
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

export const checkKeys = (tx: Tx, { after }: Start) => tx<Verdict>`
  WITH finding AS (SELECT posting_key AS what FROM ledger_postings WHERE booking_date > ${after} GROUP BY posting_key HAVING count(*) > 1)
  SELECT 'a posting key is used once' AS rule, (SELECT count(*) FROM ledger_postings WHERE booking_date > ${after}) AS checked,
         (SELECT count(*) FROM finding) AS errors, ARRAY(SELECT what FROM finding LIMIT 5) AS examples`

/** Each closed day that was audited, and is not archived, still has the entries that it had then. */
export const checkClosedDays = (tx: Tx, { after }: Start) => tx<Verdict>`
  WITH closed AS (
    SELECT day, coalesce(lag(day) OVER (ORDER BY day), '-infinity') AS day_before, entry_count, digest
      FROM ledger_closed_days WHERE audited_at IS NOT NULL
  ), looked AS (
    SELECT closed.day, closed.entry_count, closed.digest, found.entries, found.digest AS found
      FROM closed
     CROSS JOIN LATERAL (SELECT count(*) AS entries, coalesce(sum(ledger_digest(e)), 0)::text AS digest
                           FROM ledger_entries e WHERE e.booking_date > closed.day_before AND e.booking_date <= closed.day) found
     WHERE closed.day > ${after}
  ), finding AS (
    SELECT day || ': ' || entry_count || ' and ' || entries || ' entries' AS what FROM looked WHERE entry_count <> entries OR digest <> found
  )
  SELECT 'closed days are as they were when they were audited' AS rule, (SELECT count(*) FROM looked) AS checked,
         (SELECT count(*) FROM finding) AS errors, ARRAY(SELECT what FROM finding LIMIT 5) AS examples`
