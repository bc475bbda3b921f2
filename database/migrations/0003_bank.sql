-- The bank is white-label: who it is, its branches, the other banks it knows and its figures are rows, not code.

CREATE TABLE bank (
  is_the_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_row),
  name text NOT NULL,
  code text NOT NULL CHECK (code ~ '^[A-Z]{2}[0-9]{3}$'),
  bic text NOT NULL CHECK (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  address text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL
);

CREATE TABLE branches (
  code text PRIMARY KEY CHECK (code ~ '^[0-9]{5}$'),
  name text NOT NULL,
  address text NOT NULL,
  phone text NOT NULL,
  opening_hours text NOT NULL
);

-- Other banks: the name shown beside an account number. `code` is the start of the BBAN that names the bank.
CREATE TABLE banks (
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  code text NOT NULL,
  name text NOT NULL,
  bic text,
  PRIMARY KEY (country, code)
);

-- The bank at which an account in a currency of abroad is credited.
CREATE TABLE correspondents (
  currency text PRIMARY KEY,
  name text NOT NULL,
  bic text NOT NULL
);

CREATE TABLE parameters (
  name text PRIMARY KEY,
  value bigint NOT NULL,
  meaning text NOT NULL
);
INSERT INTO parameters (name, value, meaning) VALUES
  ('company_single_signature_limit', 5000000, 'Up to this amount one validator signs a company''s transfer; above, two (XOF)');

GRANT SELECT ON bank, branches, banks, correspondents, parameters TO connect_app;
