-- The whole life of an order: which network carries it, when it runs, who signed, and what became of each of its dates.

-- Announced days before, and not alike by everybody: the bank edits this table (domain.md 4.3).
CREATE TABLE holidays (
  day date PRIMARY KEY,
  name_fr text NOT NULL,
  name_en text NOT NULL,
  is_confirmed boolean NOT NULL DEFAULT true
);

INSERT INTO parameters (name, value, meaning) VALUES
  ('large_value_threshold', 50000000, 'From this amount on, transfers in the UEMOA go through STAR (XOF)'),
  ('no_document_tolerance', 500000, 'Above this amount a transfer outside the UEMOA needs a document (XOF)'),
  ('sica_fee', 500, 'A transfer through SICA in the country, before tax (XOF)'),
  ('sica_regional_fee', 1500, 'A transfer through SICA to another country of the UEMOA, before tax (XOF)'),
  ('star_fee', 5000, 'A transfer through STAR, before tax (XOF)'),
  ('swift_fee_basis_points', 50, 'A transfer through SWIFT, in hundredths of a percent of its amount'),
  ('swift_fee_min', 12500, 'The least fee of a transfer through SWIFT (XOF)'),
  ('swift_fee_max', 75000, 'The highest fee of a transfer through SWIFT (XOF)'),
  ('taf_basis_points', 1700, 'TAF on fees, in hundredths of a percent'),
  ('sica_cut_off', 900, 'Orders before this minute of a business day go through SICA that day'),
  ('star_cut_off', 870, 'Orders before this minute of a business day go through STAR that day'),
  ('swift_cut_off', 720, 'Orders before this minute of a business day go through SWIFT that day'),
  ('pending_order_days', 30, 'An order that nobody signed is refused after so many days');

ALTER TABLE transfers
  DROP CONSTRAINT transfers_execution_status_check,
  DROP CONSTRAINT transfers_executed_moved_money,
  DROP CONSTRAINT transfers_executed_say_when,
  DROP CONSTRAINT transfers_refused_say_why,
  ADD CONSTRAINT transfers_execution_status_check
    CHECK (execution_status IN ('scheduled', 'executed', 'rejected', 'cancelled', 'paused', 'ended')),
  ADD COLUMN network text NOT NULL DEFAULT 'book' CHECK (network IN ('book', 'sica', 'star', 'swift')),
  -- Each change of what was signed makes a new version: signatures count for one alone.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN edited_by uuid REFERENCES users,
  ADD COLUMN validated_at timestamptz,
  -- When the worker takes it up; null while it waits for signatures and once it has nothing more to run.
  ADD COLUMN run_at timestamptz,
  ADD COLUMN tries smallint NOT NULL DEFAULT 0,
  ADD COLUMN periodicity text CHECK (periodicity IN ('weekly', 'monthly', 'quarterly', 'biannual', 'yearly')),
  ADD COLUMN start_date date,
  ADD COLUMN end_date date,
  -- The place in the series of the next date, from 0.
  ADD COLUMN next_occurrence integer CHECK (next_occurrence >= 0);

UPDATE transfers SET network = CASE WHEN rail = 'internal' THEN 'book' WHEN rail = 'international' THEN 'swift'
                                    WHEN amount >= 50000000 THEN 'star' ELSE 'sica' END;
UPDATE transfers SET validated_at = created_at WHERE validation_status = 'validated';
UPDATE transfers SET run_at = execution_date + time '07:00' WHERE validation_status = 'validated' AND execution_status = 'scheduled';

ALTER TABLE transfers
  ALTER COLUMN network DROP DEFAULT,
  ADD CONSTRAINT transfers_executed_moved_money CHECK (type = 'periodic' OR (execution_status = 'executed') = (posting_id IS NOT NULL)),
  ADD CONSTRAINT transfers_executed_say_when CHECK (type = 'periodic' OR (execution_status = 'executed') = (executed_at IS NOT NULL)),
  -- A series is never executed: each of its dates is, and it ends.
  ADD CONSTRAINT transfers_periodic_have_dates CHECK (
    (type = 'periodic') = (periodicity IS NOT NULL) AND (type = 'periodic') = (start_date IS NOT NULL)
    AND (type = 'periodic') = (next_occurrence IS NOT NULL) AND (type = 'periodic' OR end_date IS NULL)
    AND (type <> 'periodic' OR (posting_id IS NULL AND execution_status <> 'executed'))),
  ADD CONSTRAINT transfers_only_periodic_pause_and_end CHECK (type = 'periodic' OR execution_status NOT IN ('paused', 'ended')),
  ADD CONSTRAINT transfers_end_after_they_start CHECK (end_date >= start_date),
  ADD CONSTRAINT transfers_run_when_signed CHECK ((run_at IS NOT NULL) = (validation_status = 'validated' AND execution_status = 'scheduled')),
  ADD CONSTRAINT transfers_validated_say_when CHECK ((validated_at IS NOT NULL) = (validation_status = 'validated')),
  ADD CONSTRAINT transfers_undone_say_why CHECK ((validation_status = 'refused' OR execution_status = 'rejected') <= (reason IS NOT NULL));

CREATE INDEX transfers_to_run ON transfers (run_at) WHERE run_at IS NOT NULL;
CREATE INDEX transfers_to_sign ON transfers (account_id, created_at) WHERE validation_status = 'pending' AND execution_status = 'scheduled';
CREATE INDEX transfers_unsigned_by_age ON transfers (created_at) WHERE validation_status = 'pending' AND execution_status = 'scheduled';

-- Who signed which version. A signature is never taken away: an edit makes it one of an older version.
CREATE TABLE transfer_signatures (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  version integer NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, transfer_id, version, user_id),
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id)
);

-- What became of each date of a series: one outcome per nominal date, for ever.
CREATE TABLE transfer_occurrences (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  nominal_date date NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('executed', 'rejected', 'skipped')),
  posting_id uuid UNIQUE REFERENCES ledger_postings,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, transfer_id, nominal_date),
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id),
  CONSTRAINT transfer_occurrences_executed_moved_money CHECK ((outcome = 'executed') = (posting_id IS NOT NULL))
);

-- The history of one object is read by its id.
CREATE INDEX audit_events_of_subject ON audit_events (subject_id, at);

-- An order as people read it: with the names beside the ids, and the signatures of its present text.
CREATE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.version, t.signatures_needed,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);

GRANT SELECT ON holidays, transfer_details TO connect_app;
GRANT UPDATE (type, rail, network, beneficiary_id, beneficiary_name, beneficiary_iban, amount, fees, tax, label, comment, validation_status,
              execution_status, signatures_needed, execution_date, executed_at, posting_id, reason, version, edited_by, validated_at,
              run_at, tries, periodicity, start_date, end_date, next_occurrence) ON transfers TO connect_app;
GRANT SELECT, INSERT ON transfer_signatures, transfer_occurrences TO connect_app;
