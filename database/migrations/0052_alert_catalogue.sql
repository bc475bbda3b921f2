-- The whole catalogue of alerts. The causes stand in the audit journal already, in their own transaction: an act that is
-- written there is told from there, so that no use case can forget it.

CREATE TABLE alert_kinds (
  kind text PRIMARY KEY,
  -- What opens the section of its object. Null: whoever the capability, or the alert itself, names.
  right_needed text,
  capability_needed text,
  -- What holds until somebody wishes otherwise.
  is_on boolean NOT NULL,
  by_mail boolean NOT NULL,
  -- A letter of its own is its e-mail: the alert brings no second one.
  has_letter boolean NOT NULL,
  -- Told to whom it concerns whatever they wish, and its e-mail at once.
  is_security boolean NOT NULL DEFAULT false,
  CONSTRAINT alert_kinds_of_security_are_on CHECK (is_on OR NOT is_security)
);
GRANT SELECT ON alert_kinds TO connect_app;

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
  ('person_invited', NULL, 'access.admin', true, true, false, true);

-- What the journal calls the acts that are told.
CREATE TABLE alert_causes (
  action text PRIMARY KEY,
  kind text NOT NULL REFERENCES alert_kinds
);
GRANT SELECT ON alert_causes TO connect_app;
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
  ('access.invite', 'person_invited');

ALTER TABLE alert_rules
  DROP CONSTRAINT alert_rules_kind_check,
  DROP CONSTRAINT alert_rules_of_money_have_a_threshold,
  ADD COLUMN is_on boolean NOT NULL DEFAULT true,
  ADD FOREIGN KEY (kind) REFERENCES alert_kinds,
  ADD CONSTRAINT alert_rules_of_money_have_a_threshold
    CHECK ((kind IN ('balance_below', 'debit_above', 'credit_above')) = (threshold IS NOT NULL)),
  -- Those of money and of letters are off where there is no row.
  ADD CONSTRAINT alert_rules_are_off_where_they_would_be_on
    CHECK (is_on OR kind NOT IN ('balance_below', 'debit_above', 'credit_above', 'message_received'));

ALTER TABLE alerts
  ALTER COLUMN account_id DROP NOT NULL,
  -- What it is about, and its name: a payee, a creditor, a card, a person.
  ADD COLUMN about text,
  ADD COLUMN name text,
  ADD COLUMN is_confidential boolean NOT NULL DEFAULT false;
UPDATE alerts SET about = CASE kind WHEN 'message_received' THEN 'message' ELSE 'operation' END;
ALTER TABLE alerts ALTER COLUMN about SET NOT NULL, ADD FOREIGN KEY (kind) REFERENCES alert_kinds;

CREATE OR REPLACE FUNCTION alert_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION alert_of_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alerts (user_id, account_id, kind, about, subject_id, at, mail_at)
  SELECT r.user_id, r.account_id, r.kind, 'message', (to_jsonb(NEW) ->> TG_ARGV[0])::uuid, NEW.sent_at, CASE WHEN r.by_mail THEN NEW.sent_at END
    FROM alert_rules r
    JOIN memberships m ON m.user_id = r.user_id AND m.account_id = r.account_id
   WHERE r.account_id = NEW.account_id AND r.kind = 'message_received' AND 'inbox' = ANY (m.rights);
  RETURN NULL;
END $$;

/* Whether a letter of the bank on such a thing may leave: it is the e-mail of its alert. */
CREATE FUNCTION letter_is_wished(reader uuid, account uuid, about_kind text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT r.is_on AND r.by_mail FROM alert_rules r WHERE r.account_id = account AND r.user_id = reader AND r.kind = about_kind),
                  (SELECT k.by_mail FROM alert_kinds k WHERE k.kind = about_kind))
$$;

/* The object of an act, if the act is one to tell: lines of a batch are told as the batch. */
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

/* A browser without its version, which changes by itself. */
CREATE FUNCTION device_of(browser text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(coalesce(browser, ''), '[0-9]+', '', 'g')
$$;
CREATE INDEX audit_events_of_devices ON audit_events (user_id, device_of(browser)) WHERE action = 'session.open';

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
    -- Whoever is invited has the invitation.
    INSERT INTO alerts (user_id, kind, about, subject_id, at, mail_at)
    SELECT u.id, told.kind, 'profile', u.id, told.at, told.at FROM users u WHERE u.id = told.subject_id AND told.kind <> 'person_invited';

    INSERT INTO alerts (user_id, account_id, kind, about, subject_id, name, at, mail_at)
    SELECT DISTINCT ON (m.user_id) m.user_id, m.account_id, told.kind, 'person', told.subject_id, p.first_name || ' ' || p.last_name, told.at,
           CASE WHEN m.user_id IS DISTINCT FROM told.actor THEN told.at END
      FROM memberships m
      JOIN users p ON p.id = told.subject_id
     WHERE m.account_id = ANY (told.account_ids) AND 'access.admin' = ANY (m.capabilities) AND m.user_id <> told.subject_id
     ORDER BY m.user_id, (m.account_id = told.account_id) DESC, m.account_id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_events_are_alerted AFTER INSERT ON audit_events REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alert_of_events();

/* The alerts that their reader may still see, with what they may see of them. */
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
