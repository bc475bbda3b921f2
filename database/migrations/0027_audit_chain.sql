-- One link for a group of events, a queue with one row for each statement that records events, and search texts that another job writes.
-- Why: docs/decisions/0056-groups-of-audit-events.md

-- Events that wait for their link: all that one statement recorded, in their order.
CREATE TABLE audit_queue (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_ids uuid[] NOT NULL CHECK (cardinality(event_ids) > 0),
  oldest_at timestamptz NOT NULL
);

-- The chain goes on after the last of audit_links, which has one link for each event. A link proves the content, the order and the number of
-- its events: its hash is that of the hash before it and of the texts of its events. Nothing is indexed by event: its place in the chain is
-- its place in event_ids, and who verifies the chain reads all of it.
CREATE TABLE audit_groups (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  first_event bigint NOT NULL,
  last_event bigint NOT NULL,
  event_ids uuid[] NOT NULL,
  -- Four bytes of the hash of each event: they tell which event of a group was changed. They prove nothing by themselves.
  digests bytea NOT NULL,
  hash bytea NOT NULL,
  linked_at timestamptz NOT NULL,
  CONSTRAINT audit_groups_are_counted CHECK (cardinality(event_ids) > 0 AND last_event - first_event + 1 = cardinality(event_ids)),
  CONSTRAINT audit_groups_have_digests CHECK (length(digests) = 4 * cardinality(event_ids)),
  CONSTRAINT audit_groups_have_a_hash CHECK (length(hash) = 32)
);
-- Neither ids nor digests become smaller by compression.
ALTER TABLE audit_groups ALTER COLUMN event_ids SET STORAGE EXTERNAL, ALTER COLUMN digests SET STORAGE EXTERNAL;
CREATE TRIGGER audit_groups_never_change BEFORE UPDATE OR DELETE ON audit_groups
  FOR EACH ROW EXECUTE FUNCTION audit_forbid_change();
CREATE TRIGGER audit_groups_never_vanish BEFORE TRUNCATE ON audit_groups
  FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

-- Groups whose events have no search texts yet.
CREATE TABLE audit_text_queue (
  group_seq bigint PRIMARY KEY,
  event_count bigint NOT NULL,
  oldest_at timestamptz NOT NULL
);
GRANT SELECT ON audit_queue, audit_groups, audit_text_queue TO connect_app;

CREATE OR REPLACE FUNCTION audit_await_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_queue (event_ids, oldest_at) SELECT array_agg(id), min(at) FROM fresh HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- Links events that wait, about p_max at once, and returns how many. The application may call it, but cannot insert a link.
DROP FUNCTION audit_link(integer, timestamptz);
CREATE FUNCTION audit_link(p_max integer, p_at timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_seq bigint;
  v_event bigint;
  v_hash bytea;
  v_group record;
  v_count integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_link'));
  -- Transactions that began before this release still fill the former queue.
  WITH late AS (
    DELETE FROM audit_waiting WHERE place IN (SELECT w.place FROM audit_waiting w ORDER BY w.place LIMIT p_max) RETURNING place, event_id
  )
  INSERT INTO audit_queue (event_ids, oldest_at)
  SELECT ARRAY[l.event_id], coalesce((SELECT e.at FROM audit_events e WHERE e.id = l.event_id), p_at) FROM late l ORDER BY l.place;

  -- A separate statement: it sees what the previous worker has committed.
  SELECT g.seq, g.last_event, g.hash INTO v_seq, v_event, v_hash FROM audit_groups g ORDER BY g.seq DESC LIMIT 1;
  IF v_seq IS NULL THEN
    SELECT l.seq, l.seq, l.hash INTO v_seq, v_event, v_hash FROM audit_links l ORDER BY l.seq DESC LIMIT 1;
  END IF;
  v_seq := coalesce(v_seq, 0);
  v_event := coalesce(v_event, 0);
  v_hash := coalesce(v_hash, decode(repeat('00', 32), 'hex'));

  -- The events of a group are of one year, so that an archived year takes whole groups with it and leaves none that cannot be verified.
  FOR v_group IN
    WITH taken AS (
      DELETE FROM audit_queue
       WHERE place <= (SELECT max(q.place)
                         FROM (SELECT w.place, sum(cardinality(w.event_ids)) OVER (ORDER BY w.place) - cardinality(w.event_ids) AS former
                                 FROM (SELECT o.place, o.event_ids FROM audit_queue o ORDER BY o.place LIMIT p_max) w) q
                        WHERE q.former < p_max)
      RETURNING place, event_ids
    ), numbered AS (
      SELECT row_number() OVER (ORDER BY t.place, one.index) AS number, count(*) OVER () AS total, one.id
        FROM taken t CROSS JOIN LATERAL unnest(t.event_ids) WITH ORDINALITY one (id, index)
    )
    SELECT count(*)::integer AS events, coalesce(min(e.at), p_at) AS oldest_at,
           array_agg(n.id ORDER BY n.number) AS ids,
           string_agg(coalesce(e.bytes, ''), '' ORDER BY n.number) AS bytes,
           string_agg(substring(sha256(coalesce(e.bytes, '')) FOR 4), '' ORDER BY n.number) AS digests
      FROM numbered n
      -- Times are in microseconds, so that no setting of a session changes the text. An event that somebody has deleted is linked all the
      -- same: whoever verifies the chain misses it.
      LEFT JOIN LATERAL (
        SELECT e.at, convert_to(jsonb_build_array(
                 e.id, (extract(epoch FROM e.at) * 1000000)::bigint, e.user_id, e.session_id, e.account_id, host(e.address), e.action,
                 e.subject_id, e.facts, e.operator, e.browser)::text, 'UTF8') AS bytes
          FROM audit_events e WHERE e.id = n.id OFFSET 0) e ON true
     -- What was taken is one group, but where one statement recorded much more than p_max.
     GROUP BY extract(year FROM e.at AT TIME ZONE 'UTC'), (n.number - 1) * greatest(1, (n.total + p_max / 2) / p_max) / n.total
     ORDER BY min(n.number)
  LOOP
    v_seq := v_seq + 1;
    v_hash := sha256(v_hash || v_group.bytes);
    INSERT INTO audit_groups (seq, first_event, last_event, event_ids, digests, hash, linked_at)
    VALUES (v_seq, v_event + 1, v_event + v_group.events, v_group.ids, v_group.digests, v_hash, p_at);
    INSERT INTO audit_text_queue (group_seq, event_count, oldest_at) VALUES (v_seq, v_group.events, v_group.oldest_at);
    v_event := v_event + v_group.events;
    v_count := v_count + v_group.events;
  END LOOP;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION audit_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_link TO connect_app;
DROP FUNCTION audit_hash(bytea, audit_events);

-- As described in 0020_audit.sql, for many events at once: to call a function for each event costs twice as much.
DROP FUNCTION audit_search_texts_of(audit_events);
CREATE FUNCTION audit_search_texts_of(p_event_ids uuid[]) RETURNS SETOF audit_search_texts
  LANGUAGE plpgsql STABLE ROWS 1000 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT shown.account_id, e.at, e.id, e.user_id, e.action, e.subject_id,
           -- Removing accents costs more than everything else; most events have none.
           CASE WHEN octet_length(w.words) = length(w.words) THEN lower(w.words) ELSE plain_letters(w.words) END
      FROM unnest(p_event_ids) one (id)
     CROSS JOIN LATERAL (SELECT * FROM audit_events o WHERE o.id = one.id OFFSET 0) e
     CROSS JOIN LATERAL (
       SELECT e.account_id WHERE e.account_id IS NOT NULL AND e.action NOT LIKE 'access.%'
       UNION
       SELECT changed::uuid FROM jsonb_array_elements_text(CASE WHEN e.action LIKE 'access.%' THEN e.facts -> 'account_ids' END) changed
     ) shown (account_id)
     CROSS JOIN LATERAL (
       SELECT left(concat_ws(chr(10), audit_subject(shown.account_id, e.action, e.subject_id), host(e.address), (
                -- Ids are not words of the search.
                SELECT string_agg(v #>> '{}', chr(10))
                  FROM jsonb_path_query(e.facts, 'strict $.** ? (@.type() == "string" || @.type() == "number")') v
                 WHERE NOT (length(v #>> '{}') = 36 AND v #>> '{}' ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'))), 2000) AS words
       -- The words are put together once, and not at each of their uses above.
       OFFSET 0) w;
END $$;

-- Writes the search texts of the first group that has none, and returns the number of its events. Several workers take different groups.
CREATE FUNCTION audit_write_texts() RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_seq bigint;
  v_count bigint;
BEGIN
  DELETE FROM audit_text_queue
   WHERE group_seq = (SELECT q.group_seq FROM audit_text_queue q ORDER BY q.group_seq LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING group_seq, event_count INTO v_seq, v_count;
  INSERT INTO audit_search_texts
  SELECT w.* FROM audit_groups g CROSS JOIN LATERAL audit_search_texts_of(g.event_ids) w
   -- A chain that was rebuilt by hand repeats events. ON CONFLICT DO NOTHING costs three times as much.
   WHERE g.seq = v_seq
     AND NOT EXISTS (SELECT FROM audit_search_texts t WHERE t.account_id = w.account_id AND t.at = w.at AND t.event_id = w.event_id OFFSET 0);
  RETURN coalesce(v_count, 0);
END $$;
REVOKE ALL ON FUNCTION audit_write_texts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_write_texts TO connect_app;

-- The texts that the newest events of an account will have, p_max at most: of those that have none yet, before a position in the list.
CREATE FUNCTION audit_texts_to_come(
  p_account uuid, p_from timestamptz, p_to timestamptz, p_before timestamptz, p_before_id uuid, p_max integer
) RETURNS SETOF audit_search_texts LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
  v_oldest timestamptz := least((SELECT min(q.oldest_at) FROM audit_queue q), (SELECT min(q.oldest_at) FROM audit_text_queue q));
  v_ids uuid[];
BEGIN
  IF v_oldest IS NULL THEN
    RETURN;
  END IF;
  -- OFFSET 0: a text is looked up by its key, whatever the planner believes about a table without statistics.
  v_ids := ARRAY(
    (SELECT e.id FROM audit_events e
      WHERE e.account_id = p_account AND e.action NOT LIKE 'access.%'
        AND e.at >= greatest(v_oldest, p_from) AND e.at < p_to AND (e.at, e.id) < (p_before, p_before_id)
        AND NOT EXISTS (SELECT FROM audit_search_texts t WHERE t.account_id = p_account AND t.at = e.at AND t.event_id = e.id OFFSET 0)
      ORDER BY e.at DESC, e.id DESC LIMIT p_max)
    UNION ALL
    (SELECT e.id FROM audit_events e
      WHERE e.action LIKE 'access.%' AND e.facts -> 'account_ids' @> to_jsonb(p_account::text)
        AND e.at >= greatest(v_oldest, p_from) AND e.at < p_to AND (e.at, e.id) < (p_before, p_before_id)
        AND NOT EXISTS (SELECT FROM audit_search_texts t WHERE t.account_id = p_account AND t.at = e.at AND t.event_id = e.id OFFSET 0)
      ORDER BY e.at DESC, e.id DESC LIMIT p_max));
  RETURN QUERY SELECT w.* FROM audit_search_texts_of(v_ids) w WHERE w.account_id = p_account;
END $$;

-- The newest matching events before a position in the list, up to p_most. A common text is found among the newest
-- events, a rare one by the indexes: neither reads the whole log. Two letters have no index: they are searched among
-- the newest events only.
CREATE OR REPLACE FUNCTION audit_search(
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
      SELECT w.event_id, w.at
        FROM audit_texts_to_come(p_account, v_from, v_to, v_before, v_before_id, c_sample) w
       WHERE (w.words LIKE v_pattern OR w.action = ANY (v_worded) OR w.user_id = ANY (v_people) OR w.subject_id = ANY (v_subjects)
              OR w.user_id IN (SELECT u.id FROM users u WHERE u.id = w.user_id AND plain_letters(u.first_name || ' ' || u.last_name) LIKE v_pattern))
         AND (NOT p_is_bank OR w.user_id IS NULL) AND (p_person IS NULL OR w.user_id = p_person)
         AND (p_actions IS NULL OR w.action = ANY (p_actions))
         AND (p_sees_confidential OR w.action NOT LIKE 'transfer.%'
              OR NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = p_account AND t.id = w.subject_id AND t.is_confidential))) f
     ORDER BY f.at DESC, f.event_id DESC LIMIT p_most;
END $$;

-- As described in 0024_years.sql. The events of its years must be linked and have their search texts.
CREATE OR REPLACE FUNCTION archive_years(p_year integer, p_at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
  v_before date := make_date(p_year, 1, 1);
  v_day ledger_closed_days;
  v_table text;
  v_columns text;
  v_events bigint;
  v_link bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('begin_year'));
  IF to_regclass(format('ledger_entries_before_%s', p_year)) IS NULL THEN
    RAISE EXCEPTION 'no year before % has a partition that could be archived', p_year USING ERRCODE = 'LG005';
  END IF;
  SELECT * INTO v_day FROM ledger_closed_days d WHERE d.day = v_before - 1 AND d.audited_at IS NOT NULL;
  IF v_day IS NULL THEN
    RAISE EXCEPTION 'the years before % were not closed and audited', p_year USING ERRCODE = 'LG005';
  END IF;
  IF EXISTS (SELECT FROM audit_queue q WHERE q.oldest_at < v_before)
     OR EXISTS (SELECT FROM audit_waiting w JOIN audit_events e ON e.id = w.event_id WHERE e.at < v_before) THEN
    RAISE EXCEPTION 'events of the years before % are not linked yet', p_year USING ERRCODE = 'LG005';
  END IF;
  IF EXISTS (SELECT FROM audit_text_queue q WHERE q.oldest_at < v_before) THEN
    RAISE EXCEPTION 'events of the years before % have no search texts yet', p_year USING ERRCODE = 'LG005';
  END IF;

  SELECT count(*), max(l.seq) INTO v_events, v_link
    FROM audit_events e
    JOIN (SELECT seq, event_id FROM audit_links UNION ALL SELECT seq, unnest(event_ids) FROM audit_groups) l ON l.event_id = e.id
   WHERE e.at < v_before;
  INSERT INTO archived_years (before, archived_at, internal_sums, customer_sums, event_count, last_link)
  SELECT v_before, p_at, v_day.internal_sums, v_day.customer_sums, v_events + coalesce(max(a.event_count), 0),
         greatest(v_link, max(a.last_link), 0)
    FROM archived_years a;

  SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) INTO v_columns
    FROM pg_attribute a WHERE a.attrelid = 'ledger_entries'::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '';
  CREATE TABLE ledger_entries_carrying (LIKE ledger_entries INCLUDING ALL);
  EXECUTE format('INSERT INTO ledger_entries_carrying (%1$s)
                  SELECT last.* FROM ledger_accounts a
                   CROSS JOIN LATERAL (SELECT %1$s FROM ledger_entries e
                                        WHERE e.account_id = a.id AND e.seq IS NOT NULL AND e.booking_date < %2$L
                                        ORDER BY e.booking_date DESC, e.seq DESC LIMIT 1) last', v_columns, v_before);
  CREATE SCHEMA IF NOT EXISTS archive;
  FOR v_table IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent IN ('ledger_entries'::regclass, 'audit_events'::regclass, 'audit_search_texts'::regclass)
       AND (c.relname = 'ledger_entries_carried' OR substring(c.relname FROM '_before_([0-9]+)$')::integer <= p_year)
     ORDER BY c.relname
  LOOP
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', regexp_replace(v_table, '_(carried|before_[0-9]+)$', ''), v_table);
    IF v_table = 'ledger_entries_carried' THEN
      -- Copies of entries that were archived with their year.
      DROP TABLE ledger_entries_carried;
    ELSE
      EXECUTE format('ALTER TABLE %I SET SCHEMA archive', v_table);
      RETURN NEXT 'archive.' || v_table;
    END IF;
  END LOOP;
  ALTER TABLE ledger_entries_carrying RENAME TO ledger_entries_carried;
  EXECUTE format('ALTER TABLE ledger_entries ATTACH PARTITION ledger_entries_carried FOR VALUES FROM (MINVALUE) TO (%L)', v_before);
  PERFORM ledger_guard_partition('ledger_entries_carried');
END $$;
