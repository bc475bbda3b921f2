-- People who sign in: users, their passwords, sessions, confirmations by password, and limits on repeated requests.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  login text NOT NULL UNIQUE CHECK (login ~ '^[0-9]{8}$'),
  -- Null: the user has not set a password yet.
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
GRANT SELECT, INSERT, UPDATE (password_hash, must_change_password, email, phone, lang, theme) ON users TO connect_app;

-- A small square image, encoded by the server itself.
CREATE TABLE user_pictures (
  user_id uuid PRIMARY KEY REFERENCES users,
  content bytea NOT NULL CHECK (length(content) <= 262144),
  -- Part of the address of the image: a new image has a new address, so that no browser shows the old one.
  version uuid NOT NULL,
  updated_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_pictures TO connect_app;

-- Attempts are counted by the typed identifier, known or not: a lock does not reveal whether an identifier exists.
CREATE TABLE sign_in_attempts (
  login text PRIMARY KEY CHECK (length(login) <= 64),
  failures integer NOT NULL,
  last_at timestamptz NOT NULL,
  locked_until timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_attempts TO connect_app;

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  -- SHA-256 of the cookie: a copy of this table cannot open a session.
  cookie_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  address inet,
  user_agent text
);
CREATE INDEX sessions_of_user ON sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_of_user_by_time ON sessions (user_id, created_at DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
GRANT SELECT, INSERT, UPDATE (last_active_at, ended_at), DELETE ON sessions TO connect_app;

-- Keys that sign the tokens. A key is kept after its use, so that tokens signed before a change can still be verified.
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  private_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON signing_keys TO connect_app;

-- Re-authentication tokens: the user has entered the password again for one operation. A token is used once, and only
-- for the operation of its hash.
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
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON confirmations TO connect_app;

-- The first response to each idempotency key: a repeated request gets the same response.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users,
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 128),
  request_hash text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO connect_app;

-- Every request for a password link is stored, whatever identifier it names, and answered by the worker: neither the
-- response nor its duration reveals whether an identifier exists.
CREATE TABLE password_requests (
  id uuid PRIMARY KEY,
  login text NOT NULL CHECK (length(login) BETWEEN 1 AND 64),
  address inet,
  asked_at timestamptz NOT NULL
);
CREATE INDEX password_requests_by_time ON password_requests (asked_at);
-- UPDATE is needed to lock a request while it is processed.
GRANT SELECT, INSERT, UPDATE (asked_at), DELETE ON password_requests TO connect_app;

-- Tokens of the links that set a password: hashed, used once, valid for a short time.
CREATE TABLE password_tokens (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX password_tokens_of_user ON password_tokens (user_id);
CREATE INDEX password_tokens_by_expiry ON password_tokens (expires_at);
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON password_tokens TO connect_app;

-- How often an identifier or a network address has made a request, and when the next one is allowed.
CREATE TABLE request_limits (
  subject text PRIMARY KEY CHECK (length(subject) <= 128),
  times integer NOT NULL CHECK (times > 0),
  last_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX request_limits_by_age ON request_limits (last_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON request_limits TO connect_app;
