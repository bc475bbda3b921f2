-- Operations are searched by their words, amount, direction, type, days and categories, on accounts of a hundred thousand of them.

ALTER TABLE ledger_entries
  ADD COLUMN words text NOT NULL
    GENERATED ALWAYS AS (plain_letters(left(label || chr(10) || coalesce(counterparty, '') || chr(10) || coalesce(reference, ''), 500))) STORED;

-- All that a search compares stands in the index: it walks the days asked for and never opens the table before it knows the page.
DROP INDEX ledger_entries_by_day;
CREATE INDEX ledger_entries_by_day ON ledger_entries (account_id, booking_date, seq) INCLUDE (id, amount, type, words) WHERE seq IS NOT NULL;
CREATE INDEX operation_categories_by_category ON operation_categories (account_id, category_id, entry_id);

-- A booked entry as its customer reads it.
CREATE VIEW operation_sheets AS
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
GRANT SELECT ON operation_sheets TO connect_app;
