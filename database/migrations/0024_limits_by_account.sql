-- The limits of one account: asked account by account, so that a batch of orders never reads those of the whole bank.
DROP VIEW limits_in_force;

CREATE FUNCTION limits_of(account uuid) RETURNS TABLE (user_id uuid, purpose text, period text, amount bigint)
LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT l.user_id, l.purpose, l.period, l.amount::bigint FROM transfer_limits l WHERE l.account_id = account
  UNION ALL
  -- The bank's own figures, where none was chosen.
  SELECT NULL, 'create', d.period, p.value
    FROM accounts a
    JOIN customers c ON c.id = a.customer_id AND c.kind = 'individual'
    CROSS JOIN (VALUES ('operation', 'individual_operation_limit'), ('day', 'individual_day_limit')) d (period, name)
    JOIN parameters p ON p.name = d.name
   WHERE a.id = account AND a.currency = 'XOF'
     AND NOT EXISTS (SELECT FROM transfer_limits l
                      WHERE l.account_id = account AND l.user_id IS NULL AND l.purpose = 'create' AND l.period = d.period)
$$;
