-- Who administered an account or signed on it until a short while ago still counts as a second person: otherwise one administrator could
-- become the only one by suspending the other. Acts of the bank's operators are not kept here.
CREATE TABLE former_signers (
  account_id uuid NOT NULL REFERENCES accounts,
  user_id uuid NOT NULL REFERENCES users,
  capability text NOT NULL CHECK (capability IN ('access.admin', 'transfer.validate')),
  lost_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id, capability)
);
GRANT SELECT, INSERT ON former_signers TO connect_app;
GRANT UPDATE (lost_at) ON former_signers TO connect_app;

INSERT INTO parameters (name, value, meaning) VALUES
  ('former_signer_hours', 72, 'how long a person who lost the right to administer or to sign still counts as a second person');

-- Whether somebody else than this person holds a capability on an account, or lost it or the administration a short while ago. Where there is
-- nobody, no rule can ask for a second person.
CREATE FUNCTION account_has_other(account uuid, person uuid, wanted text, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM memberships m WHERE m.account_id = account AND m.user_id <> person AND wanted = ANY (m.capabilities))
      OR EXISTS (SELECT FROM former_signers f
                  WHERE f.account_id = account AND f.user_id <> person AND f.capability IN (wanted, 'access.admin')
                    AND f.lost_at > at - (SELECT value FROM parameters WHERE name = 'former_signer_hours') * interval '1 hour')
$$;
