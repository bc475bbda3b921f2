-- Transfers: orders to pay, their signatures, the occurrences of standing orders, and their documents.

INSERT INTO parameters (name, value, meaning) VALUES
  ('large_value_threshold', 50000000, 'From this amount on, transfers in the UEMOA go through STAR (XOF)'),
  ('no_document_tolerance', 500000, 'Above this amount a transfer outside the UEMOA needs a document (XOF)'),
  ('goods_domiciliation_threshold', 10000000, 'From this amount on, an order abroad that pays for goods names its domiciliation (XOF)'),
  ('sica_fee', 500, 'A transfer through SICA in the country, before tax (XOF)'),
  ('sica_regional_fee', 1500, 'A transfer through SICA to another country of the UEMOA, before tax (XOF)'),
  ('star_fee', 5000, 'A transfer through STAR, before tax (XOF)'),
  ('swift_fee_basis_points', 50, 'A transfer through SWIFT, in hundredths of a percent of its amount'),
  ('swift_fee_min', 12500, 'The least fee of a transfer through SWIFT (XOF)'),
  ('swift_fee_max', 75000, 'The highest fee of a transfer through SWIFT (XOF)'),
  ('sica_cut_off', 900, 'Orders before this minute of a business day go through SICA that day'),
  ('star_cut_off', 870, 'Orders before this minute of a business day go through STAR that day'),
  ('swift_cut_off', 720, 'Orders before this minute of a business day go through SWIFT that day');

CREATE TABLE transfers (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('direct', 'delayed', 'periodic')),
  rail text NOT NULL CHECK (rail IN ('internal', 'local', 'international')),
  -- Null for a transfer between own accounts, which names own_account_id: a customer does not have to be their own
  -- beneficiary.
  beneficiary_id uuid,
  -- As they were when the order was given: a later change of the beneficiary does not change them.
  beneficiary_name text NOT NULL,
  beneficiary_iban text NOT NULL,
  amount amount NOT NULL CHECK (amount > 0),
  fees amount NOT NULL CHECK (fees >= 0),
  tax amount NOT NULL CHECK (tax >= 0),
  currency text NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 140),
  comment text CHECK (length(comment) BETWEEN 1 AND 255),
  reference text NOT NULL,
  -- What the validators decide and what the bank does are two separate states.
  validation_status text NOT NULL CHECK (validation_status IN ('pending', 'validated', 'refused')),
  -- returned: executed and sent back. Its posting stays, and another posting credited the money again.
  execution_status text NOT NULL
    CHECK (execution_status IN ('scheduled', 'executed', 'rejected', 'cancelled', 'paused', 'ended', 'returned')),
  signatures_needed smallint NOT NULL CHECK (signatures_needed BETWEEN 0 AND 2),
  execution_date date NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  executed_at timestamptz,
  -- The posting in the ledger. Set once the transfer has been executed; null for a series, whose occurrences have
  -- theirs.
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  -- What the validator who refused the transfer wrote. The bank's own reason is in reason_code.
  reason text,
  network text NOT NULL CHECK (network IN ('book', 'sica', 'star', 'swift')),
  -- Each change of what was signed creates a new version: signatures count for one version only.
  version integer NOT NULL DEFAULT 1,
  edited_by uuid REFERENCES users,
  validated_at timestamptz,
  -- When the worker executes it. Null while it waits for signatures, and once nothing is left to execute.
  run_at timestamptz,
  tries smallint NOT NULL DEFAULT 0,
  periodicity text CHECK (periodicity IN ('weekly', 'monthly', 'quarterly', 'biannual', 'yearly')),
  start_date date,
  end_date date,
  -- The number of the next occurrence of the series, from 0.
  next_occurrence integer CHECK (next_occurrence >= 0),
  -- Why the bank ended it, as a code: sentences are in the language of the reader.
  reason_code text CHECK (reason_code IN ('funds', 'payee', 'payer', 'expired', 'payee_changed', 'payee_removed')),
  -- Of a transfer outside the UEMOA: what it pays for, and its domiciliation number when a domiciliation is required.
  purpose text CHECK (purpose IN ('goods', 'services', 'studies', 'health', 'family', 'other')),
  domiciliation text CHECK (length(domiciliation) BETWEEN 1 AND 35),
  signing_rule text NOT NULL DEFAULT 'none' CHECK (signing_rule IN ('none', 'one', 'two', 'a_and_b')),
  -- Between accounts of one customer: it does not count against limits.
  is_own boolean NOT NULL DEFAULT false,
  -- The current version counts against the limits of the moment and of the person of the last edit.
  edited_at timestamptz,
  batch_id uuid,
  -- Copied from the batch: every query on transfers must filter by it.
  is_confidential boolean NOT NULL DEFAULT false,
  own_account_id uuid REFERENCES accounts,
  -- payee_change: a new account number of the beneficiary waits for its approval. late: its day passed meanwhile, it is
  -- not executed automatically any more, and its author chooses another day or cancels it.
  suspended text CHECK (suspended IN ('payee_change', 'late')),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, reference),
  FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries (account_id, id),
  FOREIGN KEY (account_id, batch_id) REFERENCES transfer_batches (account_id, id),
  CONSTRAINT transfers_executed_moved_money
    CHECK (type = 'periodic' OR (execution_status IN ('executed', 'returned')) = (posting_id IS NOT NULL)),
  CONSTRAINT transfers_executed_say_when
    CHECK (type = 'periodic' OR (execution_status IN ('executed', 'returned')) = (executed_at IS NOT NULL)),
  CONSTRAINT transfers_executed_are_validated
    CHECK (execution_status NOT IN ('executed', 'returned') OR validation_status = 'validated'),
  -- A series is never executed itself: each of its occurrences is, and the series ends.
  CONSTRAINT transfers_periodic_have_dates CHECK (
    (type = 'periodic') = (periodicity IS NOT NULL) AND (type = 'periodic') = (start_date IS NOT NULL)
    AND (type = 'periodic') = (next_occurrence IS NOT NULL) AND (type = 'periodic' OR end_date IS NULL)
    AND (type <> 'periodic' OR (posting_id IS NULL AND execution_status NOT IN ('executed', 'returned')))),
  CONSTRAINT transfers_only_periodic_pause_and_end CHECK (type = 'periodic' OR execution_status NOT IN ('paused', 'ended')),
  CONSTRAINT transfers_end_after_they_start CHECK (end_date >= start_date),
  CONSTRAINT transfers_run_when_signed
    CHECK ((run_at IS NOT NULL) = (validation_status = 'validated' AND execution_status = 'scheduled' AND suspended IS NULL)),
  CONSTRAINT transfers_validated_say_when CHECK ((validated_at IS NOT NULL) = (validation_status = 'validated')),
  CONSTRAINT transfers_undone_say_why
    CHECK ((validation_status = 'refused' OR execution_status = 'rejected') <= (reason IS NOT NULL OR reason_code IS NOT NULL)),
  CONSTRAINT transfers_edited_say_who CHECK ((edited_by IS NULL) = (edited_at IS NULL)),
  CONSTRAINT transfers_signed_by_rule CHECK (signatures_needed = CASE signing_rule WHEN 'none' THEN 0 WHEN 'one' THEN 1 ELSE 2 END),
  CONSTRAINT transfers_confidential_in_a_batch CHECK (batch_id IS NOT NULL OR NOT is_confidential),
  CONSTRAINT transfers_name_one_payee CHECK (num_nonnulls(beneficiary_id, own_account_id) = 1),
  CONSTRAINT transfers_to_own_accounts_are_own
    CHECK (own_account_id IS NULL OR (is_own AND own_account_id <> account_id AND network = 'book')),
  CONSTRAINT transfers_suspended_are_open CHECK (suspended IS NULL OR execution_status IN ('scheduled', 'paused'))
);
CREATE INDEX transfers_newest_first ON transfers (account_id, created_at DESC, id DESC);
CREATE INDEX transfers_in_wait ON transfers (account_id, execution_date, id) WHERE execution_status = 'scheduled';
CREATE INDEX transfers_to_run ON transfers (run_at) WHERE run_at IS NOT NULL;
CREATE INDEX transfers_to_sign ON transfers (account_id, created_at) WHERE validation_status = 'pending' AND execution_status = 'scheduled';
CREATE INDEX transfers_unsigned_by_age ON transfers (created_at) WHERE validation_status = 'pending' AND execution_status = 'scheduled';
-- Edited orders of a period, for the limits.
CREATE INDEX transfers_edited ON transfers (account_id, edited_at) WHERE edited_at IS NOT NULL;
-- The open transfers that a changed account number suspends.
CREATE INDEX transfers_open_by_payee ON transfers (account_id, beneficiary_id) WHERE execution_status IN ('scheduled', 'paused');
-- Recent transfers to one account number.
CREATE INDEX transfers_by_iban ON transfers (account_id, beneficiary_iban, created_at);
CREATE INDEX transfers_of_batch ON transfers (account_id, batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX transfers_sent_abroad ON transfers (account_id, executed_at) WHERE network = 'swift' AND posting_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (type, rail, beneficiary_id, beneficiary_name, beneficiary_iban, amount, fees, tax, label,
                              comment, validation_status, execution_status, signatures_needed, execution_date,
                              executed_at, posting_id, reason, network, version, edited_by, validated_at, run_at, tries,
                              periodicity, start_date, end_date, next_occurrence, reason_code, purpose, domiciliation,
                              signing_rule, is_own, edited_at, own_account_id, suspended) ON transfers TO connect_app;

-- The transfers that a reader may see, as visible_beneficiaries does for beneficiaries.
CREATE FUNCTION visible_transfers(account uuid, sees boolean) RETURNS SETOF transfers LANGUAGE sql STABLE AS $$
  SELECT * FROM transfers t WHERE t.account_id = account AND (sees OR NOT t.is_confidential)
$$;

-- Who signed which version. A signature is never deleted: an edit makes it a signature of an older version.
CREATE TABLE transfer_signatures (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  version integer NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  signed_at timestamptz NOT NULL,
  signing_group text CHECK (signing_group IN ('A', 'B')),
  PRIMARY KEY (account_id, transfer_id, version, user_id),
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id)
);
CREATE UNIQUE INDEX transfer_signatures_once_by_group ON transfer_signatures (account_id, transfer_id, version, signing_group)
  WHERE signing_group IS NOT NULL;
CREATE INDEX transfer_signatures_of_user ON transfer_signatures (user_id, account_id, signed_at);
GRANT SELECT, INSERT ON transfer_signatures TO connect_app;

-- Whether a signature of this person would count: they have not signed yet, and under the rule of two groups their
-- group has not signed yet.
CREATE FUNCTION signature_is_open(signer uuid, account uuid, transfer uuid, text_version integer, rule text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM transfer_signatures s WHERE s.account_id = account AND s.transfer_id = transfer AND s.version = text_version
                        AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM transfer_signatures s WHERE s.account_id = account AND s.transfer_id = transfer
                                 AND s.version = text_version AND s.signing_group = g.signing_group)))
$$;

-- The outcome of each occurrence of a series: one per nominal date, never changed.
CREATE TABLE transfer_occurrences (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  nominal_date date NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('executed', 'rejected', 'skipped')),
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  at timestamptz NOT NULL,
  -- A series may be edited between its occurrences: each keeps the values that it had at its outcome.
  amount amount NOT NULL,
  fees amount NOT NULL,
  tax amount NOT NULL,
  beneficiary_iban text NOT NULL,
  PRIMARY KEY (account_id, transfer_id, nominal_date),
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id),
  CONSTRAINT transfer_occurrences_executed_moved_money CHECK ((outcome = 'executed') = (posting_id IS NOT NULL))
);
GRANT SELECT, INSERT ON transfer_occurrences TO connect_app;

CREATE TABLE transfer_documents (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  id uuid PRIMARY KEY,
  -- international: a document that exchange control requires.
  kind text NOT NULL CHECK (kind IN ('document', 'international')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content bytea NOT NULL,
  added_at timestamptz NOT NULL,
  -- Position among the documents that were added together.
  place smallint NOT NULL,
  added_by uuid NOT NULL REFERENCES users,
  -- An edit may remove it. What was signed stays readable for auditors.
  removed_at timestamptz,
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id),
  CONSTRAINT transfer_documents_say_their_size CHECK (length(content) = size)
);
-- The content is compressed already.
ALTER TABLE transfer_documents ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX transfer_documents_of_transfer ON transfer_documents (account_id, transfer_id);
GRANT SELECT, INSERT, UPDATE (removed_at) ON transfer_documents TO connect_app;

-- Proofs of transfer: the holder of the printed document can verify it at the bank by a code that only the document
-- shows.
CREATE TABLE transfer_proofs (
  code text PRIMARY KEY CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  made_at timestamptz NOT NULL,
  UNIQUE (account_id, transfer_id),
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id)
);
GRANT SELECT, INSERT ON transfer_proofs TO connect_app;
