-- Whoever holds the paper of a transfer can ask the bank whether it is true: by a code that only the paper tells.
CREATE TABLE transfer_proofs (
  code text PRIMARY KEY CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  made_at timestamptz NOT NULL,
  UNIQUE (account_id, transfer_id),
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id)
);
GRANT SELECT, INSERT ON transfer_proofs TO connect_app;

-- A validator is reminded once a day of what waits for them.
CREATE TABLE signature_reminders (
  user_id uuid NOT NULL REFERENCES users,
  day date NOT NULL,
  PRIMARY KEY (user_id, day)
);
GRANT SELECT, INSERT ON signature_reminders TO connect_app;
