-- The accounts of customers, and who may do what on each.

CREATE TABLE customers (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('individual', 'company')),
  name text NOT NULL
);

CREATE TABLE accounts (
  -- The same id as in the ledger: one account, its money there, its papers here.
  id uuid PRIMARY KEY REFERENCES ledger_accounts,
  customer_id uuid NOT NULL REFERENCES customers,
  label text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('checking', 'savings', 'current', 'payroll', 'currency')),
  number text NOT NULL CHECK (number ~ '^[0-9]{12}$'),
  branch_code text NOT NULL REFERENCES branches,
  iban text NOT NULL UNIQUE,
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'user_pending', 'blocked', 'closed')),
  opened_on date NOT NULL,
  UNIQUE (branch_code, number)
);
CREATE INDEX accounts_of_customer ON accounts (customer_id);

CREATE TABLE memberships (
  user_id uuid NOT NULL REFERENCES users,
  account_id uuid NOT NULL REFERENCES accounts,
  rights text[] NOT NULL,
  capabilities text[] NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, account_id)
);
CREATE UNIQUE INDEX memberships_have_one_default ON memberships (user_id) WHERE is_default;
CREATE INDEX memberships_of_account ON memberships (account_id);

GRANT SELECT ON customers, accounts, memberships TO connect_app;
