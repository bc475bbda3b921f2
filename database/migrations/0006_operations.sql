-- What customers add to the ledger's entries, and what is announced but not booked yet.

CREATE TABLE categories (
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 40),
  PRIMARY KEY (customer_id, id),
  UNIQUE (customer_id, label)
);

CREATE TABLE operation_categories (
  account_id uuid NOT NULL REFERENCES accounts,
  entry_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  category_id uuid NOT NULL,
  PRIMARY KEY (account_id, entry_id, category_id),
  FOREIGN KEY (account_id, entry_id) REFERENCES ledger_entries (account_id, id),
  FOREIGN KEY (customer_id, category_id) REFERENCES categories (customer_id, id)
);

CREATE TABLE operation_notes (
  account_id uuid NOT NULL REFERENCES accounts,
  entry_id uuid NOT NULL,
  comment text CHECK (length(comment) BETWEEN 1 AND 255),
  accounting boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, entry_id),
  FOREIGN KEY (account_id, entry_id) REFERENCES ledger_entries (account_id, id)
);

-- Announced by the networks during the day, not booked: shown as upcoming, counted in no balance.
CREATE TABLE intraday_operations (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  intraday_id text NOT NULL,
  type text NOT NULL,
  label text NOT NULL,
  counterparty text,
  amount amount NOT NULL CHECK (amount <> 0),
  expected_on date NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, intraday_id)
);

GRANT SELECT ON categories, operation_categories, operation_notes, intraday_operations TO connect_app;
