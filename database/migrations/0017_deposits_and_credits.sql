-- Term deposits and credits: their conditions and the lines of their schedules. The worker pays or debits each line
-- once, through the ledger.

INSERT INTO parameters (name, value, meaning) VALUES
  ('break_rate_reduction', 200, 'By how much the rate of a term deposit falls when it is broken, in hundredths of a percent'),
  ('break_min_days', 30, 'Before so many days a broken term deposit earns no interest'),
  ('usury_rate', 1500, 'The highest overall effective rate (TEG) of a credit, in hundredths of a percent');

-- The rates that the bank pays today for each term: used by simulations and for new deposits.
CREATE TABLE deposit_offers (
  -- In months.
  term int PRIMARY KEY CHECK (term BETWEEN 1 AND 120),
  rate numeric(6, 3) NOT NULL CHECK (rate >= 0),
  min_amount amount NOT NULL CHECK (min_amount > 0),
  basis int NOT NULL DEFAULT 360 CHECK (basis IN (360, 365)),
  withholding_rate numeric(6, 3) NOT NULL DEFAULT 8 CHECK (withholding_rate BETWEEN 0 AND 100)
);
GRANT SELECT ON deposit_offers TO connect_app;

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
  -- The deposit that this one continues.
  renews uuid UNIQUE REFERENCES deposits,
  -- The result of an early break, for the whole time. Null when it was broken before the books of the bank began here.
  broken_rate numeric(6, 3) CHECK (broken_rate >= 0),
  broken_gross amount CHECK (broken_gross >= 0),
  broken_withholding amount CHECK (broken_withholding BETWEEN 0 AND broken_gross),
  CONSTRAINT deposits_end_once CHECK ((status = 'pending') = (ended_on IS NULL)),
  CONSTRAINT deposits_broken_say_what_they_came_to CHECK (
    num_nonnulls(broken_rate, broken_gross, broken_withholding) IN (0, 3) AND (broken_gross IS NULL OR status = 'broken'))
);
CREATE INDEX deposits_of_account ON deposits (account_id, value_date DESC);

CREATE TABLE deposit_payments (
  deposit_id uuid NOT NULL REFERENCES deposits,
  place int NOT NULL CHECK (place > 0),
  from_date date NOT NULL,
  to_date date NOT NULL CHECK (to_date > from_date),
  gross amount NOT NULL CHECK (gross >= 0),
  withholding amount NOT NULL CHECK (withholding BETWEEN 0 AND gross),
  -- When the worker processes it: the first business day from its end. Null once it is credited, or when it never will
  -- be.
  run_at timestamptz,
  paid_on date,
  -- Null when it was paid before the books of the bank began here.
  posting_id uuid REFERENCES ledger_postings,
  PRIMARY KEY (deposit_id, place),
  CONSTRAINT deposit_payments_run_until_paid CHECK (paid_on IS NULL OR run_at IS NULL),
  CONSTRAINT deposit_payments_post_when_paid CHECK (posting_id IS NULL OR paid_on IS NOT NULL)
);
CREATE INDEX deposit_payments_due ON deposit_payments (run_at) WHERE run_at IS NOT NULL;

-- The application inserts too: on the day of maturity the worker opens the renewed deposit.
GRANT SELECT, INSERT, UPDATE (status, ended_on) ON deposits TO connect_app;
GRANT SELECT, INSERT, UPDATE (run_at, paid_on, posting_id) ON deposit_payments TO connect_app;
GRANT INSERT, UPDATE (broken_rate, broken_gross, broken_withholding) ON deposits TO connect_operator;
GRANT INSERT ON deposit_payments TO connect_operator;

-- Requests of customers about a deposit, answered by the bank. A break settles the deposit on the day of the answer; a
-- renewal is agreed and carried out at maturity.
CREATE TABLE deposit_requests (
  id uuid PRIMARY KEY,
  deposit_id uuid NOT NULL REFERENCES deposits,
  kind text NOT NULL CHECK (kind IN ('renew', 'break')),
  asked_by uuid NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- lapsed: nobody had answered when the deposit ended.
  answer text CHECK (answer IN ('accepted', 'refused', 'lapsed')),
  refusal text CHECK (length(refusal) BETWEEN 1 AND 500),
  -- Percent a year, from maturity on.
  renewal_rate numeric(6, 3) CHECK (renewal_rate >= 0),
  -- Whether the last interest, after tax, is added to the renewed principal.
  adds_interest boolean,
  CONSTRAINT deposit_requests_say_how_they_were_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT deposit_requests_refuse_with_a_reason CHECK ((refusal IS NOT NULL) = (answer IS NOT DISTINCT FROM 'refused')),
  CONSTRAINT deposit_requests_agree_on_a_renewal CHECK (
    (renewal_rate IS NOT NULL) = (kind = 'renew' AND answer IS NOT DISTINCT FROM 'accepted')
    AND (adds_interest IS NOT NULL) = (renewal_rate IS NOT NULL))
);
CREATE UNIQUE INDEX deposit_requests_one_at_a_time ON deposit_requests (deposit_id) WHERE answered_at IS NULL;
-- A deposit is renewed once. The worker and the screens read this index.
CREATE UNIQUE INDEX deposit_requests_agreed ON deposit_requests (deposit_id) WHERE kind = 'renew' AND answer = 'accepted';
CREATE INDEX deposit_requests_answered ON deposit_requests (deposit_id, answered_at DESC) WHERE answered_at IS NOT NULL;
CREATE INDEX deposit_requests_waiting ON deposit_requests (asked_at, id) WHERE answered_at IS NULL;
GRANT SELECT, INSERT, UPDATE (answered_at, answer) ON deposit_requests TO connect_app;
GRANT UPDATE (answered_at, answer, refusal, renewal_rate, adds_interest) ON deposit_requests TO connect_operator;

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
  -- Points above the rate for late payments.
  late_points numeric(6, 3) NOT NULL CHECK (late_points >= 0),
  setup_date date NOT NULL,
  -- Percent of the capital that is repaid early.
  early_fee_rate numeric(6, 3) NOT NULL DEFAULT 2 CHECK (early_fee_rate >= 0),
  CONSTRAINT credits_have_grace_where_they_say CHECK ((grace IS NULL) = (grace_count = 0))
);
CREATE INDEX credits_of_account ON credits (account_id, setup_date DESC);

CREATE TABLE credit_lines (
  credit_id uuid NOT NULL REFERENCES credits,
  place int NOT NULL CHECK (place > 0),
  due_date date NOT NULL,
  -- Negative when a total grace period adds to the capital.
  principal amount NOT NULL,
  interest amount NOT NULL CHECK (interest >= 0),
  fees amount NOT NULL CHECK (fees >= 0),
  taxes amount NOT NULL CHECK (taxes >= 0),
  instalment amount NOT NULL CHECK (instalment >= 0),
  outstanding amount NOT NULL CHECK (outstanding >= 0),
  -- When the worker processes it: the first business day from its date, and again while the account does not have
  -- enough money.
  run_at timestamptz,
  tries int NOT NULL DEFAULT 0,
  paid_on date,
  -- For late payment, tax included.
  late_interest amount NOT NULL DEFAULT 0 CHECK (late_interest >= 0),
  -- Null when it was paid before the books of the bank began here, and when nothing was due.
  posting_id uuid REFERENCES ledger_postings,
  PRIMARY KEY (credit_id, place),
  CONSTRAINT credit_lines_add_up CHECK (principal + interest + fees + taxes = instalment),
  CONSTRAINT credit_lines_run_until_paid CHECK ((paid_on IS NULL) = (run_at IS NOT NULL)),
  CONSTRAINT credit_lines_post_when_paid CHECK (posting_id IS NULL OR paid_on IS NOT NULL)
);
CREATE INDEX credit_lines_due ON credit_lines (run_at) WHERE run_at IS NOT NULL;

GRANT SELECT ON credits TO connect_app;
GRANT SELECT, UPDATE (run_at, tries, paid_on, late_interest, posting_id) ON credit_lines TO connect_app;
GRANT INSERT ON credits, credit_lines TO connect_operator;
