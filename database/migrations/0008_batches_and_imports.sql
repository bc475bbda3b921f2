-- Many transfers at once: imported files that people correct, and batches that are signed as one order and executed
-- line by line.

-- An imported file, with its values as they were typed: errors are computed each time it is read. It expires after
-- seven days.
CREATE TABLE transfer_imports (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  content_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Of a payment initiation (ISO 20022 pain.001): the response to it names the message, its blocks and its references.
  message_id text CHECK (length(message_id) BETWEEN 1 AND 35),
  message_name text CHECK (message_name IN ('pain.001.001.03', 'pain.001.001.09')),
  PRIMARY KEY (account_id, id),
  CONSTRAINT transfer_imports_messages_are_named CHECK ((message_id IS NULL) = (message_name IS NULL))
);
-- One draft per user and account: a new file replaces it.
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
  -- The block of the payment initiation that the line comes from.
  block text CHECK (length(block) BETWEEN 1 AND 35),
  -- A line whose name differs from the known name of its account must be acknowledged before it is sent. This is the
  -- text that the user saw: another name or account number must be acknowledged again.
  acknowledged text,
  -- Of a line to an account outside the UEMOA: the purpose that exchange control requires.
  purpose text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, import_id, id),
  FOREIGN KEY (account_id, import_id) REFERENCES transfer_imports (account_id, id) ON DELETE CASCADE
);

GRANT SELECT, INSERT, UPDATE (expires_at), DELETE ON transfer_imports TO connect_app;
GRANT SELECT, INSERT, UPDATE (is_skipped, name, iban, amount, label, bic, execution_date, phone, email, reference,
                              acknowledged, purpose), DELETE ON transfer_import_lines TO connect_app;

CREATE TABLE transfer_batches (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  reference text NOT NULL,
  file_name text NOT NULL,
  -- Hash of the imported file: the user is warned when the same file comes a second time.
  content_hash bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'validated', 'refused', 'cancelled')),
  -- The count and the sums are those of the lines that are still part of the batch.
  line_count integer NOT NULL CHECK (line_count > 0),
  amount amount NOT NULL CHECK (amount > 0),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  currency text NOT NULL,
  execution_date date NOT NULL,
  signing_rule text NOT NULL CHECK (signing_rule IN ('none', 'one', 'two', 'a_and_b')),
  signatures_needed smallint NOT NULL,
  -- A validator who removes lines creates a new version: nobody signs a total that they have not seen.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  validated_at timestamptz,
  reason text,
  reason_code text CHECK (reason_code IN ('expired', 'payee_changed')),
  message_id text CHECK (length(message_id) BETWEEN 1 AND 35),
  message_name text CHECK (message_name IN ('pain.001.001.03', 'pain.001.001.09')),
  -- The batch whose failed lines this one orders again.
  retry_of uuid,
  -- One debit on the account for the whole batch, so that its statement shows no single payment: the money goes to an
  -- internal account when the first line runs, the lines are paid from there, and the remainder comes back in one
  -- credit at the end.
  single_entry boolean NOT NULL DEFAULT false,
  posting_id uuid REFERENCES ledger_postings,
  -- The debited amount, fees and tax included.
  booked amount CHECK (booked > 0),
  settled_at timestamptz,
  -- Salaries: only users with the capability batch.confidential see lines, payees and amounts, others see the total.
  -- The batch is one debit on the account, so that statements, operations and exports have nothing to hide.
  is_confidential boolean NOT NULL DEFAULT false,
  -- What the payment initiation contained and the batch does not: the response to the message names it. Null where the
  -- batch came otherwise.
  left_out jsonb,
  -- Lines that were not sent stay in the draft and can be sent later as another batch: the draft, and how many lines
  -- stayed there.
  import_id uuid,
  left_out_count integer NOT NULL DEFAULT 0 CHECK (left_out_count >= 0),
  -- Whether the author asked to save the new payees in the address book.
  saves_payees boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, reference),
  CONSTRAINT transfer_batches_retry_one FOREIGN KEY (account_id, retry_of) REFERENCES transfer_batches (account_id, id),
  CONSTRAINT transfer_batches_signed_by_rule
    CHECK (signatures_needed = CASE signing_rule WHEN 'none' THEN 0 WHEN 'one' THEN 1 ELSE 2 END),
  CONSTRAINT transfer_batches_validated_say_when CHECK ((validated_at IS NOT NULL) = (state = 'validated')),
  CONSTRAINT transfer_batches_refused_say_why CHECK ((state = 'refused') = (reason IS NOT NULL OR reason_code IS NOT NULL)),
  CONSTRAINT transfer_batches_messages_are_named CHECK ((message_id IS NULL) = (message_name IS NULL)),
  CONSTRAINT transfer_batches_booked_once CHECK ((posting_id IS NULL) = (booked IS NULL) AND (booked IS NULL OR single_entry)),
  CONSTRAINT transfer_batches_settled_after_booking CHECK (settled_at IS NULL OR posting_id IS NOT NULL),
  CONSTRAINT transfer_batches_confidential_in_one_entry CHECK (single_entry OR NOT is_confidential)
);
CREATE INDEX transfer_batches_newest_first ON transfer_batches (account_id, created_at DESC, id DESC);
CREATE INDEX transfer_batches_by_content ON transfer_batches (account_id, content_hash, created_at);
-- The user is warned when the same message comes a second time, even when its bytes differ.
CREATE INDEX transfer_batches_by_message ON transfer_batches (account_id, message_id, created_at) WHERE message_id IS NOT NULL;
CREATE INDEX transfer_batches_of_import ON transfer_batches (account_id, import_id, created_at) WHERE import_id IS NOT NULL;
CREATE INDEX transfer_batches_retries ON transfer_batches (account_id, retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX transfer_batches_to_sign ON transfer_batches (account_id, created_at) WHERE state = 'pending';
CREATE INDEX transfer_batches_unsigned_by_age ON transfer_batches (created_at) WHERE state = 'pending';
CREATE INDEX transfer_batches_to_settle ON transfer_batches (created_at) WHERE posting_id IS NOT NULL AND settled_at IS NULL;

-- The ordered lines, as they were confirmed and signed. With the last signature each line becomes a transfer with the
-- same id.
CREATE TABLE transfer_batch_lines (
  account_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  -- The id that the line had in its draft.
  id uuid NOT NULL,
  line integer NOT NULL,
  -- Null: a new payee, created when the batch is validated, or an own account. Whoever signs the batch approves its new
  -- payees.
  beneficiary_id uuid,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140),
  iban text NOT NULL,
  amount amount NOT NULL CHECK (amount > 0),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 140),
  rail text NOT NULL CHECK (rail IN ('internal', 'local', 'international')),
  network text NOT NULL CHECK (network IN ('book', 'sica', 'star', 'swift')),
  is_own boolean NOT NULL,
  execution_date date,
  phone text,
  email text,
  reference text,
  -- By a validator before signing, or by the bank because the payee had changed.
  is_refused boolean NOT NULL DEFAULT false,
  reason text,
  reason_code text CHECK (reason_code IN ('payee_changed')),
  block text CHECK (length(block) BETWEEN 1 AND 35),
  -- The failed line that this one replaces.
  retry_of uuid,
  -- The author has been sent the e-mail about the failure: one e-mail for all lines that failed together.
  is_failure_notified boolean NOT NULL DEFAULT false,
  -- Of a line to an account outside the UEMOA: the BIC of its bank, the purpose that exchange control requires, and the
  -- country when the account number is no IBAN.
  bic text,
  purpose text CHECK (purpose IN ('goods', 'services', 'studies', 'health', 'family', 'other')),
  country text CHECK (country ~ '^[A-Z]{2}$'),
  -- A line that pays an own account of the customer names the account, as a single transfer does: no beneficiary is
  -- created for it.
  own_account_id uuid REFERENCES accounts,
  PRIMARY KEY (account_id, batch_id, id),
  FOREIGN KEY (account_id, batch_id) REFERENCES transfer_batches (account_id, id),
  -- A line of a draft is ordered once, even when it is sent twice at the same moment.
  CONSTRAINT transfer_batch_lines_are_ordered_once UNIQUE (account_id, id),
  CONSTRAINT transfer_batch_lines_refused_say_why CHECK (is_refused = (reason IS NOT NULL OR reason_code IS NOT NULL)),
  CONSTRAINT transfer_batch_lines_abroad_say_why CHECK (rail <> 'international' OR purpose IS NOT NULL),
  CONSTRAINT transfer_batch_lines_name_one_payee CHECK (num_nonnulls(beneficiary_id, own_account_id) <= 1),
  CONSTRAINT transfer_batch_lines_to_own_accounts_are_own
    CHECK (own_account_id IS NULL OR (is_own AND own_account_id <> account_id AND network = 'book'))
);
CREATE UNIQUE INDEX transfer_batch_lines_in_order ON transfer_batch_lines (account_id, batch_id, line, id);
CREATE INDEX transfer_batch_lines_retries ON transfer_batch_lines (account_id, retry_of) WHERE retry_of IS NOT NULL;

-- Lines can only be removed from a batch, so that a signature stays valid for the remaining lines.
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

GRANT SELECT, INSERT, UPDATE (state, line_count, amount, fees, tax, version, validated_at, reason, reason_code,
                              posting_id, booked, settled_at) ON transfer_batches TO connect_app;
GRANT SELECT, INSERT, UPDATE (is_refused, reason, reason_code,
                              is_failure_notified) ON transfer_batch_lines TO connect_app;
GRANT SELECT, INSERT ON transfer_batch_signatures TO connect_app;

-- Whether a signature of this person would count: they have not signed yet, and under the rule of two groups their
-- group has not signed yet.
CREATE FUNCTION batch_signature_is_open(signer uuid, account uuid, batch uuid, rule text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM transfer_batch_signatures s WHERE s.account_id = account AND s.batch_id = batch AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM transfer_batch_signatures s WHERE s.account_id = account AND s.batch_id = batch
                                 AND s.signing_group = g.signing_group)))
$$;

-- How much of a limit is used by batches that wait for signatures: their transfers do not exist yet.
CREATE FUNCTION waiting_in_batches(account uuid, author uuid, since timestamptz, payee text) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(l.amount), 0)::bigint
    FROM transfer_batches b
    JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id AND NOT l.is_own AND NOT l.is_refused
   WHERE b.account_id = account AND b.state = 'pending' AND b.created_at >= since AND (author IS NULL OR b.created_by = author)
     AND (payee IS NULL OR l.iban = payee)
$$;
