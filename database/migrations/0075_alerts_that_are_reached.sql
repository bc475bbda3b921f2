-- Movements are queued for alerts where they reach what a member asked for. Before, all movements of an account with such a rule were, and the
-- worker read each of them again to find that most reach nothing.

CREATE OR REPLACE FUNCTION alert_queue_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT 'entry', array_agg(id), array_agg(account_id)
    FROM fresh f
   WHERE f.seq IS NOT NULL
     AND EXISTS (SELECT FROM alert_rules r
                  WHERE r.account_id = f.account_id AND r.threshold IS NOT NULL AND r.is_on
                    -- As the causes of alerts compare them (alert-causes.ts). What is not named here is always queued.
                    AND CASE r.kind
                          WHEN 'balance_below' THEN f.balance_after < r.threshold AND f.balance_after - f.amount >= r.threshold
                          WHEN 'debit_above' THEN f.amount < 0 AND -f.amount >= r.threshold
                          WHEN 'credit_above' THEN f.amount >= r.threshold
                          ELSE true
                        END)
  HAVING count(*) > 0;
  RETURN NULL;
END $$;
