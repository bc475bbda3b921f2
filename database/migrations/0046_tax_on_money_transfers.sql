-- Tax on money transfers (TTA, law 2025-17): on transfers to wallets, once for each operation.
INSERT INTO parameters (name, value, meaning) VALUES
  ('tta_basis_points', 50, 'Tax on money transfers to wallets, in hundredths of a percent of the amount'),
  ('tta_cap', 2000, 'The most of this tax on one operation (XOF)'),
  ('tta_on_account_transfers', 0, '1: outgoing transfers in the operators'' files have this tax too; 0: only transfers to wallets');

-- What the bank has collected and owes the State.
SELECT ledger_open_account(gen_random_uuid(), 'internal', 'tta:XOF', 'XOF', 0)
 WHERE NOT EXISTS (SELECT FROM ledger_accounts WHERE code = 'tta:XOF');
