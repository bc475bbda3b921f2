-- Administrators give, lower and take access. A table of its own keeps what is not in force: whatever stands in memberships grants,
-- so that no query can forget to ask whether somebody was suspended.
CREATE TABLE dormant_memberships (
  user_id uuid NOT NULL REFERENCES users,
  account_id uuid NOT NULL REFERENCES accounts,
  rights text[] NOT NULL,
  capabilities text[] NOT NULL,
  -- suspended: was in force. invited: will be, once the person has made a password.
  cause text NOT NULL CHECK (cause IN ('suspended', 'invited')),
  PRIMARY KEY (user_id, account_id)
);
CREATE INDEX dormant_memberships_of_account ON dormant_memberships (account_id);

-- One for each person that an administrator invited. The user is made with it, without a password.
CREATE TABLE invitations (
  user_id uuid PRIMARY KEY REFERENCES users,
  customer_id uuid NOT NULL REFERENCES customers,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz
);

-- More rights wait for a second administrator, account by account: not everybody administers all of them.
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

CREATE TABLE access_change_accounts (
  change_id uuid NOT NULL REFERENCES access_changes,
  account_id uuid NOT NULL REFERENCES accounts,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn', 'replaced')),
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  PRIMARY KEY (change_id, account_id),
  CONSTRAINT access_change_accounts_say_who CHECK ((state = 'waiting') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL))
);

GRANT SELECT, INSERT, UPDATE, DELETE ON dormant_memberships TO connect_app;
GRANT SELECT, INSERT ON invitations TO connect_app;
GRANT UPDATE (sent_at, expires_at, accepted_at) ON invitations TO connect_app;
GRANT DELETE ON invitations TO connect_app;
GRANT SELECT, INSERT ON access_changes, access_change_accounts TO connect_app;
GRANT UPDATE (state, decided_by, decided_at) ON access_change_accounts TO connect_app;
GRANT INSERT, DELETE ON memberships TO connect_app;
GRANT UPDATE (rights, capabilities, is_default) ON memberships TO connect_app;
GRANT INSERT ON users TO connect_app;
