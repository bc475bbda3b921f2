-- Operators change what only the seed of the demo bank could write: the identity of the bank, account managers, the directory of banks,
-- correspondents, products on offer, and the state of customers, users and accounts.
GRANT INSERT, UPDATE (name, code, bic, address, phone, email, legal) ON bank TO connect_operator;
GRANT INSERT, UPDATE (first_name, last_name, branch_code, team, phone, email), DELETE ON advisors TO connect_operator;
GRANT INSERT, UPDATE (name, bic), DELETE ON banks TO connect_operator;
GRANT INSERT, UPDATE (name, bic, account_number) ON correspondents TO connect_operator;
GRANT UPDATE (code) ON economic_codes TO connect_operator;
GRANT INSERT, UPDATE (rate, min_amount, basis, withholding_rate), DELETE ON deposit_offers TO connect_operator;
GRANT INSERT, UPDATE (fee, max_per_order, is_offered) ON chequebook_types TO connect_operator;
GRANT INSERT, UPDATE (amount), DELETE ON card_withdrawal_limits TO connect_operator;
GRANT UPDATE (name, may_have_cheques) ON customers TO connect_operator;
GRANT UPDATE (first_name, last_name) ON users TO connect_operator;
GRANT UPDATE (status, advisor_id) ON accounts TO connect_operator;

-- The limit of an account below zero. A constraint of the ledger refuses less than what is used of it.
CREATE FUNCTION ledger_set_overdraft(p_id uuid, p_overdraft bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE ledger_accounts SET overdraft = p_overdraft WHERE id = p_id AND kind = 'customer'
$$;
REVOKE ALL ON FUNCTION ledger_set_overdraft FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_set_overdraft TO connect_operator;
