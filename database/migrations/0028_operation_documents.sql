-- Receipts and invoices stand with the operation that they explain.

CREATE TABLE operation_documents (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content bytea NOT NULL,
  added_at timestamptz NOT NULL,
  -- Among those that came with it.
  place smallint NOT NULL,
  added_by uuid NOT NULL REFERENCES users,
  FOREIGN KEY (account_id, entry_id) REFERENCES ledger_entries (account_id, id),
  CONSTRAINT operation_documents_say_their_size CHECK (length(content) = size)
);
-- Already compressed.
ALTER TABLE operation_documents ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX operation_documents_of_entry ON operation_documents (account_id, entry_id);
GRANT SELECT, INSERT, DELETE ON operation_documents TO connect_app;

-- A search may ask for operations with a document, or without one.
DROP FUNCTION found_operations(uuid, date, date, text, bigint, text, text, bigint, bigint, uuid[]);
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
     -- In a query of its own the pattern is made plain once, and not beside every line.
     AND (pattern IS NULL OR e.words LIKE (SELECT plain_letters(pattern)) OR abs(e.amount) = figure)
$$;
GRANT EXECUTE ON FUNCTION found_operations TO connect_app;

DROP VIEW operation_details;
CREATE VIEW operation_details AS
SELECT e.account_id, e.id, e.seq, NULL::text AS intraday_id, e.type, e.label, e.counterparty, e.reference, e.amount, e.currency,
       extract(epoch FROM e.booking_date)::bigint AS execution_date, floor(extract(epoch FROM e.posted_at))::bigint AS executed_at,
       e.value_date, e.vat_rate::float8 AS vat_rate, e.vat_amount,
       coalesce((SELECT json_agg(json_build_object('id', c.id, 'label', c.label) ORDER BY c.label)
                   FROM operation_categories oc
                   JOIN categories c ON c.customer_id = oc.customer_id AND c.id = oc.category_id
                  WHERE oc.account_id = e.account_id AND oc.entry_id = e.id), '[]') AS categories,
       coalesce(n.accounting, false) AS accounting, n.comment,
       (SELECT count(*) FROM operation_documents d WHERE d.account_id = e.account_id AND d.entry_id = e.id) AS document_count
  FROM ledger_entries e
  LEFT JOIN operation_notes n ON n.account_id = e.account_id AND n.entry_id = e.id
 WHERE e.seq IS NOT NULL;
GRANT SELECT ON operation_details TO connect_app;
