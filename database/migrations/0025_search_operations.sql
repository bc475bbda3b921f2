-- Operations are searched by their words, amount, direction, type, days and categories, on accounts of a hundred thousand of them.

ALTER TABLE ledger_entries
  ADD COLUMN words text NOT NULL
    GENERATED ALWAYS AS (plain_letters(left(label || chr(10) || coalesce(counterparty, '') || chr(10) || coalesce(reference, ''), 500))) STORED;

-- All that a search compares stands in the index: it walks the days asked for and never opens the table before it knows the page.
DROP INDEX ledger_entries_by_day;
CREATE INDEX ledger_entries_by_day ON ledger_entries (account_id, booking_date, seq) INCLUDE (id, amount, type, words) WHERE seq IS NOT NULL;
CREATE INDEX operation_categories_by_category ON operation_categories (account_id, category_id, entry_id);

-- What a search finds. Written once, and read by the planner as if it stood in each query that counts, pages or sums it.
CREATE FUNCTION found_operations(account uuid, first_day date, last_day date, pattern text, figure bigint, direction text, kind text,
                                 least_amount bigint, most_amount bigint, marked uuid[])
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
     -- In a query of its own the pattern is made plain once, and not beside every line.
     AND (pattern IS NULL OR e.words LIKE (SELECT plain_letters(pattern)) OR abs(e.amount) = figure)
$$;
GRANT EXECUTE ON FUNCTION found_operations TO connect_app;

-- A booked entry as its customer reads it.
CREATE VIEW operation_details AS
SELECT e.account_id, e.id, e.seq, NULL::text AS intraday_id, e.type, e.label, e.counterparty, e.reference, e.amount, e.currency,
       extract(epoch FROM e.booking_date)::bigint AS execution_date, floor(extract(epoch FROM e.posted_at))::bigint AS executed_at,
       e.value_date, e.vat_rate::float8 AS vat_rate, e.vat_amount,
       coalesce((SELECT json_agg(json_build_object('id', c.id, 'label', c.label) ORDER BY c.label)
                   FROM operation_categories oc
                   JOIN categories c ON c.customer_id = oc.customer_id AND c.id = oc.category_id
                  WHERE oc.account_id = e.account_id AND oc.entry_id = e.id), '[]') AS categories,
       coalesce(n.accounting, false) AS accounting, n.comment, 0 AS document_count
  FROM ledger_entries e
  LEFT JOIN operation_notes n ON n.account_id = e.account_id AND n.entry_id = e.id
 WHERE e.seq IS NOT NULL;
GRANT SELECT ON operation_details TO connect_app;
