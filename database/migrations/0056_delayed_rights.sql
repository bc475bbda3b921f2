-- What one person decides alone takes effect later: powers over money and access that a sole administrator gives (access_delay_hours), and
-- weaker signing rules of a company (the next business day). Until then it can be refused, and the bank can stop it.

INSERT INTO parameters (name, value, meaning) VALUES
  ('access_delay_hours', 72, 'Hours until powers over money or access take effect that an administrator gives without a second one');

CREATE TABLE access_delays (
  change_id uuid PRIMARY KEY REFERENCES access_changes,
  effective_at timestamptz NOT NULL
);
CREATE INDEX access_delays_due ON access_delays (effective_at);
GRANT SELECT, INSERT, DELETE ON access_delays TO connect_app;

-- stopped: by the bank, whose operators are no users.
ALTER TABLE access_change_accounts
  DROP CONSTRAINT access_change_accounts_state_check,
  DROP CONSTRAINT access_change_accounts_say_who,
  ADD CONSTRAINT access_change_accounts_known_state
    CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn', 'replaced', 'stopped')) NOT VALID,
  ADD CONSTRAINT access_change_accounts_say_who
    CHECK ((state = 'waiting') = (decided_at IS NULL) AND (state IN ('waiting', 'stopped')) = (decided_by IS NULL)) NOT VALID;

-- applied: the rules took effect on their day.
ALTER TABLE signing_rule_changes
  ADD COLUMN effective_at timestamptz,
  DROP CONSTRAINT signing_rule_changes_state_check,
  DROP CONSTRAINT signing_rule_changes_say_who,
  ADD CONSTRAINT signing_rule_changes_known_state
    CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn', 'replaced', 'applied', 'stopped')) NOT VALID,
  ADD CONSTRAINT signing_rule_changes_say_who
    CHECK ((state = 'waiting') = (decided_at IS NULL) AND (state IN ('waiting', 'applied', 'stopped')) = (decided_by IS NULL)) NOT VALID;
