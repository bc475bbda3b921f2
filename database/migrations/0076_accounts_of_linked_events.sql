-- The accounts of the events of a linked group stand beside it in the queue: counting the events that have no search text reads no event again.
-- Events about access name several accounts, and are looked up as before.
ALTER TABLE audit_text_queue ADD COLUMN account_ids uuid[], ADD COLUMN access_event_ids uuid[];

CREATE OR REPLACE FUNCTION audit_link(p_max integer, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
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
           string_agg(substring(sha256(coalesce(e.bytes, '')) FOR 4), '' ORDER BY n.number) AS digests,
           coalesce(array_agg(e.account_id) FILTER (WHERE e.account_id IS NOT NULL AND NOT e.is_access), '{}') AS account_ids,
           coalesce(array_agg(n.id) FILTER (WHERE e.is_access), '{}') AS access_ids
      FROM numbered n
      -- Times are in microseconds, so that no setting of a session changes the text. An event that somebody has deleted is linked all the
      -- same: whoever verifies the chain misses it.
      LEFT JOIN LATERAL (
        SELECT e.at, e.account_id, e.action LIKE 'access.%' AS is_access, convert_to(jsonb_build_array(
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
    INSERT INTO audit_text_queue (group_seq, event_count, oldest_at, account_ids, access_event_ids)
    VALUES (v_seq, v_group.events, v_group.oldest_at, v_group.account_ids, v_group.access_ids);
    v_event := v_event + v_group.events;
    v_count := v_count + v_group.events;
  END LOOP;
  RETURN v_count;
END $$;

-- Counts the events of the groups that were linked since the last call. Returns the accounts that have reached p_limit.
CREATE OR REPLACE FUNCTION audit_count_without_text(p_groups integer, p_limit integer) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    WITH taken AS (
      DELETE FROM audit_text_queue
       WHERE group_seq = ANY (ARRAY(SELECT q.group_seq FROM audit_text_queue q ORDER BY q.group_seq LIMIT p_groups FOR UPDATE SKIP LOCKED))
      RETURNING group_seq, oldest_at, account_ids, access_event_ids
    ), shown AS (
      SELECT one.account_id, t.oldest_at FROM taken t CROSS JOIN LATERAL unnest(t.account_ids) one (account_id)
      UNION ALL
      SELECT named.account_id, t.oldest_at
        FROM taken t
        -- A group of a release that did not note the accounts: all its events are looked up.
       CROSS JOIN LATERAL unnest(coalesce(t.access_event_ids, (SELECT g.event_ids FROM audit_groups g WHERE g.seq = t.group_seq))) one (id)
       CROSS JOIN LATERAL (SELECT o.account_id, o.action, o.facts FROM audit_events o WHERE o.id = one.id OFFSET 0) e
       CROSS JOIN LATERAL (
         SELECT e.account_id WHERE e.account_id IS NOT NULL AND e.action NOT LIKE 'access.%'
         UNION
         SELECT changed::uuid FROM jsonb_array_elements_text(CASE WHEN e.action LIKE 'access.%' THEN e.facts -> 'account_ids' END) changed
       ) named (account_id)
    ), kept AS (
      -- In one order for all workers.
      INSERT INTO audit_events_without_text AS w (account_id, event_count, oldest_at)
      SELECT s.account_id, count(*)::integer, min(s.oldest_at) FROM shown s GROUP BY s.account_id ORDER BY s.account_id
          ON CONFLICT (account_id) DO UPDATE SET event_count = w.event_count + excluded.event_count, oldest_at = least(w.oldest_at, excluded.oldest_at)
      RETURNING w.account_id, w.event_count
    )
    SELECT k.account_id FROM kept k WHERE k.event_count >= p_limit;
END $$;
