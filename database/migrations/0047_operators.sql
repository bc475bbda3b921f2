-- The bank's operators work at the command line, as a role of their own: it may all that the application may, and opens what the
-- application only uses. A fault in the server can open no account and publish no rate.
DO $$
BEGIN
  CREATE ROLE connect_operator NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Roles belong to the whole server: another database of it has made this one.
END $$;
GRANT connect_app TO connect_operator;
GRANT connect_operator TO CURRENT_USER;

GRANT INSERT ON customers, accounts, branches, holidays, exchange_rates, credits, credit_lines, deposits, deposit_payments TO connect_operator;
GRANT UPDATE (name, address, phone, opening_hours_fr, opening_hours_en) ON branches TO connect_operator;
GRANT UPDATE (name_fr, name_en, is_confirmed) ON holidays TO connect_operator;

-- A file of operations is posted once, whole: its digest is its name.
CREATE TABLE operation_files (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  format text NOT NULL CHECK (format IN ('csv', 'camt053')),
  line_count integer NOT NULL CHECK (line_count > 0),
  posted_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON operation_files TO connect_operator;

-- What operators did is read by its time.
CREATE INDEX audit_events_of_operators ON audit_events (at DESC, id DESC) WHERE operator IS NOT NULL;
-- An operator names a message, a chequebook or an account by what stands on the paper before them.
CREATE INDEX messages_by_id ON messages (id);
CREATE INDEX chequebooks_by_id ON chequebooks (id);
CREATE INDEX accounts_by_number ON accounts (number);
CREATE INDEX customers_by_name ON customers (name, id);
