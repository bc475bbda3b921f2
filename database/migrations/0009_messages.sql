-- What the bank writes to a customer.

CREATE TABLE messages (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 140),
  sender text NOT NULL,
  body text NOT NULL,
  sent_at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX messages_newest_first ON messages (account_id, sent_at DESC, id DESC);

GRANT SELECT ON messages TO connect_app;
