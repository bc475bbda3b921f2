-- What somebody can sign also follows from the limits on their own signatures. The limits, what was signed under them and which waiting orders pass
-- them stand here alone: the inbox, its count, the status of orders, the alerts and the acceptance itself read these functions.

-- When the period of a limit began, in the bank's time. A limit to one beneficiary is one of the day.
CREATE FUNCTION limit_period_start(period text, today date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc(CASE WHEN period IN ('week', 'month') THEN period ELSE 'day' END, today::timestamp) AT TIME ZONE 'UTC'
$$;

-- What somebody has signed since: single orders with their payee, and batches as a whole. What came to nothing does not count.
CREATE FUNCTION signed_orders(signer uuid, account uuid, since timestamptz) RETURNS TABLE (batch_id uuid, iban text, amount bigint)
LANGUAGE sql STABLE ROWS 20 AS $$
  SELECT NULL::uuid, t.beneficiary_iban, t.amount::bigint
    FROM transfer_signatures s
    JOIN transfers t ON t.account_id = s.account_id AND t.id = s.transfer_id AND t.version = s.version
   WHERE s.user_id = signer AND s.account_id = account AND s.signed_at >= since AND t.execution_status NOT IN ('cancelled', 'rejected')
  UNION ALL
  SELECT b.id, NULL, b.amount::bigint
    FROM transfer_batch_signatures s
    JOIN transfer_batches b ON b.account_id = s.account_id AND b.id = s.batch_id AND b.state IN ('pending', 'validated')
   WHERE s.user_id = signer AND s.account_id = account AND s.signed_at >= since
$$;

-- The same payee by payee: a batch by its lines.
CREATE FUNCTION signed_payments(signer uuid, account uuid, since timestamptz) RETURNS TABLE (iban text, amount bigint)
LANGUAGE sql STABLE ROWS 20 AS $$
  SELECT o.iban, o.amount FROM signed_orders(signer, account, since) o WHERE o.batch_id IS NULL
  UNION ALL
  SELECT n.iban, n.amount::bigint
    FROM signed_orders(signer, account, since) o
    JOIN transfer_batch_lines n ON n.account_id = account AND n.batch_id = o.batch_id AND NOT n.is_refused
$$;

-- The limits on what somebody signs, with what they have signed under them; of the limit to one beneficiary, to this account number.
CREATE FUNCTION signing_uses(signer uuid, account uuid, payee text, today date)
RETURNS TABLE (user_id uuid, period text, amount bigint, used bigint)
LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT l.user_id, l.period, l.amount,
         CASE l.period
           WHEN 'operation' THEN 0
           WHEN 'beneficiary' THEN (SELECT coalesce(sum(p.amount), 0) FROM signed_payments(signer, account, s.start) p WHERE p.iban = payee)
           ELSE (SELECT coalesce(sum(o.amount), 0) FROM signed_orders(signer, account, s.start) o)
         END::bigint
    FROM limits_of(account) l
   CROSS JOIN LATERAL limit_period_start(l.period, today) s (start)
   WHERE l.user_id = signer AND l.purpose = 'validate'
$$;

-- The waiting orders of an account that somebody cannot sign because of their own limits. Without limits nothing else is looked up; with them each
-- sum is made once, however many orders wait. A batch counts by the total of its lines and by what each of its payees receives, without what stays
-- with the customer, as when it is signed.
CREATE FUNCTION orders_over_limit(signer uuid, account uuid, today date) RETURNS TABLE (kind text, id uuid)
LANGUAGE plpgsql STABLE ROWS 10 AS $$
DECLARE
  room bigint;
  to_one bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM limits_of(account) l WHERE l.user_id = signer AND l.purpose = 'validate') THEN RETURN; END IF;

  SELECT min(u.amount - u.used) FILTER (WHERE u.period <> 'beneficiary'), min(u.amount) FILTER (WHERE u.period = 'beneficiary')
    INTO room, to_one
    FROM signing_uses(signer, account, NULL, today) u;

  RETURN QUERY
  WITH signed AS MATERIALIZED (
    SELECT p.iban, sum(p.amount) AS amount
      FROM signed_payments(signer, account, limit_period_start('beneficiary', today)) p
     WHERE to_one IS NOT NULL
     GROUP BY p.iban
  )
  SELECT 'transfer', t.id
    FROM transfers t
    LEFT JOIN signed s ON s.iban = t.beneficiary_iban
   WHERE t.account_id = account AND t.validation_status = 'pending' AND t.execution_status = 'scheduled'
     AND (t.amount > room OR t.amount + coalesce(s.amount, 0) > to_one)
  UNION ALL
  SELECT 'batch', b.id
    FROM transfer_batches b
   CROSS JOIN LATERAL (
           SELECT sum(p.amount) AS amount, max(p.amount + coalesce(s.amount, 0)) AS most
             FROM (SELECT n.iban, sum(n.amount) AS amount
                     FROM transfer_batch_lines n
                    WHERE n.account_id = b.account_id AND n.batch_id = b.id AND NOT n.is_own AND NOT n.is_refused
                    GROUP BY n.iban) p
             LEFT JOIN signed s ON s.iban = p.iban) c
   WHERE b.account_id = account AND b.state = 'pending' AND (c.amount > room OR c.most > to_one);
END $$;

CREATE OR REPLACE FUNCTION items_to_sign(signer uuid, at timestamptz)
RETURNS TABLE (kind text, account_id uuid, id uuid, version integer, due_on date, waits_since timestamptz, author uuid)
LANGUAGE sql STABLE ROWS 10 AS $$
  WITH mine AS MATERIALIZED (
    SELECT m.account_id, m.rights, m.capabilities, a.status = 'active' AS is_active, c.kind = 'company' AS is_company
      FROM memberships m
      JOIN accounts a ON a.id = m.account_id
      JOIN customers c ON c.id = a.customer_id
     WHERE m.user_id = signer AND 'transfer.validate' = ANY (m.capabilities)
  ), over_limit AS MATERIALIZED (
    SELECT m.account_id, o.kind, o.id FROM mine m CROSS JOIN LATERAL orders_over_limit(signer, m.account_id, (at AT TIME ZONE 'UTC')::date) o
  )
  -- A direct order runs as soon as it is signed: it has no day before.
  SELECT 'transfer', t.account_id, t.id, t.version, CASE WHEN t.type <> 'direct' THEN t.execution_date END, t.created_at, t.created_by
    FROM mine m
    JOIN transfers t ON t.account_id = m.account_id AND t.validation_status = 'pending' AND t.execution_status = 'scheduled'
   WHERE m.is_active AND 'transfers' = ANY (m.rights) AND t.suspended IS NULL
     AND t.created_by <> signer AND t.edited_by IS DISTINCT FROM signer
     AND signature_is_open(signer, t.account_id, t.id, t.version, t.signing_rule)
     AND NOT EXISTS (SELECT FROM over_limit o WHERE o.kind = 'transfer' AND o.account_id = t.account_id AND o.id = t.id)
  UNION ALL
  SELECT 'batch', b.account_id, b.id, b.version, b.execution_date, b.created_at, b.created_by
    FROM mine m
    JOIN transfer_batches b ON b.account_id = m.account_id AND b.state = 'pending'
   WHERE m.is_active AND 'transfers' = ANY (m.rights) AND b.created_by <> signer
     AND batch_signature_is_open(signer, b.account_id, b.id, b.signing_rule)
     AND NOT EXISTS (SELECT FROM over_limit o WHERE o.kind = 'batch' AND o.account_id = b.account_id AND o.id = b.id)
  UNION ALL
  SELECT p.kind, m.account_id, p.id, coalesce(r.version, 1), NULL, p.waits_since, p.author
    FROM mine m
   CROSS JOIN LATERAL payments_to_sign(signer, m.account_id) p
    LEFT JOIN recurring_topups r ON p.kind = 'recurring_topup' AND r.account_id = m.account_id AND r.id = p.id
    LEFT JOIN card_topups t ON p.kind = 'topup' AND t.account_id = m.account_id AND t.id = p.id
    LEFT JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
   WHERE m.is_active AND 'payment-methods' = ANY (m.rights)
     -- A card that is blocked or has expired takes no money: nothing of it can be signed.
     AND (p.kind <> 'topup' OR (c.status = 'active' AND c.expires_on >= at::date))
  UNION ALL
  SELECT CASE WHEN h.old_iban IS NULL THEN 'beneficiary' ELSE 'beneficiary_account' END, b.account_id, b.id, b.version, NULL, h.changed_at, h.changed_by
    FROM mine m
    JOIN beneficiaries b ON b.account_id = m.account_id AND b.approval_status = 'pending' AND b.removed_at IS NULL
    JOIN beneficiary_account_changes h ON h.account_id = b.account_id AND h.beneficiary_id = b.id AND h.status = 'pending'
   WHERE 'transfers' = ANY (m.rights) AND (NOT b.is_confidential OR 'batch.confidential' = ANY (m.capabilities))
     AND (h.changed_by <> signer OR (m.is_company AND NOT account_has_other(m.account_id, signer, 'transfer.validate', at)))
  UNION ALL
  SELECT 'mandate', d.account_id, d.id, d.version, NULL, d.known_at, d.registered_by
    FROM mine m
    JOIN mandates d ON d.account_id = m.account_id AND d.status = 'pending_confirmation'
   WHERE 'debits' = ANY (m.rights) AND 'mandate.manage' = ANY (m.capabilities) AND d.registered_by IS DISTINCT FROM signer
$$;

-- Which of the orders are over a limit is found once for a whole list, and handed in.
DROP FUNCTION transfer_facts(transfers, uuid, date);
CREATE FUNCTION transfer_facts(t transfers, reader uuid, today date, is_over_limit boolean) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('/', t.type, t.validation_status, t.execution_status,
    CASE WHEN t.validation_status = 'refused' OR t.execution_status IN ('cancelled', 'rejected') THEN coalesce(t.reason_code, 'none') ELSE '' END,
    CASE WHEN t.execution_status IN ('scheduled', 'paused') THEN coalesce(t.suspended, 'none') ELSE '' END,
    CASE WHEN t.execution_status IN ('scheduled', 'paused') AND t.execution_date < today THEN 'past' ELSE '' END,
    CASE WHEN t.execution_status <> 'executed' OR t.network = 'book' THEN ''
         WHEN EXISTS (SELECT FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')) THEN 'way'
         ELSE '' END,
    CASE WHEN t.validation_status <> 'pending' OR t.execution_status <> 'scheduled' THEN ''
         WHEN NOT is_over_limit AND t.created_by <> reader AND t.edited_by IS DISTINCT FROM reader
          AND signature_is_open(reader, t.account_id, t.id, t.version, t.signing_rule) THEN 'open'
         ELSE '' END)
$$;

-- Nobody is asked for a signature that would not be taken.
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
