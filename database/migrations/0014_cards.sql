-- Prepaid cards and their top-ups, single and recurring.

INSERT INTO parameters (name, value, meaning) VALUES
  ('card_prefix', 507126, 'The first six digits of the prepaid cards of this bank'),
  ('card_withdrawal_limit', 1000000, 'Cash that the cards of one account withdraw in 30 rolling days at most (XOF)'),
  ('topup_min', 5000, 'The least that is loaded on a card at once (XOF)'),
  ('topup_max', 2000000, 'The most that is loaded on a card at once (XOF)'),
  ('card_holding_cap', 2000000, 'The most that a card holds (XOF)'),
  ('card_monthly_cap', 10000000, 'The most that is loaded on a card in a calendar month (XOF)'),
  ('topup_fee_basis_points', 100, 'The fee of a card top-up, in hundredths of a percent'),
  ('topup_fee_min', 500, 'The least fee of a card top-up, before tax (XOF)'),
  ('topup_fee_max', 10000, 'The highest fee of a card top-up, before tax (XOF)');

-- The number of a card is never stored: its last four digits are shown, and an HMAC under this key tells whether a
-- typed number is already registered.
CREATE TABLE card_number_keys (
  is_the_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_row),
  key bytea NOT NULL CHECK (length(key) = 32)
);
-- The key is drawn once per bank: two times 122 random bits.
INSERT INTO card_number_keys (key) SELECT sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea);
GRANT SELECT ON card_number_keys TO connect_app;

CREATE TABLE prepaid_cards (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  -- The ledger account with the balance of the card: money of the customer, separate from the balance of the account.
  ledger_account_id uuid NOT NULL UNIQUE REFERENCES ledger_accounts,
  last_digits text NOT NULL CHECK (last_digits ~ '^[0-9]{4}$'),
  number_digest bytea NOT NULL UNIQUE CHECK (length(number_digest) = 32),
  holder text NOT NULL CHECK (length(holder) BETWEEN 1 AND 60),
  label text CHECK (length(label) BETWEEN 1 AND 60),
  -- The last day of the month that is printed on the card.
  expires_on date NOT NULL CHECK (expires_on = (date_trunc('month', expires_on) + interval '1 month - 1 day')::date),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'opposed')),
  registered_at timestamptz NOT NULL,
  registered_by uuid REFERENCES users,
  PRIMARY KEY (account_id, id)
);
GRANT SELECT, INSERT, UPDATE (label, status) ON prepaid_cards TO connect_app;

-- Accounts whose limit of cash withdrawals differs from the parameter.
CREATE TABLE card_withdrawal_limits (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  amount amount NOT NULL CHECK (amount >= 0)
);
GRANT SELECT ON card_withdrawal_limits TO connect_app;

CREATE TABLE recurring_topups (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  amount amount NOT NULL CHECK (amount BETWEEN 1 AND 2000000),
  recurrence text NOT NULL CHECK (recurrence IN ('monthly', 'quarterly', 'biannual', 'yearly')),
  start_date date NOT NULL,
  end_date date CHECK (end_date >= start_date),
  -- The number of the next occurrence of the series, and the business day on which it runs.
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
  -- Since when its current version waits for signatures.
  waits_since timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, card_id) REFERENCES prepaid_cards,
  CONSTRAINT recurring_topups_run_while_active CHECK ((status = 'active') = (run_at IS NOT NULL)),
  CONSTRAINT recurring_topups_waiting_say_since_when CHECK (status <> 'pending' OR waits_since IS NOT NULL)
);
CREATE INDEX recurring_topups_due ON recurring_topups (run_at) WHERE run_at IS NOT NULL;
CREATE INDEX recurring_topups_of_card ON recurring_topups (account_id, card_id);
CREATE INDEX recurring_topups_waiting ON recurring_topups (waits_since) WHERE status = 'pending';
CREATE INDEX recurring_topups_waiting_by_account ON recurring_topups (account_id) WHERE status = 'pending';
GRANT SELECT, INSERT, UPDATE (amount, recurrence, start_date, end_date, next_occurrence, next_date, run_at, tries,
                              status, reason, version, signing_rule, signatures_needed, edited_by,
                              waits_since) ON recurring_topups TO connect_app;

CREATE TABLE card_topups (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  -- The maximum of the specification, whatever the parameter is.
  amount amount NOT NULL CONSTRAINT card_topups_keep_the_maximum CHECK (amount BETWEEN 1 AND 2000000),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  reference text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('pending', 'done', 'failed')),
  reason_code text CHECK (reason_code IN ('refused', 'expired', 'funds', 'payer', 'card_blocked', 'card_expired', 'holding_cap', 'monthly_cap')),
  -- What the validator who refused it wrote.
  reason text,
  recurring_id uuid,
  -- The occurrence of the series.
  nominal_date date,
  signing_rule text NOT NULL CHECK (signing_rule IN ('none', 'one', 'two', 'a_and_b')),
  signatures_needed integer NOT NULL CHECK (signatures_needed = CASE signing_rule WHEN 'none' THEN 0 WHEN 'one' THEN 1 ELSE 2 END),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  decided_at timestamptz,
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  PRIMARY KEY (account_id, id),
  -- Each occurrence creates one top-up, even after a crash.
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
CREATE INDEX card_topups_waiting_by_account ON card_topups (account_id) WHERE status = 'pending';
GRANT SELECT, INSERT, UPDATE (status, reason_code, reason, decided_at, posting_id) ON card_topups TO connect_app;

-- The database enforces the caps too. The posting that comes before the row has locked the card's ledger account, so
-- that two top-ups cannot both use the same remaining amount.
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
