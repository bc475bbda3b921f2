-- Who may know whom a confidential batch pays is decided here alone. Stores that answer customers read beneficiaries and transfers through these
-- functions; a test finds a store that reads the tables themselves. `sees`: whether the reader holds batch.confidential on the account.
-- Each is one plain SELECT, which the planner writes into the query that asks, so that indexes serve as before.
CREATE FUNCTION visible_beneficiaries(account uuid, sees boolean) RETURNS SETOF beneficiaries LANGUAGE sql STABLE AS $$
  SELECT * FROM beneficiaries b WHERE b.account_id = account AND (sees OR NOT b.is_confidential)
$$;

CREATE FUNCTION visible_transfers(account uuid, sees boolean) RETURNS SETOF transfers LANGUAGE sql STABLE AS $$
  SELECT * FROM transfers t WHERE t.account_id = account AND (sees OR NOT t.is_confidential)
$$;
