-- The audit log: who did what, when and from where. Rows are only added, chained by hashes, and searched by words.

-- Both extensions come with PostgreSQL and need no superuser.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Partitioned by the year of the event, like the entries of the ledger. Links and what waits are not: the chain is one.
CREATE TABLE audit_events (
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  user_id uuid,
  session_id uuid,
  account_id uuid,
  address inet,
  action text NOT NULL,
  subject_id uuid,
  facts jsonb NOT NULL,
  -- The operator of the bank who acted at the command line. An operator's connection sets the name once.
  operator text DEFAULT nullif(current_setting('connect.operator', true), ''),
  -- The browser of a customer.
  browser text,
  -- audit_links has each id once, whatever its year.
  PRIMARY KEY (id, at),
  CONSTRAINT audit_events_operator_is_a_name CHECK (length(operator) BETWEEN 1 AND 64),
  CONSTRAINT audit_events_browser_is_short CHECK (length(browser) <= 512)
) PARTITION BY RANGE (at);
CREATE TABLE audit_events_newest PARTITION OF audit_events FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
CREATE INDEX audit_events_of_account ON audit_events (account_id, at);
-- The history of one object is read by its id.
CREATE INDEX audit_events_of_subject ON audit_events (subject_id, at);
-- An event about access is listed on every account whose access it changed, not only on the account of its
-- administrator.
CREATE INDEX audit_events_of_access ON audit_events USING gin ((facts -> 'account_ids') jsonb_path_ops) WHERE action LIKE 'access.%';
-- What operators did, newest first.
CREATE INDEX audit_events_of_operators ON audit_events (at DESC, id DESC) WHERE operator IS NOT NULL;

-- A browser without its version, which changes by itself.
CREATE FUNCTION device_of(browser text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(coalesce(browser, ''), '[0-9]+', '', 'g')
$$;
CREATE INDEX audit_events_of_devices ON audit_events (user_id, device_of(browser)) WHERE action = 'session.open';
GRANT SELECT, INSERT ON audit_events TO connect_app;

CREATE FUNCTION audit_forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit journal is append-only: % is not possible', TG_OP USING ERRCODE = 'LG001';
END $$;
CREATE TRIGGER audit_events_never_change BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_forbid_change();
CREATE TRIGGER audit_events_never_vanish BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

-- The chain: each link holds the hash of the previous link and of its event, so that a changed, deleted, inserted or
-- moved event is detected even when the owner of the database did it. The worker creates the links after the events: a
-- chain inside each transaction would serialise the whole bank.

-- Events that wait for their link, in the order in which they came.
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
GRANT SELECT ON audit_waiting, audit_links TO connect_app;
CREATE TRIGGER audit_links_never_change BEFORE UPDATE OR DELETE ON audit_links
  FOR EACH ROW EXECUTE FUNCTION audit_forbid_change();
CREATE TRIGGER audit_links_never_vanish BEFORE TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

CREATE FUNCTION audit_await_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_waiting (event_id) SELECT id FROM fresh;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_events_await_link AFTER INSERT ON audit_events
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_await_link();

-- As of the ledger: triggers of statements for whoever names a partition.
CREATE FUNCTION audit_guard_partition(p_partition regclass) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER never_vanish BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change()', p_partition);
  EXECUTE format('CREATE TRIGGER await_link AFTER INSERT ON %s REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_await_link()', p_partition);
END $$;
REVOKE ALL ON FUNCTION audit_guard_partition FROM PUBLIC;
SELECT audit_guard_partition('audit_events_newest');

-- The hash of an event after the hash of the previous link. Times are in microseconds, so that no setting of a session
-- changes the text.
CREATE FUNCTION audit_hash(previous bytea, e audit_events) RETURNS bytea LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
           e.id, (extract(epoch FROM e.at) * 1000000)::bigint, e.user_id, e.session_id, e.account_id, host(e.address), e.action,
           e.subject_id, e.facts, e.operator, e.browser)::text, 'UTF8'))
$$;

-- The words of an event, by which the search finds it. They are written together with its link: the event itself costs
-- nothing more, and the hash covers the event, not its words. There is one row per account that shows the event: an
-- event about access has a row for each account whose access it changed.
CREATE TABLE audit_search_texts (
  account_id uuid NOT NULL,
  at timestamptz NOT NULL,
  event_id uuid NOT NULL,
  user_id uuid,
  action text NOT NULL,
  subject_id uuid,
  words text NOT NULL,
  PRIMARY KEY (account_id, at, event_id)
) PARTITION BY RANGE (at);
CREATE TABLE audit_search_texts_newest PARTITION OF audit_search_texts FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
CREATE INDEX audit_search_texts_of_text ON audit_search_texts USING gin (account_id, words gin_trgm_ops);
CREATE INDEX audit_search_texts_of_action ON audit_search_texts (account_id, action, at, event_id);
CREATE INDEX audit_search_texts_of_person ON audit_search_texts (account_id, user_id, at, event_id);
CREATE INDEX audit_search_texts_of_subject ON audit_search_texts (account_id, subject_id, at, event_id);
GRANT SELECT ON audit_search_texts TO connect_app;

-- The name of the subject of an event, as the people of its account know it. PL/pgSQL plans each of these statements
-- once per connection, and only when it is needed; in SQL all of them would be planned for each event. A name from a
-- confidential transfer is in the words too: audit_asked hides such events from readers who may not see them.
CREATE FUNCTION audit_subject(account uuid, action text, subject uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE split_part(action, '.', 1)
    WHEN 'access' THEN RETURN (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = subject);
    WHEN 'account' THEN RETURN (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = subject);
    WHEN 'transfer' THEN RETURN (SELECT t.beneficiary_name FROM transfers t WHERE t.account_id = account AND t.id = subject);
    WHEN 'batch' THEN RETURN (SELECT b.reference FROM transfer_batches b WHERE b.account_id = account AND b.id = subject);
    WHEN 'beneficiary' THEN RETURN (SELECT b.name FROM beneficiaries b WHERE b.account_id = account AND b.id = subject);
    WHEN 'card' THEN RETURN (SELECT c.holder || ' •••• ' || c.last_digits FROM prepaid_cards c WHERE c.account_id = account AND c.id = subject);
    WHEN 'topup' THEN RETURN (SELECT t.reference FROM card_topups t WHERE t.account_id = account AND t.id = subject);
    WHEN 'debit' THEN RETURN (SELECT c.creditor_name FROM collections c WHERE c.id = subject AND c.account_id = account);
    WHEN 'mandate' THEN RETURN (SELECT m.creditor_name FROM mandates m WHERE m.id = subject AND m.account_id = account);
    WHEN 'deposit' THEN RETURN (SELECT d.number FROM deposits d WHERE d.id = subject AND d.account_id = account);
    WHEN 'credit' THEN RETURN (SELECT c.number FROM credits c WHERE c.id = subject AND c.account_id = account);
    ELSE RETURN NULL;
  END CASE;
END $$;

CREATE FUNCTION audit_search_texts_of(e audit_events) RETURNS SETOF audit_search_texts
  LANGUAGE plpgsql STABLE ROWS 1 SET search_path = public, pg_temp AS $$
DECLARE
  -- Ids are not words of the search.
  v_facts text := (SELECT string_agg(v #>> '{}', chr(10))
                     FROM jsonb_path_query(e.facts, 'strict $.** ? (@.type() == "string" || @.type() == "number")') v
                    WHERE NOT (length(v #>> '{}') = 36 AND v #>> '{}' ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'));
  v_words text;
  v_account uuid;
BEGIN
  FOR v_account IN
    SELECT DISTINCT one::uuid FROM jsonb_array_elements_text(e.facts -> 'account_ids') one WHERE e.action LIKE 'access.%'
    UNION ALL
    SELECT e.account_id WHERE e.account_id IS NOT NULL AND e.action NOT LIKE 'access.%'
  LOOP
    v_words := left(concat_ws(chr(10), audit_subject(v_account, e.action, e.subject_id), host(e.address), v_facts), 2000);
    -- Removing accents costs more than everything else; most events have none.
    v_words := CASE WHEN octet_length(v_words) = length(v_words) THEN lower(v_words) ELSE plain_letters(v_words) END;
    RETURN QUERY SELECT v_account, e.at, e.id, e.user_id, e.action, e.subject_id, v_words;
  END LOOP;
END $$;

-- Links up to p_most waiting events and returns how many. The application may call it, but cannot insert a link.
CREATE FUNCTION audit_link(p_most integer, p_at timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_seq bigint;
  v_hash bytea;
  v_event record;
  v_count integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_link'));
  -- A separate statement: it sees what the previous worker has committed.
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
    INSERT INTO audit_search_texts SELECT * FROM audit_search_texts_of(v_event.event) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION audit_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_link TO connect_app;

-- People, payees and cards of an account whose current name matches: names change while the events stay.
CREATE FUNCTION audit_subjects_named(account uuid, pattern text) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 100 AS $$
  SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id
   WHERE m.account_id = account AND plain_letters(u.first_name || ' ' || u.last_name) LIKE pattern
  UNION ALL
  SELECT u.id FROM dormant_memberships m JOIN users u ON u.id = m.user_id
   WHERE m.account_id = account AND plain_letters(u.first_name || ' ' || u.last_name) LIKE pattern
  UNION ALL
  SELECT b.id FROM beneficiaries b WHERE b.account_id = account AND b.sort_name LIKE pattern
  UNION ALL
  SELECT c.id FROM prepaid_cards c WHERE c.account_id = account AND plain_letters(c.holder || ' •••• ' || c.last_digits) LIKE pattern
$$;

-- People with a matching name who acted on the account. It steps from one person to the next, however many events lie
-- between.
CREATE FUNCTION audit_people_named(account uuid, pattern text) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 10 AS $$
  WITH RECURSIVE people AS (
    (SELECT w.user_id FROM audit_search_texts w WHERE w.account_id = account AND w.user_id IS NOT NULL ORDER BY w.user_id LIMIT 1)
    UNION ALL
    SELECT (SELECT w.user_id FROM audit_search_texts w WHERE w.account_id = account AND w.user_id > p.user_id ORDER BY w.user_id LIMIT 1)
      FROM people p WHERE p.user_id IS NOT NULL
  )
  SELECT u.id FROM people p JOIN users u ON u.id = p.user_id WHERE plain_letters(u.first_name || ' ' || u.last_name) LIKE pattern
$$;

-- The events of an account that a reader may see and has asked for. The planner inlines it into the calling queries,
-- which still use their indexes.
CREATE FUNCTION audit_asked(
  p_account uuid, p_sees_confidential boolean, p_is_bank boolean, p_person uuid, p_actions text[],
  p_from timestamptz, p_to timestamptz, p_before timestamptz, p_before_id uuid
) RETURNS SETOF audit_search_texts LANGUAGE sql STABLE AS $$
  SELECT w.* FROM audit_search_texts w
   WHERE w.account_id = p_account AND w.at >= p_from AND w.at < p_to AND (w.at, w.event_id) < (p_before, p_before_id)
     AND (NOT p_is_bank OR w.user_id IS NULL) AND (p_person IS NULL OR w.user_id = p_person)
     AND (p_actions IS NULL OR w.action = ANY (p_actions))
     AND (p_sees_confidential OR w.action NOT LIKE 'transfer.%'
          OR NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = p_account AND t.id = w.subject_id AND t.is_confidential))
$$;

-- All events whose words match. It is a separate function with its own settings: a plan made for any text would read
-- all events of the account instead of the index.
CREATE FUNCTION audit_lettered(
  p_account uuid, p_pattern text, p_sees_confidential boolean, p_is_bank boolean, p_person uuid, p_actions text[],
  p_from timestamptz, p_to timestamptz, p_before timestamptz, p_before_id uuid, p_most integer
) RETURNS TABLE (at timestamptz, event_id uuid) LANGUAGE plpgsql STABLE ROWS 100
  SET enable_indexscan = off SET enable_indexonlyscan = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY
    SELECT w.at, w.event_id
      FROM audit_asked(p_account, p_sees_confidential, p_is_bank, p_person, p_actions, p_from, p_to, p_before, p_before_id) w
     WHERE w.words LIKE p_pattern ORDER BY w.at DESC, w.event_id DESC LIMIT p_most;
END $$;

-- The newest matching events before a position in the list, up to p_most. A common text is found among the newest
-- events, a rare one by the indexes: neither reads the whole log. Two letters have no index: they are searched among
-- the newest events only.
CREATE FUNCTION audit_search(
  p_account uuid, p_pattern text, p_worded text[], p_sees_confidential boolean, p_is_bank boolean, p_person uuid, p_actions text[],
  p_from timestamptz, p_to timestamptz, p_before timestamptz, p_before_id uuid, p_most integer
) RETURNS TABLE (id uuid, at timestamptz) LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
  c_sample CONSTANT integer := 2000;
  c_common CONSTANT integer := 30;
  c_newest CONSTANT integer := 50000;
  v_pattern text := plain_letters(p_pattern);
  v_has_index boolean := v_pattern ~ '[[:alnum:]]{3}';
  v_people uuid[] := ARRAY(SELECT audit_people_named(p_account, v_pattern));
  v_subjects uuid[] := ARRAY(SELECT DISTINCT s FROM audit_subjects_named(p_account, v_pattern) s LIMIT 1000);
  v_worded text[] := ARRAY(SELECT a FROM unnest(p_worded) a WHERE p_actions IS NULL OR a = ANY (p_actions));
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_to timestamptz := coalesce(p_to, 'infinity');
  v_before timestamptz := coalesce(p_before, 'infinity');
  v_before_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_is_common boolean;
  v_is_common_act boolean;
  v_newest integer;
  v_ids uuid[];
BEGIN
  SELECT v_has_index AND count(*) FILTER (WHERE w.words LIKE v_pattern) >= c_common, count(*) FILTER (WHERE w.action = ANY (v_worded)) >= c_common
    INTO v_is_common, v_is_common_act
    FROM (SELECT w.words, w.action FROM audit_search_texts w WHERE w.account_id = p_account AND w.at >= v_from AND w.at < v_to
           ORDER BY w.at DESC, w.event_id DESC LIMIT c_sample) w;
  FOREACH v_newest IN ARRAY ARRAY[c_sample, c_newest] LOOP
    CONTINUE WHEN v_newest = c_sample AND NOT v_has_index;
    v_ids := ARRAY(
      SELECT w.event_id FROM (
        -- The limit counts examined events, not found ones: events outside the filter count as well.
        SELECT * FROM audit_asked(p_account, true, false, NULL, NULL, v_from, v_to, v_before, v_before_id) w
         ORDER BY w.at DESC, w.event_id DESC LIMIT v_newest) w
       WHERE (w.words LIKE v_pattern OR w.action = ANY (v_worded) OR w.user_id = ANY (v_people) OR w.subject_id = ANY (v_subjects))
         AND (NOT p_is_bank OR w.user_id IS NULL) AND (p_person IS NULL OR w.user_id = p_person)
         AND (p_actions IS NULL OR w.action = ANY (p_actions))
         AND (p_sees_confidential OR w.action NOT LIKE 'transfer.%'
              OR NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = p_account AND t.id = w.subject_id AND t.is_confidential))
       LIMIT p_most);
    EXIT WHEN cardinality(v_ids) < c_common;
  END LOOP;
  IF cardinality(v_ids) < p_most THEN
    v_ids := v_ids || ARRAY(
      SELECT o.event_id FROM (
        SELECT w.at, w.event_id
          FROM audit_lettered(p_account, v_pattern, p_sees_confidential, p_is_bank, p_person, p_actions, v_from, v_to, v_before, v_before_id, p_most) w
         WHERE v_has_index AND NOT (v_is_common AND (p_actions IS NOT NULL OR p_person IS NOT NULL))
        UNION
        -- A frequent word is searched faster among the few events of the filter.
        SELECT w.at, w.event_id FROM unnest(p_actions) one, LATERAL (
          SELECT w.at, w.event_id
            FROM audit_asked(p_account, p_sees_confidential, p_is_bank, p_person, p_actions, v_from, v_to, v_before, v_before_id) w
           WHERE v_is_common AND w.action = one AND w.words LIKE v_pattern ORDER BY w.at DESC, w.event_id DESC LIMIT p_most) w
        UNION
        SELECT w.at, w.event_id FROM unnest(ARRAY[p_person]) one, LATERAL (
          SELECT w.at, w.event_id
            FROM audit_asked(p_account, p_sees_confidential, p_is_bank, p_person, p_actions, v_from, v_to, v_before, v_before_id) w
           WHERE w.user_id = one AND (v_is_common AND p_actions IS NULL OR v_is_common_act)
             AND (w.words LIKE v_pattern OR w.action = ANY (v_worded))
           ORDER BY w.at DESC, w.event_id DESC LIMIT p_most) w
        UNION
        SELECT w.at, w.event_id FROM unnest(v_worded) one, LATERAL (
          SELECT w.at, w.event_id
            FROM audit_asked(p_account, p_sees_confidential, p_is_bank, p_person, p_actions, v_from, v_to, v_before, v_before_id) w
           WHERE NOT (v_is_common_act AND p_person IS NOT NULL) AND w.action = one ORDER BY w.at DESC, w.event_id DESC LIMIT p_most) w
        UNION
        SELECT w.at, w.event_id FROM unnest(v_people) one, LATERAL (
          SELECT w.at, w.event_id
            FROM audit_asked(p_account, p_sees_confidential, p_is_bank, p_person, p_actions, v_from, v_to, v_before, v_before_id) w
           WHERE w.user_id = one AND (p_person IS NULL OR one = p_person) ORDER BY w.at DESC, w.event_id DESC LIMIT p_most) w
        UNION
        SELECT w.at, w.event_id FROM unnest(v_subjects) one, LATERAL (
          SELECT w.at, w.event_id
            FROM audit_asked(p_account, p_sees_confidential, p_is_bank, p_person, p_actions, v_from, v_to, v_before, v_before_id) w
           WHERE w.subject_id = one ORDER BY w.at DESC, w.event_id DESC LIMIT p_most) w
      ) o ORDER BY o.at DESC, o.event_id DESC LIMIT p_most);
  END IF;
  RETURN QUERY
    SELECT f.event_id, f.at FROM (
      SELECT e.id AS event_id, e.at FROM unnest(v_ids) one JOIN audit_events e ON e.id = one
      UNION
      -- Recent events have no words yet.
      SELECT w.event_id, w.at
        FROM (SELECT x.event_id FROM audit_waiting x ORDER BY x.place DESC LIMIT 1000) x
        JOIN audit_events e ON e.id = x.event_id, audit_search_texts_of(e) w
       WHERE w.account_id = p_account AND w.at >= v_from AND w.at < v_to AND (w.at, w.event_id) < (v_before, v_before_id)
         AND (w.words LIKE v_pattern OR w.action = ANY (v_worded) OR w.user_id = ANY (v_people) OR w.subject_id = ANY (v_subjects)
              OR e.user_id IN (SELECT u.id FROM users u WHERE u.id = e.user_id AND plain_letters(u.first_name || ' ' || u.last_name) LIKE v_pattern))
         AND (NOT p_is_bank OR w.user_id IS NULL) AND (p_person IS NULL OR w.user_id = p_person)
         AND (p_actions IS NULL OR w.action = ANY (p_actions))
         AND (p_sees_confidential OR w.action NOT LIKE 'transfer.%'
              OR NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = p_account AND t.id = w.subject_id AND t.is_confidential))) f
     ORDER BY f.at DESC, f.event_id DESC LIMIT p_most;
END $$;
