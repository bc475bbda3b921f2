-- Orders to pay. What the validators say and what the bank does are two lives, never mixed.

CREATE TABLE transfers (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('direct', 'delayed', 'periodic')),
  rail text NOT NULL CHECK (rail IN ('internal', 'local', 'international')),
  beneficiary_id uuid NOT NULL,
  -- As they were when the order was given: a later change of the beneficiary does not rewrite it.
  beneficiary_name text NOT NULL,
  beneficiary_iban text NOT NULL,
  amount amount NOT NULL CHECK (amount > 0),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  currency text NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 140),
  comment text CHECK (length(comment) BETWEEN 1 AND 255),
  reference text NOT NULL,
  validation_status text NOT NULL CHECK (validation_status IN ('pending', 'validated', 'refused')),
  execution_status text NOT NULL CHECK (execution_status IN ('scheduled', 'executed', 'rejected', 'cancelled')),
  signatures_needed smallint NOT NULL CHECK (signatures_needed BETWEEN 0 AND 2),
  execution_date date NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  executed_at timestamptz,
  -- The ledger's posting. Exactly one if and only if the order is executed.
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  reason text,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, reference),
  FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries (account_id, id),
  CONSTRAINT transfers_executed_moved_money CHECK ((execution_status = 'executed') = (posting_id IS NOT NULL)),
  CONSTRAINT transfers_executed_say_when CHECK ((execution_status = 'executed') = (executed_at IS NOT NULL)),
  CONSTRAINT transfers_executed_are_validated CHECK (execution_status <> 'executed' OR validation_status = 'validated'),
  CONSTRAINT transfers_refused_say_why CHECK (validation_status <> 'refused' OR reason IS NOT NULL)
);
CREATE INDEX transfers_newest_first ON transfers (account_id, created_at DESC, id DESC);
CREATE INDEX transfers_in_wait ON transfers (account_id, execution_date, id) WHERE execution_status = 'scheduled';

GRANT SELECT, INSERT ON transfers TO connect_app;
