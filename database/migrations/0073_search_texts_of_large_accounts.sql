-- Search texts are written for accounts that have many events without one (docs/decisions/0088-search-texts-of-large-accounts.md). Before,
-- each event had its text, and it cost more than the event: few accounts are ever searched, and the search composes the texts of some
-- hundred events as it reads them.

-- How many linked events of an account have no text yet, and a time before which none of them is. It may count events that have one.
CREATE TABLE audit_events_without_text (
  account_id uuid PRIMARY KEY,
  event_count integer NOT NULL CHECK (event_count > 0),
  oldest_at timestamptz NOT NULL
);
GRANT SELECT ON audit_events_without_text TO connect_app;

-- Counts the events of the groups that were linked since the last call. Returns the accounts that have reached p_limit.
CREATE FUNCTION audit_count_without_text(p_groups integer, p_limit integer) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    WITH taken AS (
      DELETE FROM audit_text_queue
       WHERE group_seq = ANY (ARRAY(SELECT q.group_seq FROM audit_text_queue q ORDER BY q.group_seq LIMIT p_groups FOR UPDATE SKIP LOCKED))
      RETURNING group_seq
    ), counted AS (
      SELECT shown.account_id, count(*)::integer AS events, min(e.at) AS oldest_at
        FROM taken t
       CROSS JOIN LATERAL (SELECT g.event_ids FROM audit_groups g WHERE g.seq = t.group_seq OFFSET 0) g
       CROSS JOIN LATERAL unnest(g.event_ids) one (id)
       CROSS JOIN LATERAL (SELECT o.account_id, o.at, o.action, o.facts FROM audit_events o WHERE o.id = one.id OFFSET 0) e
       CROSS JOIN LATERAL (
         SELECT e.account_id WHERE e.account_id IS NOT NULL AND e.action NOT LIKE 'access.%'
         UNION
         SELECT changed::uuid FROM jsonb_array_elements_text(CASE WHEN e.action LIKE 'access.%' THEN e.facts -> 'account_ids' END) changed
       ) shown (account_id)
       GROUP BY shown.account_id
    ), kept AS (
      -- In one order for all workers.
      INSERT INTO audit_events_without_text AS w (account_id, event_count, oldest_at)
      SELECT c.account_id, c.events, c.oldest_at FROM counted c ORDER BY c.account_id
          ON CONFLICT (account_id) DO UPDATE SET event_count = w.event_count + excluded.event_count, oldest_at = least(w.oldest_at, excluded.oldest_at)
      RETURNING w.account_id, w.event_count
    )
    SELECT k.account_id FROM kept k WHERE k.event_count >= p_limit;
END $$;

-- The newest events of an account that have no text, at most p_max of each kind, since a time.
CREATE FUNCTION audit_without_text(
  p_account uuid, p_from timestamptz, p_to timestamptz, p_before timestamptz, p_before_id uuid, p_max integer
) RETURNS uuid[] LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  -- OFFSET 0: a text is looked up by its key, whatever the planner believes about a table without statistics.
  RETURN ARRAY(
    (SELECT e.id FROM audit_events e
      WHERE e.account_id = p_account AND e.action NOT LIKE 'access.%' AND e.at >= p_from AND e.at < p_to AND (e.at, e.id) < (p_before, p_before_id)
        AND NOT EXISTS (SELECT FROM audit_search_texts t WHERE t.account_id = p_account AND t.at = e.at AND t.event_id = e.id OFFSET 0)
      ORDER BY e.at DESC, e.id DESC LIMIT p_max)
    UNION ALL
    (SELECT e.id FROM audit_events e
      WHERE e.action LIKE 'access.%' AND e.facts -> 'account_ids' @> to_jsonb(p_account::text)
        AND e.at >= p_from AND e.at < p_to AND (e.at, e.id) < (p_before, p_before_id)
        AND NOT EXISTS (SELECT FROM audit_search_texts t WHERE t.account_id = p_account AND t.at = e.at AND t.event_id = e.id OFFSET 0)
      ORDER BY e.at DESC, e.id DESC LIMIT p_max));
END $$;

-- Writes the texts of an account, at most p_max at a time; returns how many. An account that another worker writes is left to it.
CREATE FUNCTION audit_write_texts_of(p_account uuid, p_max integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_oldest timestamptz;
  v_ids uuid[];
BEGIN
  SELECT w.oldest_at INTO v_oldest FROM audit_events_without_text w WHERE w.account_id = p_account FOR UPDATE SKIP LOCKED;
  IF v_oldest IS NULL THEN
    RETURN 0;
  END IF;
  v_ids := audit_without_text(p_account, v_oldest, 'infinity', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_max);
  INSERT INTO audit_search_texts SELECT t.* FROM audit_search_texts_of(v_ids) t WHERE t.account_id = p_account;
  IF cardinality(v_ids) < p_max THEN
    DELETE FROM audit_events_without_text w WHERE w.account_id = p_account;
  END IF;
  RETURN cardinality(v_ids);
END $$;
REVOKE ALL ON FUNCTION audit_count_without_text(integer, integer), audit_write_texts_of(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_count_without_text(integer, integer), audit_write_texts_of(uuid, integer) TO connect_app;

-- The texts of the account's newest events that have none, composed as they are read.
CREATE OR REPLACE FUNCTION audit_texts_to_come(
  p_account uuid, p_from timestamptz, p_to timestamptz, p_before timestamptz, p_before_id uuid, p_max integer
) RETURNS SETOF audit_search_texts LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
  v_oldest timestamptz := least((SELECT min(q.oldest_at) FROM audit_queue q), (SELECT min(q.oldest_at) FROM audit_text_queue q),
                                (SELECT w.oldest_at FROM audit_events_without_text w WHERE w.account_id = p_account));
BEGIN
  IF v_oldest IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT t.* FROM audit_search_texts_of(audit_without_text(p_account, greatest(v_oldest, p_from), p_to, p_before, p_before_id, p_max)) t
     WHERE t.account_id = p_account;
END $$;
