-- Payments of individuals to a new payee are limited for some hours, and the first one has a cap: a person who has stolen a password adds a payee of
-- their own and empties the account at once.
ALTER TABLE beneficiaries
  -- When its account number was entered. Null: before the bank had these limits.
  ADD COLUMN numbered_at timestamptz,
  -- When the customer marked it as trusted; another account number removes the mark.
  ADD COLUMN trusted_at timestamptz;
GRANT UPDATE (numbered_at, trusted_at) ON beneficiaries TO connect_app;

INSERT INTO parameters (name, value, meaning) VALUES
  ('new_payee_hours', 24, 'Hours for which payments of individuals to a new payee are limited; 0: none'),
  ('new_payee_free_amount', 200000, 'The most that an individual pays to a payee in these hours (XOF)'),
  ('first_payment_cap', 2000000, 'The most that an individual orders for a payee before a payment to it was executed (XOF); 0: no cap');
