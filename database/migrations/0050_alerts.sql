-- What somebody wants to be told of on an account. The alert is written by the transaction of its cause, and its e-mail leaves once from there.

CREATE TABLE alert_rules (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('balance_below', 'debit_above', 'credit_above', 'message_received')),
  threshold amount,
  -- Besides the portal, where every alert stands.
  by_mail boolean NOT NULL,
  PRIMARY KEY (account_id, user_id, kind),
  FOREIGN KEY (user_id, account_id) REFERENCES memberships ON DELETE CASCADE,
  CONSTRAINT alert_rules_of_money_have_a_threshold CHECK ((kind = 'message_received') = (threshold IS NULL)),
  CONSTRAINT alert_rules_have_no_sign CHECK (threshold >= 0)
);
CREATE INDEX alert_rules_of_user ON alert_rules (user_id, account_id);
GRANT SELECT, INSERT, DELETE ON alert_rules TO connect_app;

-- When e-mails of alerts leave. No row: at once, at any hour. Hours are those of Dakar, which are UTC all year.
CREATE TABLE alert_timing (
  user_id uuid PRIMARY KEY REFERENCES users,
  is_daily boolean NOT NULL,
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 23),
  CONSTRAINT alert_timing_quiet_hours_have_two_ends CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CONSTRAINT alert_timing_is_not_always_quiet CHECK (quiet_from <> quiet_to)
);
GRANT SELECT, INSERT, UPDATE (is_daily, quiet_from, quiet_to) ON alert_timing TO connect_app;

CREATE TABLE alerts (
  user_id uuid NOT NULL REFERENCES users,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  kind text NOT NULL,
  -- The operation or the conversation.
  subject_id uuid NOT NULL,
  -- What moved, and what was left then.
  amount amount,
  balance_after amount,
  threshold amount,
  at timestamptz NOT NULL,
  read_at timestamptz,
  -- When its e-mail is looked at next; null: it has left, or none was wished.
  mail_at timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX alerts_newest_first ON alerts (user_id, at DESC, id DESC);
CREATE INDEX alerts_unread ON alerts (user_id) WHERE read_at IS NULL;
CREATE INDEX alerts_to_send ON alerts (mail_at, user_id) WHERE mail_at IS NOT NULL;
CREATE INDEX alerts_to_send_of_user ON alerts (user_id) WHERE mail_at IS NOT NULL;
CREATE INDEX alerts_by_age ON alerts (at);
GRANT SELECT, INSERT, DELETE, UPDATE (read_at, mail_at) ON alerts TO connect_app;

/* A right that was taken away takes its alerts with it, whatever the rule still says. */
CREATE FUNCTION alert_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts (user_id, account_id, kind, subject_id, amount, balance_after, threshold, at, mail_at)
  SELECT r.user_id, r.account_id, r.kind, e.id, e.amount, e.balance_after, r.threshold, e.posted_at, CASE WHEN r.by_mail THEN e.posted_at END
    FROM inserted e
    JOIN alert_rules r ON r.account_id = e.account_id
    JOIN memberships m ON m.user_id = r.user_id AND m.account_id = r.account_id
   WHERE e.seq IS NOT NULL AND 'operations' = ANY (m.rights)
     AND CASE r.kind
           WHEN 'debit_above' THEN -e.amount >= r.threshold AND e.amount < 0
           WHEN 'credit_above' THEN e.amount >= r.threshold
           -- Once each time it falls below, and not again for each operation further down.
           WHEN 'balance_below' THEN e.balance_after < r.threshold AND e.balance_after - e.amount >= r.threshold
           ELSE false
         END;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_are_alerted AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION alert_of_entries();

/* What the bank wrote: in the first letter of a conversation, or in an answer. */
CREATE FUNCTION alert_of_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts (user_id, account_id, kind, subject_id, at, mail_at)
  SELECT r.user_id, r.account_id, r.kind, (to_jsonb(NEW) ->> TG_ARGV[0])::uuid, NEW.sent_at, CASE WHEN r.by_mail THEN NEW.sent_at END
    FROM alert_rules r
    JOIN memberships m ON m.user_id = r.user_id AND m.account_id = r.account_id
   WHERE r.account_id = NEW.account_id AND r.kind = 'message_received' AND 'inbox' = ANY (m.rights);
  RETURN NULL;
END $$;
CREATE TRIGGER messages_are_alerted AFTER INSERT ON messages FOR EACH ROW
  WHEN (NEW.written_by IS NULL) EXECUTE FUNCTION alert_of_letter('id');
CREATE TRIGGER message_replies_are_alerted AFTER INSERT ON message_replies FOR EACH ROW
  WHEN (NEW.written_by IS NULL) EXECUTE FUNCTION alert_of_letter('message_id');

CREATE FUNCTION live_tell_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT user_id, TG_ARGV[0] FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_are_told AFTER INSERT ON alerts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell_users('alerts');
CREATE TRIGGER alerts_are_told_again AFTER UPDATE ON alerts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell_users('alerts');
