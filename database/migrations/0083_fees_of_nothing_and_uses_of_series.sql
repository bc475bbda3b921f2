-- What costs nothing has no posting: a chequebook of a type without a fee, and stopped cheques while the parameter `cheque_stop_fee` is 0. Old rows
-- keep the stricter rules that they were written under.
ALTER TABLE chequebooks DROP CONSTRAINT chequebooks_ordered_are_paid;
ALTER TABLE chequebooks ADD CONSTRAINT chequebooks_ordered_are_paid CHECK (
  (status IN ('ordered', 'in_production', 'available', 'delivered')) <= (posting_id IS NOT NULL OR fees + tax = 0)
) NOT VALID;
ALTER TABLE cheque_stops ALTER COLUMN posting_id DROP NOT NULL;
ALTER TABLE cheque_stops ADD CONSTRAINT cheque_stops_are_paid CHECK (posting_id IS NOT NULL OR fees + tax = 0) NOT VALID;

-- Lines of a batch that waits for signatures move with a holiday, as single orders do.
GRANT UPDATE (execution_date) ON transfer_batch_lines TO connect_app;

-- A series that was cancelled after one of its dates was paid still counts against the limits of the period in which it was ordered.
CREATE OR REPLACE FUNCTION ordering_uses(p_orders jsonb, p_today date)
RETURNS TABLE (index bigint, user_id uuid, period text, amount bigint, used bigint)
LANGUAGE plpgsql STABLE ROWS 10 AS $$
BEGIN
  RETURN QUERY
    SELECT o.index, l.user_id, l.period, l.amount, CASE WHEN l.period = 'operation' THEN 0 ELSE (
             coalesce((SELECT sum(t.amount) FROM transfers t
                        WHERE t.account_id = o.account_id AND t.created_at >= s.start AND t.edited_at IS NULL AND NOT t.is_own AND t.id IS DISTINCT FROM o.changed
                          AND (t.execution_status NOT IN ('cancelled', 'rejected') OR (t.type = 'periodic' AND t.execution_status = 'cancelled' AND EXISTS (
                               SELECT FROM transfer_occurrences d
                                WHERE d.account_id = t.account_id AND d.transfer_id = t.id AND d.outcome = 'executed' OFFSET 0)))
                          AND (l.user_id IS NULL OR t.created_by = l.user_id)
                          AND (l.period <> 'beneficiary' OR t.beneficiary_iban = o.iban)), 0)
           + coalesce((SELECT sum(t.amount) FROM transfers t
                        WHERE t.account_id = o.account_id AND t.edited_at >= s.start AND NOT t.is_own AND t.id IS DISTINCT FROM o.changed
                          AND (t.execution_status NOT IN ('cancelled', 'rejected') OR (t.type = 'periodic' AND t.execution_status = 'cancelled' AND EXISTS (
                               SELECT FROM transfer_occurrences d
                                WHERE d.account_id = t.account_id AND d.transfer_id = t.id AND d.outcome = 'executed' OFFSET 0)))
                          AND (l.user_id IS NULL OR t.edited_by = l.user_id)
                          AND (l.period <> 'beneficiary' OR t.beneficiary_iban = o.iban)), 0)
           + coalesce((SELECT sum(n.amount)
                         FROM transfer_batches b
                         JOIN transfer_batch_lines n ON n.account_id = b.account_id AND n.batch_id = b.id AND NOT n.is_own AND NOT n.is_refused
                        WHERE b.account_id = o.account_id AND b.state = 'pending' AND b.created_at >= s.start
                          AND (l.user_id IS NULL OR b.created_by = l.user_id) AND (l.period <> 'beneficiary' OR n.iban = o.iban)), 0)) END::bigint
      FROM ROWS FROM (jsonb_to_recordset(p_orders) AS (user_id uuid, account_id uuid, iban text, changed uuid))
             WITH ORDINALITY AS o (user_id, account_id, iban, changed, index)
     CROSS JOIN LATERAL limits_of(o.account_id) l
     CROSS JOIN LATERAL limit_period_start(l.period, p_today) s (start)
     WHERE l.purpose = 'create' AND (l.user_id IS NULL OR l.user_id = o.user_id) AND (l.period <> 'beneficiary' OR o.iban IS NOT NULL);
END $$;

CREATE OR REPLACE FUNCTION signed_orders(signer uuid, account uuid, since timestamptz) RETURNS TABLE (batch_id uuid, iban text, amount bigint)
LANGUAGE sql STABLE ROWS 20 AS $$
  SELECT NULL::uuid, t.beneficiary_iban, t.amount::bigint
    FROM transfer_signatures s
    JOIN transfers t ON t.account_id = s.account_id AND t.id = s.transfer_id AND t.version = s.version
   WHERE s.user_id = signer AND s.account_id = account AND s.signed_at >= since
     AND (t.execution_status NOT IN ('cancelled', 'rejected') OR (t.type = 'periodic' AND t.execution_status = 'cancelled' AND EXISTS (
           SELECT FROM transfer_occurrences d
            WHERE d.account_id = t.account_id AND d.transfer_id = t.id AND d.outcome = 'executed' OFFSET 0)))
  UNION ALL
  SELECT b.id, NULL, b.amount::bigint
    FROM transfer_batch_signatures s
    JOIN transfer_batches b ON b.account_id = s.account_id AND b.id = s.batch_id AND b.state IN ('pending', 'validated')
   WHERE s.user_id = signer AND s.account_id = account AND s.signed_at >= since
$$;
