-- Direct debits: what an account has allowed creditors to take, and each collection that they present, settled once.

CREATE TABLE mandates (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid PRIMARY KEY,
  -- The unique mandate reference (RUM), unique with its creditor.
  umr text NOT NULL CHECK (umr ~ '^[A-Za-z0-9+?/:().,'' -]{1,35}$'),
  creditor_name text NOT NULL CHECK (length(creditor_name) BETWEEN 1 AND 70),
  creditor_id text NOT NULL CHECK (creditor_id ~ '^[A-Z0-9]{8,35}$'),
  scheme text NOT NULL CHECK (scheme IN ('local', 'core', 'b2b')),
  recurrence text NOT NULL CHECK (recurrence IN ('one_off', 'recurrent')),
  signed_on date NOT NULL,
  last_used_on date,
  max_amount amount CHECK (max_amount > 0),
  -- As it was decided; that it has expired for lack of use follows from its dates.
  status text NOT NULL CHECK (status IN ('pending_confirmation', 'active', 'suspended', 'revoked', 'expired', 'refused')),
  -- Null where the creditor's bank made it known. Whoever registered it does not confirm it.
  registered_by uuid REFERENCES users,
  known_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  CONSTRAINT mandates_wait_where_companies_pay CHECK (status NOT IN ('pending_confirmation', 'refused') OR scheme = 'b2b'),
  UNIQUE (account_id, creditor_id, umr)
);
GRANT SELECT, INSERT ON mandates TO connect_app;
GRANT UPDATE (status, max_amount, last_used_on, version) ON mandates TO connect_app;

-- Whose collections an account takes none of, whatever the mandate.
CREATE TABLE blocked_creditors (
  account_id uuid NOT NULL REFERENCES accounts,
  creditor_id text NOT NULL,
  blocked_by uuid NOT NULL REFERENCES users,
  blocked_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, creditor_id)
);
GRANT SELECT, INSERT, DELETE ON blocked_creditors TO connect_app;

-- Files of collections that were read: the same message again changes nothing.
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
  -- Which mandate it names; whether the account has it is looked at when it is due.
  umr text NOT NULL,
  creditor_name text NOT NULL,
  creditor_id text NOT NULL,
  scheme text NOT NULL CHECK (scheme IN ('local', 'core', 'b2b')),
  sequence text NOT NULL CHECK (sequence IN ('first', 'recurrent', 'final', 'one_off')),
  amount amount NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency IN ('XOF', 'EUR')),
  due_date date NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 140),
  -- The creditor's own reference of this one (EndToEndId).
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 35),
  presented_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('announced', 'executed', 'rejected', 'refused', 'refunded')),
  reason text CHECK (reason IN ('AC04', 'AC06', 'AG01', 'AM02', 'AM04', 'MD01', 'MD06', 'MD07', 'MS02', 'SL01')),
  -- When the worker takes it; null once it has an end.
  run_at timestamptz,
  -- The day it was taken, rejected or refused.
  settled_on date,
  -- Null for what was taken before the bank's books began here.
  posting_id uuid REFERENCES ledger_postings,
  refund_posting_id uuid REFERENCES ledger_postings,
  -- A debit that was not authorised, and that the bank looks into.
  claimed_at timestamptz,
  CONSTRAINT collections_run_until_settled CHECK ((status = 'announced') = (run_at IS NOT NULL) AND (status = 'announced') = (settled_on IS NULL)),
  CONSTRAINT collections_say_why CHECK ((status IN ('rejected', 'refused', 'refunded')) = (reason IS NOT NULL)),
  CONSTRAINT collections_refund_what_was_taken CHECK (refund_posting_id IS NULL OR status = 'refunded')
);
CREATE INDEX collections_coming ON collections (account_id, due_date, id) WHERE status = 'announced';
CREATE INDEX collections_past ON collections (account_id, settled_on DESC, id) WHERE status <> 'announced';
CREATE INDEX collections_due ON collections (run_at) WHERE run_at IS NOT NULL;
GRANT SELECT, INSERT ON collections TO connect_app;
GRANT UPDATE (status, reason, run_at, settled_on, posting_id, refund_posting_id, claimed_at) ON collections TO connect_app;

-- An announced collection stands among the upcoming operations until it has an end.
GRANT INSERT, DELETE ON intraday_operations TO connect_app;
