-- The ledger: double entry. Only its functions move money: the application reads these tables and never writes them.

CREATE TABLE ledger_accounts (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('customer', 'internal')),
  -- Name of an internal account of the bank: 'clearing:XOF', 'fees:EUR'.
  code text UNIQUE,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  booked amount NOT NULL DEFAULT 0,
  held amount NOT NULL DEFAULT 0 CHECK (held >= 0),
  overdraft amount NOT NULL DEFAULT 0 CHECK (overdraft >= 0),
  -- Sum of all credits since the account was opened: the credits and debits of any period are one subtraction.
  credited amount NOT NULL DEFAULT 0,
  entry_count bigint NOT NULL DEFAULT 0,
  last_booking_date date,
  CONSTRAINT ledger_accounts_stay_in_limit CHECK (booked - held >= -overdraft),
  -- Every posting touches an internal account: a running balance there would make all postings wait for one row.
  CONSTRAINT ledger_internal_accounts_keep_no_balance CHECK (kind = 'customer' OR (booked = 0 AND held = 0 AND entry_count = 0)),
  CONSTRAINT ledger_internal_accounts_have_a_code CHECK ((kind = 'internal') = (code IS NOT NULL))
) WITH (fillfactor = 50);
GRANT SELECT ON ledger_accounts TO connect_app;

CREATE TABLE ledger_postings (
  id uuid PRIMARY KEY,
  -- The cause of the movement ('transfer:<id>'). It is unique, so that one cause moves money once.
  posting_key text NOT NULL UNIQUE CHECK (length(posting_key) BETWEEN 1 AND 200),
  kind text NOT NULL,
  booking_date date NOT NULL,
  posted_at timestamptz NOT NULL,
  reverses uuid REFERENCES ledger_postings
);
GRANT SELECT ON ledger_postings TO connect_app;

-- The audit of a day reads its postings. A BRIN index would be smaller, and useless: new rows also fill what is left in old pages.
CREATE INDEX ledger_postings_by_day ON ledger_postings (booking_date);

-- No foreign keys: only ledger_post inserts here, with the account locked and the posting just inserted. The table is partitioned by the
-- day of booking, so that a year is archived by detaching its partition (docs/decisions/0053-entries-are-partitioned-by-year.md).
CREATE TABLE ledger_entries (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  posting_id uuid NOT NULL,
  -- Number of the entry in the history of its account, from 1 without a gap: page n is found without counting. Null on
  -- internal accounts.
  seq bigint,
  amount amount NOT NULL CHECK (amount <> 0),
  currency text NOT NULL,
  booking_date date NOT NULL,
  value_date date NOT NULL,
  posted_at timestamptz NOT NULL,
  balance_after amount,
  credited_after amount,
  lowest_allowed amount,
  type text NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  counterparty text,
  reference text,
  vat_rate numeric(4, 2),
  vat_amount amount,
  -- What a search by text compares.
  words text NOT NULL
    GENERATED ALWAYS AS (plain_letters(left(label || chr(10) || coalesce(counterparty, '') || chr(10) || coalesce(reference, ''), 500))) STORED,
  -- Every key of a partitioned table contains the day. That an id or a number is used once on all days follows from ledger_post, which
  -- numbers the entries of an account that it has locked, and never books before the last of them; the audit checks the numbers.
  PRIMARY KEY (account_id, id, booking_date),
  CONSTRAINT ledger_entries_stay_in_limit CHECK (balance_after >= lowest_allowed),
  CONSTRAINT ledger_entries_of_customers_are_numbered CHECK (
    (seq IS NULL) = (balance_after IS NULL) AND (seq IS NULL) = (credited_after IS NULL)
    AND (seq IS NULL) = (lowest_allowed IS NULL)
  ),
  CONSTRAINT ledger_entries_tax_has_a_rate CHECK ((vat_rate IS NULL) = (vat_amount IS NULL))
) PARTITION BY RANGE (booking_date);
-- The days for which no year has begun yet: begin_year splits it.
CREATE TABLE ledger_entries_newest PARTITION OF ledger_entries FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
CREATE UNIQUE INDEX ledger_entries_in_order ON ledger_entries (account_id, seq, booking_date) WHERE seq IS NOT NULL;
-- The entries of a day, whatever their account.
CREATE INDEX ledger_entries_of_day ON ledger_entries (booking_date);
-- The index holds everything that a search compares: a search reads the index of the requested days and opens the table
-- only for its page.
CREATE INDEX ledger_entries_by_day ON ledger_entries (account_id, booking_date, seq) INCLUDE (id, amount, type, words) WHERE seq IS NOT NULL;
-- The lines of a posting: those who answer disputes look for them, and the audit compares them.
CREATE INDEX ledger_entries_of_posting ON ledger_entries (posting_id);
-- Withdrawals of the last days are found without reading the other entries of the account.
CREATE INDEX ledger_entries_withdrawals ON ledger_entries (account_id, posted_at) WHERE type = 'withdrawal';
-- The cheques that an account has paid, by the number in their label.
CREATE INDEX ledger_entries_cheques ON ledger_entries (account_id, (substring(label FROM '^CHEQUE ([0-9]{7})$')::bigint))
  WHERE type = 'cheque_out' AND seq IS NOT NULL;
GRANT SELECT ON ledger_entries TO connect_app;

CREATE TABLE ledger_holds (
  account_id uuid NOT NULL REFERENCES ledger_accounts,
  id uuid NOT NULL,
  amount amount NOT NULL CHECK (amount > 0),
  -- What the money is reserved for ('transfer:<id>'). One cause holds money once.
  cause text NOT NULL,
  held_at timestamptz NOT NULL,
  released_at timestamptz CHECK (released_at >= held_at),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, cause)
);
GRANT SELECT ON ledger_holds TO connect_app;

-- Postings and entries are never changed: a correction is a new posting that names the one it reverses.
CREATE FUNCTION ledger_forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is not possible', TG_OP, TG_TABLE_NAME USING ERRCODE = 'LG001';
END $$;
CREATE TRIGGER ledger_entries_never_change BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_forbid_change();
CREATE TRIGGER ledger_entries_never_vanish BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_forbid_change();
CREATE TRIGGER ledger_postings_never_change BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION ledger_forbid_change();
CREATE TRIGGER ledger_postings_never_vanish BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_forbid_change();

-- Every posting of a statement sums to zero in each currency, whoever inserts it.
CREATE FUNCTION ledger_check_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM inserted GROUP BY posting_id, currency HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'a posting does not sum to zero' USING ERRCODE = 'LG002';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_balanced();

-- Triggers of statements are not passed on to partitions: each has its own, for whoever names the partition.
CREATE FUNCTION ledger_guard_partition(p_partition regclass) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER never_vanish BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION ledger_forbid_change()', p_partition);
  EXECUTE format('CREATE TRIGGER balance AFTER INSERT ON %s REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_balanced()', p_partition);
END $$;
REVOKE ALL ON FUNCTION ledger_guard_partition FROM PUBLIC;
SELECT ledger_guard_partition('ledger_entries_newest');

-- A number that changes with any value of an entry. Sums of it do not depend on an order.
CREATE FUNCTION ledger_digest(e ledger_entries) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN ('x' || left(md5(jsonb_build_array(e.account_id, e.id, e.posting_id, e.seq, e.amount, e.currency, e.booking_date, e.value_date,
            (extract(epoch FROM e.posted_at) * 1000000)::bigint, e.balance_after, e.credited_after, e.lowest_allowed, e.type, e.label,
            e.counterparty, e.reference, e.vat_rate, e.vat_amount)::text), 15))::bit(60)::bigint;

-- Days on which nothing is booked any more, each with what the audit found up to it: the next audit reads what was booked since.
CREATE TABLE ledger_closed_days (
  -- The last day of those that were closed together.
  day date PRIMARY KEY,
  closed_at timestamptz NOT NULL,
  -- Null until the audit has found these days sound. What follows is written with it.
  audited_at timestamptz,
  entry_count bigint,
  posting_count bigint,
  -- A digest of the entries of these days, in any order.
  digest text,
  -- The sum of all entries of each internal account up to the day, and of all customers by currency.
  internal_sums jsonb,
  customer_sums jsonb,
  CONSTRAINT ledger_closed_days_say_what_was_found CHECK (
    (audited_at IS NULL) = (entry_count IS NULL) AND (audited_at IS NULL) = (posting_count IS NULL) AND (audited_at IS NULL) = (digest IS NULL)
    AND (audited_at IS NULL) = (internal_sums IS NULL) AND (audited_at IS NULL) = (customer_sums IS NULL))
);
GRANT SELECT ON ledger_closed_days TO connect_app;
GRANT UPDATE (audited_at, entry_count, posting_count, digest, internal_sums, customer_sums) ON ledger_closed_days TO connect_operator;

-- Closes all days up to one. It waits for the postings under way, and later ones are booked on the day after: what is closed stays as it is.
CREATE FUNCTION ledger_close_days(p_day date, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ledger_close_days'));
  INSERT INTO ledger_closed_days (day, closed_at)
  SELECT p_day, p_at WHERE NOT EXISTS (SELECT FROM ledger_closed_days WHERE day >= p_day);
END $$;
REVOKE ALL ON FUNCTION ledger_close_days FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_close_days TO connect_operator;

CREATE FUNCTION ledger_open_account(p_id uuid, p_kind text, p_code text, p_currency text, p_overdraft bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO ledger_accounts (id, kind, code, currency, overdraft) VALUES (p_id, p_kind, p_code, p_currency, p_overdraft)
$$;

-- One entry to post, together with the data of its posting.
CREATE TYPE ledger_line AS (
  place bigint, posting_id uuid, id uuid, account_id uuid, amount bigint, booking_date date, value_date date,
  posted_at timestamptz, type text, label text, counterparty text, reference text, vat_rate numeric, vat_amount bigint
);

-- Decides which of these postings can be paid, in their order, each against the balance that the previous ones left. Of
-- postings that share a key only the first that can be paid is posted. ledger_post calls it only for a batch that
-- cannot be posted as a whole: it needs one pass, however many postings are refused.
CREATE FUNCTION ledger_choose(p_postings jsonb, p_lines ledger_line[]) RETURNS TABLE (posting_id uuid, outcome text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_posting record;
  -- The amount that each account may still spend, by the index of the account in the order of ids.
  v_left bigint[];
  v_can_pay boolean;
  -- Which keys were paid, by their index in the order of keys.
  v_is_paid boolean[] := '{}';
BEGIN
  SELECT array_agg((a.booked - a.held + a.overdraft)::bigint ORDER BY a.id) INTO v_left
    FROM ledger_accounts a
   WHERE a.kind = 'customer' AND a.id IN (SELECT l.account_id FROM unnest(p_lines) l);
  FOR v_posting IN
    SELECT p.id, dense_rank() OVER (ORDER BY p.posting_key) AS key, array_agg(l.slot ORDER BY l.place) FILTER (WHERE l.slot IS NOT NULL) AS slots,
           array_agg(l.amount ORDER BY l.place) FILTER (WHERE l.slot IS NOT NULL) AS amounts
      FROM jsonb_to_recordset(p_postings) AS p (id uuid, posting_key text)
      JOIN (SELECT l.posting_id, l.place, l.amount, CASE WHEN a.kind = 'customer' THEN dense_rank() OVER (PARTITION BY a.kind ORDER BY a.id) END AS slot
              FROM unnest(p_lines) l JOIN ledger_accounts a ON a.id = l.account_id) l ON l.posting_id = p.id
     GROUP BY p.id, p.posting_key ORDER BY min(l.place)
  LOOP
    posting_id := v_posting.id;
    outcome := 'repeated';
    IF v_is_paid[v_posting.key] IS NULL THEN
      v_can_pay := true;
      FOR i IN 1 .. coalesce(cardinality(v_posting.slots), 0) LOOP
        v_left[v_posting.slots[i]] := v_left[v_posting.slots[i]] + v_posting.amounts[i];
        v_can_pay := v_can_pay AND (v_posting.amounts[i] > 0 OR v_left[v_posting.slots[i]] >= 0);
      END LOOP;
      IF v_can_pay THEN
        outcome := 'posted';
        v_is_paid[v_posting.key] := true;
      ELSE
        outcome := 'insufficient_funds';
        FOR i IN 1 .. cardinality(v_posting.slots) LOOP
          v_left[v_posting.slots[i]] := v_left[v_posting.slots[i]] - v_posting.amounts[i];
        END LOOP;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- Posts any number of postings in one call, in their order. Each is posted whole or not at all, and has its own outcome:
--   posted              its entries are written and the balances changed;
--   repeated            its key was used before: nothing is written;
--   insufficient_funds  a debit would exceed a limit: nothing of this posting is written, the others are still posted.
-- p_postings: [{id, posting_key, kind, booking_date, posted_at, reverses}], p_entries: [{posting_id, id, account_id,
-- amount, value_date, type, label, counterparty, reference, vat_rate, vat_amount}]. An entry is never booked on an
-- earlier day than the last one of its account, so that order and dates agree, and never on a closed day.
CREATE FUNCTION ledger_post(p_postings jsonb, p_entries jsonb) RETURNS TABLE (posting_id uuid, outcome text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_fresh uuid[];
  v_refused uuid[] := '{}';
  v_keys bigint;
  v_lines ledger_line[];
  -- Every query of the accounts names these ids, so that no plan made for a small bank scans all accounts and is kept
  -- when the bank has grown.
  v_accounts uuid[] := ARRAY(SELECT DISTINCT e.account_id FROM jsonb_to_recordset(p_entries) AS e (account_id uuid));
  v_first_open date;
BEGIN
  -- Days are not closed while something is posted on them.
  PERFORM pg_advisory_xact_lock_shared(hashtext('ledger_close_days'));
  SELECT max(day) + 1 INTO v_first_open FROM ledger_closed_days;
  -- One order for all transactions: two postings that share accounts wait for each other and never deadlock.
  PERFORM FROM ledger_accounts a WHERE a.kind = 'customer' AND a.id = ANY (v_accounts) ORDER BY a.id FOR NO KEY UPDATE;

  SELECT coalesce(array_agg(p.id), '{}'), count(DISTINCT p.posting_key) INTO v_fresh, v_keys
    FROM jsonb_to_recordset(p_postings) AS p (id uuid, posting_key text)
   WHERE NOT EXISTS (SELECT FROM ledger_postings old WHERE old.posting_key = p.posting_key);

  SELECT array_agg(ROW((p.place << 32) + e.place, e.posting_id, e.id, e.account_id, e.amount, greatest(p.booking_date, v_first_open), e.value_date, p.posted_at,
                       e.type, e.label, e.counterparty, e.reference, e.vat_rate, e.vat_amount)::ledger_line
                   ORDER BY p.place, e.place) INTO v_lines
    FROM ROWS FROM (jsonb_to_recordset(p_entries) AS (
           posting_id uuid, id uuid, account_id uuid, amount bigint, value_date date, type text, label text,
           counterparty text, reference text, vat_rate numeric, vat_amount bigint))
           WITH ORDINALITY AS e (posting_id, id, account_id, amount, value_date, type, label, counterparty, reference, vat_rate,
                                 vat_amount, place)
    JOIN ROWS FROM (jsonb_to_recordset(p_postings) AS (id uuid, booking_date date, posted_at timestamptz))
           WITH ORDINALITY AS p (id, booking_date, posted_at, place) ON p.id = e.posting_id
   WHERE e.posting_id IN (SELECT unnest(v_fresh));

  IF EXISTS (SELECT unnest(v_fresh) EXCEPT SELECT l.posting_id FROM unnest(v_lines) l) THEN
    RAISE EXCEPTION 'a posting has no entries' USING ERRCODE = 'LG002';
  END IF;
  IF EXISTS (SELECT l.account_id FROM unnest(v_lines) l EXCEPT SELECT a.id FROM ledger_accounts a WHERE a.id = ANY (v_accounts)) THEN
    RAISE EXCEPTION 'an entry names an unknown account' USING ERRCODE = 'LG004';
  END IF;

  IF v_keys < cardinality(v_fresh) OR EXISTS (
    SELECT FROM (
      SELECT l.amount, a.held, a.overdraft, a.booked + sum(l.amount) OVER (PARTITION BY l.account_id ORDER BY l.place) AS balance_after
        FROM unnest(v_lines) l JOIN ledger_accounts a ON a.id = l.account_id AND a.id = ANY (v_accounts) AND a.kind = 'customer') running
     WHERE running.amount < 0 AND running.balance_after - running.held < -running.overdraft
  ) THEN
    SELECT coalesce(array_agg(chosen.posting_id) FILTER (WHERE chosen.outcome = 'posted'), '{}'),
           coalesce(array_agg(chosen.posting_id) FILTER (WHERE chosen.outcome = 'insufficient_funds'), '{}') INTO v_fresh, v_refused
      FROM ledger_choose(p_postings, v_lines) AS chosen;
    v_lines := ARRAY(SELECT l FROM unnest(v_lines) l WHERE l.posting_id IN (SELECT unnest(v_fresh)));
  END IF;

  INSERT INTO ledger_postings (id, posting_key, kind, booking_date, posted_at, reverses)
  SELECT p.id, p.posting_key, p.kind, greatest(p.booking_date, v_first_open), p.posted_at, p.reverses
    FROM jsonb_to_recordset(p_postings) AS p (id uuid, posting_key text, kind text, booking_date date, posted_at timestamptz, reverses uuid)
   WHERE p.id IN (SELECT unnest(v_fresh));

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

  RETURN QUERY SELECT p.id, CASE WHEN p.id IN (SELECT unnest(v_fresh)) THEN 'posted'
                                 WHEN p.id IN (SELECT unnest(v_refused)) THEN 'insufficient_funds' ELSE 'repeated' END
                 FROM jsonb_to_recordset(p_postings) AS p (id uuid);
END $$;

-- Locks accounts of customers, always in the same order, and returns their balances: a decision made from them stays
-- true until the transaction ends.
CREATE FUNCTION ledger_lock(p_account_ids uuid[]) RETURNS TABLE (account_id uuid, booked bigint, held bigint, overdraft bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id, booked::bigint, held::bigint, overdraft::bigint FROM ledger_accounts
   WHERE id = ANY (p_account_ids) AND kind = 'customer'
   ORDER BY id FOR NO KEY UPDATE
$$;

-- The same for those that no other transaction has locked: the others are not in the answer.
CREATE FUNCTION ledger_lock_free(p_account_ids uuid[]) RETURNS TABLE (account_id uuid, booked bigint, held bigint, overdraft bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id, booked::bigint, held::bigint, overdraft::bigint FROM ledger_accounts
   WHERE id = ANY (p_account_ids) AND kind = 'customer'
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
$$;

-- Reserves money until its cause is done. Returns false, and holds nothing, when the money is not available.
CREATE FUNCTION ledger_hold(p_account_id uuid, p_id uuid, p_amount bigint, p_cause text, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE ledger_accounts SET held = held + p_amount
   WHERE id = p_account_id AND kind = 'customer' AND booked - held + overdraft >= p_amount;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO ledger_holds (account_id, id, amount, cause, held_at) VALUES (p_account_id, p_id, p_amount, p_cause, p_at);
  RETURN true;
END $$;

-- Reserves many amounts on one account in one step: one by one, the five-thousandth would read all row versions of the
-- balance before it.
CREATE FUNCTION ledger_hold_many(p_account_id uuid, p_holds jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_sum bigint := (SELECT coalesce(sum(h.amount), 0) FROM jsonb_to_recordset(p_holds) AS h (amount bigint));
BEGIN
  UPDATE ledger_accounts SET held = held + v_sum
   WHERE id = p_account_id AND kind = 'customer' AND booked - held + overdraft >= v_sum;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO ledger_holds (account_id, id, amount, cause, held_at)
  SELECT p_account_id, h.id, h.amount, h.cause, p_at FROM jsonb_to_recordset(p_holds) AS h (id uuid, amount bigint, cause text);
  RETURN true;
END $$;

-- Releases held money. Returns false when this cause holds nothing any more.
CREATE FUNCTION ledger_release(p_account_id uuid, p_cause text, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_amount bigint;
BEGIN
  PERFORM FROM ledger_accounts WHERE id = p_account_id FOR NO KEY UPDATE;
  UPDATE ledger_holds SET released_at = greatest(p_at, held_at)
   WHERE account_id = p_account_id AND cause = p_cause AND released_at IS NULL
  RETURNING amount INTO v_amount;
  IF v_amount IS NULL THEN
    RETURN false;
  END IF;
  UPDATE ledger_accounts SET held = held - v_amount WHERE id = p_account_id;
  RETURN true;
END $$;

CREATE FUNCTION ledger_release_many(p_account_id uuid, p_causes text[], p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_sum bigint;
BEGIN
  PERFORM FROM ledger_accounts WHERE id = p_account_id FOR NO KEY UPDATE;
  WITH released AS (
    UPDATE ledger_holds SET released_at = greatest(p_at, held_at)
     WHERE account_id = p_account_id AND cause = ANY (p_causes) AND released_at IS NULL
    RETURNING amount
  )
  SELECT coalesce(sum(amount), 0) INTO v_sum FROM released;
  UPDATE ledger_accounts SET held = held - v_sum WHERE id = p_account_id AND v_sum > 0;
END $$;

REVOKE ALL ON FUNCTION ledger_open_account, ledger_choose, ledger_post, ledger_lock, ledger_lock_free, ledger_hold, ledger_hold_many, ledger_release,
  ledger_release_many FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_open_account, ledger_post, ledger_lock, ledger_lock_free, ledger_hold, ledger_hold_many, ledger_release, ledger_release_many
  TO connect_app;

-- The internal accounts of the bank, one set per currency.
-- outgoing: payments to other banks that customers have paid and that are not settled yet.
-- batches: money of batches with one debit, from which their lines are paid.
SELECT ledger_open_account(gen_random_uuid(), 'internal', code || ':' || currency, currency, 0)
  FROM unnest(ARRAY['clearing', 'cash', 'cards', 'cheques', 'correspondent', 'loans', 'deposits', 'fees', 'taf', 'vat',
                    'withholding', 'interest', 'suspense', 'outgoing', 'batches']) code,
       unnest(ARRAY['XOF', 'EUR']) currency;
