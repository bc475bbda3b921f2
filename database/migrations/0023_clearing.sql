-- Money that leaves for another bank is on its way until that bank has answered: each payment is an item in a file to
-- its network, and the answer settles it or brings it back.

-- Paid by the customer, not yet settled: what stands here is the sum of the items that wait for an answer.
SELECT ledger_open_account(gen_random_uuid(), 'internal', 'outgoing:' || currency, currency, 0) FROM unnest(ARRAY['XOF', 'EUR']) currency;

-- A message that leaves. Its bytes follow from this row and its items alone, so that writing it again gives the same file.
CREATE TABLE clearing_files (
  id uuid PRIMARY KEY,
  network text NOT NULL CHECK (network IN ('sica', 'star', 'swift')),
  -- GrpHdr/MsgId, and in the name of the file.
  message_id text NOT NULL UNIQUE CHECK (length(message_id) BETWEEN 1 AND 35),
  created_at timestamptz NOT NULL,
  payment_count integer NOT NULL CHECK (payment_count > 0),
  payment_sum amount NOT NULL CHECK (payment_sum > 0),
  -- Null until the whole file lies in the folder.
  written_at timestamptz
);
CREATE INDEX clearing_files_to_write ON clearing_files (created_at) WHERE written_at IS NULL;

-- One payment to another bank, as it was ordered: an edit of the series it comes from does not rewrite it.
CREATE TABLE outgoing_payments (
  -- PmtId/TxId, without hyphens.
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  -- The date of a series; null for an order of one date.
  nominal_date date,
  posting_id uuid NOT NULL UNIQUE REFERENCES ledger_postings,
  network text NOT NULL CHECK (network IN ('sica', 'star', 'swift')),
  amount amount NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  settlement_date date NOT NULL,
  reference text NOT NULL,
  end_to_end_id text NOT NULL CHECK (length(end_to_end_id) BETWEEN 1 AND 35),
  uetr uuid NOT NULL UNIQUE,
  debtor_name text NOT NULL,
  debtor_iban text NOT NULL,
  creditor_name text NOT NULL,
  creditor_iban text NOT NULL,
  creditor_bic text,
  label text NOT NULL,
  queued_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'settled', 'returned')),
  file_id uuid REFERENCES clearing_files,
  -- Place in its file, from 1.
  place integer,
  settled_at timestamptz,
  returned_at timestamptz,
  -- ISO 20022's code of the reason.
  return_reason text,
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id),
  CONSTRAINT outgoing_payments_leave_in_a_file CHECK ((state = 'queued') = (file_id IS NULL) AND (file_id IS NULL) = (place IS NULL)),
  CONSTRAINT outgoing_payments_settled_say_when CHECK ((state = 'settled') <= (settled_at IS NOT NULL) AND (state IN ('queued', 'sent')) <= (settled_at IS NULL)),
  CONSTRAINT outgoing_payments_returned_say_when_and_why
    CHECK ((state = 'returned') = (returned_at IS NOT NULL) AND (returned_at IS NULL) = (return_reason IS NULL))
);
CREATE INDEX outgoing_payments_to_send ON outgoing_payments (network, queued_at, id) WHERE state = 'queued';
CREATE UNIQUE INDEX outgoing_payments_of_file ON outgoing_payments (file_id, place) WHERE file_id IS NOT NULL;
CREATE INDEX outgoing_payments_of_transfer ON outgoing_payments (account_id, transfer_id);

-- A message that came: its name is remembered, so that the same one a second time changes nothing.
CREATE TABLE clearing_messages (
  sender text NOT NULL,
  message_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pacs.002', 'pacs.004')),
  content_hash bytea NOT NULL,
  file_name text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (sender, message_id)
);

-- What each line of a message said, and what it did.
CREATE TABLE clearing_answers (
  sender text NOT NULL,
  message_id text NOT NULL,
  place integer NOT NULL,
  payment_id uuid REFERENCES outgoing_payments,
  transaction_id text NOT NULL,
  status text NOT NULL,
  reason text,
  outcome text NOT NULL CHECK (outcome IN ('applied', 'noted', 'unknown', 'contradicts')),
  PRIMARY KEY (sender, message_id, place),
  FOREIGN KEY (sender, message_id) REFERENCES clearing_messages,
  CONSTRAINT clearing_answers_unknown_have_no_payment CHECK ((outcome = 'unknown') = (payment_id IS NULL))
);
CREATE INDEX clearing_answers_of_payment ON clearing_answers (payment_id);

-- Executed, and come back: the posting stays, the money was credited again by another one.
ALTER TABLE transfers
  DROP CONSTRAINT transfers_execution_status_check,
  DROP CONSTRAINT transfers_executed_moved_money,
  DROP CONSTRAINT transfers_executed_say_when,
  DROP CONSTRAINT transfers_executed_are_validated,
  DROP CONSTRAINT transfers_periodic_have_dates,
  ADD CONSTRAINT transfers_execution_status_check
    CHECK (execution_status IN ('scheduled', 'executed', 'rejected', 'cancelled', 'paused', 'ended', 'returned')),
  ADD CONSTRAINT transfers_executed_moved_money
    CHECK (type = 'periodic' OR (execution_status IN ('executed', 'returned')) = (posting_id IS NOT NULL)),
  ADD CONSTRAINT transfers_executed_say_when
    CHECK (type = 'periodic' OR (execution_status IN ('executed', 'returned')) = (executed_at IS NOT NULL)),
  ADD CONSTRAINT transfers_executed_are_validated
    CHECK (execution_status NOT IN ('executed', 'returned') OR validation_status = 'validated'),
  ADD CONSTRAINT transfers_periodic_have_dates CHECK (
    (type = 'periodic') = (periodicity IS NOT NULL) AND (type = 'periodic') = (start_date IS NOT NULL)
    AND (type = 'periodic') = (next_occurrence IS NOT NULL) AND (type = 'periodic' OR end_date IS NULL)
    AND (type <> 'periodic' OR (posting_id IS NULL AND execution_status NOT IN ('executed', 'returned'))));

GRANT SELECT, INSERT ON clearing_files, outgoing_payments, clearing_messages, clearing_answers TO connect_app;
GRANT UPDATE (written_at) ON clearing_files TO connect_app;
GRANT UPDATE (state, file_id, place, settled_at, returned_at, return_reason) ON outgoing_payments TO connect_app;
