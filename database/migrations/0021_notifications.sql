-- Notifications: the queue of e-mails, alerts and the rules that each user sets for them, and push messages to devices.

-- E-mails. A row is inserted in the transaction of its cause and sent by the worker, which tries again while the mail
-- server is unavailable. A sent e-mail keeps no content: its links give access to accounts.
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

CREATE TABLE mail_attachments (
  mail_id uuid NOT NULL REFERENCES mails ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140 AND name !~ '[[:cntrl:]/\\]'),
  media_type text NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (mail_id, name)
);
GRANT SELECT, INSERT, UPDATE (plain, html, tries, next_try_at, sent_at, error), DELETE ON mails TO connect_app;
GRANT SELECT, INSERT, DELETE ON mail_attachments TO connect_app;

-- What a user has set for a kind of alert on an account. Without a row the defaults of the catalogue in
-- contract/src/access/alerts.ts apply. The catalogue is the only list of the kinds.
CREATE TABLE alert_rules (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  threshold amount,
  -- Every alert is shown in the portal; these are the other channels.
  by_mail boolean NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  -- True by default: switching a device on is already the decision to get push messages.
  by_push boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account_id, user_id, kind),
  FOREIGN KEY (user_id, account_id) REFERENCES memberships ON DELETE CASCADE,
  CONSTRAINT alert_rules_have_no_sign CHECK (threshold >= 0)
);
CREATE INDEX alert_rules_of_user ON alert_rules (user_id, account_id);
CREATE INDEX alert_rules_with_threshold ON alert_rules (account_id) WHERE threshold IS NOT NULL;

-- When e-mails of alerts are sent. Without a row: at once, at any hour. Hours are those of Dakar, which has UTC all
-- year.
CREATE TABLE alert_timing (
  user_id uuid PRIMARY KEY REFERENCES users,
  is_daily boolean NOT NULL,
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 23),
  CONSTRAINT alert_timing_quiet_hours_have_two_ends CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CONSTRAINT alert_timing_is_not_always_quiet CHECK (quiet_from <> quiet_to)
);

CREATE TABLE alerts (
  user_id uuid NOT NULL REFERENCES users,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Null for an alert about the user's own access.
  account_id uuid,
  kind text NOT NULL,
  -- Cannot be switched off, and its e-mail is sent at once.
  is_security boolean NOT NULL DEFAULT false,
  -- What its reader needs on the account, as the catalogue said when it was inserted. Null: no right, no capability.
  right_needed text,
  capability_needed text,
  -- The id of what the alert is about: an operation, a conversation, a transfer, a person.
  subject_id uuid NOT NULL,
  -- The amount of the operation, and the balance after it.
  amount amount,
  balance_after amount,
  threshold amount,
  at timestamptz NOT NULL,
  read_at timestamptz,
  -- When its e-mail is considered next. Null: it was sent, or none is wanted.
  mail_at timestamptz,
  -- The type of the subject, and its name: a payee, a creditor, a card, a person.
  about text NOT NULL,
  name text,
  is_confidential boolean NOT NULL DEFAULT false,
  -- When its push messages are considered next. Null: they were created, or no device wants them.
  push_at timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX alerts_newest_first ON alerts (user_id, at DESC, id DESC);
CREATE INDEX alerts_unread ON alerts (user_id) WHERE read_at IS NULL;
CREATE INDEX alerts_to_send ON alerts (mail_at, user_id) WHERE mail_at IS NOT NULL;
CREATE INDEX alerts_to_send_of_user ON alerts (user_id) WHERE mail_at IS NOT NULL;
CREATE INDEX alerts_to_push ON alerts (push_at, user_id) WHERE push_at IS NOT NULL;
CREATE INDEX alerts_to_push_of_user ON alerts (user_id) WHERE push_at IS NOT NULL;
CREATE INDEX alerts_by_age ON alerts (at);

GRANT SELECT, INSERT, DELETE ON alert_rules TO connect_app;
GRANT SELECT, INSERT, UPDATE (is_daily, quiet_from, quiet_to) ON alert_timing TO connect_app;
GRANT SELECT, INSERT, UPDATE (read_at, mail_at, push_at), DELETE ON alerts TO connect_app;

-- The alerts that their reader may still see, with the fields that they may see. A right that was taken away hides its
-- alerts.
CREATE VIEW open_alerts AS
SELECT a.user_id, a.id, a.kind, a.is_security, a.about, a.subject_id, a.account_id, c.label, c.number, c.currency,
       CASE WHEN NOT a.is_confidential OR 'batch.confidential' = ANY (m.capabilities) THEN a.amount::bigint END AS amount,
       CASE WHEN NOT a.is_confidential OR a.about = 'batch' OR 'batch.confidential' = ANY (m.capabilities) THEN a.name END AS name,
       a.balance_after, a.threshold, a.at, a.read_at, a.mail_at
  FROM alerts a
  LEFT JOIN memberships m ON m.user_id = a.user_id AND m.account_id = a.account_id
  LEFT JOIN accounts c ON c.id = a.account_id
 WHERE a.account_id IS NULL
    OR (coalesce(a.right_needed, m.rights[1]) = ANY (m.rights)
        AND (a.capability_needed IS NULL OR a.capability_needed = ANY (m.capabilities)));
GRANT SELECT ON open_alerts TO connect_app;

-- The key pair that identifies the bank to push services. Browsers bind their subscriptions to it, so that there is one
-- key, which is never changed.
CREATE TABLE push_keys (
  private_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX push_keys_are_one ON push_keys ((true));

CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  -- The last session on the device: signing out there stops its push messages. Null: that session was purged.
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

-- Push messages that are not sent yet. A row is deleted once it was sent or given up.
CREATE TABLE push_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  device_id uuid NOT NULL REFERENCES push_devices ON DELETE CASCADE,
  alert_id uuid NOT NULL,
  kind text NOT NULL,
  is_security boolean NOT NULL,
  created_at timestamptz NOT NULL,
  next_try_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- The last error of the push service.
  error text
);
CREATE INDEX push_messages_due ON push_messages (next_try_at);
CREATE INDEX push_messages_of_device ON push_messages (device_id);

GRANT SELECT, INSERT ON push_keys TO connect_app;
GRANT SELECT, INSERT, UPDATE (session_id, endpoint, p256dh, auth, user_agent, last_used_at),
                              DELETE ON push_devices TO connect_app;
GRANT SELECT, INSERT, UPDATE (next_try_at, tries, error), DELETE ON push_messages TO connect_app;

-- Whether an e-mail of the bank about such a subject may be sent: it counts as the e-mail of its alert. is_default is
-- what the catalogue says for a user without a rule. It is a function because the statements that select the recipients
-- of such e-mails call it for each of them.
CREATE FUNCTION email_is_enabled(reader uuid, account uuid, about_kind text, is_default boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT r.is_on AND r.by_mail FROM alert_rules r WHERE r.account_id = account AND r.user_id = reader AND r.kind = about_kind),
                  is_default)
$$;

-- Events that may cause alerts and were not processed yet. The job derive-alerts takes the rows and decides in
-- TypeScript whom they alert (api/src/domains/alerts/alert-cause-rules.ts). Triggers insert them, so that no use case
-- forgets to, in the transaction of the cause, so that nothing is alerted that was rolled back. It is a queue and not a
-- position in the audit log: a transaction that took a smaller number may commit later, and would be skipped.
CREATE TABLE alert_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('event', 'entry', 'message', 'reply')),
  -- All rows of one statement: one action may record several events, and is alerted once.
  ids uuid[] NOT NULL,
  -- The account of each row. An event may have none.
  account_ids uuid[] NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT alert_queue_pairs_are_whole CHECK (cardinality(ids) = cardinality(account_ids))
);
-- To lock the rows that it takes, a worker needs the right to update.
GRANT SELECT, INSERT, UPDATE (queued_at), DELETE ON alert_queue TO connect_app;

CREATE FUNCTION alert_queue_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids) SELECT 'event', array_agg(id), array_agg(account_id) FROM fresh HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_events_may_alert AFTER INSERT ON audit_events REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_events();

-- Only entries of accounts on which somebody has set a threshold: most accounts have none, and millions of entries would
-- pass through the queue for nothing.
CREATE FUNCTION alert_queue_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT 'entry', array_agg(id), array_agg(account_id)
    FROM fresh f
   WHERE f.seq IS NOT NULL AND EXISTS (SELECT FROM alert_rules r WHERE r.account_id = f.account_id AND r.threshold IS NOT NULL)
  HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_may_alert AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_entries();

-- Messages of the bank: the first text of a conversation, or a reply.
CREATE FUNCTION alert_queue_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT TG_ARGV[0], array_agg(id), array_agg(account_id) FROM fresh WHERE written_by IS NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_may_alert AFTER INSERT ON messages REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_texts('message');
CREATE TRIGGER message_replies_may_alert AFTER INSERT ON message_replies REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_texts('reply');
