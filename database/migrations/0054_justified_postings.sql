-- The application moves money only for a row that says so: an order, a line of a file or of a schedule, a payment of a network
-- (docs/decisions/0081-postings-have-a-cause.md). ledger_post accepts any balanced posting and, when the transaction ends, compares it with
-- the row of its kind and key: the transaction fails where that row is missing, is in another state, or says another amount or account.

-- The function that writes postings. Only the owner calls it: migrations, the seeds of a demo bank, tests.
ALTER FUNCTION ledger_post RENAME TO ledger_write;
REVOKE ALL ON FUNCTION ledger_write FROM connect_app;

-- Lines of the operators' files: what each moves on the customer's account. Only operators write them.
CREATE TABLE operation_lines (
  digest bytea NOT NULL REFERENCES operation_files,
  line integer NOT NULL CHECK (line > 0),
  account_id uuid NOT NULL REFERENCES accounts,
  -- Taxes included.
  amount amount NOT NULL,
  posting_id uuid NOT NULL REFERENCES ledger_postings,
  PRIMARY KEY (digest, line)
);
GRANT SELECT ON operation_lines TO connect_app;
GRANT INSERT ON operation_lines TO connect_operator;

-- The bank's accounts on which a kind of posting may have amounts that its row does not determine: fees, taxes, interest, exchanges. They
-- are named by their code without the currency. All other amounts are those of the row.
CREATE TABLE ledger_rules (
  kind text NOT NULL,
  account text NOT NULL,
  may_debit boolean NOT NULL,
  may_credit boolean NOT NULL,
  PRIMARY KEY (kind, account),
  CONSTRAINT ledger_rules_allow_something CHECK (may_debit OR may_credit)
);
INSERT INTO ledger_rules (kind, account, may_debit, may_credit) VALUES
  ('transfer', 'fees', false, true), ('transfer', 'taf', false, true), ('transfer', 'position', true, true),
  ('return', 'position', true, true),
  ('incoming', 'position', true, true),
  ('interest', 'taf', false, true),
  ('deposit', 'interest', true, true), ('deposit', 'withholding', true, true),
  ('loan', 'interest', false, true), ('loan', 'taf', false, true), ('loan', 'fees', false, true),
  ('card_topup', 'fees', false, true), ('card_topup', 'taf', false, true),
  ('chequebook', 'fees', true, true), ('chequebook', 'taf', true, true),
  ('operation', 'clearing', true, true), ('operation', 'cards', true, true), ('operation', 'cash', true, true),
  ('operation', 'cheques', true, true), ('operation', 'fees', true, true), ('operation', 'interest', true, true),
  ('operation', 'loans', true, true), ('operation', 'suspense', true, true), ('operation', 'taf', false, true),
  ('operation', 'tta', false, true);
GRANT SELECT ON ledger_rules TO connect_app;

-- What a row says of a posting. account: the id of a customer's account, or the code of one of the bank.
CREATE TYPE ledger_expectation AS (posting_id uuid, account text, amount bigint);

-- Orders and dates of series. The payer of a batch with one debit was debited before: its lines are paid from the account of batches.
CREATE FUNCTION expected_of_transfers(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
       (CASE o.network WHEN 'book' THEN payee.id::text ELSE 'outgoing:' || o.credit_currency END, o.credit)) l (account, amount));
END $$;

-- Batches with one debit: the debit of all lines, and what comes back of those that were not executed.
CREATE FUNCTION expected_of_batches(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN transfer_batches b ON b.posting_id = p.id
     CROSS JOIN LATERAL (VALUES (b.account_id::text, -b.booked), ('batches:' || b.currency, b.booked)) l (account, amount)
     WHERE p.kind = 'batch' AND p.posting_key = 'batch:' || b.id AND b.state = 'validated'
     UNION ALL
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN ledger_postings booked ON booked.posting_key = 'batch:' || split_part(p.posting_key, ':', 2)
      JOIN transfer_batches b ON b.posting_id = booked.id
      JOIN accounts a ON a.id = b.account_id
     CROSS JOIN LATERAL (
           SELECT b.booked - coalesce(sum(t.amount + t.fees + t.tax), 0)::bigint AS amount FROM transfers t
            WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status IN ('executed', 'returned')) rest
     CROSS JOIN LATERAL (VALUES
       ('batches:' || b.currency, -rest.amount),
       (CASE a.status WHEN 'closed' THEN 'suspense:' || b.currency ELSE a.id::text END, rest.amount)) l (account, amount)
     WHERE p.kind = 'batch' AND p.posting_key = 'batch:' || b.id || ':rest' AND b.settled_at IS NOT NULL);
END $$;

-- Payments to other banks: the network settles them or sends them back. What comes back is what the order debited and no more.
CREATE FUNCTION expected_of_outgoing_payments(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN outgoing_payments o ON o.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN accounts a ON a.id = o.account_id
     CROSS JOIN LATERAL (SELECT CASE o.network WHEN 'swift' THEN 'correspondent:' ELSE 'clearing:' END || o.currency AS code) network
     CROSS JOIN LATERAL (
       SELECT 'outgoing:' || o.currency, -o.amount::bigint WHERE p.kind = 'settlement'
        UNION ALL
       SELECT network.code, o.amount::bigint WHERE p.kind = 'settlement'
        UNION ALL
       SELECT CASE WHEN o.settled_at IS NULL THEN 'outgoing:' || o.currency ELSE network.code END, -o.amount::bigint WHERE p.kind = 'return'
        UNION ALL
       SELECT CASE a.status WHEN 'closed' THEN 'suspense:' || coalesce(o.debit_currency, o.currency) ELSE a.id::text END,
              coalesce(o.debit_amount, o.amount)::bigint WHERE p.kind = 'return') l (account, amount)
     WHERE (p.kind = 'settlement' AND p.posting_key = 'settle:' || o.id AND o.settled_at IS NOT NULL)
        OR (p.kind = 'return' AND p.posting_key = 'return:' || o.id AND o.state = 'returned' AND p.reverses = o.posting_id
            AND EXISTS (SELECT FROM ledger_entries e JOIN ledger_accounts i ON i.id = e.account_id
                         WHERE e.posting_id = o.posting_id AND i.code = 'outgoing:' || o.currency AND e.amount = o.amount)
            AND EXISTS (SELECT FROM ledger_entries e WHERE e.posting_id = o.posting_id AND e.amount = -coalesce(o.debit_amount, o.amount))));
END $$;

-- Payments of other banks that are credited to an account.
CREATE FUNCTION expected_of_incoming_payments(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN incoming_payments i ON i.posting_id = p.id
     CROSS JOIN LATERAL (VALUES
       (CASE i.network WHEN 'swift' THEN 'correspondent:' ELSE 'clearing:' END || i.currency, -i.amount),
       (i.account_id::text, i.credit_amount)) l (account, amount)
     WHERE p.kind = 'incoming' AND p.posting_key = 'incoming:' || i.network || ':' || i.sender || ':' || i.transaction_id);
END $$;

-- Whether an operator works on this connection: the role that was set, or the login. The rights of a function do not change the answer.
CREATE FUNCTION operator_works() RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN pg_has_role(CASE current_setting('role') WHEN 'none' THEN session_user ELSE current_setting('role')::name END, 'connect_operator', 'MEMBER');

-- Collections of creditors, and the refund of what was collected. What was collected before the books of the bank began here has no posting:
-- only an operator refunds it.
CREATE FUNCTION expected_of_collections(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, CASE p.kind WHEN 'refund' THEN -l.amount ELSE l.amount END)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN collections c ON c.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN accounts a ON a.id = c.account_id
     CROSS JOIN LATERAL (VALUES
       (CASE WHEN p.kind = 'refund' AND a.status = 'closed' THEN 'suspense:' || c.currency ELSE a.id::text END, -c.amount::bigint),
       ('clearing:' || c.currency, c.amount::bigint)) l (account, amount)
     WHERE (p.kind = 'direct_debit' AND p.posting_key = 'debit:' || c.id AND c.posting_id = p.id AND c.status = 'executed')
        OR (p.kind = 'refund' AND p.posting_key = 'debit-refund:' || c.id AND c.refund_posting_id = p.id AND c.status = 'refunded'
            AND (p.reverses = c.posting_id OR (c.posting_id IS NULL AND p.reverses IS NULL AND operator_works()))));
END $$;

-- Top-ups of prepaid cards: single ones, and the dates of series.
CREATE FUNCTION expected_of_topups(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN card_topups t ON t.posting_id = p.id
      JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
     CROSS JOIN LATERAL (VALUES (t.account_id::text, -(t.amount + t.fees + t.tax)), (c.ledger_account_id::text, t.amount)) l (account, amount)
     WHERE p.kind = 'card_topup' AND t.status = 'done'
       AND p.posting_key = 'topup:' || coalesce(t.recurring_id || ':' || to_char(t.nominal_date, 'YYYY-MM-DD'), t.id::text));
END $$;

-- Fees of chequebooks and of stopped cheques, and the fee of a refused order that comes back.
CREATE FUNCTION expected_of_chequebooks(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, b.account_id::text, -(b.fees + b.tax))::ledger_expectation
      FROM unnest(p_heads) p JOIN chequebooks b ON b.posting_id = p.id
     WHERE p.kind = 'chequebook' AND p.posting_key = 'chequebook:' || b.id AND p.reverses IS NULL
     UNION ALL
    SELECT ROW(p.id, b.account_id::text, b.fees + b.tax)::ledger_expectation
      FROM unnest(p_heads) p JOIN chequebooks b ON b.posting_id = p.reverses
     WHERE p.kind = 'chequebook' AND p.posting_key = 'chequebook:' || b.id || ':refused' AND b.status = 'refused'
     UNION ALL
    SELECT ROW(p.id, s.account_id::text, -(s.fees + s.tax))::ledger_expectation
      FROM unnest(p_heads) p JOIN cheque_stops s ON s.posting_id = p.id
     WHERE p.kind = 'chequebook' AND p.posting_key = 'cheque-stop:' || s.id AND p.reverses IS NULL);
END $$;

-- Term deposits: the money that is deposited, each payment of interest, the capital at maturity, and an early break.
CREATE FUNCTION expected_of_deposits(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN deposits d ON d.id = split_part(p.posting_key, ':', 2)::uuid
     CROSS JOIN LATERAL (VALUES (d.account_id::text, -d.principal), ('deposits:' || d.currency, d.principal)) l (account, amount)
     WHERE p.kind = 'deposit' AND p.posting_key = 'deposit:' || d.id AND d.status = 'pending' AND d.renews IS NULL
     UNION ALL
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN deposits d ON d.id = split_part(p.posting_key, ':', 2)::uuid
     CROSS JOIN LATERAL (
           SELECT d.broken_gross - coalesce(sum(n.gross), 0)::bigint AS interest, d.broken_withholding - coalesce(sum(n.withholding), 0)::bigint AS tax
             FROM deposit_payments n WHERE n.deposit_id = d.id AND n.paid_on IS NOT NULL) rest
     CROSS JOIN LATERAL (VALUES (d.account_id::text, d.principal + rest.interest - rest.tax), ('deposits:' || d.currency, -d.principal)) l (account, amount)
     WHERE p.kind = 'deposit' AND p.posting_key = 'deposit:' || d.id || ':break' AND d.status = 'broken'
     UNION ALL
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN deposits d ON d.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN deposit_payments n ON n.deposit_id = d.id AND n.posting_id = p.id
      JOIN accounts a ON a.id = d.account_id
     CROSS JOIN LATERAL (
           SELECT CASE WHEN d.status IN ('matured', 'renewed') AND NOT EXISTS (SELECT FROM deposit_payments x WHERE x.deposit_id = d.id AND x.place > n.place)
                       THEN d.principal - coalesce((SELECT r.principal FROM deposits r WHERE r.renews = d.id), 0) ELSE 0 END AS capital) returned
     CROSS JOIN LATERAL (VALUES
       (CASE a.status WHEN 'closed' THEN 'suspense:' || d.currency ELSE a.id::text END, n.gross - n.withholding + returned.capital),
       ('deposits:' || d.currency, -returned.capital), ('interest:' || d.currency, -n.gross)) l (account, amount)
     WHERE p.kind = 'deposit' AND p.posting_key = 'deposit:' || d.id || ':' || n.place
       -- Whoever wrote the line, its interest is not above the rate of the deposit.
       AND n.gross <= d.principal * d.rate * (n.to_date - n.from_date) / (100 * d.basis) + 1);
END $$;

-- Credits: the money that is lent, and each instalment with its interest for late payment.
CREATE FUNCTION expected_of_credits(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN credits c ON c.id = split_part(p.posting_key, ':', 2)::uuid
     CROSS JOIN LATERAL (VALUES (c.account_id::text, c.amount::bigint), ('loans:' || c.currency, -c.amount::bigint)) l (account, amount)
     WHERE p.kind = 'loan' AND p.posting_key = 'credit:' || c.id
     UNION ALL
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN credits c ON c.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN credit_lines n ON n.credit_id = c.id AND n.posting_id = p.id
     CROSS JOIN LATERAL (VALUES (c.account_id::text, -(n.instalment + n.late_interest)), ('loans:' || c.currency, n.principal::bigint)) l (account, amount)
     WHERE p.kind = 'loan' AND p.posting_key = 'credit:' || c.id || ':' || n.place);
END $$;

-- Interest on debit balances, once a quarter.
CREATE FUNCTION expected_of_overdraft_charges(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN overdraft_charges c ON c.posting_id = p.id
      JOIN accounts a ON a.id = c.account_id
     CROSS JOIN LATERAL (VALUES (a.id::text, -(c.interest + c.tax)), ('interest:' || a.currency, c.interest::bigint)) l (account, amount)
     WHERE p.kind = 'interest' AND p.posting_key = 'agios:' || a.id || ':' || to_char(c.first_day, 'YYYY-MM-DD'));
END $$;

-- Lines of the operators' files. A demo bank also invents operations, which have no file.
CREATE FUNCTION expected_of_operations(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account_id::text, l.amount::bigint)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN operation_lines l ON p.posting_key LIKE 'file:%' AND l.digest = decode(split_part(p.posting_key, ':', 2), 'hex') AND l.line = split_part(p.posting_key, ':', 3)::integer
     WHERE p.kind = 'operation' AND p.posting_key = 'file:' || encode(l.digest, 'hex') || ':' || l.line AND l.posting_id = p.id
     UNION ALL
    SELECT ROW(p.id, a.id::text, e.amount::bigint)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN ledger_entries e ON e.posting_id = p.id AND e.booking_date >= p.booking_date
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'customer'
     WHERE p.kind = 'operation' AND p.posting_key LIKE 'activity:%'
       AND EXISTS (SELECT FROM parameters WHERE name = 'demo_bank' AND value = 1));
END $$;

-- A call of ledger_post whose postings are still to be compared with their rows. A row exists within one transaction only: nothing of it
-- needs to survive a crash.
CREATE UNLOGGED TABLE ledger_calls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  postings uuid[] NOT NULL
);

-- Compares the postings of one call with what their rows say, as sets: one query for each kind that is among them.
CREATE FUNCTION ledger_check_causes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
-- Deferred: an order and its posting are written by one statement, and many rows name their posting only after it.
CREATE CONSTRAINT TRIGGER ledger_calls_have_causes AFTER INSERT ON ledger_calls DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_check_causes();

-- As described in 0002_ledger.sql, for postings that a row justifies at the end of the transaction.
CREATE FUNCTION ledger_post(p_postings jsonb, p_entries jsonb) RETURNS TABLE (posting_id uuid, outcome text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    WITH written AS MATERIALIZED (
      SELECT w.posting_id, w.outcome FROM ledger_write(p_postings, p_entries) w
    ), call AS (
      INSERT INTO ledger_calls (postings)
      SELECT array_agg(w.posting_id) FROM written w WHERE w.outcome = 'posted' HAVING count(*) > 0
    )
    SELECT w.posting_id, w.outcome FROM written w;
END $$;

REVOKE ALL ON FUNCTION ledger_post, ledger_check_causes, expected_of_transfers, expected_of_batches, expected_of_outgoing_payments,
  expected_of_incoming_payments, expected_of_collections, expected_of_topups, expected_of_chequebooks, expected_of_deposits, expected_of_credits,
  expected_of_overdraft_charges, expected_of_operations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post TO connect_app;

-- The server opens accounts for prepaid cards and no others: without an overdraft, and none of the bank.
CREATE FUNCTION ledger_open_card(p_id uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ledger_open_account(p_id, 'customer', NULL, 'XOF', 0)
$$;
REVOKE ALL ON FUNCTION ledger_open_card FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_open_card TO connect_app;
REVOKE ALL ON FUNCTION ledger_open_account FROM connect_app;
GRANT EXECUTE ON FUNCTION ledger_open_account TO connect_operator;

-- The server opens deposits that renew another one. New ones are opened by operators.
CREATE FUNCTION deposits_are_opened_by_operators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT operator_works() THEN
    RAISE EXCEPTION 'only an operator opens a deposit' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposits_are_opened_by_operators BEFORE INSERT ON deposits
  FOR EACH ROW WHEN (NEW.renews IS NULL) EXECUTE FUNCTION deposits_are_opened_by_operators();
