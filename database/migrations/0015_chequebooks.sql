-- Chequebooks: the types on offer, the orders, and stopped cheques.

INSERT INTO parameters (name, value, meaning) VALUES
  ('cheque_stop_fee', 5000, 'The fee of stopping cheques, before tax (XOF)'),
  ('chequebook_days', 5, 'Business days after which an ordered chequebook can be picked up');

CREATE TABLE chequebook_types (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,40}$'),
  leaves integer NOT NULL CHECK (leaves BETWEEN 1 AND 500),
  crossed boolean NOT NULL,
  -- For one chequebook, before tax.
  fee amount NOT NULL CHECK (fee >= 0),
  max_per_order integer NOT NULL DEFAULT 5 CHECK (max_per_order BETWEEN 1 AND 20),
  is_offered boolean NOT NULL DEFAULT true
);
INSERT INTO chequebook_types (id, leaves, crossed, fee) VALUES
  ('25-crossed', 25, true, 2500), ('50-crossed', 50, true, 4500), ('100-crossed', 100, true, 8000),
  ('25-open', 25, false, 2500), ('50-open', 50, false, 4500), ('100-open', 100, false, 8000);
GRANT SELECT ON chequebook_types TO connect_app;

-- The next cheque number. Numbers are unique across all customers.
CREATE TABLE cheque_numbers (
  is_the_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_row),
  next bigint NOT NULL CHECK (next BETWEEN 1 AND 9999999)
);
INSERT INTO cheque_numbers (next) VALUES (4472001);
GRANT SELECT, UPDATE (next) ON cheque_numbers TO connect_app;

CREATE TABLE chequebooks (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  type_id text NOT NULL REFERENCES chequebook_types,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 20),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  reference text NOT NULL UNIQUE,
  branch_code text NOT NULL REFERENCES branches,
  -- pending: it waits for signatures. The bank sets the other states.
  status text NOT NULL CHECK (status IN ('pending', 'ordered', 'in_production', 'available', 'delivered', 'refused')),
  -- What the person who refused it wrote.
  reason text,
  first_number bigint,
  last_number bigint,
  signing_rule text NOT NULL CHECK (signing_rule IN ('none', 'one', 'two', 'a_and_b')),
  signatures_needed integer NOT NULL CHECK (signatures_needed = CASE signing_rule WHEN 'none' THEN 0 WHEN 'one' THEN 1 ELSE 2 END),
  ordered_at timestamptz NOT NULL,
  ordered_by uuid NOT NULL REFERENCES users,
  moved_at timestamptz NOT NULL,
  available_at timestamptz,
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  PRIMARY KEY (account_id, id),
  CONSTRAINT chequebooks_are_numbered_in_production CHECK (
    (status IN ('in_production', 'available', 'delivered')) <= (first_number IS NOT NULL AND last_number >= first_number)
  ),
  CONSTRAINT chequebooks_refused_say_why CHECK ((status = 'refused') = (reason IS NOT NULL)),
  CONSTRAINT chequebooks_ordered_are_paid CHECK ((status IN ('ordered', 'in_production', 'available', 'delivered')) <= (posting_id IS NOT NULL))
);
CREATE INDEX chequebooks_listed ON chequebooks (account_id, ordered_at DESC, id DESC);
-- An account has one open order at a time.
CREATE UNIQUE INDEX chequebooks_one_at_a_time ON chequebooks (account_id)
  WHERE status IN ('pending', 'ordered', 'in_production', 'available');
CREATE INDEX chequebooks_on_their_way ON chequebooks (moved_at) WHERE status IN ('pending', 'ordered', 'in_production', 'available');
CREATE INDEX chequebooks_waiting ON chequebooks (ordered_at) WHERE status = 'pending';
-- Operators name a chequebook by its id alone.
CREATE INDEX chequebooks_by_id ON chequebooks (id);
GRANT SELECT, INSERT, UPDATE (status, reason, first_number, last_number, moved_at, available_at,
                              posting_id) ON chequebooks TO connect_app;

CREATE TABLE cheque_stops (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  chequebook_id uuid NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL CHECK (last_number >= first_number),
  -- The four reasons of article 84 are the only ones.
  reason text NOT NULL CHECK (reason IN ('loss', 'theft', 'fraud', 'insolvency')),
  fees amount NOT NULL,
  tax amount NOT NULL,
  reference text NOT NULL UNIQUE,
  stopped_at timestamptz NOT NULL,
  stopped_by uuid NOT NULL REFERENCES users,
  posting_id uuid NOT NULL UNIQUE REFERENCES ledger_postings,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, chequebook_id) REFERENCES chequebooks
);
CREATE INDEX cheque_stops_of_chequebook ON cheque_stops (account_id, chequebook_id);
GRANT SELECT, INSERT ON cheque_stops TO connect_app;
