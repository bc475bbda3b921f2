-- New e-mail addresses, each until the code that was sent to it is typed.
CREATE TABLE email_changes (
  user_id uuid PRIMARY KEY REFERENCES users,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  salt bytea NOT NULL CHECK (length(salt) = 16),
  -- SHA-256 of salt, user, address and code.
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  expires_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON email_changes TO connect_app;
