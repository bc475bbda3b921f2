-- The options of the batch that a file of transfers will become: one debit for all lines, confidential, with its new payees saved. They belong to
-- the draft, which its author may open in another browser. Null: not chosen.
ALTER TABLE transfer_imports ADD COLUMN single_entry boolean, ADD COLUMN is_confidential boolean, ADD COLUMN save_payees boolean;
GRANT UPDATE (single_entry, is_confidential, save_payees) ON transfer_imports TO connect_app;
