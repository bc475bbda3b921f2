-- Prepaid cards. A card's number is never here whole: its last four digits are shown, and a keyed digest tells whether a number
-- that is typed has been registered before.

CREATE TABLE card_number_keys (
  is_the_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_row),
  key bytea NOT NULL CHECK (length(key) = 32)
);
-- Drawn once for each bank: two times 122 random bits.
INSERT INTO card_number_keys (key) SELECT sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea);

CREATE TABLE prepaid_cards (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  -- What is loaded on it: money of the customer's, apart from the account's.
  ledger_account_id uuid NOT NULL UNIQUE REFERENCES ledger_accounts,
  last_digits text NOT NULL CHECK (last_digits ~ '^[0-9]{4}$'),
  number_digest bytea NOT NULL UNIQUE CHECK (length(number_digest) = 32),
  holder text NOT NULL CHECK (length(holder) BETWEEN 1 AND 60),
  label text CHECK (length(label) BETWEEN 1 AND 60),
  -- The last day of the month printed on it.
  expires_on date NOT NULL CHECK (expires_on = (date_trunc('month', expires_on) + interval '1 month - 1 day')::date),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'opposed')),
  registered_at timestamptz NOT NULL,
  registered_by uuid REFERENCES users,
  PRIMARY KEY (account_id, id)
);

-- Accounts whose limit of cash withdrawals is not the bank's usual one.
CREATE TABLE card_withdrawal_limits (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  amount amount NOT NULL CHECK (amount >= 0)
);

-- What was withdrawn lately, without walking what else happened on an account.
CREATE INDEX ledger_entries_withdrawals ON ledger_entries (account_id, posted_at) WHERE type = 'withdrawal';

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

GRANT SELECT ON card_number_keys TO connect_app;
GRANT SELECT, INSERT ON prepaid_cards TO connect_app;
GRANT UPDATE (status, label) ON prepaid_cards TO connect_app;
GRANT SELECT ON card_withdrawal_limits TO connect_app;
