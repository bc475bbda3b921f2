-- What waits for a person's signature or confirmation. Counts, lists, the first screen, alerts and reminders all read
-- these functions, so that they always agree.

-- A validator gets one reminder per day.
CREATE TABLE signature_reminders (
  user_id uuid NOT NULL REFERENCES users,
  day date NOT NULL,
  PRIMARY KEY (user_id, day)
);
GRANT SELECT, INSERT ON signature_reminders TO connect_app;

-- What somebody has signed since a moment: single transfers with their payee, and batches as a whole. Cancelled and
-- rejected orders do not count.
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

-- The same by payee: a batch by its lines.
CREATE FUNCTION signed_payments(signer uuid, account uuid, since timestamptz) RETURNS TABLE (iban text, amount bigint)
LANGUAGE sql STABLE ROWS 20 AS $$
  SELECT o.iban, o.amount FROM signed_orders(signer, account, since) o WHERE o.batch_id IS NULL
  UNION ALL
  SELECT n.iban, n.amount::bigint
    FROM signed_orders(signer, account, since) o
    JOIN transfer_batch_lines n ON n.account_id = account AND n.batch_id = o.batch_id AND NOT n.is_refused
$$;

-- The limits on what somebody signs, with the amount used under each. The limit per beneficiary is computed for this
-- account number.
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

-- The waiting orders of an account that somebody cannot sign because of their own limits. Without limits nothing else
-- is read; with limits each sum is computed once, however many orders wait. A batch counts by the total of its lines
-- and by what each payee receives, without lines to own accounts, as when it is signed.
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

-- Payments besides transfers and batches that wait for the signature of this person.
CREATE FUNCTION payments_to_sign(signer uuid, account uuid)
RETURNS TABLE (kind text, id uuid, amount bigint, last_digits text, card_holder text, recurrence text, quantity integer, leaves integer,
               author uuid, waits_since timestamptz)
LANGUAGE sql STABLE ROWS 3 AS $$
  SELECT 'topup', t.id, (t.amount + t.fees + t.tax)::bigint, c.last_digits, c.holder, NULL, NULL::integer, NULL::integer, t.created_by, t.created_at
    FROM card_topups t
    JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
   WHERE t.account_id = account AND t.status = 'pending' AND t.created_by <> signer
     AND payment_signature_is_open(signer, t.account_id, t.id, 1, t.signing_rule)
  UNION ALL
  SELECT 'recurring_topup', r.id, r.amount::bigint, c.last_digits, c.holder, r.recurrence, NULL, NULL, r.created_by, r.waits_since
    FROM recurring_topups r
    JOIN prepaid_cards c ON c.account_id = r.account_id AND c.id = r.card_id
   WHERE r.account_id = account AND r.status = 'pending' AND r.created_by <> signer AND r.edited_by IS DISTINCT FROM signer
     AND payment_signature_is_open(signer, r.account_id, r.id, r.version, r.signing_rule)
  UNION ALL
  SELECT 'chequebook', b.id, (b.fees + b.tax)::bigint, NULL, NULL, NULL, b.quantity, y.leaves, b.ordered_by, b.ordered_at
    FROM chequebooks b
    JOIN chequebook_types y ON y.id = b.type_id
   WHERE b.account_id = account AND b.status = 'pending' AND b.ordered_by <> signer
     AND payment_signature_is_open(signer, b.account_id, b.id, 1, b.signing_rule)
$$;

-- Everything that waits for the signature of this person. An item is in it exactly when the call that accepts it would
-- take the signature.
CREATE FUNCTION items_to_sign(signer uuid, at timestamptz)
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
  -- A direct order runs as soon as it is signed: it has no date before.
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
     -- A card that is blocked or has expired accepts no money: its top-ups cannot be signed.
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
