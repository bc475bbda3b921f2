-- Top-ups and orders of chequebooks wait for signatures beside the transfers: they are found by account for whoever signs, told of in the
-- reminders, and end when nobody signs. A recurring top-up waits since its last text, not since it was made.
ALTER TABLE recurring_topups ADD COLUMN waits_since timestamptz;
UPDATE recurring_topups SET waits_since = now() WHERE status = 'pending';
ALTER TABLE recurring_topups ADD CONSTRAINT recurring_topups_waiting_say_since_when CHECK (status <> 'pending' OR waits_since IS NOT NULL);
GRANT UPDATE (waits_since) ON recurring_topups TO connect_app;
CREATE INDEX recurring_topups_waiting ON recurring_topups (waits_since) WHERE status = 'pending';
CREATE INDEX recurring_topups_waiting_by_account ON recurring_topups (account_id) WHERE status = 'pending';
CREATE INDEX card_topups_waiting_by_account ON card_topups (account_id) WHERE status = 'pending';
CREATE INDEX chequebooks_waiting ON chequebooks (ordered_at) WHERE status = 'pending';

CREATE FUNCTION payment_signature_is_open(signer uuid, account uuid, payment uuid, text_version integer, rule text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = account AND s.payment_id = payment AND s.version = text_version
                        AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = account AND s.payment_id = payment
                                 AND s.version = text_version AND s.signing_group = g.signing_group)))
$$;

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
