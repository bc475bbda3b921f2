-- E-mails leave from here, not from the call that promised them: queued in the transaction of their cause, sent by the
-- worker, tried again while the post office is away. What was sent keeps no content: links in it open accounts.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254 AND recipient !~ '[[:cntrl:]]'),
  lang text NOT NULL CHECK (lang IN ('fr', 'en')),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200 AND subject !~ '[[:cntrl:]]'),
  plain text,
  html text,
  created_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  -- Null once it was sent or given up.
  next_try_at timestamptz,
  sent_at timestamptz,
  error text,
  CONSTRAINT mails_keep_no_content CHECK ((next_try_at IS NULL) = (plain IS NULL) AND (plain IS NULL) = (html IS NULL)),
  CONSTRAINT mails_sent_wait_no_more CHECK (sent_at IS NULL OR next_try_at IS NULL)
);
CREATE INDEX mails_to_send ON mails (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX mails_by_age ON mails (created_at);

-- A link that makes a password: single use, hashed, soon over.
CREATE TABLE password_tokens (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX password_tokens_of_user ON password_tokens (user_id);
CREATE INDEX password_tokens_by_expiry ON password_tokens (expires_at);

GRANT SELECT, INSERT, DELETE ON mails TO connect_app;
GRANT UPDATE (plain, html, tries, next_try_at, sent_at, error) ON mails TO connect_app;
GRANT SELECT, INSERT, DELETE ON password_tokens TO connect_app;
GRANT UPDATE (used_at) ON password_tokens TO connect_app;
GRANT UPDATE (password_hash, must_change_password, email, phone) ON users TO connect_app;
