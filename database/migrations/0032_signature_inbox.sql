-- The signature inbox reads what waits, not every account: each kind is found by one look at its index of waiting rows,
-- and the account is read only for what was found. Who signs on 300 accounts cost 1,500 to 3,000 pages before.
CREATE OR REPLACE FUNCTION items_to_sign(signer uuid, at timestamptz)
RETURNS TABLE (kind text, account_id uuid, id uuid, version integer, due_on date, waits_since timestamptz, author uuid)
LANGUAGE sql STABLE ROWS 10 AS $$
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
           WHEN w.kind IN ('transfer', 'batch') THEN a.status = 'active' AND 'transfers' = ANY (m.rights)
           WHEN w.kind IN ('topup', 'recurring_topup', 'chequebook') THEN a.status = 'active' AND 'payment-methods' = ANY (m.rights)
           WHEN w.kind = 'mandate' THEN 'debits' = ANY (m.rights) AND 'mandate.manage' = ANY (m.capabilities)
           ELSE 'transfers' = ANY (m.rights)
            AND EXISTS (SELECT FROM visible_beneficiaries(w.account_id, 'batch.confidential' = ANY (m.capabilities)) b WHERE b.id = w.id)
            AND (w.author <> signer
                 OR (EXISTS (SELECT FROM customers c WHERE c.id = a.customer_id AND c.kind = 'company')
                     AND NOT account_has_other(w.account_id, signer, 'transfer.validate', at)))
         END
     AND NOT EXISTS (SELECT FROM over_limit o WHERE o.kind = w.kind AND o.account_id = w.account_id AND o.id = w.id)
$$;

-- The people who have signed an item in its current version, the first signature first.
CREATE FUNCTION signatures_of(wanted text, account uuid, item uuid, item_version integer) RETURNS TABLE (name text, at timestamptz)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT u.first_name || ' ' || u.last_name, s.signed_at
    FROM (SELECT t.user_id, t.signed_at FROM transfer_signatures t
           WHERE wanted = 'transfer' AND t.account_id = account AND t.transfer_id = item AND t.version = item_version
          UNION ALL
          SELECT b.user_id, b.signed_at FROM transfer_batch_signatures b
           WHERE wanted = 'batch' AND b.account_id = account AND b.batch_id = item
          UNION ALL
          SELECT p.user_id, p.signed_at FROM payment_signatures p
           WHERE wanted IN ('topup', 'recurring_topup', 'chequebook') AND p.account_id = account AND p.payment_id = item AND p.version = item_version) s
    JOIN users u ON u.id = s.user_id
   ORDER BY s.signed_at, u.id
$$;

-- What the accounts of a person have paid to an account number: single orders, dates of series and lines of batches.
CREATE FUNCTION payments_to(account uuid, payee text, sees boolean) RETURNS TABLE (at timestamptz, amount bigint)
LANGUAGE sql STABLE ROWS 10 AS $$
  SELECT t.executed_at, t.amount::bigint FROM visible_transfers(account, sees) t
   WHERE t.beneficiary_iban = payee AND t.execution_status = 'executed'
  UNION ALL
  SELECT o.at, o.amount::bigint
    FROM visible_transfers(account, sees) t
    JOIN transfer_occurrences o ON o.account_id = t.account_id AND o.transfer_id = t.id
   WHERE t.beneficiary_iban = payee AND t.type = 'periodic' AND o.outcome = 'executed' AND o.beneficiary_iban = payee
$$;

-- What a person has sent for signature and others have still to sign. Each item is read by the people who may see it:
-- the author is a member of the account with the right of its section.
CREATE FUNCTION items_sent(sender uuid)
RETURNS TABLE (kind text, account_id uuid, id uuid, version integer, due_on date, waits_since timestamptz, author uuid)
LANGUAGE sql STABLE ROWS 10 AS $$
  WITH mine AS MATERIALIZED (
    SELECT m.account_id, m.rights FROM memberships m WHERE m.user_id = sender
  ), waiting AS (
    SELECT 'transfer' AS kind, t.account_id, t.id, t.version, CASE WHEN t.type <> 'direct' THEN t.execution_date END AS due_on, t.created_at AS waits_since
      FROM transfers t
     WHERE t.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND t.validation_status = 'pending' AND t.execution_status = 'scheduled' AND t.created_by = sender
    UNION ALL
    SELECT 'batch', b.account_id, b.id, b.version, b.execution_date, b.created_at
      FROM transfer_batches b
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND b.state = 'pending' AND b.created_by = sender
    UNION ALL
    SELECT 'topup', t.account_id, t.id, 1, NULL, t.created_at
      FROM card_topups t
     WHERE t.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND t.status = 'pending' AND t.created_by = sender
    UNION ALL
    SELECT 'recurring_topup', r.account_id, r.id, r.version, NULL, r.waits_since
      FROM recurring_topups r
     WHERE r.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND r.status = 'pending' AND r.created_by = sender
    UNION ALL
    SELECT 'chequebook', b.account_id, b.id, 1, NULL, b.ordered_at
      FROM chequebooks b
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND b.status = 'pending' AND b.ordered_by = sender
    UNION ALL
    SELECT CASE WHEN h.old_iban IS NULL THEN 'beneficiary' ELSE 'beneficiary_account' END, b.account_id, b.id, b.version, NULL, h.changed_at
      FROM beneficiaries b
      JOIN beneficiary_account_changes h ON h.account_id = b.account_id AND h.beneficiary_id = b.id AND h.status = 'pending'
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND b.approval_status = 'pending' AND b.removed_at IS NULL AND h.changed_by = sender
    UNION ALL
    SELECT 'mandate', d.account_id, d.id, d.version, NULL, d.known_at
      FROM mandates d
     WHERE d.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND d.status = 'pending_confirmation' AND d.registered_by = sender
  )
  SELECT w.kind, w.account_id, w.id, w.version, w.due_on, w.waits_since, sender
    FROM waiting w
    JOIN mine m ON m.account_id = w.account_id
   WHERE CASE WHEN w.kind IN ('topup', 'recurring_topup', 'chequebook') THEN 'payment-methods'
              WHEN w.kind = 'mandate' THEN 'debits'
              ELSE 'transfers' END = ANY (m.rights)
$$;

-- The author of an item reminds the people who have still to sign it: once a day.
CREATE TABLE item_reminders (
  account_id uuid NOT NULL REFERENCES accounts,
  -- Id of the order, the batch, the payment, the beneficiary or the mandate.
  item_id uuid NOT NULL,
  day date NOT NULL,
  sent_by uuid NOT NULL REFERENCES users,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, item_id, day)
);
GRANT SELECT, INSERT ON item_reminders TO connect_app;
