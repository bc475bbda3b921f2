-- Signing rules and limits of an account: who must sign an order, and how much may be ordered and signed.
-- Administrators set them per account.

INSERT INTO parameters (name, value, meaning) VALUES
  ('company_single_signature_limit', 5000000, 'Up to this amount one validator signs a company''s transfer; above, two (XOF)'),
  ('individual_operation_limit', 10000000, 'What an individual orders in one transfer at most, until they choose otherwise (XOF)'),
  ('individual_day_limit', 20000000, 'What an individual orders in one day at most, until they choose otherwise (XOF)'),
  ('pending_order_days', 30, 'An order that nobody signed is refused after so many days'),
  ('former_signer_hours', 72, 'how long a person who lost the right to administer or to sign still counts as a second person');

-- One row per account whose rules have been changed: the version orders the changes.
CREATE TABLE signing_rules (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  version integer NOT NULL DEFAULT 1
);

-- How many people sign, by kind and amount. An account without rows follows the rule of the bank.
CREATE TABLE signing_tiers (
  account_id uuid NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('own', 'single', 'batch')),
  -- Up to and including this amount. Null: any amount above the other tiers.
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
  -- Null: the limit applies to the account, whoever orders.
  user_id uuid REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('create', 'validate')),
  -- beneficiary: to one beneficiary, in one day.
  period text NOT NULL CHECK (period IN ('operation', 'day', 'week', 'month', 'beneficiary')),
  amount amount NOT NULL CHECK (amount > 0),
  UNIQUE NULLS NOT DISTINCT (account_id, user_id, purpose, period),
  CONSTRAINT transfer_limits_on_signing_are_personal CHECK (purpose = 'create' OR user_id IS NOT NULL)
);

-- Changes that weaken the rules wait for a second administrator.
CREATE TABLE signing_rule_changes (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  -- The version that the change was based on. Another change in between makes this one void.
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

GRANT SELECT, INSERT, UPDATE (version) ON signing_rules TO connect_app;
GRANT SELECT, INSERT, DELETE ON signing_tiers, signing_groups, transfer_limits TO connect_app;
GRANT SELECT, INSERT, UPDATE (state, decided_by, decided_at) ON signing_rule_changes TO connect_app;

-- Limits of one account: the chosen ones, and the defaults of the bank where none was chosen. The account is a
-- parameter, so that a batch of orders never reads the limits of the whole bank.
CREATE FUNCTION limits_of(account uuid) RETURNS TABLE (user_id uuid, purpose text, period text, amount bigint)
LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT l.user_id, l.purpose, l.period, l.amount::bigint FROM transfer_limits l WHERE l.account_id = account
  UNION ALL
  -- The bank's own limits, where none was chosen.
  SELECT NULL, 'create', d.period, p.value
    FROM accounts a
    JOIN customers c ON c.id = a.customer_id AND c.kind = 'individual'
    CROSS JOIN (VALUES ('operation', 'individual_operation_limit'), ('day', 'individual_day_limit')) d (period, name)
    JOIN parameters p ON p.name = d.name
   WHERE a.id = account AND a.currency = 'XOF'
     AND NOT EXISTS (SELECT FROM transfer_limits l
                      WHERE l.account_id = account AND l.user_id IS NULL AND l.purpose = 'create' AND l.period = d.period)
$$;

-- When the period of a limit began, in the bank's time zone (UTC). A limit per beneficiary is a limit per day.
CREATE FUNCTION limit_period_start(period text, today date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc(CASE WHEN period IN ('week', 'month') THEN period ELSE 'day' END, today::timestamp) AT TIME ZONE 'UTC'
$$;

-- People who administered an account or signed on it still count as a second person for a short time: otherwise one
-- administrator could become the only one by suspending the other. Changes made by operators of the bank are not stored
-- here.
CREATE TABLE former_signers (
  account_id uuid NOT NULL REFERENCES accounts,
  user_id uuid NOT NULL REFERENCES users,
  capability text NOT NULL CHECK (capability IN ('access.admin', 'transfer.validate')),
  lost_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id, capability)
);
GRANT SELECT, INSERT, UPDATE (lost_at) ON former_signers TO connect_app;

-- Whether somebody other than this person holds a capability on an account, or lost it or the administration recently.
-- Where nobody else does, no rule can require a second person.
CREATE FUNCTION account_has_other(account uuid, person uuid, wanted text, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM memberships m WHERE m.account_id = account AND m.user_id <> person AND wanted = ANY (m.capabilities))
      OR EXISTS (SELECT FROM former_signers f
                  WHERE f.account_id = account AND f.user_id <> person AND f.capability IN (wanted, 'access.admin')
                    AND f.lost_at > at - (SELECT value FROM parameters WHERE name = 'former_signer_hours') * interval '1 hour')
$$;

-- Signatures of what a company orders besides transfers and batches: top-ups, recurring top-ups and chequebooks.
CREATE TABLE payment_signatures (
  account_id uuid NOT NULL REFERENCES accounts,
  -- Id of the top-up, of the recurring top-up or of the chequebook order.
  payment_id uuid NOT NULL,
  -- The version that was signed: an edit creates a new one.
  version integer NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  signing_group text CHECK (signing_group IN ('A', 'B')),
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, payment_id, version, user_id)
);
CREATE UNIQUE INDEX payment_signatures_once_by_group ON payment_signatures (account_id, payment_id, version, signing_group)
  WHERE signing_group IS NOT NULL;
GRANT SELECT, INSERT ON payment_signatures TO connect_app;

-- Whether a signature of this person would count: they have not signed yet, and under the rule of two groups their
-- group has not signed yet.
CREATE FUNCTION payment_signature_is_open(signer uuid, account uuid, payment uuid, text_version integer, rule text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = account AND s.payment_id = payment AND s.version = text_version
                        AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = account AND s.payment_id = payment
                                 AND s.version = text_version AND s.signing_group = g.signing_group)))
$$;
