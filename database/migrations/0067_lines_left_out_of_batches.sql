-- The lines of a file that were not sent with the others stay in its draft, and can be sent later as a batch of their own: a batch remembers
-- its draft, and how many lines it left there.
ALTER TABLE transfer_batches ADD COLUMN import_id uuid;
ALTER TABLE transfer_batches ADD COLUMN left_out_count integer NOT NULL DEFAULT 0 CHECK (left_out_count >= 0);
CREATE INDEX transfer_batches_of_import ON transfer_batches (account_id, import_id, created_at) WHERE import_id IS NOT NULL;

-- A line of a draft keeps its id in its batch: it is ordered once, whatever was sent at the same moment.
ALTER TABLE transfer_batch_lines ADD CONSTRAINT transfer_batch_lines_are_ordered_once UNIQUE (account_id, id);

-- A line whose name is not the one known of its account is sent only after somebody has looked at it: what they saw, so that another name or
-- account asks again.
ALTER TABLE transfer_import_lines ADD COLUMN acknowledged text;
GRANT UPDATE (acknowledged) ON transfer_import_lines TO connect_app;

CREATE OR REPLACE VIEW batch_details AS
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

-- Lines of a batch that failed and that no batch which stands has taken up. What came back from an account that is closed, or is none, would
-- come back again.
CREATE OR REPLACE FUNCTION retryable_lines(account uuid, batch uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE ROWS 10 AS $$
  SELECT t.id FROM transfers t
   WHERE t.account_id = account AND t.batch_id = batch AND t.execution_status IN ('rejected', 'returned')
     AND NOT EXISTS (SELECT FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id
                        AND i.return_reason IN ('AC01', 'AC03', 'AC04', 'AC07'))
     AND NOT EXISTS (SELECT FROM transfer_batch_lines l
                       JOIN transfer_batches b ON b.account_id = l.account_id AND b.id = l.batch_id AND b.state IN ('pending', 'validated')
                      WHERE l.account_id = account AND l.retry_of = t.id AND NOT l.is_refused)
$$;
