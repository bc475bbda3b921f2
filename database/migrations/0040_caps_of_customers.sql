-- The caps of prepaid cards apply to a customer, over all their cards on all their accounts. Whoever loads a card has locked the ledger accounts
-- of all of them.
CREATE OR REPLACE FUNCTION card_topups_check_caps() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_accounts uuid[];
  v_held bigint;
  v_month bigint;
BEGIN
  SELECT array_agg(a.id) INTO v_accounts
    FROM accounts a WHERE a.customer_id = (SELECT customer_id FROM accounts WHERE id = NEW.account_id);
  SELECT sum(l.booked) INTO v_held FROM prepaid_cards c JOIN ledger_accounts l ON l.id = c.ledger_account_id
   WHERE c.account_id = ANY (v_accounts);
  IF v_held > (SELECT value FROM parameters WHERE name = 'card_holding_cap') THEN
    RAISE EXCEPTION 'the cards of the customer would hold more than the cap' USING ERRCODE = 'CT001';
  END IF;
  SELECT sum(t.amount) INTO v_month FROM card_topups t
   WHERE t.account_id = ANY (v_accounts) AND t.status = 'done'
     AND date_trunc('month', t.decided_at, 'UTC') = date_trunc('month', NEW.decided_at, 'UTC');
  IF v_month > (SELECT value FROM parameters WHERE name = 'card_monthly_cap') THEN
    RAISE EXCEPTION 'more would be loaded in a month than the cap' USING ERRCODE = 'CT001';
  END IF;
  RETURN NULL;
END $$;

UPDATE parameters SET meaning = 'The most that all cards of a customer hold together (XOF)' WHERE name = 'card_holding_cap';
UPDATE parameters SET meaning = 'The most that is loaded on all cards of a customer in a calendar month (XOF)' WHERE name = 'card_monthly_cap';
