-- Second factors (decision 0075): passkeys (WebAuthn level 3), one-time codes (TOTP, RFC 6238) and recovery codes.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- What the authenticator has counted; 0 where it does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

-- A challenge is signed once. Only its digest is stored.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('add', 'sign_in', 'confirm')),
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  operation_hash text,
  expires_at timestamptz NOT NULL,
  CHECK ((purpose = 'sign_in') = (session_id IS NULL)),
  CHECK ((purpose = 'confirm') = (operation_hash IS NOT NULL))
);
CREATE INDEX passkey_challenges_expiring ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_of_session ON passkey_challenges (session_id);

-- The secret that the application of the user shares with the bank. `next_secret`: prepared, and without a code of it yet.
CREATE TABLE one_time_codes (
  user_id uuid PRIMARY KEY REFERENCES users,
  secret bytea,
  -- The period of the last accepted code: neither it nor an earlier one is accepted again.
  last_period bigint NOT NULL,
  active_since timestamptz,
  next_secret bytea,
  next_expires_at timestamptz,
  CHECK ((secret IS NULL) = (active_since IS NULL)),
  CHECK ((next_secret IS NULL) = (next_expires_at IS NULL))
);

-- Ten for each user, by the first character of the code. Their hashes are those of passwords.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users,
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 9),
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, position)
);

-- The browsers from which a user has signed in. Its secret is in a cookie of one year.
CREATE TABLE devices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  secret_hash bytea NOT NULL,
  user_agent text,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  address inet,
  UNIQUE (user_id, secret_hash)
);

-- Sign-ins with the right password that wait for their second step.
CREATE TABLE pending_sign_ins (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  address inet,
  user_agent text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Of the e-mail's link, where one was sent.
  link_hash bytea UNIQUE,
  allowed_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX pending_sign_ins_expiring ON pending_sign_ins (expires_at);

ALTER TABLE users
  -- What the user can confirm with, kept with passkeys and one_time_codes in their transactions: every request reads it.
  ADD COLUMN factors text[] NOT NULL DEFAULT '{}',
  -- The end of the time in which a user without a factor may go on with the password alone.
  ADD COLUMN factor_due_at timestamptz,
  ADD COLUMN factors_reset_at timestamptz;
-- The administrators of a company require a factor above this amount (XOF), where the bank does not require it already.
ALTER TABLE accounts ADD COLUMN factor_amount bigint;
ALTER TABLE sessions ADD COLUMN device_id uuid;
ALTER TABLE confirmations ADD COLUMN method text NOT NULL DEFAULT 'password';
-- Validated in the next migration.
ALTER TABLE users ADD CONSTRAINT users_factors_check CHECK (factors <@ ARRAY['passkey', 'code']) NOT VALID;
ALTER TABLE accounts ADD CONSTRAINT accounts_factor_amount_check CHECK (factor_amount >= 0) NOT VALID;
ALTER TABLE sessions ADD CONSTRAINT sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices ON DELETE SET NULL NOT VALID;
ALTER TABLE confirmations ADD CONSTRAINT confirmations_method_check CHECK (method IN ('password', 'code', 'passkey')) NOT VALID;

INSERT INTO parameters (name, value, meaning) VALUES
  ('factor_sign_in', 1, 'Second step of a sign-in: 0 never, 1 on new devices, 2 always for users with a second factor'),
  ('factor_link', 1, '1: users without a second factor allow a new device by the link of an e-mail; 0: they are only informed'),
  ('factor_amount', 1000000, 'Operations above this amount (XOF) are confirmed with a second factor; -1: never'),
  ('factor_grace_days', 30, 'Days in which a user without a second factor may still confirm such amounts by password');
-- A demo bank that is upgraded: its visitors have neither the mailbox nor the telephone of its customers.
UPDATE parameters p SET value = d.value FROM (VALUES ('factor_link', 0), ('factor_amount', -1)) d (name, value)
 WHERE p.name = d.name AND EXISTS (SELECT FROM parameters WHERE name = 'demo_bank' AND value = 1);

GRANT SELECT, INSERT, UPDATE (counter, is_synced, name, last_used_at), DELETE ON passkeys TO connect_app;
GRANT SELECT, INSERT, DELETE ON passkey_challenges TO connect_app;
GRANT SELECT, INSERT, UPDATE (secret, last_period, active_since, next_secret, next_expires_at), DELETE ON one_time_codes TO connect_app;
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON recovery_codes TO connect_app;
GRANT SELECT, INSERT, UPDATE (user_agent, last_seen_at, address), DELETE ON devices TO connect_app;
GRANT SELECT, INSERT, UPDATE (link_hash, allowed_at, ended_at), DELETE ON pending_sign_ins TO connect_app;
GRANT UPDATE (factors, factor_due_at, factors_reset_at) ON users TO connect_app;
GRANT UPDATE (factor_amount) ON accounts TO connect_app;
GRANT UPDATE (device_id) ON sessions TO connect_app;
