-- Transfers and batches as they are read: details, the facts behind a status, failed lines that can be ordered again,
-- and transfers abroad.

-- A transfer with names beside its ids, and with the signatures of its current version.
CREATE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.reason_code, t.purpose,
       t.domiciliation, t.version, t.signatures_needed, t.signing_rule,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals,
       t.own_account_id, t.suspended,
       t.execution_status = 'executed' AND t.network <> 'book'
         AND EXISTS (SELECT FROM outgoing_payments i
                      WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')) AS is_on_its_way
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);
GRANT SELECT ON transfer_details TO connect_app;

-- The status that a reader sees of a transfer is computed from a few facts by one rule in the contract package. Lists
-- filter and sort by these facts: the rule lists the facts of each status, and this function returns the facts of one
-- transfer. Facts that decide nothing are left empty. is_over_limit is a parameter, because orders_over_limit finds
-- such transfers once for a whole list.
CREATE FUNCTION transfer_facts(t transfers, reader uuid, today date, is_over_limit boolean) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('/', t.type, t.validation_status, t.execution_status,
    CASE WHEN t.validation_status = 'refused' OR t.execution_status IN ('cancelled', 'rejected') THEN coalesce(t.reason_code, 'none') ELSE '' END,
    CASE WHEN t.execution_status IN ('scheduled', 'paused') THEN coalesce(t.suspended, 'none') ELSE '' END,
    CASE WHEN t.execution_status IN ('scheduled', 'paused') AND t.execution_date < today THEN 'past' ELSE '' END,
    CASE WHEN t.execution_status <> 'executed' OR t.network = 'book' THEN ''
         WHEN EXISTS (SELECT FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')) THEN 'way'
         ELSE '' END,
    CASE WHEN t.validation_status <> 'pending' OR t.execution_status <> 'scheduled' THEN ''
         WHEN NOT is_over_limit AND t.created_by <> reader AND t.edited_by IS DISTINCT FROM reader
          AND signature_is_open(reader, t.account_id, t.id, t.version, t.signing_rule) THEN 'open'
         ELSE '' END)
$$;

-- Failed lines of a batch that no pending or validated batch has ordered again. A payment returned because its account
-- is closed or does not exist would be returned again: it is left out.
CREATE FUNCTION retryable_lines(account uuid, batch uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE ROWS 10 AS $$
  SELECT t.id FROM transfers t
   WHERE t.account_id = account AND t.batch_id = batch AND t.execution_status IN ('rejected', 'returned')
     AND NOT EXISTS (SELECT FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id
                        AND i.return_reason IN ('AC01', 'AC03', 'AC04', 'AC07'))
     AND NOT EXISTS (SELECT FROM transfer_batch_lines l
                       JOIN transfer_batches b ON b.account_id = l.account_id AND b.id = l.batch_id AND b.state IN ('pending', 'validated')
                      WHERE l.account_id = account AND l.retry_of = t.id AND NOT l.is_refused)
$$;

-- A batch with the name of its author, its signatures and the counts of its lines by outcome.
CREATE VIEW batch_details AS
 SELECT b.account_id, b.id, b.reference, b.file_name, b.state, b.line_count, b.amount::bigint AS amount, b.fees::bigint AS fees,
        b.tax::bigint AS tax, b.currency, b.execution_date, b.created_at, b.created_by, u.first_name || ' ' || u.last_name AS author,
        b.version, b.signing_rule, b.signatures_needed, b.reason, b.reason_code,
        (SELECT count(*) FROM transfer_batch_signatures s WHERE s.account_id = b.account_id AND s.batch_id = b.id) AS approvals,
        (SELECT count(*) FROM transfer_batch_lines l WHERE l.account_id = b.account_id AND l.batch_id = b.id AND l.is_refused) AS refused,
        (SELECT count(*) FROM transfers t
          WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status = 'executed') AS executed,
        (SELECT count(*) FROM transfers t
          WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status IN ('rejected', 'returned', 'cancelled')) AS failed,
        b.message_id, b.retry_of,
        (SELECT count(*) FROM retryable_lines(b.account_id, b.id)) AS retryable,
        b.single_entry, b.is_confidential,
        -- Of the whole file: what a later batch of it has sent is not left out any more.
        coalesce((SELECT last.left_out_count FROM transfer_batches last
                   WHERE last.account_id = b.account_id AND last.import_id = b.import_id ORDER BY last.created_at DESC, last.left_out_count LIMIT 1),
                 0) AS left_out,
        (SELECT count(*) FROM transfer_import_lines l WHERE l.account_id = b.account_id AND l.import_id = b.import_id) AS left_in_draft
   FROM transfer_batches b
   JOIN users u ON u.id = b.created_by;
GRANT SELECT ON batch_details TO connect_app;

-- Transfers that went abroad: each executed transfer, and each occurrence of a series, once its message has been sent.
CREATE FUNCTION transfers_abroad(account uuid)
  RETURNS TABLE (id uuid, day date, reference text, beneficiary_name text, beneficiary_iban text, beneficiary_bic text, amount bigint,
                 currency text, label text, debtor_name text, debtor_iban text, uetr uuid, message_id text, sent_at timestamptz,
                 settlement_date date, bank_name text)
  LANGUAGE sql STABLE AS $$
  SELECT t.id, (t.executed_at AT TIME ZONE 'UTC')::date, t.reference, coalesce(i.creditor_name, t.beneficiary_name),
         coalesce(i.creditor_iban, t.beneficiary_iban), coalesce(i.creditor_bic, b.bic), coalesce(i.amount, t.amount)::bigint, t.currency,
         coalesce(i.label, t.label), coalesce(i.debtor_name, c.name), coalesce(i.debtor_iban, a.iban), i.uetr, f.message_id,
         coalesce(f.created_at, t.executed_at), coalesce(i.settlement_date, t.execution_date), b.bank_name
    FROM transfers t
    JOIN accounts a ON a.id = t.account_id
    JOIN customers c ON c.id = a.customer_id
    LEFT JOIN beneficiaries b ON b.account_id = t.account_id AND b.id = t.beneficiary_id
    LEFT JOIN outgoing_payments i ON i.account_id = t.account_id AND i.transfer_id = t.id AND i.nominal_date IS NULL
    LEFT JOIN clearing_files f ON f.id = i.file_id
   WHERE t.account_id = account AND t.network = 'swift' AND t.posting_id IS NOT NULL AND i.state IS DISTINCT FROM 'queued'
   UNION ALL
  SELECT i.id, (f.created_at AT TIME ZONE 'UTC')::date, i.reference, i.creditor_name, i.creditor_iban, i.creditor_bic, i.amount::bigint, i.currency,
         i.label, i.debtor_name, i.debtor_iban, i.uetr, f.message_id, f.created_at, i.settlement_date, NULL
    FROM outgoing_payments i
    JOIN clearing_files f ON f.id = i.file_id
   WHERE i.account_id = account AND i.network = 'swift' AND i.nominal_date IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION transfers_abroad TO connect_app;
