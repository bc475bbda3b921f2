-- Who signs in, with what proof, and for how long.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  login text NOT NULL UNIQUE CHECK (login ~ '^[0-9]{8}$'),
  -- Null: a customer who has not made a password yet.
  password_hash text,
  must_change_password boolean NOT NULL DEFAULT false,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text,
  lang text NOT NULL DEFAULT 'fr' CHECK (lang IN ('fr', 'en')),
  theme text NOT NULL DEFAULT 'system' CHECK (theme IN ('light', 'dark', 'system')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Attempts are counted by what was typed, known or not: a lock tells nobody whether an id exists.
CREATE TABLE sign_in_attempts (
  login text PRIMARY KEY CHECK (length(login) <= 64),
  failures integer NOT NULL,
  last_at timestamptz NOT NULL,
  locked_until timestamptz
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  -- SHA-256 of the cookie: a copy of this table opens no session.
  cookie_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  address inet,
  user_agent text
);
CREATE INDEX sessions_of_user ON sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Keys that sign the tokens. Kept past their use, so that tokens signed before a change still verify.
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  private_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

-- A password given again, for one operation: single use, bound to its hash.
CREATE TABLE confirmations (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  operation_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX confirmations_by_expiry ON confirmations (expires_at);
CREATE INDEX confirmations_of_session ON confirmations (session_id);

-- The first answer to each idempotency key, given again to a replay.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users,
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 128),
  request_hash text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Who did what, when, from where. Only ever added to.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  user_id uuid,
  session_id uuid,
  account_id uuid,
  address inet,
  action text NOT NULL,
  subject_id uuid,
  facts jsonb NOT NULL
);
CREATE INDEX audit_events_of_account ON audit_events (account_id, at);

CREATE FUNCTION audit_forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit journal is append-only: % is not possible', TG_OP USING ERRCODE = 'LG001';
END $$;
CREATE TRIGGER audit_events_never_change BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_forbid_change();
CREATE TRIGGER audit_events_never_vanish BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

GRANT SELECT ON users TO connect_app;
GRANT UPDATE (lang, theme) ON users TO connect_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_attempts TO connect_app;
GRANT SELECT, INSERT, DELETE ON sessions TO connect_app;
GRANT UPDATE (last_active_at, ended_at) ON sessions TO connect_app;
GRANT SELECT, INSERT ON signing_keys TO connect_app;
GRANT SELECT, INSERT, DELETE ON confirmations TO connect_app;
GRANT UPDATE (used_at) ON confirmations TO connect_app;
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO connect_app;
GRANT SELECT, INSERT ON audit_events TO connect_app;
