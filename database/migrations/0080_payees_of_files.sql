-- A payee that a file has made is paid without standing in the customer's address book: it is saved only when the author asks for it. The row stays,
-- for the orders name it and the next file knows it again.
ALTER TABLE beneficiaries ADD COLUMN is_saved boolean NOT NULL DEFAULT true;
GRANT UPDATE (is_saved) ON beneficiaries TO connect_app;

-- Batches that were sent before were sent by authors who knew that their payees would be saved.
ALTER TABLE transfer_batches ADD COLUMN saves_payees boolean NOT NULL DEFAULT true;
ALTER TABLE transfer_batches ALTER COLUMN saves_payees SET DEFAULT false;
