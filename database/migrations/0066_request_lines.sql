-- Invoices that a company sends from a file as requests to pay: each line becomes at most one request, when the platform has named its payer.

CREATE TABLE request_files (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  -- SHA-256: the same file is never sent twice from an account.
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  CONSTRAINT request_files_are_sent_once UNIQUE (account_id, content_hash)
);
CREATE INDEX request_files_of_an_account ON request_files (account_id, created_at DESC);
GRANT SELECT, INSERT ON request_files TO connect_app;

CREATE TABLE request_lines (
  file_id uuid NOT NULL REFERENCES request_files,
  -- The number of the line in the file: 1 is the header.
  line integer NOT NULL CHECK (line > 1),
  account_id uuid NOT NULL REFERENCES accounts,
  lookup_id uuid NOT NULL,
  amount amount NOT NULL CHECK (amount > 0),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 140),
  invoice text CHECK (length(invoice) BETWEEN 1 AND 35),
  act_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'unknown')),
  request_id uuid UNIQUE REFERENCES payment_requests,
  PRIMARY KEY (file_id, line),
  FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups,
  CONSTRAINT request_lines_sent_name_their_request CHECK ((state = 'sent') = (request_id IS NOT NULL))
);
CREATE INDEX request_lines_waiting ON request_lines (created_at, file_id, line) WHERE state = 'waiting';
GRANT SELECT, INSERT ON request_lines TO connect_app;
GRANT UPDATE (state, request_id) ON request_lines TO connect_app;

-- Open pages follow the progress of a file.
CREATE TRIGGER request_lines_notify_live AFTER INSERT ON request_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER request_lines_update_notify_live AFTER UPDATE ON request_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
