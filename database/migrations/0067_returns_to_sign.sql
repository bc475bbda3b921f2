-- A company that gives the money of a received instant payment back needs the signatures of its rules. Who accepts the request writes a row here; it
-- waits in the inbox of the signers. The money moves with the last signature. A refused signature leaves the request open: another row, with the
-- next version, may follow.
CREATE TABLE return_acceptances (
  request_id uuid NOT NULL REFERENCES return_requests,
  version integer NOT NULL CHECK (version > 0),
  account_id uuid NOT NULL REFERENCES accounts,
  signing_rule text NOT NULL CHECK (signing_rule IN ('one', 'two', 'a_and_b')),
  signatures_needed smallint NOT NULL CHECK (signatures_needed BETWEEN 1 AND 2),
  -- withdrawn: the account keeps the money.
  state text NOT NULL CHECK (state IN ('pending', 'done', 'refused', 'withdrawn')),
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  -- The words of the signer who refused.
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  PRIMARY KEY (request_id, version),
  CONSTRAINT return_acceptances_decided_say_by_whom CHECK ((state = 'pending') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CONSTRAINT return_acceptances_refused_say_why CHECK ((state = 'refused') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX return_acceptances_wait_once ON return_acceptances (request_id) WHERE state = 'pending';
CREATE INDEX return_acceptances_to_sign ON return_acceptances (account_id) WHERE state = 'pending';
GRANT SELECT, INSERT ON return_acceptances TO connect_app;
GRANT UPDATE (state, decided_by, decided_at, reason) ON return_acceptances TO connect_app;

-- Open pages show what waits, each signature and the decision.
CREATE TRIGGER return_acceptances_notify_live AFTER INSERT ON return_acceptances REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER return_acceptances_notify_on_update AFTER UPDATE ON return_acceptances REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER payment_signatures_notify_live AFTER INSERT ON payment_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

-- The functions of 0032_signature_inbox.sql, with the kind `return`.
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
                 OR (EXISTS (SELECT FROM customers c WHERE c.id = a.customer_id AND c.kind = 'company')
                     AND NOT account_has_other(w.account_id, signer, 'transfer.validate', at)))
         END
     AND NOT EXISTS (SELECT FROM over_limit o WHERE o.kind = w.kind AND o.account_id = w.account_id AND o.id = w.id)
$$;

CREATE OR REPLACE FUNCTION signatures_of(wanted text, account uuid, item uuid, item_version integer) RETURNS TABLE (name text, at timestamptz)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT u.first_name || ' ' || u.last_name, s.signed_at
    FROM (SELECT t.user_id, t.signed_at FROM transfer_signatures t
           WHERE wanted = 'transfer' AND t.account_id = account AND t.transfer_id = item AND t.version = item_version
          UNION ALL
          SELECT b.user_id, b.signed_at FROM transfer_batch_signatures b
           WHERE wanted = 'batch' AND b.account_id = account AND b.batch_id = item
          UNION ALL
          SELECT p.user_id, p.signed_at FROM payment_signatures p
           WHERE wanted IN ('topup', 'recurring_topup', 'chequebook', 'return') AND p.account_id = account AND p.payment_id = item AND p.version = item_version) s
    JOIN users u ON u.id = s.user_id
   ORDER BY s.signed_at, u.id
$$;

CREATE OR REPLACE FUNCTION items_sent(sender uuid)
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
    UNION ALL
    SELECT 'return', g.account_id, g.request_id, g.version, NULL, g.created_at
      FROM return_acceptances g
     WHERE g.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND g.state = 'pending' AND g.created_by = sender
  )
  SELECT w.kind, w.account_id, w.id, w.version, w.due_on, w.waits_since, sender
    FROM waiting w
    JOIN mine m ON m.account_id = w.account_id
   WHERE CASE WHEN w.kind IN ('topup', 'recurring_topup', 'chequebook') THEN 'payment-methods'
              WHEN w.kind = 'mandate' THEN 'debits'
              ELSE 'transfers' END = ANY (m.rights)
$$;
