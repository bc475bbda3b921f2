-- What a customer's payment initiation says about a transfer goes to the payee's bank unchanged: the customer's own reference and the
-- category of the payment, such as SALA for a salary. The end-to-end reference is the column `reference` of a line.

ALTER TABLE transfer_import_lines
  ADD COLUMN instruction_id text,
  ADD COLUMN category_purpose text;

ALTER TABLE transfer_batch_lines
  ADD COLUMN instruction_id text,
  ADD COLUMN category_purpose text;

ALTER TABLE outgoing_payments
  ADD COLUMN instruction_id text,
  ADD COLUMN category_purpose text;
