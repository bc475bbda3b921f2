-- Monthly statements of accounts, and which documents users have opened.

-- A statement is created once and never changed.
CREATE TABLE statements (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  -- Account number, year, and number of the statement in that year.
  number text NOT NULL CHECK (number ~ '^[0-9]{12}-[0-9]{4}-[0-9]{3}$'),
  first_day date NOT NULL,
  last_day date NOT NULL,
  -- The first business day after the month.
  available_on date NOT NULL,
  -- The holder at that time: a later change of the name does not change the statement.
  holder text NOT NULL,
  overdraft amount NOT NULL CHECK (overdraft >= 0),
  -- Its entries are those with seq_before < seq <= last_seq: an entry booked late is in the next statement, and no
  -- entry is in two.
  seq_before bigint NOT NULL,
  last_seq bigint NOT NULL,
  opening amount NOT NULL,
  credits amount NOT NULL CHECK (credits >= 0),
  debits amount NOT NULL CHECK (debits >= 0),
  closing amount NOT NULL,
  -- Null for the first statement of an account.
  previous_last_day date,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, number),
  CONSTRAINT statements_are_one_a_month UNIQUE (account_id, first_day),
  -- What the next statement refers to.
  CONSTRAINT statements_end_in UNIQUE (account_id, last_day, last_seq, closing),
  CONSTRAINT statements_go_on_from_the_one_before
    FOREIGN KEY (account_id, previous_last_day, seq_before, opening) REFERENCES statements (account_id, last_day, last_seq, closing),
  CONSTRAINT statements_begin_with_nothing
    CHECK (previous_last_day = first_day - 1 OR (previous_last_day IS NULL AND seq_before = 0 AND opening = 0)),
  CONSTRAINT statements_add_up CHECK (opening + credits - debits = closing),
  CONSTRAINT statements_are_of_a_whole_month
    CHECK (extract(day FROM first_day) = 1 AND last_day = (first_day + interval '1 month')::date - 1 AND available_on > last_day),
  CONSTRAINT statements_run_forward CHECK (last_seq >= seq_before)
);
GRANT SELECT, INSERT ON statements TO connect_app;

-- Months for which every account has its statement: the job skips them.
CREATE TABLE statement_months (
  first_day date PRIMARY KEY,
  done_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON statement_months TO connect_app;

-- Which users have opened which document. A document is a statement, the notice of an entry, or the copy of a transfer
-- abroad.
CREATE TABLE document_views (
  account_id uuid NOT NULL REFERENCES accounts,
  document_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  viewed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, document_id, user_id)
);
GRANT SELECT, INSERT ON document_views TO connect_app;
