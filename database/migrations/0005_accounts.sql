-- Customers, their accounts, and what each user may do on each account.

CREATE TABLE customers (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('individual', 'company')),
  name text NOT NULL,
  -- The bank consults the register of payment incidents before it issues a chequebook: a banned customer gets none.
  may_have_cheques boolean NOT NULL DEFAULT true
);
CREATE INDEX customers_by_name ON customers (name, id);
GRANT SELECT ON customers TO connect_app;
GRANT INSERT ON customers TO connect_operator;

CREATE TABLE accounts (
  -- The same id as in ledger_accounts, which has the balance; this table has everything else.
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
  -- Null: the branch is the contact.
  advisor_id uuid REFERENCES advisors,
  UNIQUE (branch_code, number)
);
CREATE INDEX accounts_of_customer ON accounts (customer_id);
-- Operators find an account by its number.
CREATE INDEX accounts_by_number ON accounts (number);
GRANT SELECT ON accounts TO connect_app;
GRANT INSERT ON accounts TO connect_operator;

-- Every row grants access. Suspended members and invited people are in dormant_memberships, so that no query can forget
-- to exclude them.
CREATE TABLE memberships (
  user_id uuid NOT NULL REFERENCES users,
  account_id uuid NOT NULL REFERENCES accounts,
  rights text[] NOT NULL,
  capabilities text[] NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  -- Favourites and recent accounts belong to the user, not to a device: they are the same on a new device.
  is_favourite boolean NOT NULL DEFAULT false,
  last_chosen_at timestamptz,
  PRIMARY KEY (user_id, account_id)
);
CREATE UNIQUE INDEX memberships_have_one_default ON memberships (user_id) WHERE is_default;
CREATE INDEX memberships_of_account ON memberships (account_id);
GRANT SELECT, INSERT, UPDATE (rights, capabilities, is_default, is_favourite, last_chosen_at),
                              DELETE ON memberships TO connect_app;

CREATE TABLE dormant_memberships (
  user_id uuid NOT NULL REFERENCES users,
  account_id uuid NOT NULL REFERENCES accounts,
  rights text[] NOT NULL,
  capabilities text[] NOT NULL,
  -- suspended: the membership was active. invited: it becomes active once the person has set a password.
  cause text NOT NULL CHECK (cause IN ('suspended', 'invited')),
  PRIMARY KEY (user_id, account_id)
);
CREATE INDEX dormant_memberships_of_account ON dormant_memberships (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON dormant_memberships TO connect_app;

-- One row per person that an administrator has invited. The user is created with it, without a password.
CREATE TABLE invitations (
  user_id uuid PRIMARY KEY REFERENCES users,
  customer_id uuid NOT NULL REFERENCES customers,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz
);
GRANT SELECT, INSERT, UPDATE (sent_at, expires_at, accepted_at), DELETE ON invitations TO connect_app;

-- More rights wait for the approval of a second administrator, account by account: an administrator may not administer
-- all accounts.
CREATE TABLE access_changes (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  kind text NOT NULL CHECK (kind IN ('rights', 'invitation', 'reinstatement')),
  user_id uuid NOT NULL REFERENCES users,
  rights text[] NOT NULL,
  capabilities text[] NOT NULL,
  asked_by uuid NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT access_changes_raise_others CHECK (asked_by <> user_id)
);
CREATE INDEX access_changes_of_customer ON access_changes (customer_id, expires_at);
CREATE INDEX access_changes_of_user ON access_changes (user_id);
GRANT SELECT, INSERT ON access_changes TO connect_app;

CREATE TABLE access_change_accounts (
  change_id uuid NOT NULL REFERENCES access_changes,
  account_id uuid NOT NULL REFERENCES accounts,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn', 'replaced')),
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  PRIMARY KEY (change_id, account_id),
  CONSTRAINT access_change_accounts_say_who CHECK ((state = 'waiting') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE (state, decided_by, decided_at) ON access_change_accounts TO connect_app;
