-- Operations: what customers add to the entries of the ledger (categories, notes, documents, rules, saved filters),
-- operations that are announced and not booked yet, and the search.

INSERT INTO parameters (name, value, meaning) VALUES
  ('card_authorisation_days', 7, 'How many days after its day an authorised card payment that was not presented still holds its money');

-- Announced by the networks during the day and not booked: shown as upcoming, counted in no balance.
CREATE TABLE intraday_operations (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  intraday_id text NOT NULL,
  type text NOT NULL,
  label text NOT NULL,
  counterparty text,
  amount amount NOT NULL CHECK (amount <> 0),
  expected_on date NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, intraday_id)
);
-- A card payment that was authorised and is not booked yet holds its money. When no merchant presents it in time, the
-- money is released.
CREATE INDEX card_payments_in_wait ON intraday_operations (expected_on) WHERE type = 'card';
GRANT SELECT, INSERT, DELETE ON intraday_operations TO connect_app;

CREATE TABLE categories (
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 40),
  PRIMARY KEY (customer_id, id)
);
-- Labels are unique, ignoring case and accents.
CREATE UNIQUE INDEX categories_have_one_name ON categories (customer_id, plain_letters(label));

CREATE TABLE operation_categories (
  account_id uuid NOT NULL REFERENCES accounts,
  entry_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  category_id uuid NOT NULL,
  PRIMARY KEY (account_id, entry_id, category_id),
  FOREIGN KEY (customer_id, category_id) REFERENCES categories (customer_id, id)
);
CREATE INDEX operation_categories_by_category ON operation_categories (account_id, category_id, entry_id);
-- Deleting a category removes it from the operations of all accounts of its customer.
CREATE INDEX operation_categories_of_customer ON operation_categories (customer_id, category_id);

CREATE TABLE operation_notes (
  account_id uuid NOT NULL REFERENCES accounts,
  entry_id uuid NOT NULL,
  comment text CHECK (length(comment) BETWEEN 1 AND 255),
  -- The account of the operation in the customer's own books, as the customer writes it.
  accounting text CHECK (length(accounting) BETWEEN 1 AND 20),
  PRIMARY KEY (account_id, entry_id)
);

-- Receipts and invoices of an operation.
CREATE TABLE operation_documents (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content bytea NOT NULL,
  added_at timestamptz NOT NULL,
  -- Position among the documents that were added together.
  place smallint NOT NULL,
  added_by uuid NOT NULL REFERENCES users,
  CONSTRAINT operation_documents_say_their_size CHECK (length(content) = size)
);
-- The content is compressed already.
ALTER TABLE operation_documents ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX operation_documents_of_entry ON operation_documents (account_id, entry_id);

-- Whether the categories of an operation were chosen by a person, and by which change. Without a row nobody has chosen
-- yet.
CREATE TABLE operation_categorisations (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  is_by_hand boolean NOT NULL,
  -- Null: a change that cannot be undone, such as one of a single operation.
  change_id uuid,
  PRIMARY KEY (account_id, entry_id)
);

-- A change of the categories of many operations. It can be undone for one day.
CREATE TABLE category_changes (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  made_by uuid NOT NULL REFERENCES users,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX category_changes_by_time ON category_changes (made_at);

-- The categories that each operation had before the change.
CREATE TABLE category_change_items (
  account_id uuid NOT NULL,
  change_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  category_ids uuid[] NOT NULL,
  -- The values of operation_categorisations before the change. Both are null when there was no row.
  was_by_hand boolean,
  previous_change_id uuid,
  PRIMARY KEY (account_id, change_id, entry_id),
  FOREIGN KEY (account_id, change_id) REFERENCES category_changes (account_id, id) ON DELETE CASCADE
);

-- Rules by which new operations of an account get their category.
CREATE TABLE category_rules (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  category_id uuid NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 2 AND 64),
  -- The text as the search compares it with the words of entries.
  pattern text NOT NULL,
  sign text CHECK (sign IN ('credit', 'debit')),
  min bigint CHECK (min >= 0),
  max bigint CHECK (max >= min),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (customer_id, category_id) REFERENCES categories (customer_id, id)
);
CREATE INDEX category_rules_by_category ON category_rules (customer_id, category_id);

-- The last entry to which the rules of the account have been applied: each entry is checked once.
CREATE TABLE category_rule_progress (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  through_seq bigint NOT NULL
);

-- Filters that a user has saved under a name.
CREATE TABLE operation_views (
  user_id uuid NOT NULL REFERENCES users,
  -- Filters contain categories, which belong to one customer.
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  filter jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, customer_id, id)
);
CREATE UNIQUE INDEX operation_views_have_one_name ON operation_views (user_id, customer_id, plain_letters(name));

-- Files of operations that operators have posted. A file is posted once and as a whole: its digest identifies it.
CREATE TABLE operation_files (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  format text NOT NULL CHECK (format IN ('csv', 'camt053')),
  line_count integer NOT NULL CHECK (line_count > 0),
  posted_at timestamptz NOT NULL
);

-- What customers add belongs to an entry that exists. Entries are never removed, so that it is enough to look when something is added;
-- a foreign key would keep the entries of a year from being archived.
CREATE FUNCTION operation_must_exist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added a WHERE NOT EXISTS (SELECT FROM ledger_entries e WHERE e.account_id = a.account_id AND e.id = a.entry_id)) THEN
    RAISE EXCEPTION 'there is no such entry' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER operation_categories_have_an_entry AFTER INSERT ON operation_categories REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION operation_must_exist();
CREATE TRIGGER operation_notes_have_an_entry AFTER INSERT ON operation_notes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION operation_must_exist();
CREATE TRIGGER operation_documents_have_an_entry AFTER INSERT ON operation_documents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION operation_must_exist();
CREATE TRIGGER operation_categorisations_have_an_entry AFTER INSERT ON operation_categorisations REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION operation_must_exist();

GRANT SELECT, INSERT, DELETE ON categories, operation_categories, operation_documents, category_changes, category_change_items TO connect_app;
GRANT SELECT, INSERT, UPDATE (comment, accounting) ON operation_notes TO connect_app;
GRANT SELECT, INSERT, UPDATE (is_by_hand, change_id), DELETE ON operation_categorisations TO connect_app;
GRANT SELECT, INSERT, UPDATE (category_id), DELETE ON category_rules TO connect_app;
GRANT SELECT, INSERT, UPDATE (through_seq) ON category_rule_progress TO connect_app;
GRANT SELECT, INSERT, UPDATE (name), DELETE ON operation_views TO connect_app;
GRANT SELECT, INSERT ON operation_files TO connect_operator;

-- A number per account that changes whenever categories or documents of its operations change. The count of a filter by
-- category or by document stays valid for one state.
CREATE TABLE operation_categorisation_states (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  state bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON operation_categorisation_states TO connect_app;

CREATE FUNCTION count_categorisation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two users who categorise operations of several accounts never deadlock.
  INSERT INTO operation_categorisation_states AS known (account_id, state)
  SELECT DISTINCT account_id, 1 FROM changed ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE SET state = known.state + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER operation_categories_count AFTER INSERT ON operation_categories REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
CREATE TRIGGER operation_categories_count_down AFTER DELETE ON operation_categories REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
CREATE TRIGGER operation_documents_count AFTER INSERT ON operation_documents REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
CREATE TRIGGER operation_documents_count_down AFTER DELETE ON operation_documents REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();

-- The operations that match a filter. It is one SELECT, which the planner inlines into each query that counts, pages or
-- sums.
CREATE FUNCTION found_operations(account uuid, first_day date, last_day date, pattern text, figure bigint, direction text, kind text,
                                 least_amount bigint, most_amount bigint, marked uuid[], documented boolean)
  RETURNS TABLE (id uuid, seq bigint, booking_date date, amount bigint)
  LANGUAGE sql STABLE AS $$
  SELECT e.id, e.seq, e.booking_date, e.amount::bigint
    FROM ledger_entries e
   WHERE e.account_id = account AND e.seq IS NOT NULL
     AND e.booking_date BETWEEN coalesce(first_day, '-infinity') AND coalesce(last_day, 'infinity')
     AND (direction IS NULL OR (e.amount > 0) = (direction = 'credit'))
     AND (kind IS NULL OR e.type = kind)
     AND (least_amount IS NULL OR abs(e.amount) >= least_amount)
     AND (most_amount IS NULL OR abs(e.amount) <= most_amount)
     AND (marked IS NULL
          OR e.id IN (SELECT entry_id FROM operation_categories WHERE account_id = account AND category_id = ANY (marked)))
     AND (documented IS NULL OR (e.id IN (SELECT entry_id FROM operation_documents WHERE account_id = account)) = documented)
     -- In a separate query the pattern is normalised once, and not for every line.
     AND (pattern IS NULL OR e.words LIKE (SELECT plain_letters(pattern)) OR abs(e.amount) = figure)
$$;
GRANT EXECUTE ON FUNCTION found_operations TO connect_app;

-- What a filter finds after one entry of an account: counts and sums by month, and the days of the month that have
-- matches (bit 0 is the first day). A filter over a hundred thousand operations is counted in one pass, and the result
-- is kept: entries are only added, with higher numbers, so a count up to one of them stays valid. The statement is
-- planned for the conditions that are given: absent conditions cost nothing per row, and the index alone answers, in
-- the order of its days.
CREATE FUNCTION tally_operations(account uuid, after_seq bigint, first_day date, last_day date, pattern text, figure bigint, direction text,
                                 kind text, least_amount bigint, most_amount bigint, marked uuid[], documented boolean)
  RETURNS TABLE (month date, days integer, total bigint, credits bigint, debits bigint)
  LANGUAGE plpgsql STABLE SET enable_bitmapscan = off AS $$
DECLARE
  -- Days and numbers of an account ascend together.
  v_from date := greatest(first_day, (SELECT e.booking_date FROM ledger_entries e WHERE e.account_id = account AND e.seq = after_seq));
BEGIN
  RETURN QUERY EXECUTE
    'SELECT date_trunc(''month'', day::timestamp)::date, bit_or(1 << (extract(day FROM day)::integer - 1)), sum(found)::bigint, sum(came)::bigint, sum(went)::bigint
       FROM (SELECT booking_date AS day, count(*) AS found, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS came,
                    coalesce(sum(amount) FILTER (WHERE amount < 0), 0) AS went
               FROM found_operations($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
              WHERE seq > $2
              GROUP BY booking_date) days
      GROUP BY 1 ORDER BY 1 DESC'
    USING account, after_seq, v_from, last_day, pattern, figure, direction, kind, least_amount, most_amount, marked, documented;
END $$;
GRANT EXECUTE ON FUNCTION tally_operations TO connect_app;

-- The same by day and currency for many accounts at once: of each account the entries after one number and up to another, from
-- a day on, on which the first of them was booked at the earliest. Amounts in the text are compared on accounts that have one.
-- The bits of places tell which accounts have matches on the day: each account comes with the bit that stands for it.
CREATE FUNCTION tally_accounts(accounts uuid[], bits integer[], after_seqs bigint[], last_seqs bigint[], since date[], searched_amounts bigint[], first_day date, last_day date,
                               pattern text, direction text, kind text, least_amount bigint, most_amount bigint, marked uuid[], documented boolean)
  RETURNS TABLE (day date, currency text, places integer, total bigint, credits bigint, debits bigint)
  LANGUAGE plpgsql STABLE SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
  RETURN QUERY EXECUTE
    'SELECT f.booking_date, l.currency, bit_or(1 << one.bit), count(*),
            coalesce(sum(f.amount) FILTER (WHERE f.amount > 0), 0)::bigint, coalesce(sum(f.amount) FILTER (WHERE f.amount < 0), 0)::bigint
       FROM unnest($1, $2, $3, $4, $5, $6) AS one (account, bit, after_seq, last_seq, since, figure)
       JOIN ledger_accounts l ON l.id = one.account
      CROSS JOIN LATERAL found_operations(one.account, greatest($7, one.since), $8, $9, one.figure, $10, $11, $12, $13, $14, $15) f
      WHERE f.seq > one.after_seq AND f.seq <= one.last_seq
      GROUP BY 1, 2'
    USING accounts, bits, after_seqs, last_seqs, since, searched_amounts, first_day, last_day, pattern, direction, kind, least_amount, most_amount, marked, documented;
END $$;
GRANT EXECUTE ON FUNCTION tally_accounts TO connect_app;

-- How many operations these accounts have from a day on. Entries are numbered and their days rise with their numbers: one look
-- into the index for each account, however many entries it has. A null day is after all days.
CREATE FUNCTION count_operations_since(accounts uuid[], since date) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_count bigint;
BEGIN
  SELECT sum(l.entry_count - coalesce((SELECT e.seq FROM ledger_entries e
                                        WHERE e.account_id = l.id AND e.seq IS NOT NULL AND e.booking_date < since
                                        ORDER BY e.booking_date DESC, e.seq DESC LIMIT 1), 0)) INTO v_count
    FROM ledger_accounts l WHERE l.id = ANY (accounts) AND l.last_booking_date >= since;
  RETURN coalesce(v_count, 0);
END $$;
GRANT EXECUTE ON FUNCTION count_operations_since TO connect_app;

-- The days on which a page of these accounts stands, newest first, and how many operations of its newest day come before it.
-- It halves the days between the first and the last, so that page 5,000 costs what page 2 costs. No row beyond the last page.
CREATE FUNCTION locate_operations(accounts uuid[], first_day date, last_day date, skipped bigint, wanted bigint)
  RETURNS TABLE (newest date, oldest date, skipped_there bigint) LANGUAGE plpgsql STABLE ROWS 1 AS $$
DECLARE
  v_first date;
  v_last date;
  v_low date;
  v_high date;
  v_middle date;
  v_after bigint := count_operations_since(accounts, last_day + 1);
  v_least bigint := skipped + 1;
BEGIN
  SELECT greatest(first_day, min((SELECT e.booking_date FROM ledger_entries e WHERE e.account_id = l.id AND e.seq IS NOT NULL
                                   ORDER BY e.booking_date, e.seq LIMIT 1))),
         least(last_day, max(l.last_booking_date)) INTO v_first, v_last
    FROM ledger_accounts l WHERE l.id = ANY (accounts);
  IF v_first IS NULL OR v_first > v_last OR count_operations_since(accounts, v_first) - v_after <= skipped THEN
    RETURN;
  END IF;
  -- The latest day from which on there are more than are skipped, and then the latest from which on the page is full.
  FOR part IN 1 .. 2 LOOP
    v_low := v_first;
    v_high := CASE part WHEN 1 THEN v_last ELSE newest END;
    WHILE v_low < v_high LOOP
      -- The end of a page is mostly on the day of its beginning, or on the day before.
      v_middle := CASE WHEN part = 2 AND v_high >= newest - 1 THEN v_high ELSE v_low + (v_high - v_low + 1) / 2 END;
      IF count_operations_since(accounts, v_middle) - v_after >= v_least THEN
        v_low := v_middle;
      ELSE
        v_high := v_middle - 1;
      END IF;
    END LOOP;
    IF part = 1 THEN
      newest := v_low;
      skipped_there := skipped - (count_operations_since(accounts, newest + 1) - v_after);
      v_least := skipped + wanted;
    ELSE
      oldest := v_low;
    END IF;
  END LOOP;
  RETURN NEXT;
END $$;
GRANT EXECUTE ON FUNCTION locate_operations TO connect_app;

-- The booked operations that a rule may categorise: they have no category, and nobody chose that.
CREATE FUNCTION free_operations(account uuid, pattern text, direction text, least_amount bigint, most_amount bigint)
  RETURNS TABLE (id uuid, seq bigint, booking_date date)
  LANGUAGE sql STABLE AS $$
  SELECT f.id, f.seq, f.booking_date
    FROM found_operations(account, NULL, NULL, pattern, NULL, direction, NULL, least_amount, most_amount, NULL, NULL) f
   WHERE NOT EXISTS (SELECT FROM operation_categories oc WHERE oc.account_id = account AND oc.entry_id = f.id)
     AND NOT EXISTS (SELECT FROM operation_categorisations a WHERE a.account_id = account AND a.entry_id = f.id AND a.is_by_hand)
$$;
GRANT EXECUTE ON FUNCTION free_operations TO connect_app;

-- A booked entry as its customer reads it. An entry of a transfer, or of its return, refers to the transfer.
CREATE VIEW operation_details AS
SELECT e.account_id, e.id, e.seq, e.booking_date, NULL::text AS intraday_id, e.type, e.label, e.counterparty, e.reference, e.amount, e.currency,
       extract(epoch FROM e.booking_date)::bigint AS execution_date, floor(extract(epoch FROM e.posted_at))::bigint AS executed_at,
       e.value_date, e.vat_rate::float8 AS vat_rate, e.vat_amount,
       coalesce((SELECT json_agg(json_build_object('id', c.id, 'label', c.label) ORDER BY c.label)
                   FROM operation_categories oc
                   JOIN categories c ON c.customer_id = oc.customer_id AND c.id = oc.category_id
                  WHERE oc.account_id = e.account_id AND oc.entry_id = e.id), '[]') AS categories,
       n.accounting, n.comment,
       (SELECT count(*) FROM operation_documents d WHERE d.account_id = e.account_id AND d.entry_id = e.id) AS document_count,
       coalesce((SELECT t.id FROM transfers t WHERE t.posting_id = made.posting_id AND t.account_id = e.account_id),
                (SELECT o.transfer_id FROM transfer_occurrences o
                  WHERE o.posting_id = made.posting_id AND o.account_id = e.account_id)) AS transfer_id
  FROM ledger_entries e
 CROSS JOIN LATERAL (
       -- A return names the posting that it reverses.
       SELECT coalesce((SELECT p.reverses FROM ledger_postings p WHERE p.id = e.posting_id AND e.type = 'transfer_return'),
                       e.posting_id) AS posting_id) made
  LEFT JOIN operation_notes n ON n.account_id = e.account_id AND n.entry_id = e.id
 WHERE e.seq IS NOT NULL;
GRANT SELECT ON operation_details TO connect_app;
