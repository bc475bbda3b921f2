-- Receiving instant payments: aliases of accounts, claims on telephone numbers, codes that prove a telephone, and the amounts that a till waits
-- for (docs/decisions/0086-aliases-and-codes.md).

-- Under which aliases the platform finds an account. The platform answers a creation and a removal later, by a callback.
CREATE TABLE payment_aliases (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  -- address: SHID, made by the platform; phone: MBNO; merchant: MCOD.
  kind text NOT NULL CHECK (kind IN ('address', 'phone', 'merchant')),
  -- Null for an address that the platform has not made.
  value text CHECK (length(value) BETWEEN 2 AND 64),
  -- idCreationAlias of the message that creates it: its answer names it.
  creation_id text NOT NULL UNIQUE CHECK (length(creation_id) BETWEEN 1 AND 35),
  state text NOT NULL CHECK (state IN ('creating', 'active', 'failed', 'removing', 'removed')),
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  -- When the platform last answered.
  answered_at timestamptz,
  -- Why the platform refused the creation, for operators.
  refusal text CHECK (length(refusal) BETWEEN 1 AND 200),
  PRIMARY KEY (account_id, id),
  CONSTRAINT payment_aliases_have_a_value CHECK (value IS NOT NULL OR (kind = 'address' AND state IN ('creating', 'failed', 'removed')))
);
-- The platform knows an alias once.
CREATE UNIQUE INDEX payment_aliases_are_held_once ON payment_aliases (value) WHERE state IN ('creating', 'active', 'removing');
GRANT SELECT, INSERT ON payment_aliases TO connect_app;
GRANT UPDATE (value, creation_id, state, answered_at, refusal) ON payment_aliases TO connect_app;

-- Claims on telephone numbers: made by our customers on numbers that are tied to an account elsewhere, and received on theirs.
CREATE TABLE alias_claims (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  alias_id uuid NOT NULL,
  direction text NOT NULL CHECK (direction IN ('made', 'received')),
  -- identifiantRevendication: null until the platform has opened the claim.
  claim_id text UNIQUE CHECK (length(claim_id) BETWEEN 1 AND 70),
  -- The other institution.
  member text CHECK (member ~ '^[A-Z]{3}[0-9]{3}$'),
  -- requested: sent to the platform; open: INITIEE; accepting, rejecting: our customer's decision is sent; accepted, rejected: decided.
  state text NOT NULL CHECK (state IN ('requested', 'open', 'accepting', 'rejecting', 'accepted', 'rejected', 'failed')),
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, alias_id) REFERENCES payment_aliases
);
CREATE UNIQUE INDEX alias_claims_are_open_once ON alias_claims (account_id, alias_id) WHERE state IN ('requested', 'open', 'accepting', 'rejecting');
GRANT SELECT, INSERT ON alias_claims TO connect_app;
GRANT UPDATE (claim_id, member, state, decided_by, decided_at) ON alias_claims TO connect_app;

-- The last code that proves the telephone of a user, and the wrong tries.
CREATE TABLE phone_codes (
  user_id uuid PRIMARY KEY REFERENCES users,
  phone text NOT NULL CHECK (length(phone) BETWEEN 8 AND 20),
  salt bytea NOT NULL CHECK (length(salt) = 16),
  -- SHA-256 of salt, user, telephone and code.
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  expires_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON phone_codes TO connect_app;

-- Amounts that a shopkeeper waits for, each with the code that was shown.
CREATE TABLE till_payments (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  -- In the code: the payer's institution sends it back with the payment.
  reference text NOT NULL CHECK (reference ~ '^[A-Z0-9]{4,25}$'),
  alias text NOT NULL CHECK (length(alias) BETWEEN 2 AND 64),
  amount amount NOT NULL CHECK (amount > 0),
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'paid', 'cancelled')),
  end_to_end_id text UNIQUE REFERENCES instant_receipts,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, reference),
  CONSTRAINT till_payments_paid_name_the_payment CHECK ((state = 'paid') = (end_to_end_id IS NOT NULL))
);
CREATE INDEX till_payments_newest_first ON till_payments (account_id, created_at DESC);
GRANT SELECT, INSERT ON till_payments TO connect_app;
GRANT UPDATE (state, end_to_end_id) ON till_payments TO connect_app;

CREATE TRIGGER payment_aliases_notify_live AFTER INSERT ON payment_aliases REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');
CREATE TRIGGER payment_aliases_notify_on_update AFTER UPDATE ON payment_aliases REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');
CREATE TRIGGER alias_claims_notify_live AFTER INSERT ON alias_claims REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');
CREATE TRIGGER alias_claims_notify_on_update AFTER UPDATE ON alias_claims REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');
CREATE TRIGGER till_payments_notify_live AFTER INSERT ON till_payments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');
CREATE TRIGGER till_payments_notify_on_update AFTER UPDATE ON till_payments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');
