-- Instant payments through the platform of the BCEAO (PI): docs/decisions/0083-instant-payments.md.

INSERT INTO parameters (name, value, meaning) VALUES
  ('instant_company_fee', 0, 'Fee of an instant payment of a company, before tax (XOF); individuals pay none'),
  ('instant_guarantee_warning', 50000000, 'The operators are warned when less than this is left of the guarantee of instant payments (XOF)');

-- outgoing_instant: PI, money on its way. guarantee: the account of the bank at the central bank, against which PI settles.
SELECT ledger_open_account(gen_random_uuid(), 'internal', code || ':XOF', 'XOF', 0) FROM unnest(ARRAY['outgoing_instant', 'guarantee']) code;

-- What the bank may send: the guarantee that it has deposited, and what instant payments use of it at the moment. Sent payments use it,
-- rejected, returned and received ones give it back.
CREATE TABLE instant_guarantee (
  is_the_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_row),
  amount bigint NOT NULL CHECK (amount >= 0),
  -- Negative where more was received than sent.
  used bigint NOT NULL,
  -- When the operators were warned that little is left; null while enough is left.
  warned_at timestamptz,
  CONSTRAINT instant_guarantee_covers_what_is_sent CHECK (used <= amount)
);
INSERT INTO instant_guarantee (amount, used)
SELECT CASE WHEN EXISTS (SELECT FROM parameters WHERE name = 'demo_bank' AND value = 1) THEN 500000000 ELSE 0 END, 0;
GRANT SELECT ON instant_guarantee TO connect_app;
GRANT UPDATE (used, warned_at) ON instant_guarantee TO connect_app;
GRANT UPDATE (amount) ON instant_guarantee TO connect_operator;

-- The institutions that are connected to the platform, from its list.
CREATE TABLE instant_participants (
  -- Country, kind and three digits: SNB999.
  member text PRIMARY KEY CHECK (member ~ '^(SN|ML|CI|BF|NE|TG|BJ|GW)[BCDEF][0-9]{3}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140),
  state text NOT NULL CHECK (state IN ('JOIN', 'ENBL', 'DSBL', 'DLTD')),
  updated_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON instant_participants TO connect_app;

-- What the messages of instant payments say of a customer: without it the customer neither pays nor receives instantly.
CREATE TABLE customer_identities (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  -- Persons by their national identity number or passport, companies by their tax number.
  system text NOT NULL CHECK (system IN ('NIDN', 'CCPT', 'TXID')),
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 35),
  -- RCCM. A person who has one is a merchant.
  trade_register text CHECK (length(trade_register) BETWEEN 1 AND 35),
  city text NOT NULL CHECK (length(city) BETWEEN 1 AND 70)
);
GRANT SELECT ON customer_identities TO connect_app;
GRANT INSERT, UPDATE ON customer_identities TO connect_operator;
-- The demo bank invents them.
INSERT INTO customer_identities (customer_id, system, number, city)
SELECT id, CASE kind WHEN 'company' THEN 'TXID' ELSE 'NIDN' END, 'DEMO' || upper(right(replace(id::text, '-', ''), 9)), 'Dakar' FROM customers
 WHERE EXISTS (SELECT FROM parameters WHERE name = 'demo_bank' AND value = 1);

-- The position of a branch in degrees: that of its customers, who do not share theirs.
ALTER TABLE branches ADD COLUMN latitude numeric(9, 6), ADD COLUMN longitude numeric(9, 6);

-- Every message to the interface application of the platform (AIP) and from it. What leaves is written here in the transaction that causes
-- it, and sent from here, again and again with the same ids until the AIP has accepted it. What arrives is applied in the transaction that
-- writes it here: its id decides that it is applied once.
CREATE TABLE aip_messages (
  id uuid PRIMARY KEY,
  direction text NOT NULL CHECK (direction IN ('out', 'in')),
  path text NOT NULL CHECK (length(path) BETWEEN 2 AND 80),
  -- msgId, or what else makes a callback the same as one that came before. Null where a repetition changes nothing.
  message_id text CHECK (length(message_id) BETWEEN 1 AND 120),
  end_to_end_id text CHECK (length(end_to_end_id) BETWEEN 1 AND 35),
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'refused', 'received')),
  tries smallint NOT NULL DEFAULT 0,
  send_at timestamptz,
  sent_at timestamptz,
  -- Why the AIP refused it.
  refusal text CHECK (length(refusal) BETWEEN 1 AND 500),
  CONSTRAINT aip_messages_wait_or_not CHECK ((state = 'queued') = (send_at IS NOT NULL)),
  CONSTRAINT aip_messages_go_one_way CHECK ((direction = 'in') = (state = 'received'))
);
CREATE UNIQUE INDEX aip_messages_are_received_once ON aip_messages (path, message_id) WHERE direction = 'in' AND message_id IS NOT NULL;
CREATE UNIQUE INDEX aip_messages_are_sent_once ON aip_messages (message_id) WHERE direction = 'out' AND message_id IS NOT NULL;
CREATE INDEX aip_messages_to_send ON aip_messages (send_at) WHERE state = 'queued';
CREATE INDEX aip_messages_of_a_payment ON aip_messages (end_to_end_id, created_at);
GRANT SELECT, INSERT ON aip_messages TO connect_app;
GRANT UPDATE (state, tries, send_at, sent_at, refusal) ON aip_messages TO connect_app;

-- A payee that a customer looked up: by phone number, payment address or merchant code in the directory of aliases, or by account number at
-- the payee's institution. The order names it, so that what is paid is what was answered.
CREATE TABLE payee_lookups (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  end_to_end_id text NOT NULL UNIQUE CHECK (length(end_to_end_id) = 35),
  kind text NOT NULL CHECK (kind IN ('phone', 'address', 'merchant', 'account')),
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 40),
  -- Of a code that was read: the channel of its payments and the reference in it.
  -- Or of a request to pay that the payee sent: its channel and its identifier.
  channel text CHECK (channel IN ('000', '400', '731', '500', '520', '521', '401', '631')),
  reference text CHECK (length(reference) BETWEEN 1 AND 35),
  -- Null for the payee of a request to pay, whom nobody looked up.
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'found', 'unknown')),
  answered_at timestamptz,
  -- Why it was not found: the code of the platform.
  reason text CHECK (length(reason) BETWEEN 1 AND 10),
  -- The payee as the platform answered it.
  name text CHECK (length(name) BETWEEN 1 AND 140),
  payee_kind text CHECK (payee_kind IN ('P', 'C', 'B', 'G')),
  country text CHECK (country IN ('SN', 'ML', 'CI', 'BF', 'NE', 'TG', 'BJ', 'GW')),
  member text,
  account_kind text CHECK (account_kind IN ('CACC', 'SVGS', 'TRAN', 'TRAL', 'LLSV', 'VACC', 'TAXE')),
  iban text CHECK (length(iban) BETWEEN 20 AND 34),
  -- The number of an account without an IBAN: the phone number of e-money.
  other text CHECK (length(other) BETWEEN 1 AND 40),
  alias text CHECK (length(alias) BETWEEN 1 AND 40),
  city text CHECK (length(city) BETWEEN 1 AND 140),
  identity_system text CHECK (length(identity_system) BETWEEN 1 AND 10),
  identity_number text CHECK (length(identity_number) BETWEEN 1 AND 40),
  trade_register text CHECK (length(trade_register) BETWEEN 1 AND 40),
  PRIMARY KEY (account_id, id),
  CONSTRAINT payee_lookups_found_say_whom CHECK ((state = 'found') = (name IS NOT NULL AND payee_kind IS NOT NULL AND country IS NOT NULL
    AND member IS NOT NULL AND account_kind IS NOT NULL AND num_nonnulls(iban, other) = 1)),
  CONSTRAINT payee_lookups_answered_say_when CHECK ((state = 'waiting') = (answered_at IS NULL))
);
CREATE INDEX payee_lookups_of_a_user ON payee_lookups (created_by, created_at);
CREATE INDEX payee_lookups_of_an_account ON payee_lookups (account_id, created_at);
GRANT SELECT, INSERT ON payee_lookups TO connect_app;
GRANT UPDATE (state, answered_at, reason, name, payee_kind, country, member, account_kind, iban, other, alias, city, identity_system,
  identity_number, trade_register) ON payee_lookups TO connect_app;

-- What an instant payment has besides other outgoing payments. Its states are those of outgoing_payments: queued (initiated), sent (pending),
-- settled (accepted), returned (rejected where settled_at is null, else returned). Without an answer in time its outcome is asked for, from
-- ask_at on: it is never sent again under another end_to_end_id.
CREATE TABLE instant_payments (
  payment_id uuid PRIMARY KEY REFERENCES outgoing_payments,
  end_to_end_id text NOT NULL UNIQUE CHECK (length(end_to_end_id) = 35),
  message_id text NOT NULL UNIQUE CHECK (length(message_id) = 35),
  account_id uuid NOT NULL,
  lookup_id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('999', '633', '731', '000', '400', '500', '520', '521', '631', '401', '733')),
  sent_at timestamptz,
  ask_at timestamptz,
  questions smallint NOT NULL DEFAULT 0,
  -- When the platform said that it was accepted.
  accepted_at timestamptz,
  FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups
);
CREATE INDEX instant_payments_to_ask_for ON instant_payments (ask_at) WHERE ask_at IS NOT NULL;
GRANT SELECT, INSERT ON instant_payments TO connect_app;
GRANT UPDATE (sent_at, ask_at, questions, accepted_at) ON instant_payments TO connect_app;

-- Instant payments that came in, each answered once and for ever, however often it arrives.
CREATE TABLE instant_receipts (
  end_to_end_id text PRIMARY KEY CHECK (length(end_to_end_id) = 35),
  message_id text NOT NULL,
  -- The institution and the alias of the payer.
  member text NOT NULL,
  payer_name text NOT NULL CHECK (length(payer_name) BETWEEN 1 AND 140),
  payer_country text NOT NULL,
  payer_alias text,
  -- The alias under which it was paid.
  payee_alias text,
  amount amount NOT NULL CHECK (amount > 0),
  channel text NOT NULL,
  -- The reference in the payer's code or request.
  reference text CHECK (length(reference) BETWEEN 1 AND 35),
  received_at timestamptz NOT NULL,
  -- Null where it was refused.
  incoming_id uuid UNIQUE REFERENCES incoming_payments,
  refusal text CHECK (length(refusal) BETWEEN 1 AND 10),
  CONSTRAINT instant_receipts_are_credited_or_refused CHECK (num_nonnulls(incoming_id, refusal) = 1)
);
GRANT SELECT, INSERT ON instant_receipts TO connect_app;

-- Money of an instant payment that the customer gives back.
CREATE TABLE instant_returns (
  id uuid PRIMARY KEY,
  incoming_id uuid NOT NULL UNIQUE REFERENCES incoming_payments,
  account_id uuid NOT NULL REFERENCES accounts,
  amount amount NOT NULL CHECK (amount > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 10),
  posting_id uuid NOT NULL UNIQUE REFERENCES ledger_postings,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON instant_returns TO connect_app;

ALTER TABLE transfers
  -- The looked-up payee. Beside a saved beneficiary it is the proof that the account can be paid instantly.
  ADD COLUMN lookup_id uuid,
  DROP CONSTRAINT transfers_network_check,
  DROP CONSTRAINT transfers_name_one_payee,
  DROP CONSTRAINT transfers_reason_code_check,
  ADD CONSTRAINT transfers_known_network CHECK (network IN ('book', 'instant', 'sica', 'star', 'swift')) NOT VALID,
  ADD CONSTRAINT transfers_have_one_payee CHECK (
    CASE WHEN lookup_id IS NULL THEN num_nonnulls(beneficiary_id, own_account_id) = 1 AND network <> 'instant' ELSE own_account_id IS NULL END) NOT VALID,
  ADD CONSTRAINT transfers_known_reason CHECK (
    reason_code IN ('funds', 'payee', 'payer', 'expired', 'payee_changed', 'payee_removed', 'guarantee')) NOT VALID,
  ADD CONSTRAINT transfers_lookup FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups NOT VALID;
GRANT UPDATE (lookup_id) ON transfers TO connect_app;

ALTER TABLE transfer_batch_lines
  ADD COLUMN lookup_id uuid,
  DROP CONSTRAINT transfer_batch_lines_network_check,
  ADD CONSTRAINT transfer_batch_lines_known_network CHECK (network IN ('book', 'instant', 'sica', 'star', 'swift')) NOT VALID,
  ADD CONSTRAINT transfer_batch_lines_lookup FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups NOT VALID;

ALTER TABLE outgoing_payments
  DROP CONSTRAINT outgoing_payments_network_check,
  DROP CONSTRAINT outgoing_payments_leave_in_a_file,
  ADD CONSTRAINT outgoing_payments_known_network CHECK (network IN ('instant', 'sica', 'star', 'swift')) NOT VALID,
  -- Instant payments leave as messages, not in a file.
  ADD CONSTRAINT outgoing_payments_say_their_file CHECK ((network = 'instant' OR state = 'queued') = (file_id IS NULL) AND (file_id IS NULL) = (place IS NULL)) NOT VALID;

ALTER TABLE incoming_payments
  DROP CONSTRAINT incoming_payments_network_check,
  ADD CONSTRAINT incoming_payments_known_network CHECK (network IN ('instant', 'sica', 'star', 'swift')) NOT VALID;

CREATE OR REPLACE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, participant.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.reason_code, t.purpose,
       t.domiciliation, t.version, t.signatures_needed, t.signing_rule,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals,
       t.own_account_id, t.suspended,
       t.execution_status = 'executed' AND t.network <> 'book'
         AND EXISTS (SELECT FROM outgoing_payments i
                      WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')) AS is_on_its_way,
       t.instructed_amount, t.instructed_currency, t.credit_amount, t.credit_currency, t.exchange_rate, t.rate_until, t.exchange_commission,
       t.charges, t.lookup_id
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN payee_lookups payee ON payee.account_id = t.account_id AND payee.id = t.lookup_id
  LEFT JOIN instant_participants participant ON participant.member = payee.member
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);

-- Postings of the kinds of 0054_justified_postings.sql, with the accounts of instant payments.
CREATE OR REPLACE FUNCTION expected_of_transfers(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(o.posting_id, l.account, l.amount)::ledger_expectation
      FROM (SELECT p.id AS posting_id, t.account_id, t.batch_id, t.network, t.currency, coalesce(t.credit_currency, t.currency) AS credit_currency,
                   t.amount + t.fees + t.tax AS debit, coalesce(t.credit_amount, t.amount) AS credit, t.beneficiary_iban
              FROM unnest(p_heads) p
              JOIN transfers t ON t.posting_id = p.id
             WHERE p.kind = 'transfer' AND p.posting_key = 'transfer:' || t.id AND t.execution_status = 'executed'
             UNION ALL
            SELECT p.id, t.account_id, t.batch_id, t.network, t.currency,
                   CASE WHEN c.credit_amount IS NULL THEN t.currency ELSE t.credit_currency END,
                   c.amount + c.fees + c.tax, coalesce(c.credit_amount, c.amount), c.beneficiary_iban
              FROM unnest(p_heads) p
              JOIN transfer_occurrences c ON c.posting_id = p.id
              JOIN transfers t ON t.account_id = c.account_id AND t.id = c.transfer_id
             WHERE p.kind = 'transfer' AND p.posting_key = 'transfer:' || t.id || ':' || to_char(c.nominal_date, 'YYYY-MM-DD')
               AND t.validation_status = 'validated') o
      LEFT JOIN transfer_batches b ON b.account_id = o.account_id AND b.id = o.batch_id AND b.posting_id IS NOT NULL
      LEFT JOIN accounts payee ON o.network = 'book' AND payee.iban = o.beneficiary_iban
     CROSS JOIN LATERAL (VALUES
       (CASE WHEN b.id IS NULL THEN o.account_id::text ELSE 'batches:' || o.currency END, -o.debit),
       (CASE o.network WHEN 'book' THEN payee.id::text WHEN 'instant' THEN 'outgoing_instant:' ELSE 'outgoing:' END
          || CASE o.network WHEN 'book' THEN '' ELSE o.credit_currency END, o.credit)) l (account, amount));
END $$;

CREATE OR REPLACE FUNCTION expected_of_outgoing_payments(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN outgoing_payments o ON o.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN accounts a ON a.id = o.account_id
     CROSS JOIN LATERAL (SELECT CASE o.network WHEN 'swift' THEN 'correspondent:' WHEN 'instant' THEN 'guarantee:' ELSE 'clearing:' END || o.currency AS code,
                                CASE o.network WHEN 'instant' THEN 'outgoing_instant:' ELSE 'outgoing:' END || o.currency AS transit) network
     CROSS JOIN LATERAL (
       SELECT network.transit, -o.amount::bigint WHERE p.kind = 'settlement'
        UNION ALL
       SELECT network.code, o.amount::bigint WHERE p.kind = 'settlement'
        UNION ALL
       SELECT CASE WHEN o.settled_at IS NULL THEN network.transit ELSE network.code END, -o.amount::bigint WHERE p.kind = 'return'
        UNION ALL
       SELECT CASE a.status WHEN 'closed' THEN 'suspense:' || coalesce(o.debit_currency, o.currency) ELSE a.id::text END,
              coalesce(o.debit_amount, o.amount)::bigint WHERE p.kind = 'return') l (account, amount)
     WHERE (p.kind = 'settlement' AND p.posting_key = 'settle:' || o.id AND o.settled_at IS NOT NULL)
        OR (p.kind = 'return' AND p.posting_key = 'return:' || o.id AND o.state = 'returned' AND p.reverses = o.posting_id
            AND EXISTS (SELECT FROM ledger_entries e JOIN ledger_accounts i ON i.id = e.account_id
                         WHERE e.posting_id = o.posting_id AND i.code = network.transit AND e.amount = o.amount)
            AND EXISTS (SELECT FROM ledger_entries e WHERE e.posting_id = o.posting_id AND e.amount = -coalesce(o.debit_amount, o.amount))));
END $$;

CREATE OR REPLACE FUNCTION expected_of_incoming_payments(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN incoming_payments i ON i.posting_id = p.id
     CROSS JOIN LATERAL (VALUES
       (CASE i.network WHEN 'swift' THEN 'correspondent:' WHEN 'instant' THEN 'guarantee:' ELSE 'clearing:' END || i.currency, -i.amount),
       (i.account_id::text, i.credit_amount)) l (account, amount)
     WHERE p.kind = 'incoming' AND p.posting_key = 'incoming:' || i.network || ':' || i.sender || ':' || i.transaction_id);
END $$;

-- Instant payments of others that a customer gives back.
CREATE FUNCTION expected_of_instant_returns(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN instant_returns r ON r.posting_id = p.id
      JOIN incoming_payments i ON i.id = r.incoming_id AND i.account_id = r.account_id AND i.network = 'instant' AND i.credit_amount = r.amount
     CROSS JOIN LATERAL (VALUES (r.account_id::text, -r.amount::bigint), ('guarantee:' || i.currency, r.amount::bigint)) l (account, amount)
     WHERE p.kind = 'instant_return' AND p.posting_key = 'instant-return:' || r.id);
END $$;
REVOKE ALL ON FUNCTION expected_of_instant_returns FROM PUBLIC;

CREATE OR REPLACE FUNCTION ledger_check_causes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_heads ledger_head[];
  v_kinds text[];
  v_since date;
  v_expected ledger_expectation[] := '{}';
  v_wrong record;
BEGIN
  DELETE FROM ledger_calls c WHERE c.id = NEW.id;
  SELECT array_agg(ROW(0, p.id, p.posting_key, p.kind, p.booking_date, p.posted_at, p.reverses)::ledger_head), array_agg(DISTINCT p.kind), min(p.booking_date)
    INTO v_heads, v_kinds, v_since
    FROM ledger_postings p WHERE p.id = ANY (NEW.postings);
  IF 'transfer' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_transfers(v_heads); END IF;
  IF 'batch' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_batches(v_heads); END IF;
  IF v_kinds && '{settlement,return}' THEN v_expected := v_expected || expected_of_outgoing_payments(v_heads); END IF;
  IF 'incoming' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_incoming_payments(v_heads); END IF;
  IF v_kinds && '{direct_debit,refund}' THEN v_expected := v_expected || expected_of_collections(v_heads); END IF;
  IF 'card_topup' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_topups(v_heads); END IF;
  IF 'chequebook' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_chequebooks(v_heads); END IF;
  IF 'deposit' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_deposits(v_heads); END IF;
  IF 'loan' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_credits(v_heads); END IF;
  IF 'interest' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_overdraft_charges(v_heads); END IF;
  IF 'instant_return' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_instant_returns(v_heads); END IF;
  IF 'operation' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_operations(v_heads); END IF;

  SELECT p.kind, p.posting_key INTO v_wrong FROM unnest(v_heads) p
   WHERE NOT EXISTS (SELECT FROM unnest(v_expected) x WHERE x.posting_id = p.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no row justifies the posting % of the kind %', v_wrong.posting_key, v_wrong.kind USING ERRCODE = 'LG007';
  END IF;

  SELECT p.kind, p.posting_key, coalesce(moved.account, expected.account) AS account INTO v_wrong
    FROM (SELECT e.posting_id, coalesce(a.code, a.id::text) AS account, split_part(a.code, ':', 1) AS code, sum(e.amount) AS amount
            FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
           WHERE e.posting_id = ANY (NEW.postings) AND e.booking_date >= v_since
           GROUP BY e.posting_id, a.id) moved
    FULL JOIN (SELECT x.posting_id, x.account, sum(x.amount) AS amount FROM unnest(v_expected) x GROUP BY x.posting_id, x.account) expected
      ON expected.posting_id = moved.posting_id AND expected.account = moved.account
    JOIN unnest(v_heads) p ON p.id = coalesce(moved.posting_id, expected.posting_id)
    LEFT JOIN ledger_rules r ON r.kind = p.kind AND r.account = moved.code
   WHERE CASE WHEN expected.account IS NOT NULL THEN coalesce(moved.amount, 0) <> expected.amount
              ELSE r.kind IS NULL OR (moved.amount < 0 AND NOT r.may_debit) OR (moved.amount > 0 AND NOT r.may_credit) END
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the posting % of the kind % moves another amount on the account % than its row', v_wrong.posting_key, v_wrong.kind, v_wrong.account
      USING ERRCODE = 'LG007';
  END IF;
  RETURN NULL;
END $$;
