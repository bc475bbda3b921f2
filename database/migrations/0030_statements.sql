-- The bank gives account of each month, once: what it said is never said differently later.
CREATE TABLE statements (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  -- The account's number, the year, and the place in it.
  number text NOT NULL CHECK (number ~ '^[0-9]{12}-[0-9]{4}-[0-9]{3}$'),
  first_day date NOT NULL,
  last_day date NOT NULL,
  -- The first business day after the month.
  available_on date NOT NULL,
  -- Who held the account then: a name that changes later does not change what was sent.
  holder text NOT NULL,
  overdraft amount NOT NULL CHECK (overdraft >= 0),
  -- Its entries are those after the first place and up to the last: one booked late stands in the next statement, none in two.
  seq_before bigint NOT NULL,
  last_seq bigint NOT NULL,
  opening amount NOT NULL,
  credits amount NOT NULL CHECK (credits >= 0),
  debits amount NOT NULL CHECK (debits >= 0),
  closing amount NOT NULL,
  -- Null for the first one of an account.
  previous_last_day date,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, number),
  CONSTRAINT statements_are_one_a_month UNIQUE (account_id, first_day),
  -- What the next one goes on from.
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

-- Months that every account has its statement of: nothing is looked for there any more.
CREATE TABLE statement_months (
  first_day date PRIMARY KEY,
  done_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON statement_months TO connect_app;

-- Which documents somebody has opened. A document is a statement, the notice of an entry or the copy of a transfer abroad.
CREATE TABLE document_views (
  account_id uuid NOT NULL REFERENCES accounts,
  document_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  viewed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, document_id, user_id)
);
GRANT SELECT, INSERT ON document_views TO connect_app;

CREATE INDEX transfers_sent_abroad ON transfers (account_id, executed_at) WHERE network = 'swift' AND posting_id IS NOT NULL;
CREATE INDEX outgoing_payments_of_series_abroad ON outgoing_payments (account_id, queued_at) WHERE network = 'swift' AND nominal_date IS NOT NULL;

-- What left for abroad: each executed order, and each date of a series, once its message has gone.
CREATE FUNCTION transfers_abroad(account uuid)
  RETURNS TABLE (id uuid, day date, reference text, beneficiary_name text, beneficiary_iban text, beneficiary_bic text, amount bigint,
                 currency text, label text, debtor_name text, debtor_iban text, uetr uuid, message_id text, sent_at timestamptz,
                 settlement_date date, bank_name text)
  LANGUAGE sql STABLE AS $$
  SELECT t.id, (t.executed_at AT TIME ZONE 'UTC')::date, t.reference, coalesce(i.creditor_name, t.beneficiary_name),
         coalesce(i.creditor_iban, t.beneficiary_iban), coalesce(i.creditor_bic, b.bic), coalesce(i.amount, t.amount)::bigint, t.currency,
         coalesce(i.label, t.label), coalesce(i.debtor_name, c.name), coalesce(i.debtor_iban, a.iban), i.uetr, f.message_id,
         coalesce(f.created_at, t.executed_at), coalesce(i.settlement_date, t.execution_date), b.bank_name
    FROM transfers t
    JOIN accounts a ON a.id = t.account_id
    JOIN customers c ON c.id = a.customer_id
    LEFT JOIN beneficiaries b ON b.account_id = t.account_id AND b.id = t.beneficiary_id
    LEFT JOIN outgoing_payments i ON i.account_id = t.account_id AND i.transfer_id = t.id AND i.nominal_date IS NULL
    LEFT JOIN clearing_files f ON f.id = i.file_id
   WHERE t.account_id = account AND t.network = 'swift' AND t.posting_id IS NOT NULL AND i.state IS DISTINCT FROM 'queued'
   UNION ALL
  SELECT i.id, (f.created_at AT TIME ZONE 'UTC')::date, i.reference, i.creditor_name, i.creditor_iban, i.creditor_bic, i.amount::bigint, i.currency,
         i.label, i.debtor_name, i.debtor_iban, i.uetr, f.message_id, f.created_at, i.settlement_date, NULL
    FROM outgoing_payments i
    JOIN clearing_files f ON f.id = i.file_id
   WHERE i.account_id = account AND i.network = 'swift' AND i.nominal_date IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION transfers_abroad TO connect_app;

-- Form, capital, registers and licence, at the foot of what the bank certifies.
ALTER TABLE bank ADD COLUMN legal text NOT NULL DEFAULT '';
