-- Lines of a file may be ordered in the currency of a payee abroad: the price of a line, as of a single order, goes with it. And the number of
-- transfers of a message, which may debit several accounts: its answer repeats it.
ALTER TABLE transfer_imports ADD COLUMN message_lines integer;

ALTER TABLE transfer_import_lines ADD COLUMN currency text NOT NULL DEFAULT '';
GRANT UPDATE (currency) ON transfer_import_lines TO connect_app;

ALTER TABLE transfer_batches ADD COLUMN message_lines integer;

ALTER TABLE transfer_batch_lines
  ADD COLUMN instructed_amount bigint,
  ADD COLUMN instructed_currency text,
  ADD COLUMN credit_amount bigint,
  ADD COLUMN credit_currency text,
  ADD COLUMN exchange_rate numeric(18, 8),
  ADD COLUMN rate_until timestamptz,
  ADD COLUMN exchange_commission bigint,
  ADD COLUMN charges text;
