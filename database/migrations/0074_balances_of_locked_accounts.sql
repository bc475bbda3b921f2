-- The statement that writes book transfers says which of its orders it could not write, so that the others are written without them, and
-- answers the balances that each answer to a customer contains. orders_can_run is used by servers of the former release only, and is dropped
-- with the next.

-- Locks the accounts of orders, without waiting, and reads the limits of the orders again. booked: the balances of the accounts that were free,
-- by their ids; they change no more before the transaction ends. over_limit: the orders that exceed a limit, by their place in p_orders, from
-- 0; they are not known where an account was not free. can_run: whether all accounts were free and no limit is exceeded.
CREATE FUNCTION orders_lock(p_accounts uuid[], p_orders jsonb, p_today date, OUT can_run boolean, OUT booked jsonb, OUT over_limit integer[])
LANGUAGE plpgsql AS $$
DECLARE
  v_locked bigint;
BEGIN
  SELECT count(*), coalesce(jsonb_object_agg(l.account_id, l.booked), '{}') INTO v_locked, booked FROM ledger_lock_free(p_accounts) l;
  over_limit := '{}';
  IF v_locked = cardinality(p_accounts) THEN
    over_limit := ARRAY(SELECT DISTINCT (u.index - 1)::integer FROM ordering_uses(p_orders, p_today) u
                         WHERE u.used + (p_orders -> (u.index - 1)::integer ->> 'amount')::bigint > u.amount);
  END IF;
  can_run := v_locked = cardinality(p_accounts) AND over_limit = '{}';
END $$;
