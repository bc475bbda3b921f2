-- In PL/pgSQL the statement is planned once for each connection; as a function in SQL it was planned for each order.
CREATE OR REPLACE FUNCTION account_has_other(account uuid, person uuid, wanted text, at timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM memberships m WHERE m.account_id = account AND m.user_id <> person AND wanted = ANY (m.capabilities))
      OR EXISTS (SELECT FROM former_signers f
                  WHERE f.account_id = account AND f.user_id <> person AND f.capability IN (wanted, 'access.admin')
                    AND f.lost_at > at - (SELECT p.value FROM parameters p WHERE p.name = 'former_signer_hours') * interval '1 hour');
END $$;
