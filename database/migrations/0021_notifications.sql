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

-- The catalogue of alerts.
CREATE TABLE alert_kinds (
  kind text PRIMARY KEY,
  -- The right on the section of its subject. Null: the capability, or the alert itself, decides who gets it.
  right_needed text,
  capability_needed text,
  -- The defaults of a user without a rule.
  is_on boolean NOT NULL,
  by_mail boolean NOT NULL,
  -- Another e-mail is already sent about the same event: the alert sends no second one.
  has_letter boolean NOT NULL,
  -- Cannot be switched off, and its e-mail is sent at once.
  is_security boolean NOT NULL DEFAULT false,
  CONSTRAINT alert_kinds_of_security_are_on CHECK (is_on OR NOT is_security)
);
INSERT INTO alert_kinds (kind, right_needed, capability_needed, is_on, by_mail, has_letter, is_security) VALUES
  ('balance_below', 'operations', NULL, false, false, false, false),
  ('debit_above', 'operations', NULL, false, false, false, false),
  ('credit_above', 'operations', NULL, false, false, false, false),
  ('transfer_executed', 'transfers', NULL, false, false, false, false),
  ('transfer_rejected', 'transfers', NULL, true, true, true, false),
  ('transfer_returned', 'transfers', NULL, true, true, true, false),
  ('order_to_sign', NULL, 'transfer.validate', true, true, true, false),
  ('batch_done', 'transfers', NULL, true, false, false, false),
  ('beneficiary_waiting', 'transfers', 'transfer.validate', true, false, false, false),
  ('card_topped_up', 'payment-methods', NULL, false, false, false, false),
  ('topup_failed', 'payment-methods', NULL, true, true, true, false),
  ('chequebook_available', 'payment-methods', NULL, true, true, true, false),
  ('debit_announced', 'debits', NULL, true, false, false, false),
  ('debit_rejected', 'debits', NULL, true, true, true, false),
  ('mandate_to_confirm', 'debits', 'mandate.manage', true, false, false, false),
  ('deposit_matured', 'dat', NULL, true, false, false, false),
  ('instalment_unpaid', 'credits', NULL, true, true, true, false),
  ('message_received', 'inbox', NULL, false, false, false, false),
  ('new_device', NULL, NULL, true, true, false, true),
  ('password_changed', NULL, NULL, true, true, true, true),
  ('contact_changed', NULL, NULL, true, true, true, true),
  ('access_changed', NULL, 'access.admin', true, true, false, true),
  ('person_invited', NULL, 'access.admin', true, true, false, true),
  ('rules_changed', NULL, 'access.admin', true, true, false, true),
  ('person_joined', NULL, 'access.admin', true, true, false, true),
  ('deposit_answered', 'dat', NULL, true, true, true, false);

-- Actions of the audit log that cause alerts. Alerts are created from the audit log, in the transaction of the event,
-- so that no use case can forget them.
CREATE TABLE alert_causes (
  action text PRIMARY KEY,
  kind text NOT NULL REFERENCES alert_kinds
);
INSERT INTO alert_causes (action, kind) VALUES
  ('transfer.execute', 'transfer_executed'), ('transfer.fail', 'transfer_rejected'), ('transfer.reject', 'transfer_rejected'),
  ('transfer.lapse', 'transfer_rejected'), ('transfer.stop', 'transfer_rejected'), ('batch.reject', 'transfer_rejected'),
  ('batch.lapse', 'transfer_rejected'), ('transfer.return', 'transfer_returned'), ('transfer.create', 'order_to_sign'),
  ('transfer.edit', 'order_to_sign'), ('batch.create', 'order_to_sign'), ('topup.create', 'order_to_sign'),
  ('recurring-topup.create', 'order_to_sign'), ('recurring-topup.edit', 'order_to_sign'), ('chequebook.order', 'order_to_sign'),
  ('batch.end', 'batch_done'), ('beneficiary.create', 'beneficiary_waiting'), ('beneficiary.change', 'beneficiary_waiting'),
  ('topup.execute', 'card_topped_up'), ('topup.fail', 'topup_failed'), ('topup.lapse', 'topup_failed'), ('topup.reject', 'topup_failed'),
  ('chequebook.move', 'chequebook_available'), ('debit.announce', 'debit_announced'), ('debit.reject', 'debit_rejected'),
  ('mandate.register', 'mandate_to_confirm'), ('deposit.mature', 'deposit_matured'), ('credit.unpaid', 'instalment_unpaid'),
  ('session.open', 'new_device'), ('password.change', 'password_changed'), ('password.set', 'password_changed'),
  ('contact.change', 'contact_changed'), ('access.change', 'access_changed'), ('access.suspend', 'access_changed'),
  ('access.reinstate', 'access_changed'), ('access.remove', 'access_changed'), ('account.grant', 'access_changed'),
  ('access.invite', 'person_invited'),
  ('rules.change', 'rules_changed'), ('rules.accept', 'rules_changed'), ('access.join', 'person_joined'),
  ('deposit.accept', 'deposit_answered'), ('deposit.refuse', 'deposit_answered'), ('deposit.renew', 'deposit_matured');

-- What a user has set for a kind of alert on an account. Without a row the defaults of alert_kinds apply.
CREATE TABLE alert_rules (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL REFERENCES alert_kinds,
  threshold amount,
  -- Every alert is shown in the portal; these are the other channels.
  by_mail boolean NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  -- True by default: switching a device on is already the decision to get push messages.
  by_push boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account_id, user_id, kind),
  FOREIGN KEY (user_id, account_id) REFERENCES memberships ON DELETE CASCADE,
  CONSTRAINT alert_rules_of_money_have_a_threshold
    CHECK ((kind IN ('balance_below', 'debit_above', 'credit_above')) = (threshold IS NOT NULL)),
  CONSTRAINT alert_rules_have_no_sign CHECK (threshold >= 0),
  -- These kinds are off by default: a row that switches them off says nothing.
  CONSTRAINT alert_rules_are_off_where_they_would_be_on
    CHECK (is_on OR kind NOT IN ('balance_below', 'debit_above', 'credit_above', 'message_received'))
);
CREATE INDEX alert_rules_of_user ON alert_rules (user_id, account_id);

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
  kind text NOT NULL REFERENCES alert_kinds,
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

GRANT SELECT ON alert_kinds, alert_causes TO connect_app;
GRANT SELECT, INSERT, DELETE ON alert_rules TO connect_app;
GRANT SELECT, INSERT, UPDATE (is_daily, quiet_from, quiet_to) ON alert_timing TO connect_app;
GRANT SELECT, INSERT, UPDATE (read_at, mail_at, push_at), DELETE ON alerts TO connect_app;

-- The alerts that their reader may still see, with the fields that they may see. A right that was taken away hides its
-- alerts.
CREATE VIEW open_alerts AS
SELECT a.user_id, a.id, a.kind, k.is_security, a.about, a.subject_id, a.account_id, c.label, c.number, c.currency,
       CASE WHEN NOT a.is_confidential OR 'batch.confidential' = ANY (m.capabilities) THEN a.amount::bigint END AS amount,
       CASE WHEN NOT a.is_confidential OR a.about = 'batch' OR 'batch.confidential' = ANY (m.capabilities) THEN a.name END AS name,
       a.balance_after, a.threshold, a.at, a.read_at, a.mail_at
  FROM alerts a
  JOIN alert_kinds k ON k.kind = a.kind
  LEFT JOIN memberships m ON m.user_id = a.user_id AND m.account_id = a.account_id
  LEFT JOIN accounts c ON c.id = a.account_id
 WHERE a.account_id IS NULL
    OR (coalesce(k.right_needed, CASE WHEN k.kind <> 'order_to_sign' THEN NULL WHEN a.about IN ('transfer', 'batch') THEN 'transfers'
                                      ELSE 'payment-methods' END, m.rights[1]) = ANY (m.rights)
        AND (k.capability_needed IS NULL OR k.capability_needed = ANY (m.capabilities)));
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
  kind text NOT NULL REFERENCES alert_kinds,
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

-- Decides for every new alert, whatever inserts it, whether devices get it. Security alerts have no rule.
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

-- Alerts about amounts and balances. The join with memberships excludes users whose right was taken away, whatever
-- their rule.
CREATE FUNCTION alert_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts (user_id, account_id, kind, about, subject_id, amount, balance_after, threshold, at, mail_at)
  SELECT r.user_id, r.account_id, r.kind, 'operation', e.id, e.amount, e.balance_after, r.threshold, e.posted_at,
         CASE WHEN r.by_mail THEN e.posted_at END
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

-- Alerts about what the bank wrote: the first text of a conversation, or a reply.
CREATE FUNCTION alert_of_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts (user_id, account_id, kind, about, subject_id, at, mail_at)
  SELECT r.user_id, r.account_id, r.kind, 'message', (to_jsonb(NEW) ->> TG_ARGV[0])::uuid, NEW.sent_at, CASE WHEN r.by_mail THEN NEW.sent_at END
    FROM alert_rules r
    JOIN memberships m ON m.user_id = r.user_id AND m.account_id = r.account_id
   WHERE r.account_id = NEW.account_id AND r.kind = 'message_received' AND 'inbox' = ANY (m.rights);
  RETURN NULL;
END $$;
CREATE TRIGGER messages_are_alerted AFTER INSERT ON messages FOR EACH ROW
  WHEN (NEW.written_by IS NULL) EXECUTE FUNCTION alert_of_letter('id');
CREATE TRIGGER message_replies_are_alerted AFTER INSERT ON message_replies FOR EACH ROW
  WHEN (NEW.written_by IS NULL) EXECUTE FUNCTION alert_of_letter('message_id');

-- Whether an e-mail of the bank about such a subject may be sent: it counts as the e-mail of its alert.
CREATE FUNCTION letter_is_wished(reader uuid, account uuid, about_kind text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT r.is_on AND r.by_mail FROM alert_rules r WHERE r.account_id = account AND r.user_id = reader AND r.kind = about_kind),
                  (SELECT k.by_mail FROM alert_kinds k WHERE k.kind = about_kind))
$$;

-- The subject of an event, or no row when the event causes no alert. Lines of a batch are reported as the batch.
CREATE FUNCTION alert_subject(told text, action text, account uuid, subject uuid, facts jsonb)
RETURNS TABLE (about text, amount bigint, name text, is_confidential boolean) LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE split_part(action, '.', 1)
    WHEN 'transfer' THEN RETURN QUERY
      SELECT 'transfer', t.amount::bigint, t.beneficiary_name, t.is_confidential FROM transfers t
       WHERE t.account_id = account AND t.id = subject AND (t.batch_id IS NULL OR told = 'transfer_returned')
         AND (told <> 'order_to_sign' OR t.validation_status = 'pending');
    WHEN 'batch' THEN RETURN QUERY
      SELECT 'batch', b.amount::bigint, b.file_name, b.is_confidential FROM transfer_batches b
       WHERE b.account_id = account AND b.id = subject AND (told <> 'order_to_sign' OR b.state = 'pending');
    WHEN 'topup' THEN RETURN QUERY
      SELECT 'topup', t.amount::bigint, '•••• ' || c.last_digits, false
        FROM card_topups t JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
       WHERE t.account_id = account AND t.id = subject AND (told <> 'order_to_sign' OR t.status = 'pending');
    WHEN 'recurring-topup' THEN RETURN QUERY
      SELECT 'recurring_topup', t.amount::bigint, '•••• ' || c.last_digits, false
        FROM recurring_topups t JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
       WHERE t.account_id = account AND t.id = subject AND t.status = 'pending';
    WHEN 'chequebook' THEN RETURN QUERY
      SELECT 'chequebook', NULL::bigint, c.reference, false FROM chequebooks c
       WHERE c.account_id = account AND c.id = subject
         AND c.status = CASE told WHEN 'order_to_sign' THEN 'pending' ELSE 'available' END;
    WHEN 'beneficiary' THEN RETURN QUERY
      SELECT 'beneficiary', NULL::bigint, b.name, false FROM beneficiaries b
       WHERE b.account_id = account AND b.id = subject AND b.approval_status = 'pending';
    WHEN 'debit' THEN RETURN QUERY
      SELECT 'debit', c.amount::bigint, c.creditor_name, false FROM collections c WHERE c.account_id = account AND c.id = subject;
    WHEN 'mandate' THEN RETURN QUERY
      SELECT 'mandate', NULL::bigint, m.creditor_name, false FROM mandates m
       WHERE m.account_id = account AND m.id = subject AND m.status = 'pending_confirmation';
    WHEN 'deposit' THEN RETURN QUERY
      SELECT 'deposit', d.principal::bigint, d.number, false FROM deposits d WHERE d.account_id = account AND d.id = subject;
    WHEN 'credit' THEN RETURN QUERY
      SELECT 'credit', l.instalment::bigint, c.number, false
        FROM credits c JOIN credit_lines l ON l.credit_id = c.id AND l.place = (facts ->> 'place')::integer
       WHERE c.account_id = account AND c.id = subject;
    ELSE NULL;
  END CASE;
END $$;

-- Alerts about events of the audit log. A signature is requested only from people whose signature would be taken.
CREATE FUNCTION alert_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  e record;
  s record;
  told record;
BEGIN
  IF NOT EXISTS (SELECT FROM fresh f JOIN alert_causes c ON c.action = f.action) THEN RETURN NULL; END IF;

  -- What happened on an account, to whoever may see it and did not do it.
  FOR e IN
    SELECT f.at, f.user_id, f.action, f.account_id, f.subject_id, f.facts, k.kind, k.has_letter, k.is_on, k.right_needed, k.capability_needed
      FROM fresh f JOIN alert_causes c ON c.action = f.action JOIN alert_kinds k ON k.kind = c.kind
     WHERE NOT k.is_security AND f.account_id IS NOT NULL
       -- Thousands of lines are passed over together.
       AND (k.kind = 'transfer_returned' OR NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = f.account_id AND t.id = f.subject_id
                                                           AND t.batch_id IS NOT NULL))
  LOOP
    SELECT * INTO s FROM alert_subject(e.kind, e.action, e.account_id, e.subject_id, e.facts);
    CONTINUE WHEN NOT FOUND;
    INSERT INTO alerts (user_id, account_id, kind, about, subject_id, amount, name, is_confidential, at, mail_at)
    SELECT m.user_id, e.account_id, e.kind, s.about, e.subject_id, s.amount, s.name, s.is_confidential, e.at,
           -- Who gave a batch has a letter on what of it failed.
           CASE WHEN r.by_mail AND NOT e.has_letter
                 AND NOT (e.kind = 'batch_done' AND (e.facts ->> 'failed')::integer > 0 AND e.facts ->> 'author' = m.user_id::text
                          AND letter_is_wished(m.user_id, e.account_id, 'transfer_rejected')) THEN e.at END
      FROM memberships m
      LEFT JOIN alert_rules r ON r.account_id = m.account_id AND r.user_id = m.user_id AND r.kind = e.kind
     WHERE m.account_id = e.account_id AND coalesce(r.is_on, e.is_on) AND m.user_id IS DISTINCT FROM e.user_id
       AND coalesce(e.right_needed, CASE WHEN s.about IN ('transfer', 'batch') THEN 'transfers' ELSE 'payment-methods' END) = ANY (m.rights)
       AND (e.capability_needed IS NULL OR e.capability_needed = ANY (m.capabilities))
       AND (NOT s.is_confidential OR s.about = 'batch' OR 'batch.confidential' = ANY (m.capabilities))
       AND (e.kind <> 'order_to_sign' OR NOT EXISTS (SELECT FROM orders_over_limit(m.user_id, e.account_id, (e.at AT TIME ZONE 'UTC')::date) o
                                                      WHERE o.kind = s.about AND o.id = e.subject_id))
       AND (e.kind <> 'order_to_sign' OR CASE s.about
              WHEN 'transfer' THEN (SELECT t.created_by <> m.user_id AND t.edited_by IS DISTINCT FROM m.user_id
                                       AND signature_is_open(m.user_id, t.account_id, t.id, t.version, t.signing_rule)
                                      FROM transfers t WHERE t.account_id = e.account_id AND t.id = e.subject_id)
              WHEN 'batch' THEN (SELECT b.created_by <> m.user_id AND batch_signature_is_open(m.user_id, b.account_id, b.id, b.signing_rule)
                                   FROM transfer_batches b WHERE b.account_id = e.account_id AND b.id = e.subject_id)
              ELSE true
            END);
  END LOOP;

  -- What concerns somebody's way in, to themselves. The very first device is no news.
  INSERT INTO alerts (user_id, kind, about, subject_id, at, mail_at)
  SELECT f.user_id, k.kind, 'profile', f.subject_id, f.at, CASE WHEN NOT k.has_letter THEN f.at END
    FROM fresh f
    JOIN alert_causes c ON c.action = f.action
    JOIN alert_kinds k ON k.kind = c.kind AND k.is_security AND k.capability_needed IS NULL
   WHERE f.user_id IS NOT NULL
     AND (k.kind <> 'new_device'
          OR (EXISTS (SELECT FROM audit_events o WHERE o.user_id = f.user_id AND o.action = 'session.open' AND o.id <> f.id)
              AND NOT EXISTS (SELECT FROM audit_events o WHERE o.user_id = f.user_id AND o.action = 'session.open' AND o.id <> f.id
                                 AND device_of(o.browser) = device_of(f.browser))));

  -- One act may be several events of the journal, one for each group of accounts: it is told once.
  FOR told IN
    SELECT c.kind, f.subject_id, min(f.at) AS at, (array_agg(f.user_id))[1] AS actor, (array_agg(f.account_id))[1] AS account_id,
           array_agg(DISTINCT coalesce(a.id::uuid, f.account_id)) AS account_ids
      FROM fresh f
      JOIN alert_causes c ON c.action = f.action
      JOIN alert_kinds k ON k.kind = c.kind AND k.is_security AND k.capability_needed IS NOT NULL
      LEFT JOIN LATERAL jsonb_array_elements_text(f.facts -> 'account_ids') a (id) ON true
     GROUP BY c.kind, f.subject_id
  LOOP
    -- Whoever is invited has the invitation, and whoever joins did it.
    INSERT INTO alerts (user_id, kind, about, subject_id, at, mail_at)
    SELECT u.id, told.kind, 'profile', u.id, told.at, told.at FROM users u WHERE u.id = told.subject_id AND told.kind = 'access_changed';

    INSERT INTO alerts (user_id, account_id, kind, about, subject_id, name, at, mail_at)
    SELECT DISTINCT ON (m.user_id) m.user_id, m.account_id, told.kind, CASE told.kind WHEN 'rules_changed' THEN 'rules' ELSE 'person' END, told.subject_id, p.first_name || ' ' || p.last_name, told.at,
           CASE WHEN m.user_id IS DISTINCT FROM told.actor THEN told.at END
      FROM memberships m
      LEFT JOIN users p ON p.id = told.subject_id
     WHERE m.account_id = ANY (told.account_ids) AND 'access.admin' = ANY (m.capabilities) AND m.user_id <> told.subject_id
     ORDER BY m.user_id, (m.account_id = told.account_id) DESC, m.account_id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_events_are_alerted AFTER INSERT ON audit_events REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alert_of_events();
