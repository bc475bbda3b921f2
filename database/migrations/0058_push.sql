-- Alerts reach a phone or a computer where the portal is not open: the last channel of the wishes.

-- What the bank proves itself with to push services. Browsers bind what they subscribe to this key, so that it is one and is not changed.
CREATE TABLE push_keys (
  private_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX push_keys_are_one ON push_keys ((true));
GRANT SELECT, INSERT ON push_keys TO connect_app;

CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  -- Who signed in there last: to sign out there silences it. Null: that session was swept away.
  session_id uuid REFERENCES sessions ON DELETE SET NULL,
  endpoint text NOT NULL UNIQUE,
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  user_agent text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  CONSTRAINT push_devices_have_whole_keys CHECK (octet_length(p256dh) = 65 AND octet_length(auth) = 16),
  CONSTRAINT push_devices_have_an_address CHECK (endpoint LIKE 'https://%' AND length(endpoint) <= 1024)
);
CREATE INDEX push_devices_of_user ON push_devices (user_id, last_used_at);
CREATE INDEX push_devices_of_session ON push_devices (session_id);
GRANT SELECT, INSERT, DELETE, UPDATE (session_id, endpoint, p256dh, auth, user_agent, last_used_at) ON push_devices TO connect_app;

-- What is on its way to a device. Once it has left, or is given up, it is gone.
CREATE TABLE push_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  device_id uuid NOT NULL REFERENCES push_devices ON DELETE CASCADE,
  alert_id uuid NOT NULL,
  kind text NOT NULL REFERENCES alert_kinds,
  created_at timestamptz NOT NULL,
  next_try_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- What the push service said last.
  error text
);
CREATE INDEX push_messages_due ON push_messages (next_try_at);
CREATE INDEX push_messages_of_device ON push_messages (device_id);
GRANT SELECT, INSERT, DELETE, UPDATE (next_try_at, tries, error) ON push_messages TO connect_app;

-- To switch a device on is the wish already: what is on is told there, until somebody says otherwise.
ALTER TABLE alert_rules ADD COLUMN by_push boolean NOT NULL DEFAULT true;

-- When its push is looked at next; null: it is on its way, or there is no device that wishes it.
ALTER TABLE alerts ADD COLUMN push_at timestamptz;
CREATE INDEX alerts_to_push ON alerts (push_at, user_id) WHERE push_at IS NOT NULL;
CREATE INDEX alerts_to_push_of_user ON alerts (user_id) WHERE push_at IS NOT NULL;
GRANT UPDATE (push_at) ON alerts TO connect_app;

/* Whatever writes an alert, it is decided here whether devices hear of it. What is of security has no rule. */
CREATE FUNCTION alert_wishes_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM push_devices d WHERE d.user_id = NEW.user_id)
     AND coalesce((SELECT r.by_push FROM alert_rules r
                    WHERE r.account_id = NEW.account_id AND r.user_id = NEW.user_id AND r.kind = NEW.kind), true) THEN
    NEW.push_at := NEW.at;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER alerts_wish_push BEFORE INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION alert_wishes_push();
