-- Salaries are nobody's business: of a confidential batch only those with the capability see lines, payees and amounts, others the total.
-- It is one debit on the account, so that statements, operations and exports have nothing to hide.
ALTER TABLE transfer_batches ADD COLUMN is_confidential boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT transfer_batches_confidential_in_one_entry CHECK (single_entry OR NOT is_confidential);
-- Each transfer says so itself: every reading of transfers must ask.
ALTER TABLE transfers ADD COLUMN is_confidential boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT transfers_confidential_in_a_batch CHECK (batch_id IS NOT NULL OR NOT is_confidential);

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
       (SELECT count(*) FROM retryable_lines(b.account_id, b.id)) AS retryable,
       b.single_entry, b.is_confidential
  FROM transfer_batches b
  JOIN users u ON u.id = b.created_by;
