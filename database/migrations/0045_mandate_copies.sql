-- The signed copy of a mandate between companies, as it was handed in when the mandate was registered. It stays as it is.
CREATE TABLE mandate_copies (
  account_id uuid NOT NULL REFERENCES accounts,
  mandate_id uuid PRIMARY KEY REFERENCES mandates,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 5242880),
  added_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON mandate_copies TO connect_app;
