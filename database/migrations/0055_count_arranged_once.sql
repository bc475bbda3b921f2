-- A filter by category or by document is counted once as well, until somebody arranges the account anew: categories and documents come and
-- go, so what was counted is true of one state of them, and this is the number of that state.
CREATE TABLE operation_categorisation_states (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  state bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON operation_categorisation_states TO connect_app;

CREATE FUNCTION count_categorisation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two who arrange several accounts never wait for each other.
  INSERT INTO operation_categorisation_states AS known (account_id, state)
  SELECT DISTINCT account_id, 1 FROM changed ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE SET state = known.state + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER operation_categories_count AFTER INSERT ON operation_categories REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
CREATE TRIGGER operation_categories_count_down AFTER DELETE ON operation_categories REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
CREATE TRIGGER operation_documents_count AFTER INSERT ON operation_documents REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
CREATE TRIGGER operation_documents_count_down AFTER DELETE ON operation_documents REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
