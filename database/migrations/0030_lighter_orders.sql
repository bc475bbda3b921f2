-- What an order leaves besides itself.

-- Most events alert nobody: an order that ran at once waits for no signature, and nobody has switched on alerts about executed orders on
-- most accounts. They are not queued, so that the job neither reads them nor their accounts.
CREATE OR REPLACE FUNCTION alert_queue_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT 'event', array_agg(f.id), array_agg(f.account_id)
    FROM fresh f
   WHERE (f.action <> 'transfer.create' OR f.facts ->> 'status' IS DISTINCT FROM 'executed')
     -- The kinds that are off until a member switches them on.
     AND CASE f.action
           WHEN 'transfer.execute' THEN EXISTS (SELECT FROM alert_rules r WHERE r.account_id = f.account_id AND r.kind = 'transfer_executed' AND r.is_on)
           WHEN 'topup.execute' THEN EXISTS (SELECT FROM alert_rules r WHERE r.account_id = f.account_id AND r.kind = 'card_topped_up' AND r.is_on)
           ELSE true
         END
  HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- Transactions are numbered in the order of their time: the oldest changes are found by the number.
DROP INDEX change_events_by_age;
