-- A line of a file that pays one of the customer's own accounts names the account, as a single order does: nobody is made a beneficiary for it.
ALTER TABLE transfer_batch_lines ADD COLUMN own_account_id uuid REFERENCES accounts;
ALTER TABLE transfer_batch_lines ADD CONSTRAINT transfer_batch_lines_name_one_payee CHECK (num_nonnulls(beneficiary_id, own_account_id) <= 1);
ALTER TABLE transfer_batch_lines ADD CONSTRAINT transfer_batch_lines_to_own_accounts_are_own
  CHECK (own_account_id IS NULL OR (is_own AND own_account_id <> account_id AND network = 'book'));
