-- Names that customers give to those whom they pay or who pay them, instead of the names that the bank knows.
CREATE TABLE counterparties (
  customer_id uuid NOT NULL REFERENCES customers,
  -- The French name that the bank derives from the wording, without case and accents.
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, key)
);
GRANT SELECT, INSERT, UPDATE (name, changed_at), DELETE ON counterparties TO connect_app;

-- A page of operations shows these names: its version changes with them, on all accounts of the customer.
CREATE FUNCTION count_renaming() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO operation_categorisation_states AS known (account_id, state)
  SELECT DISTINCT a.id, 1 FROM changed c JOIN accounts a ON a.customer_id = c.customer_id ORDER BY a.id
      ON CONFLICT (account_id) DO UPDATE SET state = known.state + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER counterparties_count AFTER INSERT ON counterparties REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_renaming();
CREATE TRIGGER counterparties_count_on_update AFTER UPDATE ON counterparties REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_renaming();
CREATE TRIGGER counterparties_count_down AFTER DELETE ON counterparties REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_renaming();

-- A search finds an operation by any of several patterns, which a line feed separates: what was typed, and how the bank words it.
CREATE OR REPLACE FUNCTION found_operations(account uuid, first_day date, last_day date, pattern text, figure bigint, direction text, kind text,
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
     -- In a separate query the patterns are normalised once, and not for every line.
     AND (pattern IS NULL OR e.words LIKE ANY (ARRAY(SELECT string_to_table(plain_letters(pattern), chr(10)))) OR abs(e.amount) = figure)
$$;

-- An operation is read with the balance after it.
CREATE OR REPLACE VIEW operation_details AS
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
                  WHERE o.posting_id = made.posting_id AND o.account_id = e.account_id)) AS transfer_id,
       e.balance_after
  FROM ledger_entries e
 CROSS JOIN LATERAL (
       -- A return names the posting that it reverses.
       SELECT coalesce((SELECT p.reverses FROM ledger_postings p WHERE p.id = e.posting_id AND e.type = 'transfer_return'),
                       e.posting_id) AS posting_id) made
  LEFT JOIN operation_notes n ON n.account_id = e.account_id AND n.entry_id = e.id
 WHERE e.seq IS NOT NULL;
