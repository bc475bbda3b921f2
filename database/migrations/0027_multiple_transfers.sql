-- Many transfers at once: drafts that people put right, and batches that are signed as one and run line by line.

-- What was read of a file, as it was typed: what is wrong with it is told anew each time it is looked at. Seven days, then it goes.
CREATE TABLE transfer_imports (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  content_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
-- One draft of each user on each account: a new file takes its place.
CREATE UNIQUE INDEX transfer_imports_one_each ON transfer_imports (account_id, user_id);
CREATE INDEX transfer_imports_by_age ON transfer_imports (expires_at);

CREATE TABLE transfer_import_lines (
  account_id uuid NOT NULL,
  import_id uuid NOT NULL,
  id uuid NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  is_skipped boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  iban text NOT NULL,
  amount text NOT NULL,
  label text NOT NULL,
  bic text NOT NULL,
  execution_date text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  reference text NOT NULL,
  PRIMARY KEY (account_id, import_id, id),
  FOREIGN KEY (account_id, import_id) REFERENCES transfer_imports (account_id, id) ON DELETE CASCADE
);

CREATE TABLE transfer_batches (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  reference text NOT NULL,
  file_name text NOT NULL,
  -- Of the file that it came from: the same one a second time is told.
  content_hash bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'validated', 'refused', 'cancelled')),
  -- Of the lines that are still part of it.
  line_count integer NOT NULL CHECK (line_count > 0),
  amount amount NOT NULL CHECK (amount > 0),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  currency text NOT NULL,
  execution_date date NOT NULL,
  signing_rule text NOT NULL CHECK (signing_rule IN ('none', 'one', 'two', 'a_and_b')),
  signatures_needed smallint NOT NULL,
  -- A validator who takes lines out makes a new one: nobody signs a total that they have not seen.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  validated_at timestamptz,
  reason text,
  reason_code text CHECK (reason_code IN ('expired', 'payee_changed')),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, reference),
  CONSTRAINT transfer_batches_signed_by_rule
    CHECK (signatures_needed = CASE signing_rule WHEN 'none' THEN 0 WHEN 'one' THEN 1 ELSE 2 END),
  CONSTRAINT transfer_batches_validated_say_when CHECK ((validated_at IS NOT NULL) = (state = 'validated')),
  CONSTRAINT transfer_batches_refused_say_why CHECK ((state = 'refused') = (reason IS NOT NULL OR reason_code IS NOT NULL))
);
CREATE INDEX transfer_batches_newest_first ON transfer_batches (account_id, created_at DESC, id DESC);
CREATE INDEX transfer_batches_by_content ON transfer_batches (account_id, content_hash, created_at);
CREATE INDEX transfer_batches_to_sign ON transfer_batches (account_id, created_at) WHERE state = 'pending';
CREATE INDEX transfer_batches_unsigned_by_age ON transfer_batches (created_at) WHERE state = 'pending';

-- What was ordered: the line keeps what was confirmed and signed. With the last signature each becomes a transfer of the same id.
CREATE TABLE transfer_batch_lines (
  account_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  id uuid NOT NULL,
  line integer NOT NULL,
  -- Null: a new payee, made when the batch is validated. Whoever signs the batch approves its new payees.
  beneficiary_id uuid,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140),
  iban text NOT NULL,
  amount amount NOT NULL CHECK (amount > 0),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 140),
  rail text NOT NULL CHECK (rail IN ('internal', 'local')),
  network text NOT NULL CHECK (network IN ('book', 'sica', 'star')),
  is_own boolean NOT NULL,
  execution_date date,
  phone text,
  email text,
  reference text,
  -- By a validator before signing, or by the bank where the payee had changed meanwhile.
  is_refused boolean NOT NULL DEFAULT false,
  reason text,
  reason_code text CHECK (reason_code IN ('payee_changed')),
  PRIMARY KEY (account_id, batch_id, id),
  FOREIGN KEY (account_id, batch_id) REFERENCES transfer_batches (account_id, id),
  CONSTRAINT transfer_batch_lines_refused_say_why CHECK (is_refused = (reason IS NOT NULL OR reason_code IS NOT NULL))
);
CREATE UNIQUE INDEX transfer_batch_lines_in_order ON transfer_batch_lines (account_id, batch_id, line, id);

-- Lines can only be taken out of a batch, so a signature stays good for what is left of what it was given for.
CREATE TABLE transfer_batch_signatures (
  account_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  signing_group text CHECK (signing_group IN ('A', 'B')),
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, batch_id, user_id),
  FOREIGN KEY (account_id, batch_id) REFERENCES transfer_batches (account_id, id)
);
CREATE UNIQUE INDEX transfer_batch_signatures_once_by_group ON transfer_batch_signatures (account_id, batch_id, signing_group)
  WHERE signing_group IS NOT NULL;
CREATE INDEX transfer_batch_signatures_of_user ON transfer_batch_signatures (user_id, account_id, signed_at);

ALTER TABLE transfers ADD COLUMN batch_id uuid,
  ADD FOREIGN KEY (account_id, batch_id) REFERENCES transfer_batches (account_id, id);

CREATE INDEX transfers_of_batch ON transfers (account_id, batch_id) WHERE batch_id IS NOT NULL;

-- A batch as people read it.
CREATE VIEW batch_details AS
SELECT b.account_id, b.id, b.reference, b.file_name, b.state, b.line_count, b.amount::bigint AS amount, b.fees::bigint AS fees,
       b.tax::bigint AS tax, b.currency, b.execution_date, b.created_at, b.created_by, u.first_name || ' ' || u.last_name AS author,
       b.version, b.signing_rule, b.signatures_needed, b.reason, b.reason_code,
       (SELECT count(*) FROM transfer_batch_signatures s WHERE s.account_id = b.account_id AND s.batch_id = b.id) AS approvals,
       (SELECT count(*) FROM transfer_batch_lines l WHERE l.account_id = b.account_id AND l.batch_id = b.id AND l.is_refused) AS refused,
       (SELECT count(*) FROM transfers t WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status = 'executed') AS executed,
       (SELECT count(*) FROM transfers t WHERE t.account_id = b.account_id AND t.batch_id = b.id
                                           AND t.execution_status IN ('rejected', 'returned', 'cancelled')) AS failed
  FROM transfer_batches b
  JOIN users u ON u.id = b.created_by;

-- What was ordered to one account of late.
CREATE INDEX transfers_by_iban ON transfers (account_id, beneficiary_iban, created_at);

-- Whether a validator's signature would count: not given yet, and under the rule of two groups, of the one that is missing.
CREATE FUNCTION batch_signature_is_open(signer uuid, account uuid, batch uuid, rule text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM transfer_batch_signatures s WHERE s.account_id = account AND s.batch_id = batch AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM transfer_batch_signatures s WHERE s.account_id = account AND s.batch_id = batch
                                 AND s.signing_group = g.signing_group)))
$$;

-- What batches that wait for signatures take up of a limit: their transfers do not exist yet.
CREATE FUNCTION waiting_in_batches(account uuid, author uuid, since timestamptz, payee text) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(l.amount), 0)::bigint
    FROM transfer_batches b
    JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id AND NOT l.is_own AND NOT l.is_refused
   WHERE b.account_id = account AND b.state = 'pending' AND b.created_at >= since AND (author IS NULL OR b.created_by = author)
     AND (payee IS NULL OR l.iban = payee)
$$;

-- Many holds on one account in one step: one by one, the five thousandth would walk all versions of the balance before it.
CREATE FUNCTION ledger_hold_many(p_account_id uuid, p_holds jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_sum bigint := (SELECT coalesce(sum(h.amount), 0) FROM jsonb_to_recordset(p_holds) AS h (amount bigint));
BEGIN
  UPDATE ledger_accounts SET held = held + v_sum
   WHERE id = p_account_id AND kind = 'customer' AND booked - held + overdraft >= v_sum;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO ledger_holds (account_id, id, amount, cause, held_at)
  SELECT p_account_id, h.id, h.amount, h.cause, p_at FROM jsonb_to_recordset(p_holds) AS h (id uuid, amount bigint, cause text);
  RETURN true;
END $$;

CREATE FUNCTION ledger_release_many(p_account_id uuid, p_causes text[], p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_sum bigint;
BEGIN
  PERFORM FROM ledger_accounts WHERE id = p_account_id FOR NO KEY UPDATE;
  WITH released AS (
    UPDATE ledger_holds SET released_at = greatest(p_at, held_at)
     WHERE account_id = p_account_id AND cause = ANY (p_causes) AND released_at IS NULL
    RETURNING amount
  )
  SELECT coalesce(sum(amount), 0) INTO v_sum FROM released;
  UPDATE ledger_accounts SET held = held - v_sum WHERE id = p_account_id AND v_sum > 0;
END $$;

REVOKE ALL ON FUNCTION ledger_hold_many, ledger_release_many FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_hold_many, ledger_release_many TO connect_app;
GRANT SELECT, INSERT, DELETE ON transfer_imports, transfer_import_lines TO connect_app;
GRANT UPDATE (expires_at) ON transfer_imports TO connect_app;
GRANT UPDATE (is_skipped, name, iban, amount, label, bic, execution_date, phone, email, reference) ON transfer_import_lines TO connect_app;
GRANT SELECT ON batch_details TO connect_app;
GRANT SELECT, INSERT ON transfer_batches, transfer_batch_lines, transfer_batch_signatures TO connect_app;
GRANT UPDATE (state, line_count, amount, fees, tax, version, validated_at, reason, reason_code) ON transfer_batches TO connect_app;
GRANT UPDATE (is_refused, reason, reason_code) ON transfer_batch_lines TO connect_app;
