-- A statement that has just become available may alert people.
ALTER TABLE alert_queue DROP CONSTRAINT alert_queue_source_check;
ALTER TABLE alert_queue ADD CONSTRAINT alert_queue_source_check CHECK (source IN ('event', 'entry', 'message', 'reply', 'statement')) NOT VALID;

-- The kind is off until a member switches it on. Statements of earlier months, which a bank makes up for, alert nobody.
CREATE FUNCTION alert_queue_statements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT 'statement', array_agg(f.id), array_agg(f.account_id)
    FROM fresh f
   WHERE f.available_on > (f.made_at AT TIME ZONE 'UTC')::date - 7
     AND EXISTS (SELECT FROM alert_rules r WHERE r.account_id = f.account_id AND r.kind = 'statement_available' AND r.is_on)
  HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER statements_may_alert AFTER INSERT ON statements REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_statements();
