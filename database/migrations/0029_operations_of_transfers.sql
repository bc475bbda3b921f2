-- An operation that a transfer made, or that brought one back, leads to it.

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
       (SELECT count(*) FROM operation_documents d WHERE d.account_id = e.account_id AND d.entry_id = e.id) AS document_count,
       coalesce((SELECT t.id FROM transfers t WHERE t.posting_id = made.posting_id AND t.account_id = e.account_id),
                (SELECT o.transfer_id FROM transfer_occurrences o
                  WHERE o.posting_id = made.posting_id AND o.account_id = e.account_id)) AS transfer_id
  FROM ledger_entries e
 CROSS JOIN LATERAL (
       -- What comes back names the posting that went.
       SELECT coalesce((SELECT p.reverses FROM ledger_postings p WHERE p.id = e.posting_id AND e.type = 'transfer_return'),
                       e.posting_id) AS posting_id) made
  LEFT JOIN operation_notes n ON n.account_id = e.account_id AND n.entry_id = e.id
 WHERE e.seq IS NOT NULL;
GRANT SELECT ON operation_details TO connect_app;
