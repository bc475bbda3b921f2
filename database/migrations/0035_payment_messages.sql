-- Orders that come as a payment initiation (ISO 20022 pain.001): the answer to it names the message, its blocks and its references.
ALTER TABLE transfer_imports
  ADD COLUMN message_id text CHECK (length(message_id) BETWEEN 1 AND 35),
  ADD COLUMN message_name text CHECK (message_name IN ('pain.001.001.03', 'pain.001.001.09')),
  ADD CONSTRAINT transfer_imports_messages_are_named CHECK ((message_id IS NULL) = (message_name IS NULL));
ALTER TABLE transfer_import_lines ADD COLUMN block text CHECK (length(block) BETWEEN 1 AND 35);

ALTER TABLE transfer_batches
  ADD COLUMN message_id text CHECK (length(message_id) BETWEEN 1 AND 35),
  ADD COLUMN message_name text CHECK (message_name IN ('pain.001.001.03', 'pain.001.001.09')),
  ADD CONSTRAINT transfer_batches_messages_are_named CHECK ((message_id IS NULL) = (message_name IS NULL));
ALTER TABLE transfer_batch_lines ADD COLUMN block text CHECK (length(block) BETWEEN 1 AND 35);

-- The same message a second time is told, even where its bytes are others.
CREATE INDEX transfer_batches_by_message ON transfer_batches (account_id, message_id, created_at) WHERE message_id IS NOT NULL;

-- At the end of the view: what is there stays where it is.
CREATE OR REPLACE VIEW batch_details AS
SELECT b.account_id, b.id, b.reference, b.file_name, b.state, b.line_count, b.amount::bigint AS amount, b.fees::bigint AS fees,
       b.tax::bigint AS tax, b.currency, b.execution_date, b.created_at, b.created_by, u.first_name || ' ' || u.last_name AS author,
       b.version, b.signing_rule, b.signatures_needed, b.reason, b.reason_code,
       (SELECT count(*) FROM transfer_batch_signatures s WHERE s.account_id = b.account_id AND s.batch_id = b.id) AS approvals,
       (SELECT count(*) FROM transfer_batch_lines l WHERE l.account_id = b.account_id AND l.batch_id = b.id AND l.is_refused) AS refused,
       (SELECT count(*) FROM transfers t WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status = 'executed') AS executed,
       (SELECT count(*) FROM transfers t WHERE t.account_id = b.account_id AND t.batch_id = b.id
                                           AND t.execution_status IN ('rejected', 'returned', 'cancelled')) AS failed,
       b.message_id
  FROM transfer_batches b
  JOIN users u ON u.id = b.created_by;
