-- Term deposits and loans: their conditions, and each line that the worker pays or takes once, through the ledger.

CREATE TABLE deposits (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  currency text NOT NULL CHECK (currency IN ('XOF', 'EUR')),
  principal amount NOT NULL CHECK (principal > 0),
  rate numeric(6, 3) NOT NULL CHECK (rate >= 0),
  value_date date NOT NULL,
  maturity_date date NOT NULL CHECK (maturity_date > value_date),
  term int NOT NULL CHECK (term BETWEEN 1 AND 120),
  frequency text NOT NULL CHECK (frequency IN ('maturity', 'monthly', 'quarterly', 'biannual', 'yearly')),
  basis int NOT NULL CHECK (basis IN (360, 365)),
  withholding_rate numeric(6, 3) NOT NULL CHECK (withholding_rate BETWEEN 0 AND 100),
  is_pledged boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('pending', 'matured', 'renewed', 'broken', 'closed')),
  ended_on date,
  CONSTRAINT deposits_end_once CHECK ((status = 'pending') = (ended_on IS NULL))
);
CREATE INDEX deposits_of_account ON deposits (account_id, value_date DESC);
GRANT SELECT ON deposits TO connect_app;
GRANT UPDATE (status, ended_on) ON deposits TO connect_app;

CREATE TABLE deposit_payments (
  deposit_id uuid NOT NULL REFERENCES deposits,
  place int NOT NULL CHECK (place > 0),
  from_date date NOT NULL,
  to_date date NOT NULL CHECK (to_date > from_date),
  gross amount NOT NULL CHECK (gross >= 0),
  withholding amount NOT NULL CHECK (withholding BETWEEN 0 AND gross),
  -- When the worker looks at it: the first business day from its end. Null once it is credited, or never will be.
  run_at timestamptz,
  paid_on date,
  -- Null for what was paid before the bank's books began here.
  posting_id uuid REFERENCES ledger_postings,
  PRIMARY KEY (deposit_id, place),
  CONSTRAINT deposit_payments_run_until_paid CHECK (paid_on IS NULL OR run_at IS NULL),
  CONSTRAINT deposit_payments_post_when_paid CHECK (posting_id IS NULL OR paid_on IS NOT NULL)
);
CREATE INDEX deposit_payments_due ON deposit_payments (run_at) WHERE run_at IS NOT NULL;
GRANT SELECT ON deposit_payments TO connect_app;
GRANT UPDATE (run_at, paid_on, posting_id) ON deposit_payments TO connect_app;

-- What customers ask of the bank: its people answer.
CREATE TABLE deposit_requests (
  id uuid PRIMARY KEY,
  deposit_id uuid NOT NULL REFERENCES deposits,
  kind text NOT NULL CHECK (kind IN ('renew', 'break')),
  asked_by uuid NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL,
  answered_at timestamptz
);
CREATE UNIQUE INDEX deposit_requests_one_at_a_time ON deposit_requests (deposit_id) WHERE answered_at IS NULL;
GRANT SELECT, INSERT ON deposit_requests TO connect_app;

CREATE TABLE credits (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('consumer', 'home', 'equipment')),
  purpose text CHECK (length(purpose) BETWEEN 1 AND 80),
  currency text NOT NULL CHECK (currency IN ('XOF', 'EUR')),
  amount amount NOT NULL CHECK (amount > 0),
  rate numeric(6, 3) NOT NULL CHECK (rate >= 0),
  teg numeric(6, 2) NOT NULL CHECK (teg >= 0),
  period text NOT NULL CHECK (period IN ('monthly', 'quarterly', 'biannual', 'yearly')),
  insurance_rate numeric(6, 3) NOT NULL CHECK (insurance_rate >= 0),
  tax_rate numeric(6, 3) NOT NULL CHECK (tax_rate BETWEEN 0 AND 100),
  tax_mode text NOT NULL CHECK (tax_mode IN ('on_top', 'included')),
  grace text CHECK (grace IN ('partial', 'total')),
  grace_count int NOT NULL CHECK (grace_count >= 0),
  -- Points above the rate for what is paid late.
  late_points numeric(6, 3) NOT NULL CHECK (late_points >= 0),
  setup_date date NOT NULL,
  CONSTRAINT credits_have_grace_where_they_say CHECK ((grace IS NULL) = (grace_count = 0))
);
CREATE INDEX credits_of_account ON credits (account_id, setup_date DESC);
GRANT SELECT ON credits TO connect_app;

CREATE TABLE credit_lines (
  credit_id uuid NOT NULL REFERENCES credits,
  place int NOT NULL CHECK (place > 0),
  due_date date NOT NULL,
  -- Below zero where a total grace adds to the capital.
  principal amount NOT NULL,
  interest amount NOT NULL CHECK (interest >= 0),
  fees amount NOT NULL CHECK (fees >= 0),
  taxes amount NOT NULL CHECK (taxes >= 0),
  instalment amount NOT NULL CHECK (instalment >= 0),
  outstanding amount NOT NULL CHECK (outstanding >= 0),
  -- When the worker looks at it: the first business day from its date, and again while the account lacks the money.
  run_at timestamptz,
  tries int NOT NULL DEFAULT 0,
  paid_on date,
  -- For late payment, its tax included.
  late_interest amount NOT NULL DEFAULT 0 CHECK (late_interest >= 0),
  -- Null for what was paid before the bank's books began here, and where nothing was to be paid.
  posting_id uuid REFERENCES ledger_postings,
  PRIMARY KEY (credit_id, place),
  CONSTRAINT credit_lines_add_up CHECK (principal + interest + fees + taxes = instalment),
  CONSTRAINT credit_lines_run_until_paid CHECK ((paid_on IS NULL) = (run_at IS NOT NULL)),
  CONSTRAINT credit_lines_post_when_paid CHECK (posting_id IS NULL OR paid_on IS NOT NULL)
);
CREATE INDEX credit_lines_due ON credit_lines (run_at) WHERE run_at IS NOT NULL;
GRANT SELECT ON credit_lines TO connect_app;
GRANT UPDATE (run_at, tries, paid_on, late_interest, posting_id) ON credit_lines TO connect_app;
