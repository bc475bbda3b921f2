-- Clearing: payments to other banks are written to files for their network. The answer of the network settles a payment
-- or returns it. Until then its money is on the internal account 'outgoing'.

-- A file to a network. Its bytes are computed from this row and its items alone, so that writing it again gives the
-- same file.
CREATE TABLE clearing_files (
  id uuid PRIMARY KEY,
  network text NOT NULL CHECK (network IN ('sica', 'star', 'swift')),
  -- GrpHdr/MsgId; it is also part of the file name.
  message_id text NOT NULL UNIQUE CHECK (length(message_id) BETWEEN 1 AND 35),
  created_at timestamptz NOT NULL,
  payment_count integer NOT NULL CHECK (payment_count > 0),
  payment_sum amount NOT NULL CHECK (payment_sum > 0),
  -- Null until the whole file is in the folder.
  written_at timestamptz
);
CREATE INDEX clearing_files_to_write ON clearing_files (created_at) WHERE written_at IS NULL;

-- One payment to another bank, as it was ordered: an edit of its series does not change it.
CREATE TABLE outgoing_payments (
  -- PmtId/TxId, without hyphens.
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  -- The occurrence of a series. Null for a single transfer.
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
  -- Position in the file, from 1.
  place integer,
  settled_at timestamptz,
  returned_at timestamptz,
  -- The ISO 20022 reason code.
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
CREATE INDEX outgoing_payments_of_series_abroad ON outgoing_payments (account_id, queued_at) WHERE network = 'swift' AND nominal_date IS NOT NULL;
-- Payments without an answer: metrics report their number and their age.
CREATE INDEX outgoing_payments_unanswered ON outgoing_payments (queued_at) WHERE state = 'sent';

-- A received message. Its id is stored, so that receiving it again changes nothing.
CREATE TABLE clearing_messages (
  sender text NOT NULL,
  message_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pacs.002', 'pacs.004')),
  content_hash bytea NOT NULL,
  file_name text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (sender, message_id)
);

-- What each line of a message stated, and what it changed.
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

GRANT SELECT, INSERT, UPDATE (written_at) ON clearing_files TO connect_app;
GRANT SELECT, INSERT, UPDATE (state, file_id, place, settled_at, returned_at,
                              return_reason) ON outgoing_payments TO connect_app;
GRANT SELECT, INSERT ON clearing_messages, clearing_answers TO connect_app;
