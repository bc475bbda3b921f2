-- Wider signing rules or a new person at the account are what somebody who has got hold of an administrator's way in would do: the
-- administrators are told of both, whatever they wish.
INSERT INTO alert_kinds (kind, right_needed, capability_needed, is_on, by_mail, has_letter, is_security) VALUES
  ('rules_changed', NULL, 'access.admin', true, true, false, true),
  ('person_joined', NULL, 'access.admin', true, true, false, true);
INSERT INTO alert_causes (action, kind) VALUES
  ('rules.change', 'rules_changed'), ('rules.accept', 'rules_changed'), ('access.join', 'person_joined');

CREATE OR REPLACE FUNCTION alert_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
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
