-- Interest on debit balances (agios): once a quarter for each account, by value date.

INSERT INTO parameters (name, value, meaning) VALUES
  ('overdraft_rate', 1200, 'Interest on debit balances within the authorised overdraft, in hundredths of a percent a year'),
  ('overdraft_excess_rate', 1450, 'Interest on the part of a debit balance above the authorised overdraft, in hundredths of a percent a year');

-- The charge of one quarter. Its scale follows from the entries of the account up to last_seq and from the rates that are stored here.
CREATE TABLE overdraft_charges (
  account_id uuid NOT NULL REFERENCES accounts,
  first_day date NOT NULL CHECK (extract(day FROM first_day) = 1 AND extract(month FROM first_day) IN (1, 4, 7, 10)),
  last_seq bigint NOT NULL,
  authorised amount NOT NULL CHECK (authorised >= 0),
  rate int NOT NULL CHECK (rate >= 0),
  excess_rate int NOT NULL CHECK (excess_rate >= 0),
  tax_rate int NOT NULL CHECK (tax_rate >= 0),
  interest amount NOT NULL CHECK (interest > 0),
  tax amount NOT NULL CHECK (tax >= 0),
  made_at timestamptz NOT NULL,
  -- When the worker debits it, and again while the account does not have enough money. Null once it is debited.
  run_at timestamptz,
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  PRIMARY KEY (account_id, first_day),
  CONSTRAINT overdraft_charges_run_until_posted CHECK ((posting_id IS NULL) = (run_at IS NOT NULL))
);
CREATE INDEX overdraft_charges_due ON overdraft_charges (run_at) WHERE run_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (run_at, posting_id) ON overdraft_charges TO connect_app;

-- Quarters for which every account is charged: the job skips them.
CREATE TABLE overdraft_quarters (
  first_day date PRIMARY KEY,
  done_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON overdraft_quarters TO connect_app;
