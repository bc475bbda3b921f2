-- Payments that other banks send to accounts of this bank: each is credited once, or goes back with its reason.

ALTER TABLE clearing_messages DROP CONSTRAINT clearing_messages_kind_check,
  ADD CONSTRAINT clearing_messages_kind_check CHECK (kind IN ('pacs.002', 'pacs.004', 'pacs.008')) NOT VALID;

-- A message that gives payments back to the bank that sent them. Its bytes are computed from this row and its payments alone, so that
-- writing it again gives the same file.
CREATE TABLE payment_returns (
  id uuid PRIMARY KEY,
  network text NOT NULL CHECK (network IN ('sica', 'star', 'swift')),
  message_id text NOT NULL UNIQUE CHECK (length(message_id) BETWEEN 1 AND 35),
  -- The bank that receives it.
  receiver_bic text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until the whole file is in the folder.
  written_at timestamptz
);
CREATE INDEX payment_returns_to_write ON payment_returns (created_at) WHERE written_at IS NULL;

CREATE TABLE incoming_payments (
  id uuid PRIMARY KEY,
  network text NOT NULL CHECK (network IN ('sica', 'star', 'swift')),
  sender text NOT NULL,
  message_id text NOT NULL,
  -- Position in the message, from 1.
  place integer NOT NULL CHECK (place > 0),
  -- PmtId as received; transaction_id identifies the payment at the bank that sent it.
  transaction_id text NOT NULL CHECK (length(transaction_id) BETWEEN 1 AND 36),
  instruction_id text,
  end_to_end_id text NOT NULL,
  uetr uuid,
  amount amount NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  settlement_date date NOT NULL,
  -- The order as the payer gave it, where the message states it.
  instructed_amount amount CHECK (instructed_amount > 0),
  instructed_currency text,
  category_purpose text,
  debtor_name text NOT NULL,
  debtor_account text,
  debtor_bic text,
  creditor_name text NOT NULL,
  creditor_account text NOT NULL,
  label text NOT NULL,
  received_at timestamptz NOT NULL,
  account_id uuid REFERENCES accounts,
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  credit_amount amount CHECK (credit_amount > 0),
  credit_currency text,
  -- Francs for one unit of the foreign currency: of the received one, or that of the account where francs were received.
  exchange_rate numeric(18, 8) CHECK (exchange_rate > 0),
  -- The ISO 20022 reason code.
  return_reason text,
  return_id uuid REFERENCES payment_returns,
  -- The message as received, where it came through SWIFT: customers download it.
  message text,
  FOREIGN KEY (sender, message_id) REFERENCES clearing_messages,
  UNIQUE (network, sender, transaction_id),
  CONSTRAINT incoming_payments_are_credited_or_returned CHECK (
    (posting_id IS NULL) = (account_id IS NULL) AND (posting_id IS NULL) = (credit_amount IS NULL)
    AND (posting_id IS NULL) = (credit_currency IS NULL) AND (posting_id IS NULL) = (return_reason IS NOT NULL)
    AND (return_id IS NULL) = (return_reason IS NULL)),
  CONSTRAINT incoming_payments_instructed_in_a_currency CHECK ((instructed_amount IS NULL) = (instructed_currency IS NULL)),
  CONSTRAINT incoming_payments_exchanged_at_a_rate CHECK (
    (exchange_rate IS NOT NULL) = (credit_currency IS NOT NULL AND credit_currency <> currency))
);
-- Customers read the copies of the payments that came to an account through SWIFT.
CREATE INDEX incoming_payments_from_abroad ON incoming_payments (account_id, received_at DESC) WHERE network = 'swift' AND account_id IS NOT NULL;
CREATE INDEX incoming_payments_of_return ON incoming_payments (return_id, place) WHERE return_id IS NOT NULL;

GRANT SELECT, INSERT ON incoming_payments TO connect_app;
GRANT SELECT, INSERT, UPDATE (written_at) ON payment_returns TO connect_app;
