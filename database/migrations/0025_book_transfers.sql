-- Transfers inside the bank that run at once are read by one statement and written by one. What their statements call is planned once for
-- each connection: a function in SQL that is not inlined is planned again at each call.

CREATE OR REPLACE FUNCTION plain_letters(words text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  -- Only ASCII: without accents there is nothing to replace, which costs fifty times more than to look.
  IF octet_length(words) = length(words) THEN
    RETURN lower(words);
  END IF;
  RETURN lower(translate(replace(replace(words, 'œ', 'oe'), 'Œ', 'oe'),
                         'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ’',
                         'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyy'''));
END $$;

CREATE OR REPLACE FUNCTION ledger_lock(p_account_ids uuid[]) RETURNS TABLE (account_id uuid, booked bigint, held bigint, overdraft bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT a.id, a.booked::bigint, a.held::bigint, a.overdraft::bigint FROM ledger_accounts a
   WHERE a.id = ANY (p_account_ids) AND a.kind = 'customer'
   ORDER BY a.id FOR NO KEY UPDATE;
END $$;

CREATE OR REPLACE FUNCTION ledger_lock_free(p_account_ids uuid[]) RETURNS TABLE (account_id uuid, booked bigint, held bigint, overdraft bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT a.id, a.booked::bigint, a.held::bigint, a.overdraft::bigint FROM ledger_accounts a
   WHERE a.id = ANY (p_account_ids) AND a.kind = 'customer'
   ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED;
END $$;

-- The limits on orders, with what was ordered under them before: by the index of the order, from 1. Transfers between accounts of one customer
-- and orders that failed do not count; an order that was edited counts at the time of its edit, for its editor. One statement for all orders:
-- to begin a statement costs more than to read the orders of an account.
-- p_orders: [{user_id, account_id, iban, changed}]. iban: of the payee, for the limit per beneficiary. changed: the order that is being edited,
-- which counts with its new values, and not here.
CREATE FUNCTION ordering_uses(p_orders jsonb, p_today date)
RETURNS TABLE (index bigint, user_id uuid, period text, amount bigint, used bigint)
LANGUAGE plpgsql STABLE ROWS 10 AS $$
BEGIN
  RETURN QUERY
    SELECT o.index, l.user_id, l.period, l.amount, CASE WHEN l.period = 'operation' THEN 0 ELSE (
             coalesce((SELECT sum(t.amount) FROM transfers t
                        WHERE t.account_id = o.account_id AND t.created_at >= s.start AND t.edited_at IS NULL AND NOT t.is_own AND t.id IS DISTINCT FROM o.changed
                          AND t.execution_status NOT IN ('cancelled', 'rejected') AND (l.user_id IS NULL OR t.created_by = l.user_id)
                          AND (l.period <> 'beneficiary' OR t.beneficiary_iban = o.iban)), 0)
           + coalesce((SELECT sum(t.amount) FROM transfers t
                        WHERE t.account_id = o.account_id AND t.edited_at >= s.start AND NOT t.is_own AND t.id IS DISTINCT FROM o.changed
                          AND t.execution_status NOT IN ('cancelled', 'rejected') AND (l.user_id IS NULL OR t.edited_by = l.user_id)
                          AND (l.period <> 'beneficiary' OR t.beneficiary_iban = o.iban)), 0)
           + coalesce((SELECT sum(n.amount)
                         FROM transfer_batches b
                         JOIN transfer_batch_lines n ON n.account_id = b.account_id AND n.batch_id = b.id AND NOT n.is_own AND NOT n.is_refused
                        WHERE b.account_id = o.account_id AND b.state = 'pending' AND b.created_at >= s.start
                          AND (l.user_id IS NULL OR b.created_by = l.user_id) AND (l.period <> 'beneficiary' OR n.iban = o.iban)), 0)) END::bigint
      FROM ROWS FROM (jsonb_to_recordset(p_orders) AS (user_id uuid, account_id uuid, iban text, changed uuid))
             WITH ORDINALITY AS o (user_id, account_id, iban, changed, index)
     CROSS JOIN LATERAL limits_of(o.account_id) l
     CROSS JOIN LATERAL limit_period_start(l.period, p_today) s (start)
     WHERE l.purpose = 'create' AND (l.user_id IS NULL OR l.user_id = o.user_id) AND (l.period <> 'beneficiary' OR o.iban IS NOT NULL);
END $$;
DROP FUNCTION waiting_in_batches(uuid, uuid, timestamptz, text);

-- Locks the accounts of orders that are to run now, one order for each debited account, and tells whether they still can: false when another
-- transaction has one of the accounts, or when a limit leaves too little. Each of its statements sees what was committed before the locks.
-- p_accounts: those of the payers and payees. p_orders: as of ordering_uses, with the amount; those on which no limit counts are not in it.
CREATE FUNCTION orders_can_run(p_accounts uuid[], p_orders jsonb, p_today date) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM ledger_lock_free(p_accounts)) < cardinality(p_accounts) THEN
    RETURN false;
  END IF;
  RETURN NOT EXISTS (SELECT FROM ordering_uses(p_orders, p_today) u
                      WHERE u.used + (p_orders -> (u.index - 1)::integer ->> 'amount')::bigint > u.amount);
END $$;

-- Undoes the statement that calls it, where something that it depends on has changed.
CREATE FUNCTION refuse_unless(p_is_whole boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_is_whole IS NOT TRUE THEN
    RAISE EXCEPTION 'what an order depends on has changed' USING ERRCODE = 'LG006';
  END IF;
END $$;

-- A posting that is to be written, without its entries.
CREATE TYPE ledger_head AS (
  place bigint, id uuid, posting_key text, kind text, booking_date date, posted_at timestamptz, reverses uuid
);

-- As described in 0002_ledger.sql. Each argument is read once, and what must be checked before writing is one statement.
CREATE OR REPLACE FUNCTION ledger_post(p_postings jsonb, p_entries jsonb) RETURNS TABLE (posting_id uuid, outcome text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- Postings whose key is new, in their order.
  v_heads ledger_head[];
  v_refused uuid[] := '{}';
  v_lines ledger_line[];
  -- Every query of the accounts names these ids, so that no plan made for a small bank scans all accounts and is kept
  -- when the bank has grown.
  v_accounts uuid[] := ARRAY(SELECT DISTINCT e.account_id FROM jsonb_to_recordset(p_entries) AS e (account_id uuid));
  v_first_open date;
  v_has_unknown boolean;
  v_is_short boolean;
  v_posted bigint;
BEGIN
  -- Days are not closed while something is posted on them.
  PERFORM pg_advisory_xact_lock_shared(hashtext('ledger_close_days'));
  SELECT max(day) + 1 INTO v_first_open FROM ledger_closed_days;
  -- One order for all transactions: two postings that share accounts wait for each other and never deadlock.
  PERFORM FROM ledger_accounts a WHERE a.kind = 'customer' AND a.id = ANY (v_accounts) ORDER BY a.id FOR NO KEY UPDATE;

  v_heads := ARRAY(
    SELECT ROW(p.place, p.id, p.posting_key, p.kind, greatest(p.booking_date, v_first_open), p.posted_at, p.reverses)::ledger_head
      FROM ROWS FROM (jsonb_to_recordset(p_postings) AS (
             id uuid, posting_key text, kind text, booking_date date, posted_at timestamptz, reverses uuid))
             WITH ORDINALITY AS p (id, posting_key, kind, booking_date, posted_at, reverses, place)
     WHERE NOT EXISTS (SELECT FROM ledger_postings old WHERE old.posting_key = p.posting_key)
     ORDER BY p.place);

  v_lines := ARRAY(
    SELECT ROW((p.place << 32) + e.place, e.posting_id, e.id, e.account_id, e.amount, p.booking_date, e.value_date, p.posted_at,
               e.type, e.label, e.counterparty, e.reference, e.vat_rate, e.vat_amount)::ledger_line
      FROM ROWS FROM (jsonb_to_recordset(p_entries) AS (
             posting_id uuid, id uuid, account_id uuid, amount bigint, value_date date, type text, label text,
             counterparty text, reference text, vat_rate numeric, vat_amount bigint))
             WITH ORDINALITY AS e (posting_id, id, account_id, amount, value_date, type, label, counterparty, reference, vat_rate,
                                   vat_amount, place)
      JOIN unnest(v_heads) p ON p.id = e.posting_id
     ORDER BY p.place, e.place);

  SELECT count(DISTINCT checked.posting_id), coalesce(bool_or(checked.is_unknown), false), coalesce(bool_or(checked.is_short), false)
    INTO v_posted, v_has_unknown, v_is_short
    FROM (SELECT l.posting_id, a.id IS NULL AS is_unknown,
                 a.kind = 'customer' AND l.amount < 0
                   AND a.booked - a.held + sum(l.amount) OVER (PARTITION BY l.account_id ORDER BY l.place) < -a.overdraft AS is_short
            FROM unnest(v_lines) l LEFT JOIN ledger_accounts a ON a.id = l.account_id AND a.id = ANY (v_accounts)) checked;
  IF v_posted < cardinality(v_heads) THEN
    RAISE EXCEPTION 'a posting has no entries' USING ERRCODE = 'LG002';
  END IF;
  IF v_has_unknown THEN
    RAISE EXCEPTION 'an entry names an unknown account' USING ERRCODE = 'LG004';
  END IF;

  IF v_is_short OR cardinality(v_heads) > (SELECT count(DISTINCT p.posting_key) FROM unnest(v_heads) p) THEN
    DECLARE
      v_chosen uuid[];
    BEGIN
      SELECT coalesce(array_agg(c.posting_id) FILTER (WHERE c.outcome = 'posted'), '{}'),
             coalesce(array_agg(c.posting_id) FILTER (WHERE c.outcome = 'insufficient_funds'), '{}') INTO v_chosen, v_refused
        FROM ledger_choose(p_postings, v_lines) AS c;
      v_heads := ARRAY(SELECT p FROM unnest(v_heads) p WHERE p.id IN (SELECT unnest(v_chosen)));
      v_lines := ARRAY(SELECT l FROM unnest(v_lines) l WHERE l.posting_id IN (SELECT unnest(v_chosen)));
    END;
  END IF;

  INSERT INTO ledger_postings (id, posting_key, kind, booking_date, posted_at, reverses)
  SELECT p.id, p.posting_key, p.kind, p.booking_date, p.posted_at, p.reverses FROM unnest(v_heads) p;

  INSERT INTO ledger_entries (account_id, id, posting_id, seq, amount, currency, booking_date, value_date, posted_at, balance_after,
                              credited_after, lowest_allowed, type, label, counterparty, reference, vat_rate, vat_amount)
  SELECT l.account_id, l.id, l.posting_id,
         CASE WHEN a.kind = 'customer' THEN a.entry_count + row_number() OVER so_far END,
         l.amount, a.currency,
         CASE WHEN a.kind = 'customer' THEN greatest(max(l.booking_date) OVER so_far, a.last_booking_date) ELSE l.booking_date END,
         l.value_date, l.posted_at,
         CASE WHEN a.kind = 'customer' THEN a.booked + sum(l.amount) OVER so_far END,
         CASE WHEN a.kind = 'customer' THEN a.credited + sum(greatest(l.amount, 0)) OVER so_far END,
         CASE WHEN a.kind = 'customer' THEN -a.overdraft END,
         l.type, l.label, l.counterparty, l.reference, l.vat_rate, l.vat_amount
    FROM unnest(v_lines) l JOIN ledger_accounts a ON a.id = l.account_id AND a.id = ANY (v_accounts)
  WINDOW so_far AS (PARTITION BY l.account_id ORDER BY l.place);

  UPDATE ledger_accounts a
     SET booked = a.booked + moved.amount,
         credited = a.credited + moved.credits,
         entry_count = a.entry_count + moved.entries,
         last_booking_date = greatest(a.last_booking_date, moved.booking_date)
    FROM (SELECT l.account_id, sum(l.amount)::bigint AS amount, sum(greatest(l.amount, 0))::bigint AS credits,
                 count(*) AS entries, max(l.booking_date) AS booking_date
            FROM unnest(v_lines) l GROUP BY l.account_id) moved
   WHERE a.id = moved.account_id AND a.id = ANY (v_accounts) AND a.kind = 'customer';

  RETURN QUERY SELECT p.id, CASE WHEN p.id IN (SELECT h.id FROM unnest(v_heads) h) THEN 'posted'
                                 WHEN p.id IN (SELECT unnest(v_refused)) THEN 'insufficient_funds' ELSE 'repeated' END
                 FROM jsonb_to_recordset(p_postings) AS p (id uuid);
END $$;
