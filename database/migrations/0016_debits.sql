-- Direct debits: mandates that allow creditors to collect money, the collections that they present, and the answers to
-- the creditors' banks.

CREATE TABLE mandates (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid PRIMARY KEY,
  -- The unique mandate reference (RUM), unique per creditor.
  umr text NOT NULL CHECK (umr ~ '^[A-Za-z0-9+?/:().,'' -]{1,35}$'),
  creditor_name text NOT NULL CHECK (length(creditor_name) BETWEEN 1 AND 70),
  creditor_id text NOT NULL CHECK (creditor_id ~ '^[A-Z0-9]{8,35}$'),
  scheme text NOT NULL CHECK (scheme IN ('local', 'core', 'b2b')),
  recurrence text NOT NULL CHECK (recurrence IN ('one_off', 'recurrent')),
  signed_on date NOT NULL,
  last_used_on date,
  max_amount amount CHECK (max_amount > 0),
  -- The decided status. That a mandate has expired because it was not used is computed from its dates.
  status text NOT NULL CHECK (status IN ('pending_confirmation', 'active', 'suspended', 'revoked', 'expired', 'refused')),
  -- Null when the creditor's bank announced it. The person who registered a mandate does not confirm it.
  registered_by uuid REFERENCES users,
  known_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  -- A mandate between companies, and the interbank debit of the country (form 1504-1), need the authorisation of the
  -- debtor.
  CONSTRAINT mandates_wait_for_the_debtor CHECK (status NOT IN ('pending_confirmation', 'refused') OR scheme IN ('b2b', 'local')),
  UNIQUE (account_id, creditor_id, umr)
);
CREATE INDEX mandates_waiting ON mandates (account_id) WHERE status = 'pending_confirmation';
GRANT SELECT, INSERT, UPDATE (last_used_on, max_amount, status, version) ON mandates TO connect_app;

-- The signed copy of a mandate between companies, uploaded when the mandate was registered. It is never changed.
CREATE TABLE mandate_copies (
  account_id uuid NOT NULL REFERENCES accounts,
  mandate_id uuid PRIMARY KEY REFERENCES mandates,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 5242880),
  added_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON mandate_copies TO connect_app;

-- Creditors whose collections an account refuses, whatever the mandate.
CREATE TABLE blocked_creditors (
  account_id uuid NOT NULL REFERENCES accounts,
  creditor_id text NOT NULL,
  blocked_by uuid NOT NULL REFERENCES users,
  blocked_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, creditor_id)
);
GRANT SELECT, INSERT, DELETE ON blocked_creditors TO connect_app;

-- Received files of collections: receiving the same message again changes nothing.
CREATE TABLE collection_messages (
  sender text NOT NULL,
  message_id text NOT NULL,
  content_hash bytea NOT NULL,
  file_name text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (sender, message_id)
);
GRANT SELECT, INSERT ON collection_messages TO connect_app;

CREATE TABLE collections (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid PRIMARY KEY,
  -- The mandate that it refers to. Whether the account has that mandate is checked when it is due.
  umr text NOT NULL,
  creditor_name text NOT NULL,
  creditor_id text NOT NULL,
  scheme text NOT NULL CHECK (scheme IN ('local', 'core', 'b2b')),
  sequence text NOT NULL CHECK (sequence IN ('first', 'recurrent', 'final', 'one_off')),
  amount amount NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency IN ('XOF', 'EUR')),
  due_date date NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 140),
  -- The creditor's own reference of this collection (EndToEndId).
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 35),
  presented_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('announced', 'executed', 'rejected', 'refused', 'refunded')),
  reason text CHECK (reason IN ('AC04', 'AC06', 'AG01', 'AM02', 'AM04', 'MD01', 'MD06', 'MD07', 'MS02', 'SL01')),
  -- When the worker settles it. Null once it is settled.
  run_at timestamptz,
  -- The day on which it was executed, rejected or refused.
  settled_on date,
  -- Null when it was executed before the books of the bank began here.
  posting_id uuid REFERENCES ledger_postings,
  refund_posting_id uuid REFERENCES ledger_postings,
  -- A refund claim: the customer did not authorise the debit. The bank answers once: it refunds, or it refuses with a
  -- reason that the customer reads.
  claimed_at timestamptz,
  claim_answered_at timestamptz,
  claim_refusal text CHECK (length(claim_refusal) BETWEEN 1 AND 500),
  CONSTRAINT collections_run_until_settled CHECK ((status = 'announced') = (run_at IS NOT NULL) AND (status = 'announced') = (settled_on IS NULL)),
  CONSTRAINT collections_say_why CHECK ((status IN ('rejected', 'refused', 'refunded')) = (reason IS NOT NULL)),
  CONSTRAINT collections_refund_what_was_taken CHECK (refund_posting_id IS NULL OR status = 'refunded'),
  CONSTRAINT collections_answer_what_was_claimed CHECK (claim_answered_at IS NULL OR claimed_at IS NOT NULL),
  CONSTRAINT collections_refuse_a_claim_with_a_reason
    CHECK ((claim_refusal IS NOT NULL) = (claim_answered_at IS NOT NULL AND status = 'executed'))
);
CREATE INDEX collections_coming ON collections (account_id, due_date, id) WHERE status = 'announced';
CREATE INDEX collections_past ON collections (account_id, settled_on DESC, id) WHERE status <> 'announced';
CREATE INDEX collections_due ON collections (run_at) WHERE run_at IS NOT NULL;
CREATE INDEX collections_claimed ON collections (claimed_at, id) WHERE claimed_at IS NOT NULL AND claim_answered_at IS NULL;
CREATE INDEX collections_refunded ON collections (id) WHERE status = 'refunded';
GRANT SELECT, INSERT, UPDATE (status, reason, run_at, settled_on, posting_id, refund_posting_id, claimed_at,
                              claim_answered_at, claim_refusal) ON collections TO connect_app;

-- Messages that answer the bank of a creditor: a status for each collection that is settled, and the money of each that
-- is refunded.
CREATE TABLE collection_answers (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('pacs.002', 'pacs.004')),
  -- The message that it answers, and the bank that it is sent to when the message named one.
  sender text NOT NULL,
  message_id text NOT NULL,
  creditor_bic text,
  created_at timestamptz NOT NULL,
  -- Null until the file is in the folder: until then it is written again, with the same bytes.
  written_at timestamptz,
  FOREIGN KEY (sender, message_id) REFERENCES collection_messages
);
CREATE INDEX collection_answers_to_write ON collection_answers (created_at, id) WHERE written_at IS NULL;
GRANT SELECT ON collection_answers TO connect_app;
GRANT INSERT, UPDATE (written_at) ON collection_answers TO connect_operator;

-- Each line of a message as it was presented, including lines that could not be announced to any account.
CREATE TABLE collection_lines (
  sender text NOT NULL,
  message_id text NOT NULL,
  place int NOT NULL CHECK (place > 0),
  -- The references of the creditor and of its bank.
  reference text NOT NULL,
  instruction_id text,
  creditor_bic text,
  amount amount NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  due_date date NOT NULL,
  collection_id uuid UNIQUE REFERENCES collections,
  -- The reason code when nothing was announced.
  obstacle text CHECK (obstacle ~ '^[A-Z]{2}[0-9]{2}$'),
  -- The status that was reported, once: a later refund does not change it.
  said_status text CHECK (said_status IN ('ACSC', 'RJCT')),
  said_reason text CHECK (said_reason ~ '^[A-Z]{2}[0-9]{2}$'),
  status_answer uuid REFERENCES collection_answers,
  return_answer uuid REFERENCES collection_answers,
  PRIMARY KEY (sender, message_id, place),
  FOREIGN KEY (sender, message_id) REFERENCES collection_messages,
  CONSTRAINT collection_lines_are_announced_or_not CHECK ((collection_id IS NULL) = (obstacle IS NOT NULL)),
  CONSTRAINT collection_lines_say_when_answered CHECK ((status_answer IS NULL) = (said_status IS NULL)),
  CONSTRAINT collection_lines_say_why CHECK ((said_reason IS NOT NULL) = (said_status IS NOT DISTINCT FROM 'RJCT')),
  CONSTRAINT collection_lines_return_what_was_settled CHECK (return_answer IS NULL OR said_status = 'ACSC')
);
CREATE INDEX collection_lines_to_answer ON collection_lines (sender, message_id, place) WHERE status_answer IS NULL;
CREATE INDEX collection_lines_of_statuses ON collection_lines (status_answer, place) WHERE status_answer IS NOT NULL;
CREATE INDEX collection_lines_of_returns ON collection_lines (return_answer, place) WHERE return_answer IS NOT NULL;
GRANT SELECT, INSERT ON collection_lines TO connect_app;
GRANT UPDATE (said_status, said_reason, status_answer, return_answer) ON collection_lines TO connect_operator;
