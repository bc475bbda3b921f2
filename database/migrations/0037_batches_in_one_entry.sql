-- A batch may be one debit on the account, so that its statement shows no single payment: the money goes to an account of the bank
-- when the first line runs, the lines are paid from there, and what is left at the end comes back in one credit.
SELECT ledger_open_account(gen_random_uuid(), 'internal', 'batches:' || currency, currency, 0) FROM unnest(ARRAY['XOF', 'EUR']) currency;

ALTER TABLE transfer_batches
  ADD COLUMN single_entry boolean NOT NULL DEFAULT false,
  ADD COLUMN posting_id uuid REFERENCES ledger_postings,
  -- What was taken, fees and tax included.
  ADD COLUMN booked amount CHECK (booked > 0),
  ADD COLUMN settled_at timestamptz,
  ADD CONSTRAINT transfer_batches_booked_once CHECK ((posting_id IS NULL) = (booked IS NULL) AND (booked IS NULL OR single_entry)),
  ADD CONSTRAINT transfer_batches_settled_after_booking CHECK (settled_at IS NULL OR posting_id IS NOT NULL);
CREATE INDEX transfer_batches_to_settle ON transfer_batches (created_at) WHERE posting_id IS NOT NULL AND settled_at IS NULL;
GRANT UPDATE (posting_id, booked, settled_at) ON transfer_batches TO connect_app;

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
       b.single_entry
  FROM transfer_batches b
  JOIN users u ON u.id = b.created_by;
