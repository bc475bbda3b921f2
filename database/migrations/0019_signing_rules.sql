-- Who must sign an order, and how much may be ordered and signed: set account by account, by those who administer it.

-- One row per account whose rules were ever touched: its version orders the changes.
CREATE TABLE signing_rules (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  version integer NOT NULL DEFAULT 1
);

-- How many sign, by kind and amount. An account without rows goes by the bank's rule.
CREATE TABLE signing_tiers (
  account_id uuid NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('own', 'single', 'batch')),
  -- Up to and with this amount; null: whatever is above the others.
  up_to amount CHECK (up_to > 0),
  rule text NOT NULL CHECK (rule IN ('none', 'one', 'two', 'a_and_b')),
  UNIQUE NULLS NOT DISTINCT (account_id, kind, up_to)
);

CREATE TABLE signing_groups (
  account_id uuid NOT NULL REFERENCES accounts,
  user_id uuid NOT NULL REFERENCES users,
  signing_group text NOT NULL CHECK (signing_group IN ('A', 'B')),
  PRIMARY KEY (account_id, user_id)
);

CREATE TABLE transfer_limits (
  account_id uuid NOT NULL REFERENCES accounts,
  -- Null: of the account, whoever orders.
  user_id uuid REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('create', 'validate')),
  -- beneficiary: to one of them, in a day.
  period text NOT NULL CHECK (period IN ('operation', 'day', 'week', 'month', 'beneficiary')),
  amount amount NOT NULL CHECK (amount > 0),
  UNIQUE NULLS NOT DISTINCT (account_id, user_id, purpose, period),
  CONSTRAINT transfer_limits_on_signing_are_personal CHECK (purpose = 'create' OR user_id IS NOT NULL)
);

-- Weaker rules wait for a second administrator.
CREATE TABLE signing_rule_changes (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  -- The version that was looked at; another change meanwhile makes this one void.
  version integer NOT NULL,
  rules jsonb NOT NULL,
  asked_by uuid NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn', 'replaced')),
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  CONSTRAINT signing_rule_changes_say_who CHECK ((state = 'waiting') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT signing_rule_changes_need_two CHECK (state <> 'accepted' OR decided_by <> asked_by)
);
CREATE UNIQUE INDEX signing_rule_changes_wait_alone ON signing_rule_changes (account_id) WHERE state = 'waiting';

INSERT INTO parameters (name, value, meaning) VALUES
  ('individual_operation_limit', 10000000, 'What an individual orders in one transfer at most, until they choose otherwise (XOF)'),
  ('individual_day_limit', 20000000, 'What an individual orders in one day at most, until they choose otherwise (XOF)');

-- What holds: what was chosen, and the bank's own figures where nothing was.
CREATE VIEW limits_in_force AS
SELECT account_id, user_id, purpose, period, amount::bigint AS amount FROM transfer_limits
UNION ALL
SELECT a.id, NULL, 'create', d.period, p.value
  FROM accounts a
  JOIN customers c ON c.id = a.customer_id AND c.kind = 'individual'
  CROSS JOIN (VALUES ('operation', 'individual_operation_limit'), ('day', 'individual_day_limit')) d (period, name)
  JOIN parameters p ON p.name = d.name
 WHERE a.currency = 'XOF'
   AND NOT EXISTS (SELECT FROM transfer_limits l
                    WHERE l.account_id = a.id AND l.user_id IS NULL AND l.purpose = 'create' AND l.period = d.period);

ALTER TABLE transfers
  ADD COLUMN signing_rule text NOT NULL DEFAULT 'none' CHECK (signing_rule IN ('none', 'one', 'two', 'a_and_b')),
  -- Between accounts of one customer: no limit is touched.
  ADD COLUMN is_own boolean NOT NULL DEFAULT false,
  -- With edited_by: the text that counts against limits is of that moment and that person.
  ADD COLUMN edited_at timestamptz;
UPDATE transfers SET signing_rule = CASE signatures_needed WHEN 1 THEN 'one' WHEN 2 THEN 'two' ELSE 'none' END;
UPDATE transfers SET edited_at = created_at WHERE edited_by IS NOT NULL;
ALTER TABLE transfers
  ADD CONSTRAINT transfers_edited_say_who CHECK ((edited_by IS NULL) = (edited_at IS NULL)),
  ADD CONSTRAINT transfers_signed_by_rule CHECK (signatures_needed = CASE signing_rule WHEN 'none' THEN 0 WHEN 'one' THEN 1 ELSE 2 END);
CREATE INDEX transfers_edited ON transfers (account_id, edited_at) WHERE edited_at IS NOT NULL;

ALTER TABLE transfer_signatures ADD COLUMN signing_group text CHECK (signing_group IN ('A', 'B'));
CREATE UNIQUE INDEX transfer_signatures_once_by_group ON transfer_signatures (account_id, transfer_id, version, signing_group)
  WHERE signing_group IS NOT NULL;
CREATE INDEX transfer_signatures_of_user ON transfer_signatures (user_id, account_id, signed_at);

-- Whether a validator's signature would count: not given yet, and under the rule of two groups, of the one that is missing.
CREATE FUNCTION signature_is_open(signer uuid, account uuid, transfer uuid, text_version integer, rule text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM transfer_signatures s WHERE s.account_id = account AND s.transfer_id = transfer AND s.version = text_version
                        AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM transfer_signatures s WHERE s.account_id = account AND s.transfer_id = transfer
                                 AND s.version = text_version AND s.signing_group = g.signing_group)))
$$;

DROP VIEW transfer_details;
CREATE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.reason_code, t.purpose,
       t.domiciliation, t.version, t.signatures_needed, t.signing_rule,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);

GRANT SELECT ON transfer_details, limits_in_force TO connect_app;
GRANT SELECT, INSERT, DELETE ON signing_tiers, signing_groups, transfer_limits TO connect_app;
GRANT SELECT, INSERT ON signing_rules, signing_rule_changes TO connect_app;
GRANT UPDATE (version) ON signing_rules TO connect_app;
GRANT UPDATE (state, decided_by, decided_at) ON signing_rule_changes TO connect_app;
GRANT UPDATE (signing_rule, is_own, edited_at) ON transfers TO connect_app;
