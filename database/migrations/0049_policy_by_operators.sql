-- Operators set the parameters of the bank, and remove the second factors of a user who has lost everything: the second of two operators does it.
CREATE TABLE factor_resets (
  user_id uuid PRIMARY KEY REFERENCES users,
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (requested_by, requested_at), DELETE ON factor_resets TO connect_operator;
GRANT UPDATE (value) ON parameters TO connect_operator;
