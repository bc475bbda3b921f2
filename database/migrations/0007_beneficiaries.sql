-- The people and companies a customer pays.

CREATE TABLE beneficiaries (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140),
  iban text NOT NULL CHECK (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bic text,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX beneficiaries_by_name ON beneficiaries (account_id, name) WHERE removed_at IS NULL;

GRANT SELECT ON beneficiaries TO connect_app;
