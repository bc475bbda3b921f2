-- What waits for somebody's signature stands in one place: every count and every list of it, the first screen and the reminders read this function,
-- so that none of them can say something else. An item is in it exactly when its call to accept would take the signature.
-- account_has_other comes with a later migration: the body is checked when it is first used.
SET LOCAL check_function_bodies = off;
CREATE FUNCTION items_to_sign(signer uuid, at timestamptz)
RETURNS TABLE (kind text, account_id uuid, id uuid, version integer, due_on date, waits_since timestamptz, author uuid)
LANGUAGE sql STABLE ROWS 10 AS $$
  WITH mine AS MATERIALIZED (
    SELECT m.account_id, m.rights, m.capabilities, a.status = 'active' AS is_active, c.kind = 'company' AS is_company
      FROM memberships m
      JOIN accounts a ON a.id = m.account_id
      JOIN customers c ON c.id = a.customer_id
     WHERE m.user_id = signer AND 'transfer.validate' = ANY (m.capabilities)
  )
  -- A direct order runs as soon as it is signed: it has no day before.
  SELECT 'transfer', t.account_id, t.id, t.version, CASE WHEN t.type <> 'direct' THEN t.execution_date END, t.created_at, t.created_by
    FROM mine m
    JOIN transfers t ON t.account_id = m.account_id AND t.validation_status = 'pending' AND t.execution_status = 'scheduled'
   WHERE m.is_active AND 'transfers' = ANY (m.rights) AND t.suspended IS NULL
     AND t.created_by <> signer AND t.edited_by IS DISTINCT FROM signer
     AND signature_is_open(signer, t.account_id, t.id, t.version, t.signing_rule)
  UNION ALL
  SELECT 'batch', b.account_id, b.id, b.version, b.execution_date, b.created_at, b.created_by
    FROM mine m
    JOIN transfer_batches b ON b.account_id = m.account_id AND b.state = 'pending'
   WHERE m.is_active AND 'transfers' = ANY (m.rights) AND b.created_by <> signer
     AND batch_signature_is_open(signer, b.account_id, b.id, b.signing_rule)
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

CREATE INDEX beneficiaries_waiting ON beneficiaries (account_id) WHERE approval_status = 'pending';
CREATE INDEX mandates_waiting ON mandates (account_id) WHERE status = 'pending_confirmation';
