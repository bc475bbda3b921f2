-- Whether the customer of an account is a company is looked up for that customer: OFFSET 0 keeps the planner from reading all companies of the
-- bank once, for each call that counts what waits for a signature. Nothing else changes.

CREATE OR REPLACE FUNCTION items_to_sign(signer uuid, at timestamp with time zone)
 RETURNS TABLE(kind text, account_id uuid, id uuid, version integer, due_on date, waits_since timestamp with time zone, author uuid) LANGUAGE sql STABLE ROWS 10
AS $$
  WITH mine AS MATERIALIZED (
    SELECT m.account_id, m.rights, m.capabilities FROM memberships m WHERE m.user_id = signer AND 'transfer.validate' = ANY (m.capabilities)
  ), waiting AS MATERIALIZED (
    -- A direct order runs as soon as it is signed: it has no date before.
    SELECT 'transfer' AS kind, t.account_id, t.id, t.version, CASE WHEN t.type <> 'direct' THEN t.execution_date END AS due_on,
           t.created_at AS waits_since, t.created_by AS author
      FROM transfers t
     WHERE t.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND t.validation_status = 'pending' AND t.execution_status = 'scheduled' AND t.suspended IS NULL
       AND t.created_by <> signer AND t.edited_by IS DISTINCT FROM signer
       AND signature_is_open(signer, t.account_id, t.id, t.version, t.signing_rule)
    UNION ALL
    SELECT 'batch', b.account_id, b.id, b.version, b.execution_date, b.created_at, b.created_by
      FROM transfer_batches b
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND b.state = 'pending' AND b.created_by <> signer
       AND batch_signature_is_open(signer, b.account_id, b.id, b.signing_rule)
    UNION ALL
    SELECT 'topup', t.account_id, t.id, 1, NULL, t.created_at, t.created_by
      FROM card_topups t
      JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
     WHERE t.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND t.status = 'pending' AND t.created_by <> signer
       -- A card that is blocked or has expired accepts no money: its top-ups cannot be signed.
       AND c.status = 'active' AND c.expires_on >= at::date
       AND payment_signature_is_open(signer, t.account_id, t.id, 1, t.signing_rule)
    UNION ALL
    SELECT 'recurring_topup', r.account_id, r.id, r.version, NULL, r.waits_since, r.created_by
      FROM recurring_topups r
     WHERE r.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND r.status = 'pending' AND r.created_by <> signer AND r.edited_by IS DISTINCT FROM signer
       AND payment_signature_is_open(signer, r.account_id, r.id, r.version, r.signing_rule)
    UNION ALL
    SELECT 'chequebook', b.account_id, b.id, 1, NULL, b.ordered_at, b.ordered_by
      FROM chequebooks b
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND b.status = 'pending' AND b.ordered_by <> signer
       AND payment_signature_is_open(signer, b.account_id, b.id, 1, b.signing_rule)
    UNION ALL
    SELECT CASE WHEN h.old_iban IS NULL THEN 'beneficiary' ELSE 'beneficiary_account' END, b.account_id, b.id, b.version, NULL,
           h.changed_at, h.changed_by
      FROM beneficiaries b
      JOIN beneficiary_account_changes h ON h.account_id = b.account_id AND h.beneficiary_id = b.id AND h.status = 'pending'
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND b.approval_status = 'pending' AND b.removed_at IS NULL
    UNION ALL
    SELECT 'mandate', d.account_id, d.id, d.version, NULL, d.known_at, d.registered_by
      FROM mandates d
     WHERE d.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND d.status = 'pending_confirmation' AND d.registered_by IS DISTINCT FROM signer
    UNION ALL
    SELECT 'return', g.account_id, g.request_id, g.version, NULL, g.created_at, g.created_by
      FROM return_acceptances g
     WHERE g.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND g.state = 'pending' AND g.created_by <> signer
       AND payment_signature_is_open(signer, g.account_id, g.request_id, g.version, g.signing_rule)
  ), over_limit AS MATERIALIZED (
    SELECT o.kind, a.account_id, o.id
      FROM (SELECT DISTINCT w.account_id FROM waiting w WHERE w.kind IN ('transfer', 'batch')) a
     CROSS JOIN LATERAL orders_over_limit(signer, a.account_id, (at AT TIME ZONE 'UTC')::date) o
  )
  SELECT w.kind, w.account_id, w.id, w.version, w.due_on, w.waits_since, w.author
    FROM waiting w
    JOIN mine m ON m.account_id = w.account_id
    JOIN accounts a ON a.id = w.account_id
   WHERE CASE
           WHEN w.kind IN ('transfer', 'batch', 'return') THEN a.status = 'active' AND 'transfers' = ANY (m.rights)
           WHEN w.kind IN ('topup', 'recurring_topup', 'chequebook') THEN a.status = 'active' AND 'payment-methods' = ANY (m.rights)
           WHEN w.kind = 'mandate' THEN 'debits' = ANY (m.rights) AND 'mandate.manage' = ANY (m.capabilities)
           ELSE 'transfers' = ANY (m.rights)
            AND EXISTS (SELECT FROM visible_beneficiaries(w.account_id, 'batch.confidential' = ANY (m.capabilities)) b WHERE b.id = w.id)
            AND (w.author <> signer
                 OR (EXISTS (SELECT FROM customers c WHERE c.id = a.customer_id AND c.kind = 'company' OFFSET 0)
                     AND NOT account_has_other(w.account_id, signer, 'transfer.validate', at)))
         END
     AND NOT EXISTS (SELECT FROM over_limit o WHERE o.kind = w.kind AND o.account_id = w.account_id AND o.id = w.id)
$$;
