-- A card payment that was authorised and is not booked yet holds its money. What no merchant presents in time is free again.
INSERT INTO parameters (name, value, meaning) VALUES
  ('card_authorisation_days', 7, 'How many days after its day an authorised card payment that was not presented still holds its money');

-- An order of a later day holds nothing before it: what such orders have set aside is given back. Lines of batches keep theirs.
DO $$
DECLARE
  v_hold record;
BEGIN
  FOR v_hold IN
    SELECT h.account_id, h.cause
      FROM ledger_holds h
      JOIN transfers t ON t.account_id = h.account_id AND t.type = 'delayed' AND t.batch_id IS NULL
       AND h.cause = 'transfer:' || t.id || CASE t.version WHEN 1 THEN '' ELSE ':' || t.version END
     WHERE h.released_at IS NULL
     ORDER BY h.account_id, h.id
  LOOP
    PERFORM ledger_release(v_hold.account_id, v_hold.cause, now());
  END LOOP;
END $$;

-- The card payments that are announced today. An account that has not enough keeps its row without a hold: it ends like the others.
DO $$
DECLARE
  v_payment record;
BEGIN
  FOR v_payment IN SELECT account_id, id, amount FROM intraday_operations WHERE type = 'card' AND amount < 0 ORDER BY account_id, id LOOP
    PERFORM ledger_hold(v_payment.account_id, v_payment.id, -v_payment.amount::bigint, 'card:' || v_payment.id, now());
  END LOOP;
END $$;
CREATE INDEX card_payments_in_wait ON intraday_operations (expected_on) WHERE type = 'card';
