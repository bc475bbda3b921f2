-- The audit journal is chained: each link holds the hash of the link before and of its event, so that an event that was changed,
-- taken away, slipped in or moved is found even where the owner of the database did it. Links are made behind the acts, by the
-- worker: a chain that every transaction waited for would put the whole bank into one line.

-- Who acted for the bank at the command line, and with which browser a customer did. An operator's connection says its name once.
ALTER TABLE audit_events
  ADD COLUMN operator text DEFAULT nullif(current_setting('connect.operator', true), ''),
  ADD COLUMN browser text,
  ADD CONSTRAINT audit_events_operator_is_a_name CHECK (length(operator) BETWEEN 1 AND 64),
  ADD CONSTRAINT audit_events_browser_is_short CHECK (length(browser) <= 512);

-- Whose access an event changed on other accounts than the one that its administrator worked on.
CREATE INDEX audit_events_of_access ON audit_events USING gin ((facts -> 'account_ids') jsonb_path_ops) WHERE action LIKE 'access.%';

-- The events that wait for their link, in the order in which they came.
CREATE TABLE audit_waiting (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE
);
CREATE TABLE audit_links (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  event_id uuid NOT NULL UNIQUE,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  linked_at timestamptz NOT NULL
);
CREATE TRIGGER audit_links_never_change BEFORE UPDATE OR DELETE ON audit_links
  FOR EACH ROW EXECUTE FUNCTION audit_forbid_change();
CREATE TRIGGER audit_links_never_vanish BEFORE TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

INSERT INTO audit_waiting (event_id) SELECT id FROM audit_events ORDER BY at, id;

CREATE FUNCTION audit_await_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_waiting (event_id) SELECT id FROM fresh;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_events_await_link AFTER INSERT ON audit_events
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_await_link();

-- The hash of an event behind another hash. Times are told in microseconds, so that no setting of a session changes the text.
CREATE FUNCTION audit_hash(previous bytea, e audit_events) RETURNS bytea LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
           e.id, (extract(epoch FROM e.at) * 1000000)::bigint, e.user_id, e.session_id, e.account_id, host(e.address), e.action,
           e.subject_id, e.facts, e.operator, e.browser)::text, 'UTF8'))
$$;

-- Links up to so many events that wait; answers how many. The application may ask for links, it cannot write one.
CREATE FUNCTION audit_link(p_most integer, p_at timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_seq bigint;
  v_hash bytea;
  v_event record;
  v_count integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_link'));
  -- A statement of its own: it sees what the one before us in the line has committed.
  SELECT seq, hash INTO v_seq, v_hash FROM audit_links ORDER BY seq DESC LIMIT 1;
  v_seq := coalesce(v_seq, 0);
  v_hash := coalesce(v_hash, decode(repeat('00', 32), 'hex'));
  FOR v_event IN
    WITH taken AS (
      DELETE FROM audit_waiting WHERE place IN (SELECT w.place FROM audit_waiting w ORDER BY w.place LIMIT p_most) RETURNING place, event_id
    )
    SELECT t.event_id, e AS event FROM taken t JOIN audit_events e ON e.id = t.event_id ORDER BY t.place
  LOOP
    v_seq := v_seq + 1;
    v_count := v_count + 1;
    v_hash := audit_hash(v_hash, v_event.event);
    INSERT INTO audit_links (seq, event_id, hash, linked_at) VALUES (v_seq, v_event.event_id, v_hash, p_at);
  END LOOP;
  RETURN v_count;
END $$;

GRANT SELECT ON audit_links, audit_waiting TO connect_app;
REVOKE ALL ON FUNCTION audit_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_link TO connect_app;

-- Whom or what an event is about, by the name that people of its account know. What an order of confidential salaries is about is
-- told with the order, and not to who may not see it.
CREATE FUNCTION audit_subject(account uuid, action text, subject uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE split_part(action, '.', 1)
    WHEN 'access' THEN (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = subject)
    WHEN 'account' THEN (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = subject)
    WHEN 'transfer' THEN (SELECT t.beneficiary_name FROM transfers t WHERE t.account_id = account AND t.id = subject)
    WHEN 'batch' THEN (SELECT b.reference FROM transfer_batches b WHERE b.account_id = account AND b.id = subject)
    WHEN 'beneficiary' THEN (SELECT b.name FROM beneficiaries b WHERE b.account_id = account AND b.id = subject)
    WHEN 'card' THEN (SELECT c.holder || ' •••• ' || c.last_digits FROM prepaid_cards c WHERE c.account_id = account AND c.id = subject)
    WHEN 'topup' THEN (SELECT t.reference FROM card_topups t WHERE t.account_id = account AND t.id = subject)
    WHEN 'debit' THEN (SELECT c.creditor_name FROM collections c WHERE c.id = subject AND c.account_id = account)
    WHEN 'mandate' THEN (SELECT m.creditor_name FROM mandates m WHERE m.id = subject AND m.account_id = account)
    WHEN 'deposit' THEN (SELECT d.number FROM deposits d WHERE d.id = subject AND d.account_id = account)
    WHEN 'credit' THEN (SELECT c.number FROM credits c WHERE c.id = subject AND c.account_id = account)
  END
$$;

-- What of an account bears such a name: the same names, looked up once for a search and not beside every event.
CREATE FUNCTION audit_subjects_named(account uuid, pattern text) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 100 AS $$
  SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id
   WHERE m.account_id = account AND plain_letters(u.first_name || ' ' || u.last_name) LIKE plain_letters(pattern)
  UNION ALL
  SELECT u.id FROM dormant_memberships m JOIN users u ON u.id = m.user_id
   WHERE m.account_id = account AND plain_letters(u.first_name || ' ' || u.last_name) LIKE plain_letters(pattern)
  UNION ALL
  SELECT b.id FROM beneficiaries b WHERE b.account_id = account AND b.sort_name LIKE plain_letters(pattern)
  UNION ALL
  SELECT t.id FROM transfers t WHERE t.account_id = account AND plain_letters(t.beneficiary_name) LIKE plain_letters(pattern)
  UNION ALL
  SELECT b.id FROM transfer_batches b WHERE b.account_id = account AND plain_letters(b.reference) LIKE plain_letters(pattern)
  UNION ALL
  SELECT c.id FROM prepaid_cards c WHERE c.account_id = account AND plain_letters(c.holder || ' •••• ' || c.last_digits) LIKE plain_letters(pattern)
  UNION ALL
  SELECT t.id FROM card_topups t WHERE t.account_id = account AND plain_letters(t.reference) LIKE plain_letters(pattern)
  UNION ALL
  SELECT c.id FROM collections c WHERE c.account_id = account AND plain_letters(c.creditor_name) LIKE plain_letters(pattern)
  UNION ALL
  SELECT m.id FROM mandates m WHERE m.account_id = account AND plain_letters(m.creditor_name) LIKE plain_letters(pattern)
  UNION ALL
  SELECT d.id FROM deposits d WHERE d.account_id = account AND d.number LIKE pattern
  UNION ALL
  SELECT c.id FROM credits c WHERE c.account_id = account AND c.number LIKE pattern
$$;
