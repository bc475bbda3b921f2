-- Top-ups of prepaid cards, once and again, and the signatures that a company's payments other than transfers wait for.

CREATE TABLE payment_signatures (
  account_id uuid NOT NULL REFERENCES accounts,
  -- The top-up, the recurring top-up or the order of chequebooks.
  payment_id uuid NOT NULL,
  -- Which text was signed: an edit makes another.
  version integer NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  signing_group text CHECK (signing_group IN ('A', 'B')),
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, payment_id, version, user_id)
);
CREATE UNIQUE INDEX payment_signatures_once_by_group ON payment_signatures (account_id, payment_id, version, signing_group)
  WHERE signing_group IS NOT NULL;

CREATE TABLE recurring_topups (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  amount amount NOT NULL CHECK (amount BETWEEN 1 AND 2000000),
  recurrence text NOT NULL CHECK (recurrence IN ('monthly', 'quarterly', 'biannual', 'yearly')),
  start_date date NOT NULL,
  end_date date CHECK (end_date >= start_date),
  -- Which date of the series comes next, and the business day on which it runs.
  next_occurrence integer NOT NULL CHECK (next_occurrence >= 0),
  next_date date NOT NULL,
  run_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'paused', 'refused', 'ended', 'deleted')),
  reason text,
  version integer NOT NULL DEFAULT 1,
  signing_rule text NOT NULL CHECK (signing_rule IN ('none', 'one', 'two', 'a_and_b')),
  signatures_needed integer NOT NULL CHECK (signatures_needed = CASE signing_rule WHEN 'none' THEN 0 WHEN 'one' THEN 1 ELSE 2 END),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  edited_by uuid REFERENCES users,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, card_id) REFERENCES prepaid_cards,
  CONSTRAINT recurring_topups_run_while_active CHECK ((status = 'active') = (run_at IS NOT NULL))
);
CREATE INDEX recurring_topups_due ON recurring_topups (run_at) WHERE run_at IS NOT NULL;
CREATE INDEX recurring_topups_of_card ON recurring_topups (account_id, card_id);

CREATE TABLE card_topups (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  -- The specification's maximum, whatever the parameter says.
  amount amount NOT NULL CONSTRAINT card_topups_keep_the_maximum CHECK (amount BETWEEN 1 AND 2000000),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  reference text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('pending', 'done', 'failed')),
  reason_code text CHECK (reason_code IN ('refused', 'expired', 'funds', 'payer', 'card_blocked', 'card_expired', 'holding_cap', 'monthly_cap')),
  -- In the words of the validator who refused it.
  reason text,
  recurring_id uuid,
  -- The date of the series that it stands for.
  nominal_date date,
  signing_rule text NOT NULL CHECK (signing_rule IN ('none', 'one', 'two', 'a_and_b')),
  signatures_needed integer NOT NULL CHECK (signatures_needed = CASE signing_rule WHEN 'none' THEN 0 WHEN 'one' THEN 1 ELSE 2 END),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  decided_at timestamptz,
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  PRIMARY KEY (account_id, id),
  -- Each date of a series comes to one top-up, whatever crashes.
  UNIQUE (account_id, recurring_id, nominal_date),
  FOREIGN KEY (account_id, card_id) REFERENCES prepaid_cards,
  FOREIGN KEY (account_id, recurring_id) REFERENCES recurring_topups,
  CONSTRAINT card_topups_done_have_moved_money CHECK ((status = 'done') = (posting_id IS NOT NULL)),
  CONSTRAINT card_topups_failed_say_why CHECK ((status = 'failed') = (reason_code IS NOT NULL)),
  CONSTRAINT card_topups_decided_say_when CHECK ((status = 'pending') = (decided_at IS NULL)),
  CONSTRAINT card_topups_of_a_series_say_which_date CHECK ((recurring_id IS NULL) = (nominal_date IS NULL))
);
CREATE INDEX card_topups_listed ON card_topups (account_id, created_at DESC, id DESC);
CREATE INDEX card_topups_of_card ON card_topups (account_id, card_id, created_at);
CREATE INDEX card_topups_waiting ON card_topups (created_at) WHERE status = 'pending';

-- The caps hold in the database too, whatever the application has missed. The card's account is locked by the posting that
-- stands before the row, so that two top-ups cannot both see the room that is left.
CREATE FUNCTION card_topups_check_caps() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_held bigint;
  v_month bigint;
BEGIN
  SELECT l.booked INTO v_held FROM prepaid_cards c JOIN ledger_accounts l ON l.id = c.ledger_account_id
   WHERE c.account_id = NEW.account_id AND c.id = NEW.card_id;
  IF v_held > (SELECT value FROM parameters WHERE name = 'card_holding_cap') THEN
    RAISE EXCEPTION 'the card would hold more than its cap' USING ERRCODE = 'CT001';
  END IF;
  SELECT sum(t.amount) INTO v_month FROM card_topups t
   WHERE t.account_id = NEW.account_id AND t.card_id = NEW.card_id AND t.status = 'done'
     AND date_trunc('month', t.decided_at, 'UTC') = date_trunc('month', NEW.decided_at, 'UTC');
  IF v_month > (SELECT value FROM parameters WHERE name = 'card_monthly_cap') THEN
    RAISE EXCEPTION 'more would be loaded in a month than the cap' USING ERRCODE = 'CT001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER card_topups_keep_their_caps AFTER INSERT OR UPDATE OF status ON card_topups
  FOR EACH ROW WHEN (NEW.status = 'done') EXECUTE FUNCTION card_topups_check_caps();

GRANT SELECT, INSERT ON payment_signatures, recurring_topups, card_topups TO connect_app;
GRANT UPDATE (amount, recurrence, start_date, end_date, next_occurrence, next_date, run_at, tries, status, reason, version, signing_rule,
              signatures_needed, edited_by) ON recurring_topups TO connect_app;
GRANT UPDATE (status, reason_code, reason, decided_at, posting_id) ON card_topups TO connect_app;
