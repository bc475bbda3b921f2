-- Lines that were not carried out are ordered again as a batch of their own, that says what it comes after; each once.
ALTER TABLE transfer_batches ADD COLUMN retry_of uuid,
  ADD CONSTRAINT transfer_batches_retry_one FOREIGN KEY (account_id, retry_of) REFERENCES transfer_batches (account_id, id);
CREATE INDEX transfer_batches_retries ON transfer_batches (account_id, retry_of) WHERE retry_of IS NOT NULL;
ALTER TABLE transfer_batch_lines
  -- The line that this one takes the place of.
  ADD COLUMN retry_of uuid,
  -- Its author has been written to: one letter for all that failed together.
  ADD COLUMN is_failure_notified boolean NOT NULL DEFAULT false;
CREATE INDEX transfer_batch_lines_retries ON transfer_batch_lines (account_id, retry_of) WHERE retry_of IS NOT NULL;
GRANT UPDATE (is_failure_notified) ON transfer_batch_lines TO connect_app;

-- Lines of a batch that failed and that no batch which stands has taken up.
CREATE FUNCTION retryable_lines(account uuid, batch uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE ROWS 10 AS $$
  SELECT t.id FROM transfers t
   WHERE t.account_id = account AND t.batch_id = batch AND t.execution_status IN ('rejected', 'returned')
     AND NOT EXISTS (SELECT FROM transfer_batch_lines l
                       JOIN transfer_batches b ON b.account_id = l.account_id AND b.id = l.batch_id AND b.state IN ('pending', 'validated')
                      WHERE l.account_id = account AND l.retry_of = t.id AND NOT l.is_refused)
$$;

CREATE OR REPLACE VIEW batch_details AS
SELECT b.account_id, b.id, b.reference, b.file_name, b.state, b.line_count, b.amount::bigint AS amount, b.fees::bigint AS fees,
       b.tax::bigint AS tax, b.currency, b.execution_date, b.created_at, b.created_by, u.first_name || ' ' || u.last_name AS author,
       b.version, b.signing_rule, b.signatures_needed, b.reason, b.reason_code,
       (SELECT count(*) FROM transfer_batch_signatures s WHERE s.account_id = b.account_id AND s.batch_id = b.id) AS approvals,
       (SELECT count(*) FROM transfer_batch_lines l WHERE l.account_id = b.account_id AND l.batch_id = b.id AND l.is_refused) AS refused,
       (SELECT count(*) FROM transfers t WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status = 'executed') AS executed,
       (SELECT count(*) FROM transfers t WHERE t.account_id = b.account_id AND t.batch_id = b.id
                                           AND t.execution_status IN ('rejected', 'returned', 'cancelled')) AS failed,
       b.message_id, b.retry_of,
       (SELECT count(*) FROM retryable_lines(b.account_id, b.id)) AS retryable
  FROM transfer_batches b
  JOIN users u ON u.id = b.created_by;
