-- The shape of the database after all migrations, to be read. Written by npm run db:schema; never edited.

-- Extensions

CREATE EXTENSION btree_gin;

CREATE EXTENSION pg_trgm;

-- Domains

CREATE DOMAIN amount AS bigint
  CONSTRAINT amount_check CHECK (((VALUE >= '-9007199254740991'::bigint) AND (VALUE <= '9007199254740991'::bigint)));

-- Composite types

CREATE TYPE ledger_expectation AS (
  posting_id uuid,
  account text,
  amount bigint
);

CREATE TYPE ledger_head AS (
  place bigint,
  id uuid,
  posting_key text,
  kind text,
  booking_date date,
  posted_at timestamp with time zone,
  reverses uuid
);

CREATE TYPE ledger_line AS (
  place bigint,
  posting_id uuid,
  id uuid,
  account_id uuid,
  amount bigint,
  booking_date date,
  value_date date,
  posted_at timestamp with time zone,
  type text,
  label text,
  counterparty text,
  reference text,
  vat_rate numeric,
  vat_amount bigint
);

-- Functions

CREATE OR REPLACE FUNCTION public.account_has_other(account uuid, person uuid, wanted text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM memberships m WHERE m.account_id = account AND m.user_id <> person AND wanted = ANY (m.capabilities))
      OR EXISTS (SELECT FROM former_signers f
                  WHERE f.account_id = account AND f.user_id <> person AND f.capability IN (wanted, 'access.admin')
                    AND f.lost_at > at - (SELECT p.value FROM parameters p WHERE p.name = 'former_signer_hours') * interval '1 hour');
END $function$;

CREATE OR REPLACE FUNCTION public.alert_queue_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT 'entry', array_agg(id), array_agg(account_id)
    FROM fresh f
   WHERE f.seq IS NOT NULL
     AND EXISTS (SELECT FROM alert_rules r
                  WHERE r.account_id = f.account_id AND r.threshold IS NOT NULL AND r.is_on
                    -- As the causes of alerts compare them (alert-causes.ts). What is not named here is always queued.
                    AND CASE r.kind
                          WHEN 'balance_below' THEN f.balance_after < r.threshold AND f.balance_after - f.amount >= r.threshold
                          WHEN 'debit_above' THEN f.amount < 0 AND -f.amount >= r.threshold
                          WHEN 'credit_above' THEN f.amount >= r.threshold
                          ELSE true
                        END)
  HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.alert_queue_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT 'event', array_agg(f.id), array_agg(f.account_id)
    FROM fresh f
   WHERE (f.action <> 'transfer.create' OR f.facts ->> 'status' IS DISTINCT FROM 'executed')
     -- The kinds that are off until a member switches them on.
     AND CASE f.action
           WHEN 'transfer.execute' THEN EXISTS (SELECT FROM alert_rules r WHERE r.account_id = f.account_id AND r.kind = 'transfer_executed' AND r.is_on)
           WHEN 'topup.execute' THEN EXISTS (SELECT FROM alert_rules r WHERE r.account_id = f.account_id AND r.kind = 'card_topped_up' AND r.is_on)
           ELSE true
         END
  HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.alert_queue_statements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT 'statement', array_agg(f.id), array_agg(f.account_id)
    FROM fresh f
   WHERE f.available_on > (f.made_at AT TIME ZONE 'UTC')::date - 7
     AND EXISTS (SELECT FROM alert_rules r WHERE r.account_id = f.account_id AND r.kind = 'statement_available' AND r.is_on)
  HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.alert_queue_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO alert_queue (source, ids, account_ids)
  SELECT TG_ARGV[0], array_agg(id), array_agg(account_id) FROM fresh WHERE written_by IS NULL HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.archive_years(p_year integer, p_at timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
 SET "TimeZone" TO 'UTC'
AS $function$
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

  -- A cheque stays paid: the entry that every account keeps may have been read before.
  INSERT INTO archived_cheques (account_id, number)
  SELECT account_id, substring(label FROM '^CHEQUE ([0-9]{7})$')::bigint FROM ledger_entries
   WHERE type = 'cheque_out' AND seq IS NOT NULL AND booking_date < v_before AND label ~ '^CHEQUE [0-9]{7}$'
  ON CONFLICT DO NOTHING;

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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_asked(p_account uuid, p_sees_confidential boolean, p_is_bank boolean, p_person uuid, p_actions text[], p_from timestamp with time zone, p_to timestamp with time zone, p_before timestamp with time zone, p_before_id uuid)
 RETURNS SETOF audit_search_texts
 LANGUAGE sql
 STABLE
AS $function$
  SELECT w.* FROM audit_search_texts w
   WHERE w.account_id = p_account AND w.at >= p_from AND w.at < p_to AND (w.at, w.event_id) < (p_before, p_before_id)
     AND (NOT p_is_bank OR w.user_id IS NULL) AND (p_person IS NULL OR w.user_id = p_person)
     AND (p_actions IS NULL OR w.action = ANY (p_actions))
     AND (p_sees_confidential OR w.action NOT LIKE 'transfer.%'
          OR NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = p_account AND t.id = w.subject_id AND t.is_confidential))
$function$;

CREATE OR REPLACE FUNCTION public.audit_await_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO audit_queue (event_ids, oldest_at) SELECT array_agg(id), min(at) FROM fresh HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.audit_count_without_text(p_groups integer, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_forbid_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the audit journal is append-only: % is not possible', TG_OP USING ERRCODE = 'LG001';
END $function$;

CREATE OR REPLACE FUNCTION public.audit_guard_partition(p_partition regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  EXECUTE format('CREATE TRIGGER never_vanish BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change()', p_partition);
  EXECUTE format('CREATE TRIGGER await_link AFTER INSERT ON %s REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_await_link()', p_partition);
END $function$;

CREATE OR REPLACE FUNCTION public.audit_lettered(p_account uuid, p_pattern text, p_sees_confidential boolean, p_is_bank boolean, p_person uuid, p_actions text[], p_from timestamp with time zone, p_to timestamp with time zone, p_before timestamp with time zone, p_before_id uuid, p_most integer)
 RETURNS TABLE(at timestamp with time zone, event_id uuid)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
BEGIN
  RETURN QUERY
    SELECT w.at, w.event_id
      FROM audit_asked(p_account, p_sees_confidential, p_is_bank, p_person, p_actions, p_from, p_to, p_before, p_before_id) w
     WHERE w.words LIKE p_pattern ORDER BY w.at DESC, w.event_id DESC LIMIT p_most;
END $function$;

CREATE OR REPLACE FUNCTION public.audit_link(p_max integer, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_people_named(account uuid, pattern text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  WITH RECURSIVE people AS (
    (SELECT w.user_id FROM audit_search_texts w WHERE w.account_id = account AND w.user_id IS NOT NULL ORDER BY w.user_id LIMIT 1)
    UNION ALL
    SELECT (SELECT w.user_id FROM audit_search_texts w WHERE w.account_id = account AND w.user_id > p.user_id ORDER BY w.user_id LIMIT 1)
      FROM people p WHERE p.user_id IS NOT NULL
  )
  SELECT u.id FROM people p JOIN users u ON u.id = p.user_id WHERE plain_letters(u.first_name || ' ' || u.last_name) LIKE pattern
$function$;

CREATE OR REPLACE FUNCTION public.audit_search(p_account uuid, p_pattern text, p_worded text[], p_sees_confidential boolean, p_is_bank boolean, p_person uuid, p_actions text[], p_from timestamp with time zone, p_to timestamp with time zone, p_before timestamp with time zone, p_before_id uuid, p_most integer)
 RETURNS TABLE(id uuid, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 100
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_search_texts_of(p_event_ids uuid[])
 RETURNS SETOF audit_search_texts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_subject(account uuid, action text, subject uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_subjects_named(account uuid, pattern text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE ROWS 100
AS $function$
  SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id
   WHERE m.account_id = account AND plain_letters(u.first_name || ' ' || u.last_name) LIKE pattern
  UNION ALL
  SELECT u.id FROM dormant_memberships m JOIN users u ON u.id = m.user_id
   WHERE m.account_id = account AND plain_letters(u.first_name || ' ' || u.last_name) LIKE pattern
  UNION ALL
  SELECT b.id FROM beneficiaries b WHERE b.account_id = account AND b.sort_name LIKE pattern
  UNION ALL
  SELECT c.id FROM prepaid_cards c WHERE c.account_id = account AND plain_letters(c.holder || ' •••• ' || c.last_digits) LIKE pattern
$function$;

CREATE OR REPLACE FUNCTION public.audit_texts_to_come(p_account uuid, p_from timestamp with time zone, p_to timestamp with time zone, p_before timestamp with time zone, p_before_id uuid, p_max integer)
 RETURNS SETOF audit_search_texts
 LANGUAGE plpgsql
 STABLE ROWS 100
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_without_text(p_account uuid, p_from timestamp with time zone, p_to timestamp with time zone, p_before timestamp with time zone, p_before_id uuid, p_max integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_write_texts()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.audit_write_texts_of(p_account uuid, p_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.batch_signature_is_open(signer uuid, account uuid, batch uuid, rule text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NOT EXISTS (SELECT FROM transfer_batch_signatures s WHERE s.account_id = account AND s.batch_id = batch AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM transfer_batch_signatures s WHERE s.account_id = account AND s.batch_id = batch
                                 AND s.signing_group = g.signing_group)))
$function$;

CREATE OR REPLACE FUNCTION public.begin_year(p_year integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  c_tables CONSTANT text[] := '{ledger_entries,audit_events,audit_search_texts}';
  c_columns CONSTANT text[] := '{booking_date,at,at}';
  v_first date := make_date(p_year, 1, 1);
  v_bound text;
  v_is_used boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('begin_year'));
  FOR i IN 1 .. 3 LOOP
    IF to_regclass(format('%s_before_%s', c_tables[i], p_year)) IS NOT NULL THEN
      RETURN false;
    END IF;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= $1)', c_tables[i] || '_newest', c_columns[i]) INTO v_is_used USING v_first;
    SELECT pg_get_expr(c.relpartbound, c.oid) INTO v_bound FROM pg_class c WHERE c.oid = format('%s_newest', c_tables[i])::regclass;
    -- Years begin one after the other.
    IF v_is_used OR substring(v_bound FROM 'FROM \(''([0-9]+)')::integer >= p_year THEN
      RETURN false;
    END IF;
  END LOOP;
  FOR i IN 1 .. 3 LOOP
    SELECT pg_get_expr(c.relpartbound, c.oid) INTO v_bound FROM pg_class c WHERE c.oid = format('%s_newest', c_tables[i])::regclass;
    EXECUTE format('ALTER TABLE %1$I DETACH PARTITION %2$I; ALTER TABLE %2$I RENAME TO %3$I', c_tables[i], c_tables[i] || '_newest',
                   format('%s_before_%s', c_tables[i], p_year));
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I %s', c_tables[i], format('%s_before_%s', c_tables[i], p_year),
                   replace(v_bound, '(MAXVALUE)', format('(%L)', v_first)));
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (MAXVALUE)', c_tables[i] || '_newest', c_tables[i], v_first);
  END LOOP;
  PERFORM ledger_guard_partition('ledger_entries_newest');
  PERFORM audit_guard_partition('audit_events_newest');
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.card_topups_check_caps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_accounts uuid[];
  v_held bigint;
  v_month bigint;
BEGIN
  SELECT array_agg(a.id) INTO v_accounts
    FROM accounts a WHERE a.customer_id = (SELECT customer_id FROM accounts WHERE id = NEW.account_id);
  SELECT sum(l.booked) INTO v_held FROM prepaid_cards c JOIN ledger_accounts l ON l.id = c.ledger_account_id
   WHERE c.account_id = ANY (v_accounts);
  IF v_held > (SELECT value FROM parameters WHERE name = 'card_holding_cap') THEN
    RAISE EXCEPTION 'the cards of the customer would hold more than the cap' USING ERRCODE = 'CT001';
  END IF;
  SELECT sum(t.amount) INTO v_month FROM card_topups t
   WHERE t.account_id = ANY (v_accounts) AND t.status = 'done'
     AND date_trunc('month', t.decided_at, 'UTC') = date_trunc('month', NEW.decided_at, 'UTC');
  IF v_month > (SELECT value FROM parameters WHERE name = 'card_monthly_cap') THEN
    RAISE EXCEPTION 'more would be loaded in a month than the cap' USING ERRCODE = 'CT001';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_categorisation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- In one order, so that two users who categorise operations of several accounts never deadlock.
  INSERT INTO operation_categorisation_states AS known (account_id, state)
  SELECT DISTINCT account_id, 1 FROM changed ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE SET state = known.state + 1;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_operations_since(accounts uuid[], since date)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  v_count bigint;
BEGIN
  SELECT sum(l.entry_count - coalesce((SELECT e.seq FROM ledger_entries e
                                        WHERE e.account_id = l.id AND e.seq IS NOT NULL AND e.booking_date < since
                                        ORDER BY e.booking_date DESC, e.seq DESC LIMIT 1), 0)) INTO v_count
    FROM ledger_accounts l WHERE l.id = ANY (accounts) AND l.last_booking_date >= since;
  RETURN coalesce(v_count, 0);
END $function$;

CREATE OR REPLACE FUNCTION public.count_renaming()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO operation_categorisation_states AS known (account_id, state)
  SELECT DISTINCT a.id, 1 FROM changed c JOIN accounts a ON a.customer_id = c.customer_id ORDER BY a.id
      ON CONFLICT (account_id) DO UPDATE SET state = known.state + 1;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.deposits_are_opened_by_operators()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT operator_works() THEN
    RAISE EXCEPTION 'only an operator opens a deposit' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.device_of(browser text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT regexp_replace(coalesce(browser, ''), '[0-9]+', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION public.email_is_enabled(reader uuid, account uuid, about_kind text, is_default boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce((SELECT r.is_on AND r.by_mail FROM alert_rules r WHERE r.account_id = account AND r.user_id = reader AND r.kind = about_kind),
                  is_default)
$function$;

CREATE OR REPLACE FUNCTION public.expected_of_batches(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN transfer_batches b ON b.posting_id = p.id
     CROSS JOIN LATERAL (VALUES (b.account_id::text, -b.booked), ('batches:' || b.currency, b.booked)) l (account, amount)
     WHERE p.kind = 'batch' AND p.posting_key = 'batch:' || b.id AND b.state = 'validated'
     UNION ALL
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN ledger_postings booked ON booked.posting_key = 'batch:' || split_part(p.posting_key, ':', 2)
      JOIN transfer_batches b ON b.posting_id = booked.id
      JOIN accounts a ON a.id = b.account_id
     CROSS JOIN LATERAL (
           SELECT b.booked - coalesce(sum(t.amount + t.fees + t.tax), 0)::bigint AS amount FROM transfers t
            WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status IN ('executed', 'returned')) rest
     CROSS JOIN LATERAL (VALUES
       ('batches:' || b.currency, -rest.amount),
       (CASE a.status WHEN 'closed' THEN 'suspense:' || b.currency ELSE a.id::text END, rest.amount)) l (account, amount)
     WHERE p.kind = 'batch' AND p.posting_key = 'batch:' || b.id || ':rest' AND b.settled_at IS NOT NULL);
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_chequebooks(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, b.account_id::text, -(b.fees + b.tax))::ledger_expectation
      FROM unnest(p_heads) p JOIN chequebooks b ON b.posting_id = p.id
     WHERE p.kind = 'chequebook' AND p.posting_key = 'chequebook:' || b.id AND p.reverses IS NULL
     UNION ALL
    SELECT ROW(p.id, CASE a.status WHEN 'closed' THEN 'suspense:' || a.currency ELSE a.id::text END, b.fees + b.tax)::ledger_expectation
      FROM unnest(p_heads) p JOIN chequebooks b ON b.posting_id = p.reverses JOIN accounts a ON a.id = b.account_id
     WHERE p.kind = 'chequebook' AND p.posting_key = 'chequebook:' || b.id || ':refused' AND b.status = 'refused'
     UNION ALL
    SELECT ROW(p.id, s.account_id::text, -(s.fees + s.tax))::ledger_expectation
      FROM unnest(p_heads) p JOIN cheque_stops s ON s.posting_id = p.id
     WHERE p.kind = 'chequebook' AND p.posting_key = 'cheque-stop:' || s.id AND p.reverses IS NULL);
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_collections(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, CASE p.kind WHEN 'refund' THEN -l.amount ELSE l.amount END)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN collections c ON c.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN accounts a ON a.id = c.account_id
     CROSS JOIN LATERAL (VALUES
       (CASE WHEN p.kind = 'refund' AND a.status = 'closed' THEN 'suspense:' || c.currency ELSE a.id::text END, -c.amount::bigint),
       ('clearing:' || c.currency, c.amount::bigint)) l (account, amount)
     WHERE (p.kind = 'direct_debit' AND p.posting_key = 'debit:' || c.id AND c.posting_id = p.id AND c.status = 'executed')
        OR (p.kind = 'refund' AND p.posting_key = 'debit-refund:' || c.id AND c.refund_posting_id = p.id AND c.status = 'refunded'
            AND (p.reverses = c.posting_id OR (c.posting_id IS NULL AND p.reverses IS NULL AND operator_works()))));
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_credits(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN credits c ON c.id = split_part(p.posting_key, ':', 2)::uuid
     CROSS JOIN LATERAL (VALUES (c.account_id::text, c.amount::bigint), ('loans:' || c.currency, -c.amount::bigint)) l (account, amount)
     WHERE p.kind = 'loan' AND p.posting_key = 'credit:' || c.id
     UNION ALL
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN credits c ON c.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN credit_lines n ON n.credit_id = c.id AND n.posting_id = p.id
     CROSS JOIN LATERAL (VALUES (c.account_id::text, -(n.instalment + n.late_interest)), ('loans:' || c.currency, n.principal::bigint)) l (account, amount)
     WHERE p.kind = 'loan' AND p.posting_key = 'credit:' || c.id || ':' || n.place);
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_deposits(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN deposits d ON d.id = split_part(p.posting_key, ':', 2)::uuid
     CROSS JOIN LATERAL (VALUES (d.account_id::text, -d.principal), ('deposits:' || d.currency, d.principal)) l (account, amount)
     WHERE p.kind = 'deposit' AND p.posting_key = 'deposit:' || d.id AND d.status = 'pending' AND d.renews IS NULL
     UNION ALL
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN deposits d ON d.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN accounts a ON a.id = d.account_id
     CROSS JOIN LATERAL (
           SELECT d.broken_gross - coalesce(sum(n.gross), 0)::bigint AS interest, d.broken_withholding - coalesce(sum(n.withholding), 0)::bigint AS tax
             FROM deposit_payments n WHERE n.deposit_id = d.id AND n.paid_on IS NOT NULL) rest
     CROSS JOIN LATERAL (VALUES
       (CASE a.status WHEN 'closed' THEN 'suspense:' || d.currency ELSE a.id::text END, d.principal + rest.interest - rest.tax),
       ('deposits:' || d.currency, -d.principal)) l (account, amount)
     WHERE p.kind = 'deposit' AND p.posting_key = 'deposit:' || d.id || ':break' AND d.status = 'broken'
     UNION ALL
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN deposits d ON d.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN deposit_payments n ON n.deposit_id = d.id AND n.posting_id = p.id
      JOIN accounts a ON a.id = d.account_id
     CROSS JOIN LATERAL (
           SELECT CASE WHEN d.status IN ('matured', 'renewed') AND NOT EXISTS (SELECT FROM deposit_payments x WHERE x.deposit_id = d.id AND x.place > n.place)
                       THEN d.principal - coalesce((SELECT r.principal FROM deposits r WHERE r.renews = d.id), 0) ELSE 0 END AS capital) returned
     CROSS JOIN LATERAL (VALUES
       (CASE a.status WHEN 'closed' THEN 'suspense:' || d.currency ELSE a.id::text END, n.gross - n.withholding + returned.capital),
       ('deposits:' || d.currency, -returned.capital), ('interest:' || d.currency, -n.gross)) l (account, amount)
     WHERE p.kind = 'deposit' AND p.posting_key = 'deposit:' || d.id || ':' || n.place
       -- Whoever wrote the lines, their interest is not above the rate of the deposit; each may be rounded up.
       AND (SELECT sum(x.gross) FROM deposit_payments x WHERE x.deposit_id = d.id AND x.place <= n.place)
           <= d.principal * d.rate * (n.to_date - d.value_date) / (100 * d.basis) + n.place);
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_incoming_payments(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN incoming_payments i ON i.posting_id = p.id
     CROSS JOIN LATERAL (VALUES
       (CASE i.network WHEN 'swift' THEN 'correspondent:' WHEN 'instant' THEN 'guarantee:' ELSE 'clearing:' END || i.currency, -i.amount),
       (i.account_id::text, i.credit_amount)) l (account, amount)
     WHERE p.kind = 'incoming' AND p.posting_key = 'incoming:' || i.network || ':' || i.sender || ':' || i.transaction_id);
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_instant_returns(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN instant_returns r ON r.posting_id = p.id
      JOIN incoming_payments i ON i.id = r.incoming_id AND i.account_id = r.account_id AND i.network = 'instant' AND i.credit_amount = r.amount
     CROSS JOIN LATERAL (VALUES (r.account_id::text, -r.amount::bigint), ('guarantee:' || i.currency, r.amount::bigint)) l (account, amount)
     WHERE p.kind = 'instant_return' AND p.posting_key = 'instant-return:' || r.id);
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_operations(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account_id::text, l.amount::bigint)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN operation_lines l ON p.posting_key LIKE 'file:%' AND l.digest = decode(split_part(p.posting_key, ':', 2), 'hex') AND l.line = split_part(p.posting_key, ':', 3)::integer
     WHERE p.kind = 'operation' AND p.posting_key = 'file:' || encode(l.digest, 'hex') || ':' || l.line AND l.posting_id = p.id
     UNION ALL
    SELECT ROW(p.id, a.id::text, e.amount::bigint)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN ledger_entries e ON e.posting_id = p.id AND e.booking_date >= p.booking_date
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'customer'
     WHERE p.kind = 'operation' AND p.posting_key LIKE 'activity:%'
       AND EXISTS (SELECT FROM parameters WHERE name = 'demo_bank' AND value = 1));
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_outgoing_payments(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN outgoing_payments o ON o.id = split_part(p.posting_key, ':', 2)::uuid
      JOIN accounts a ON a.id = o.account_id
     CROSS JOIN LATERAL (SELECT CASE o.network WHEN 'swift' THEN 'correspondent:' WHEN 'instant' THEN 'guarantee:' ELSE 'clearing:' END || o.currency AS code,
                                CASE o.network WHEN 'instant' THEN 'outgoing_instant:' ELSE 'outgoing:' END || o.currency AS transit) network
     CROSS JOIN LATERAL (
       SELECT network.transit, -o.amount::bigint WHERE p.kind = 'settlement'
        UNION ALL
       SELECT network.code, o.amount::bigint WHERE p.kind = 'settlement'
        UNION ALL
       SELECT CASE WHEN o.settled_at IS NULL THEN network.transit ELSE network.code END, -o.amount::bigint WHERE p.kind = 'return'
        UNION ALL
       SELECT CASE a.status WHEN 'closed' THEN 'suspense:' || coalesce(o.debit_currency, o.currency) ELSE a.id::text END,
              coalesce(o.debit_amount, o.amount)::bigint WHERE p.kind = 'return') l (account, amount)
     WHERE (p.kind = 'settlement' AND p.posting_key = 'settle:' || o.id AND o.settled_at IS NOT NULL)
        OR (p.kind = 'return' AND p.posting_key = 'return:' || o.id AND o.state = 'returned' AND p.reverses = o.posting_id
            AND EXISTS (SELECT FROM ledger_entries e JOIN ledger_accounts i ON i.id = e.account_id
                         WHERE e.posting_id = o.posting_id AND i.code = network.transit AND e.amount = o.amount)
            AND EXISTS (SELECT FROM ledger_entries e WHERE e.posting_id = o.posting_id AND e.amount = -coalesce(o.debit_amount, o.amount))));
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_overdraft_charges(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN overdraft_charges c ON c.posting_id = p.id
      JOIN accounts a ON a.id = c.account_id
     CROSS JOIN LATERAL (VALUES (a.id::text, -(c.interest + c.tax)), ('interest:' || a.currency, c.interest::bigint)) l (account, amount)
     WHERE p.kind = 'interest' AND p.posting_key = 'agios:' || a.id || ':' || to_char(c.first_day, 'YYYY-MM-DD'));
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_topups(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(p.id, l.account, l.amount)::ledger_expectation
      FROM unnest(p_heads) p
      JOIN card_topups t ON t.posting_id = p.id
      JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
     CROSS JOIN LATERAL (VALUES (t.account_id::text, -(t.amount + t.fees + t.tax)), (c.ledger_account_id::text, t.amount)) l (account, amount)
     WHERE p.kind = 'card_topup' AND t.status = 'done'
       AND p.posting_key = 'topup:' || coalesce(t.recurring_id || ':' || to_char(t.nominal_date, 'YYYY-MM-DD'), t.id::text));
END $function$;

CREATE OR REPLACE FUNCTION public.expected_of_transfers(p_heads ledger_head[])
 RETURNS ledger_expectation[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN ARRAY(
    SELECT ROW(o.posting_id, l.account, l.amount)::ledger_expectation
      FROM (SELECT p.id AS posting_id, t.account_id, t.batch_id, t.network, t.currency, coalesce(t.credit_currency, t.currency) AS credit_currency,
                   t.amount + t.fees + t.tax AS debit, coalesce(t.credit_amount, t.amount) AS credit, t.beneficiary_iban
              FROM unnest(p_heads) p
              JOIN transfers t ON t.posting_id = p.id
             WHERE p.kind = 'transfer' AND p.posting_key = 'transfer:' || t.id AND t.execution_status = 'executed'
             UNION ALL
            SELECT p.id, t.account_id, t.batch_id, t.network, t.currency,
                   CASE WHEN c.credit_amount IS NULL THEN t.currency ELSE t.credit_currency END,
                   c.amount + c.fees + c.tax, coalesce(c.credit_amount, c.amount), c.beneficiary_iban
              FROM unnest(p_heads) p
              JOIN transfer_occurrences c ON c.posting_id = p.id
              JOIN transfers t ON t.account_id = c.account_id AND t.id = c.transfer_id
             WHERE p.kind = 'transfer' AND p.posting_key = 'transfer:' || t.id || ':' || to_char(c.nominal_date, 'YYYY-MM-DD')
               AND t.validation_status = 'validated') o
      LEFT JOIN transfer_batches b ON b.account_id = o.account_id AND b.id = o.batch_id AND b.posting_id IS NOT NULL
      LEFT JOIN accounts payee ON o.network = 'book' AND payee.iban = o.beneficiary_iban
     CROSS JOIN LATERAL (VALUES
       (CASE WHEN b.id IS NULL THEN o.account_id::text ELSE 'batches:' || o.currency END, -o.debit),
       (CASE o.network WHEN 'book' THEN payee.id::text WHEN 'instant' THEN 'outgoing_instant:' ELSE 'outgoing:' END
          || CASE o.network WHEN 'book' THEN '' ELSE o.credit_currency END, o.credit)) l (account, amount));
END $function$;

CREATE OR REPLACE FUNCTION public.found_operations(account uuid, first_day date, last_day date, pattern text, figure bigint, direction text, kind text, least_amount bigint, most_amount bigint, marked uuid[], documented boolean)
 RETURNS TABLE(id uuid, seq bigint, booking_date date, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT e.id, e.seq, e.booking_date, e.amount::bigint
    FROM ledger_entries e
   WHERE e.account_id = account AND e.seq IS NOT NULL
     AND e.booking_date BETWEEN coalesce(first_day, '-infinity') AND coalesce(last_day, 'infinity')
     AND (direction IS NULL OR (e.amount > 0) = (direction = 'credit'))
     AND (kind IS NULL OR e.type = kind)
     AND (least_amount IS NULL OR abs(e.amount) >= least_amount)
     AND (most_amount IS NULL OR abs(e.amount) <= most_amount)
     AND (marked IS NULL
          OR e.id IN (SELECT entry_id FROM operation_categories WHERE account_id = account AND category_id = ANY (marked)))
     AND (documented IS NULL OR (e.id IN (SELECT entry_id FROM operation_documents WHERE account_id = account)) = documented)
     -- In a separate query the patterns are normalised once, and not for every line.
     AND (pattern IS NULL OR e.words LIKE ANY (ARRAY(SELECT string_to_table(plain_letters(pattern), chr(10)))) OR abs(e.amount) = figure)
$function$;

CREATE OR REPLACE FUNCTION public.free_operations(account uuid, pattern text, direction text, least_amount bigint, most_amount bigint)
 RETURNS TABLE(id uuid, seq bigint, booking_date date)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT f.id, f.seq, f.booking_date
    FROM found_operations(account, NULL, NULL, pattern, NULL, direction, NULL, least_amount, most_amount, NULL, NULL) f
   WHERE NOT EXISTS (SELECT FROM operation_categories oc WHERE oc.account_id = account AND oc.entry_id = f.id)
     AND NOT EXISTS (SELECT FROM operation_categorisations a WHERE a.account_id = account AND a.entry_id = f.id AND a.is_by_hand)
$function$;

CREATE OR REPLACE FUNCTION public.items_sent(sender uuid)
 RETURNS TABLE(kind text, account_id uuid, id uuid, version integer, due_on date, waits_since timestamp with time zone, author uuid)
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  WITH mine AS MATERIALIZED (
    SELECT m.account_id, m.rights FROM memberships m WHERE m.user_id = sender
  ), waiting AS (
    SELECT 'transfer' AS kind, t.account_id, t.id, t.version, CASE WHEN t.type <> 'direct' THEN t.execution_date END AS due_on, t.created_at AS waits_since
      FROM transfers t
     WHERE t.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND t.validation_status = 'pending' AND t.execution_status = 'scheduled' AND t.created_by = sender
    UNION ALL
    SELECT 'batch', b.account_id, b.id, b.version, b.execution_date, b.created_at
      FROM transfer_batches b
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND b.state = 'pending' AND b.created_by = sender
    UNION ALL
    SELECT 'topup', t.account_id, t.id, 1, NULL, t.created_at
      FROM card_topups t
     WHERE t.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND t.status = 'pending' AND t.created_by = sender
    UNION ALL
    SELECT 'recurring_topup', r.account_id, r.id, r.version, NULL, r.waits_since
      FROM recurring_topups r
     WHERE r.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND r.status = 'pending' AND r.created_by = sender
    UNION ALL
    SELECT 'chequebook', b.account_id, b.id, 1, NULL, b.ordered_at
      FROM chequebooks b
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND b.status = 'pending' AND b.ordered_by = sender
    UNION ALL
    SELECT CASE WHEN h.old_iban IS NULL THEN 'beneficiary' ELSE 'beneficiary_account' END, b.account_id, b.id, b.version, NULL, h.changed_at
      FROM beneficiaries b
      JOIN beneficiary_account_changes h ON h.account_id = b.account_id AND h.beneficiary_id = b.id AND h.status = 'pending'
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND b.approval_status = 'pending' AND b.removed_at IS NULL AND h.changed_by = sender
    UNION ALL
    SELECT 'mandate', d.account_id, d.id, d.version, NULL, d.known_at
      FROM mandates d
     WHERE d.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND d.status = 'pending_confirmation' AND d.registered_by = sender
    UNION ALL
    SELECT 'return', g.account_id, g.request_id, g.version, NULL, g.created_at
      FROM return_acceptances g
     WHERE g.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[]) AND g.state = 'pending' AND g.created_by = sender
  )
  SELECT w.kind, w.account_id, w.id, w.version, w.due_on, w.waits_since, sender
    FROM waiting w
    JOIN mine m ON m.account_id = w.account_id
   WHERE CASE WHEN w.kind IN ('topup', 'recurring_topup', 'chequebook') THEN 'payment-methods'
              WHEN w.kind = 'mandate' THEN 'debits'
              ELSE 'transfers' END = ANY (m.rights)
$function$;

CREATE OR REPLACE FUNCTION public.items_to_sign(signer uuid, at timestamp with time zone)
 RETURNS TABLE(kind text, account_id uuid, id uuid, version integer, due_on date, waits_since timestamp with time zone, author uuid)
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  WITH mine AS MATERIALIZED (
    SELECT m.account_id, m.rights, m.capabilities FROM memberships m WHERE m.user_id = signer AND 'transfer.validate' = ANY (m.capabilities)
  ), waiting AS MATERIALIZED (
    -- A direct order runs as soon as it is signed: it has no date before.
    SELECT 'transfer' AS kind, t.account_id, t.id, t.version, CASE WHEN t.type <> 'direct' THEN t.execution_date END AS due_on,
           t.created_at AS waits_since, t.created_by AS author
      FROM transfers t
     WHERE t.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND t.validation_status = 'pending' AND t.execution_status = 'scheduled' AND t.suspended IS NULL
       AND t.created_by <> signer AND t.edited_by IS DISTINCT FROM signer
       AND signature_is_open(signer, t.account_id, t.id, t.version, t.signing_rule)
    UNION ALL
    SELECT 'batch', b.account_id, b.id, b.version, b.execution_date, b.created_at, b.created_by
      FROM transfer_batches b
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND b.state = 'pending' AND b.created_by <> signer
       AND batch_signature_is_open(signer, b.account_id, b.id, b.signing_rule)
    UNION ALL
    SELECT 'topup', t.account_id, t.id, 1, NULL, t.created_at, t.created_by
      FROM card_topups t
      JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
     WHERE t.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND t.status = 'pending' AND t.created_by <> signer
       -- A card that is blocked or has expired accepts no money: its top-ups cannot be signed.
       AND c.status = 'active' AND c.expires_on >= at::date
       AND payment_signature_is_open(signer, t.account_id, t.id, 1, t.signing_rule)
    UNION ALL
    SELECT 'recurring_topup', r.account_id, r.id, r.version, NULL, r.waits_since, r.created_by
      FROM recurring_topups r
     WHERE r.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND r.status = 'pending' AND r.created_by <> signer AND r.edited_by IS DISTINCT FROM signer
       AND payment_signature_is_open(signer, r.account_id, r.id, r.version, r.signing_rule)
    UNION ALL
    SELECT 'chequebook', b.account_id, b.id, 1, NULL, b.ordered_at, b.ordered_by
      FROM chequebooks b
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND b.status = 'pending' AND b.ordered_by <> signer
       AND payment_signature_is_open(signer, b.account_id, b.id, 1, b.signing_rule)
    UNION ALL
    SELECT CASE WHEN h.old_iban IS NULL THEN 'beneficiary' ELSE 'beneficiary_account' END, b.account_id, b.id, b.version, NULL,
           h.changed_at, h.changed_by
      FROM beneficiaries b
      JOIN beneficiary_account_changes h ON h.account_id = b.account_id AND h.beneficiary_id = b.id AND h.status = 'pending'
     WHERE b.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND b.approval_status = 'pending' AND b.removed_at IS NULL
    UNION ALL
    SELECT 'mandate', d.account_id, d.id, d.version, NULL, d.known_at, d.registered_by
      FROM mandates d
     WHERE d.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND d.status = 'pending_confirmation' AND d.registered_by IS DISTINCT FROM signer
    UNION ALL
    SELECT 'return', g.account_id, g.request_id, g.version, NULL, g.created_at, g.created_by
      FROM return_acceptances g
     WHERE g.account_id = ANY ((SELECT ARRAY(SELECT account_id FROM mine))::uuid[])
       AND g.state = 'pending' AND g.created_by <> signer
       AND payment_signature_is_open(signer, g.account_id, g.request_id, g.version, g.signing_rule)
  ), over_limit AS MATERIALIZED (
    SELECT o.kind, a.account_id, o.id
      FROM (SELECT DISTINCT w.account_id FROM waiting w WHERE w.kind IN ('transfer', 'batch')) a
     CROSS JOIN LATERAL orders_over_limit(signer, a.account_id, (at AT TIME ZONE 'UTC')::date) o
  )
  SELECT w.kind, w.account_id, w.id, w.version, w.due_on, w.waits_since, w.author
    FROM waiting w
    JOIN mine m ON m.account_id = w.account_id
    JOIN accounts a ON a.id = w.account_id
   WHERE CASE
           WHEN w.kind IN ('transfer', 'batch', 'return') THEN a.status = 'active' AND 'transfers' = ANY (m.rights)
           WHEN w.kind IN ('topup', 'recurring_topup', 'chequebook') THEN a.status = 'active' AND 'payment-methods' = ANY (m.rights)
           WHEN w.kind = 'mandate' THEN 'debits' = ANY (m.rights) AND 'mandate.manage' = ANY (m.capabilities)
           ELSE 'transfers' = ANY (m.rights)
            AND EXISTS (SELECT FROM visible_beneficiaries(w.account_id, 'batch.confidential' = ANY (m.capabilities)) b WHERE b.id = w.id)
            AND (w.author <> signer
                 OR (EXISTS (SELECT FROM customers c WHERE c.id = a.customer_id AND c.kind = 'company' OFFSET 0)
                     AND NOT account_has_other(w.account_id, signer, 'transfer.validate', at)))
         END
     AND NOT EXISTS (SELECT FROM over_limit o WHERE o.kind = w.kind AND o.account_id = w.account_id AND o.id = w.id)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_check_balanced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM inserted GROUP BY posting_id, currency HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'a posting does not sum to zero' USING ERRCODE = 'LG002';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_check_causes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_heads ledger_head[];
  v_kinds text[];
  v_since date;
  v_expected ledger_expectation[] := '{}';
  v_wrong record;
BEGIN
  DELETE FROM ledger_calls c WHERE c.id = NEW.id;
  SELECT array_agg(ROW(0, p.id, p.posting_key, p.kind, p.booking_date, p.posted_at, p.reverses)::ledger_head), array_agg(DISTINCT p.kind), min(p.booking_date)
    INTO v_heads, v_kinds, v_since
    FROM ledger_postings p WHERE p.id = ANY (NEW.postings);
  IF 'transfer' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_transfers(v_heads); END IF;
  IF 'batch' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_batches(v_heads); END IF;
  IF v_kinds && '{settlement,return}' THEN v_expected := v_expected || expected_of_outgoing_payments(v_heads); END IF;
  IF 'incoming' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_incoming_payments(v_heads); END IF;
  IF v_kinds && '{direct_debit,refund}' THEN v_expected := v_expected || expected_of_collections(v_heads); END IF;
  IF 'card_topup' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_topups(v_heads); END IF;
  IF 'chequebook' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_chequebooks(v_heads); END IF;
  IF 'deposit' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_deposits(v_heads); END IF;
  IF 'loan' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_credits(v_heads); END IF;
  IF 'interest' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_overdraft_charges(v_heads); END IF;
  IF 'instant_return' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_instant_returns(v_heads); END IF;
  IF 'operation' = ANY (v_kinds) THEN v_expected := v_expected || expected_of_operations(v_heads); END IF;

  SELECT p.kind, p.posting_key INTO v_wrong FROM unnest(v_heads) p
   WHERE NOT EXISTS (SELECT FROM unnest(v_expected) x WHERE x.posting_id = p.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no row justifies the posting % of the kind %', v_wrong.posting_key, v_wrong.kind USING ERRCODE = 'LG007';
  END IF;

  SELECT p.kind, p.posting_key, coalesce(moved.account, expected.account) AS account INTO v_wrong
    FROM (SELECT e.posting_id, coalesce(a.code, a.id::text) AS account, split_part(a.code, ':', 1) AS code, sum(e.amount) AS amount
            FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
           WHERE e.posting_id = ANY (NEW.postings) AND e.booking_date >= v_since
           GROUP BY e.posting_id, a.id) moved
    FULL JOIN (SELECT x.posting_id, x.account, sum(x.amount) AS amount FROM unnest(v_expected) x GROUP BY x.posting_id, x.account) expected
      ON expected.posting_id = moved.posting_id AND expected.account = moved.account
    JOIN unnest(v_heads) p ON p.id = coalesce(moved.posting_id, expected.posting_id)
    LEFT JOIN ledger_rules r ON r.kind = p.kind AND r.account = moved.code
   WHERE CASE WHEN expected.account IS NOT NULL THEN coalesce(moved.amount, 0) <> expected.amount
              ELSE r.kind IS NULL OR (moved.amount < 0 AND NOT r.may_debit) OR (moved.amount > 0 AND NOT r.may_credit) END
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the posting % of the kind % moves another amount on the account % than its row', v_wrong.posting_key, v_wrong.kind, v_wrong.account
      USING ERRCODE = 'LG007';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_choose(p_postings jsonb, p_lines ledger_line[])
 RETURNS TABLE(posting_id uuid, outcome text)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_posting record;
  -- The amount that each account may still spend, by the index of the account in the order of ids.
  v_left bigint[];
  v_can_pay boolean;
  -- Which keys were paid, by their index in the order of keys.
  v_is_paid boolean[] := '{}';
BEGIN
  SELECT array_agg((a.booked - a.held + a.overdraft)::bigint ORDER BY a.id) INTO v_left
    FROM ledger_accounts a
   WHERE a.kind = 'customer' AND a.id IN (SELECT l.account_id FROM unnest(p_lines) l);
  FOR v_posting IN
    SELECT p.id, dense_rank() OVER (ORDER BY p.posting_key) AS key, array_agg(l.slot ORDER BY l.place) FILTER (WHERE l.slot IS NOT NULL) AS slots,
           array_agg(l.amount ORDER BY l.place) FILTER (WHERE l.slot IS NOT NULL) AS amounts
      FROM jsonb_to_recordset(p_postings) AS p (id uuid, posting_key text)
      JOIN (SELECT l.posting_id, l.place, l.amount, CASE WHEN a.kind = 'customer' THEN dense_rank() OVER (PARTITION BY a.kind ORDER BY a.id) END AS slot
              FROM unnest(p_lines) l JOIN ledger_accounts a ON a.id = l.account_id) l ON l.posting_id = p.id
     GROUP BY p.id, p.posting_key ORDER BY min(l.place)
  LOOP
    posting_id := v_posting.id;
    outcome := 'repeated';
    IF v_is_paid[v_posting.key] IS NULL THEN
      v_can_pay := true;
      FOR i IN 1 .. coalesce(cardinality(v_posting.slots), 0) LOOP
        v_left[v_posting.slots[i]] := v_left[v_posting.slots[i]] + v_posting.amounts[i];
        v_can_pay := v_can_pay AND (v_posting.amounts[i] > 0 OR v_left[v_posting.slots[i]] >= 0);
      END LOOP;
      IF v_can_pay THEN
        outcome := 'posted';
        v_is_paid[v_posting.key] := true;
      ELSE
        outcome := 'insufficient_funds';
        FOR i IN 1 .. cardinality(v_posting.slots) LOOP
          v_left[v_posting.slots[i]] := v_left[v_posting.slots[i]] - v_posting.amounts[i];
        END LOOP;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_close_days(p_day date, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '10s'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ledger_close_days'));
  INSERT INTO ledger_closed_days (day, closed_at)
  SELECT p_day, p_at WHERE NOT EXISTS (SELECT FROM ledger_closed_days WHERE day >= p_day);
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_digest(e ledger_entries)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
RETURN ((('x'::text || "left"(md5((jsonb_build_array((e).account_id, (e).id, (e).posting_id, (e).seq, (e).amount, (e).currency, (e).booking_date, (e).value_date, ((EXTRACT(epoch FROM (e).posted_at) * (1000000)::numeric))::bigint, (e).balance_after, (e).credited_after, (e).lowest_allowed, (e).type, (e).label, (e).counterparty, (e).reference, (e).vat_rate, (e).vat_amount))::text), 15)))::bit(60))::bigint;

CREATE OR REPLACE FUNCTION public.ledger_forbid_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is not possible', TG_OP, TG_TABLE_NAME USING ERRCODE = 'LG001';
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_guard_partition(p_partition regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  EXECUTE format('CREATE TRIGGER never_vanish BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION ledger_forbid_change()', p_partition);
  EXECUTE format('CREATE TRIGGER balance AFTER INSERT ON %s REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_balanced()', p_partition);
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_hold(p_account_id uuid, p_id uuid, p_amount bigint, p_cause text, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE ledger_accounts SET held = held + p_amount
   WHERE id = p_account_id AND kind = 'customer' AND booked - held + overdraft >= p_amount;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO ledger_holds (account_id, id, amount, cause, held_at) VALUES (p_account_id, p_id, p_amount, p_cause, p_at);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_hold_many(p_account_id uuid, p_holds jsonb, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_sum bigint := (SELECT coalesce(sum(h.amount), 0) FROM jsonb_to_recordset(p_holds) AS h (amount bigint));
BEGIN
  UPDATE ledger_accounts SET held = held + v_sum
   WHERE id = p_account_id AND kind = 'customer' AND booked - held + overdraft >= v_sum;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO ledger_holds (account_id, id, amount, cause, held_at)
  SELECT p_account_id, h.id, h.amount, h.cause, p_at FROM jsonb_to_recordset(p_holds) AS h (id uuid, amount bigint, cause text);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_lock(p_account_ids uuid[])
 RETURNS TABLE(account_id uuid, booked bigint, held bigint, overdraft bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY SELECT a.id, a.booked::bigint, a.held::bigint, a.overdraft::bigint FROM ledger_accounts a
   WHERE a.id = ANY (p_account_ids) AND a.kind = 'customer'
   ORDER BY a.id FOR NO KEY UPDATE;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_lock_free(p_account_ids uuid[])
 RETURNS TABLE(account_id uuid, booked bigint, held bigint, overdraft bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY SELECT a.id, a.booked::bigint, a.held::bigint, a.overdraft::bigint FROM ledger_accounts a
   WHERE a.id = ANY (p_account_ids) AND a.kind = 'customer'
   ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_open_account(p_id uuid, p_kind text, p_code text, p_currency text, p_overdraft bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO ledger_accounts (id, kind, code, currency, overdraft) VALUES (p_id, p_kind, p_code, p_currency, p_overdraft)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_open_card(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT ledger_open_account(p_id, 'customer', NULL, 'XOF', 0)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_post(p_postings jsonb, p_entries jsonb)
 RETURNS TABLE(posting_id uuid, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
    WITH written AS MATERIALIZED (
      SELECT w.posting_id, w.outcome FROM ledger_write(p_postings, p_entries) w
    ), call AS (
      INSERT INTO ledger_calls (postings)
      SELECT array_agg(w.posting_id) FROM written w WHERE w.outcome = 'posted' HAVING count(*) > 0
    )
    SELECT w.posting_id, w.outcome FROM written w;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_release(p_account_id uuid, p_cause text, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_amount bigint;
BEGIN
  PERFORM FROM ledger_accounts WHERE id = p_account_id FOR NO KEY UPDATE;
  UPDATE ledger_holds SET released_at = greatest(p_at, held_at)
   WHERE account_id = p_account_id AND cause = p_cause AND released_at IS NULL
  RETURNING amount INTO v_amount;
  IF v_amount IS NULL THEN
    RETURN false;
  END IF;
  UPDATE ledger_accounts SET held = held - v_amount WHERE id = p_account_id;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_release_many(p_account_id uuid, p_causes text[], p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_sum bigint;
BEGIN
  PERFORM FROM ledger_accounts WHERE id = p_account_id FOR NO KEY UPDATE;
  WITH released AS (
    UPDATE ledger_holds SET released_at = greatest(p_at, held_at)
     WHERE account_id = p_account_id AND cause = ANY (p_causes) AND released_at IS NULL
    RETURNING amount
  )
  SELECT coalesce(sum(amount), 0) INTO v_sum FROM released;
  UPDATE ledger_accounts SET held = held - v_sum WHERE id = p_account_id AND v_sum > 0;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_set_overdraft(p_id uuid, p_overdraft bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE ledger_accounts SET overdraft = p_overdraft WHERE id = p_id AND kind = 'customer'
$function$;

CREATE OR REPLACE FUNCTION public.ledger_write(p_postings jsonb, p_entries jsonb)
 RETURNS TABLE(posting_id uuid, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  -- Postings whose key is new, in their order.
  v_heads ledger_head[];
  v_refused uuid[] := '{}';
  v_lines ledger_line[];
  -- Every query of the accounts names these ids, so that no plan made for a small bank scans all accounts and is kept
  -- when the bank has grown.
  v_accounts uuid[] := ARRAY(SELECT DISTINCT e.account_id FROM jsonb_to_recordset(p_entries) AS e (account_id uuid));
  v_first_open date;
  v_has_unknown boolean;
  v_is_short boolean;
  v_posted bigint;
BEGIN
  -- Days are not closed while something is posted on them.
  PERFORM pg_advisory_xact_lock_shared(hashtext('ledger_close_days'));
  SELECT max(day) + 1 INTO v_first_open FROM ledger_closed_days;
  -- One order for all transactions: two postings that share accounts wait for each other and never deadlock.
  PERFORM FROM ledger_accounts a WHERE a.kind = 'customer' AND a.id = ANY (v_accounts) ORDER BY a.id FOR NO KEY UPDATE;

  v_heads := ARRAY(
    SELECT ROW(p.place, p.id, p.posting_key, p.kind, greatest(p.booking_date, v_first_open), p.posted_at, p.reverses)::ledger_head
      FROM ROWS FROM (jsonb_to_recordset(p_postings) AS (
             id uuid, posting_key text, kind text, booking_date date, posted_at timestamptz, reverses uuid))
             WITH ORDINALITY AS p (id, posting_key, kind, booking_date, posted_at, reverses, place)
     WHERE NOT EXISTS (SELECT FROM ledger_postings old WHERE old.posting_key = p.posting_key)
     ORDER BY p.place);

  v_lines := ARRAY(
    SELECT ROW((p.place << 32) + e.place, e.posting_id, e.id, e.account_id, e.amount, p.booking_date, e.value_date, p.posted_at,
               e.type, e.label, e.counterparty, e.reference, e.vat_rate, e.vat_amount)::ledger_line
      FROM ROWS FROM (jsonb_to_recordset(p_entries) AS (
             posting_id uuid, id uuid, account_id uuid, amount bigint, value_date date, type text, label text,
             counterparty text, reference text, vat_rate numeric, vat_amount bigint))
             WITH ORDINALITY AS e (posting_id, id, account_id, amount, value_date, type, label, counterparty, reference, vat_rate,
                                   vat_amount, place)
      JOIN unnest(v_heads) p ON p.id = e.posting_id
     ORDER BY p.place, e.place);

  SELECT count(DISTINCT checked.posting_id), coalesce(bool_or(checked.is_unknown), false), coalesce(bool_or(checked.is_short), false)
    INTO v_posted, v_has_unknown, v_is_short
    FROM (SELECT l.posting_id, a.id IS NULL AS is_unknown,
                 a.kind = 'customer' AND l.amount < 0
                   AND a.booked - a.held + sum(l.amount) OVER (PARTITION BY l.account_id ORDER BY l.place) < -a.overdraft AS is_short
            FROM unnest(v_lines) l LEFT JOIN ledger_accounts a ON a.id = l.account_id AND a.id = ANY (v_accounts)) checked;
  IF v_posted < cardinality(v_heads) THEN
    RAISE EXCEPTION 'a posting has no entries' USING ERRCODE = 'LG002';
  END IF;
  IF v_has_unknown THEN
    RAISE EXCEPTION 'an entry names an unknown account' USING ERRCODE = 'LG004';
  END IF;

  IF v_is_short OR cardinality(v_heads) > (SELECT count(DISTINCT p.posting_key) FROM unnest(v_heads) p) THEN
    DECLARE
      v_chosen uuid[];
    BEGIN
      SELECT coalesce(array_agg(c.posting_id) FILTER (WHERE c.outcome = 'posted'), '{}'),
             coalesce(array_agg(c.posting_id) FILTER (WHERE c.outcome = 'insufficient_funds'), '{}') INTO v_chosen, v_refused
        FROM ledger_choose(p_postings, v_lines) AS c;
      v_heads := ARRAY(SELECT p FROM unnest(v_heads) p WHERE p.id IN (SELECT unnest(v_chosen)));
      v_lines := ARRAY(SELECT l FROM unnest(v_lines) l WHERE l.posting_id IN (SELECT unnest(v_chosen)));
    END;
  END IF;

  INSERT INTO ledger_postings (id, posting_key, kind, booking_date, posted_at, reverses)
  SELECT p.id, p.posting_key, p.kind, p.booking_date, p.posted_at, p.reverses FROM unnest(v_heads) p;

  INSERT INTO ledger_entries (account_id, id, posting_id, seq, amount, currency, booking_date, value_date, posted_at, balance_after,
                              credited_after, lowest_allowed, type, label, counterparty, reference, vat_rate, vat_amount)
  SELECT l.account_id, l.id, l.posting_id,
         CASE WHEN a.kind = 'customer' THEN a.entry_count + row_number() OVER so_far END,
         l.amount, a.currency,
         CASE WHEN a.kind = 'customer' THEN greatest(max(l.booking_date) OVER so_far, a.last_booking_date) ELSE l.booking_date END,
         l.value_date, l.posted_at,
         CASE WHEN a.kind = 'customer' THEN a.booked + sum(l.amount) OVER so_far END,
         CASE WHEN a.kind = 'customer' THEN a.credited + sum(greatest(l.amount, 0)) OVER so_far END,
         CASE WHEN a.kind = 'customer' THEN -a.overdraft END,
         l.type, l.label, l.counterparty, l.reference, l.vat_rate, l.vat_amount
    FROM unnest(v_lines) l JOIN ledger_accounts a ON a.id = l.account_id AND a.id = ANY (v_accounts)
  WINDOW so_far AS (PARTITION BY l.account_id ORDER BY l.place);

  UPDATE ledger_accounts a
     SET booked = a.booked + moved.amount,
         credited = a.credited + moved.credits,
         entry_count = a.entry_count + moved.entries,
         last_booking_date = greatest(a.last_booking_date, moved.booking_date)
    FROM (SELECT l.account_id, sum(l.amount)::bigint AS amount, sum(greatest(l.amount, 0))::bigint AS credits,
                 count(*) AS entries, max(l.booking_date) AS booking_date
            FROM unnest(v_lines) l GROUP BY l.account_id) moved
   WHERE a.id = moved.account_id AND a.id = ANY (v_accounts) AND a.kind = 'customer';

  RETURN QUERY SELECT p.id, CASE WHEN p.id IN (SELECT h.id FROM unnest(v_heads) h) THEN 'posted'
                                 WHEN p.id IN (SELECT unnest(v_refused)) THEN 'insufficient_funds' ELSE 'repeated' END
                 FROM jsonb_to_recordset(p_postings) AS p (id uuid);
END $function$;

CREATE OR REPLACE FUNCTION public.limit_period_start(period text, today date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT date_trunc(CASE WHEN period IN ('week', 'month') THEN period ELSE 'day' END, today::timestamp) AT TIME ZONE 'UTC'
$function$;

CREATE OR REPLACE FUNCTION public.limits_of(account uuid)
 RETURNS TABLE(user_id uuid, purpose text, period text, amount bigint)
 LANGUAGE sql
 STABLE ROWS 2
AS $function$
  SELECT l.user_id, l.purpose, l.period, l.amount::bigint FROM transfer_limits l WHERE l.account_id = account
  UNION ALL
  -- The bank's own limits, where none was chosen.
  SELECT NULL, 'create', d.period, p.value
    FROM accounts a
    JOIN customers c ON c.id = a.customer_id AND c.kind = 'individual'
    CROSS JOIN (VALUES ('operation', 'individual_operation_limit'), ('day', 'individual_day_limit')) d (period, name)
    JOIN parameters p ON p.name = d.name
   WHERE a.id = account AND a.currency = 'XOF'
     AND NOT EXISTS (SELECT FROM transfer_limits l
                      WHERE l.account_id = account AND l.user_id IS NULL AND l.purpose = 'create' AND l.period = d.period)
$function$;

CREATE OR REPLACE FUNCTION public.live_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO change_events (kind, topic_ids) SELECT TG_ARGV[0], array_agg(DISTINCT account_id) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.live_notify_of_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_row memberships := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO change_events (kind, topic_ids) VALUES ('access', ARRAY[v_row.user_id, v_row.account_id]);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.live_notify_of_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO change_events (kind, topic_ids) SELECT 'balance', array_agg(id) FROM changed WHERE kind = 'customer' HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.live_notify_of_one()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO change_events (kind, topic_ids)
  VALUES (TG_ARGV[1], ARRAY[(to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0])::uuid]);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.live_notify_of_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO change_events (kind, topic_ids)
  SELECT 'deposits', array_agg(DISTINCT d.account_id) FROM changed w JOIN deposits d ON d.id = w.deposit_id HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.live_notify_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO change_events (kind, topic_ids) SELECT TG_ARGV[0], array_agg(DISTINCT user_id) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.locate_operations(accounts uuid[], first_day date, last_day date, skipped bigint, wanted bigint)
 RETURNS TABLE(newest date, oldest date, skipped_there bigint)
 LANGUAGE plpgsql
 STABLE ROWS 1
AS $function$
DECLARE
  v_first date;
  v_last date;
  v_low date;
  v_high date;
  v_middle date;
  v_after bigint := count_operations_since(accounts, last_day + 1);
  v_least bigint := skipped + 1;
BEGIN
  SELECT greatest(first_day, min((SELECT e.booking_date FROM ledger_entries e WHERE e.account_id = l.id AND e.seq IS NOT NULL
                                   ORDER BY e.booking_date, e.seq LIMIT 1))),
         least(last_day, max(l.last_booking_date)) INTO v_first, v_last
    FROM ledger_accounts l WHERE l.id = ANY (accounts);
  IF v_first IS NULL OR v_first > v_last OR count_operations_since(accounts, v_first) - v_after <= skipped THEN
    RETURN;
  END IF;
  -- The latest day from which on there are more than are skipped, and then the latest from which on the page is full.
  FOR part IN 1 .. 2 LOOP
    v_low := v_first;
    v_high := CASE part WHEN 1 THEN v_last ELSE newest END;
    WHILE v_low < v_high LOOP
      -- The end of a page is mostly on the day of its beginning, or on the day before.
      v_middle := CASE WHEN part = 2 AND v_high >= newest - 1 THEN v_high ELSE v_low + (v_high - v_low + 1) / 2 END;
      IF count_operations_since(accounts, v_middle) - v_after >= v_least THEN
        v_low := v_middle;
      ELSE
        v_high := v_middle - 1;
      END IF;
    END LOOP;
    IF part = 1 THEN
      newest := v_low;
      skipped_there := skipped - (count_operations_since(accounts, newest + 1) - v_after);
      v_least := skipped + wanted;
    ELSE
      oldest := v_low;
    END IF;
  END LOOP;
  RETURN NEXT;
END $function$;

CREATE OR REPLACE FUNCTION public.measure_years()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  ANALYZE ledger_entries, audit_events, audit_search_texts;
END $function$;

CREATE OR REPLACE FUNCTION public.operation_must_exist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM added a WHERE NOT EXISTS (SELECT FROM ledger_entries e WHERE e.account_id = a.account_id AND e.id = a.entry_id)) THEN
    RAISE EXCEPTION 'there is no such entry' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.operator_works()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
RETURN pg_has_role(CASE current_setting('role'::text) WHEN 'none'::text THEN SESSION_USER ELSE (current_setting('role'::text))::name END, 'connect_operator'::name, 'MEMBER'::text);

CREATE OR REPLACE FUNCTION public.ordering_uses(p_orders jsonb, p_today date)
 RETURNS TABLE(index bigint, user_id uuid, period text, amount bigint, used bigint)
 LANGUAGE plpgsql
 STABLE ROWS 10
AS $function$
BEGIN
  RETURN QUERY
    SELECT o.index, l.user_id, l.period, l.amount, CASE WHEN l.period = 'operation' THEN 0 ELSE (
             coalesce((SELECT sum(t.amount) FROM transfers t
                        WHERE t.account_id = o.account_id AND t.created_at >= s.start AND t.edited_at IS NULL AND NOT t.is_own AND t.id IS DISTINCT FROM o.changed
                          AND (t.execution_status NOT IN ('cancelled', 'rejected') OR (t.type = 'periodic' AND t.execution_status = 'cancelled' AND EXISTS (
                               SELECT FROM transfer_occurrences d
                                WHERE d.account_id = t.account_id AND d.transfer_id = t.id AND d.outcome = 'executed' OFFSET 0)))
                          AND (l.user_id IS NULL OR t.created_by = l.user_id)
                          AND (l.period <> 'beneficiary' OR t.beneficiary_iban = o.iban)), 0)
           + coalesce((SELECT sum(t.amount) FROM transfers t
                        WHERE t.account_id = o.account_id AND t.edited_at >= s.start AND NOT t.is_own AND t.id IS DISTINCT FROM o.changed
                          AND (t.execution_status NOT IN ('cancelled', 'rejected') OR (t.type = 'periodic' AND t.execution_status = 'cancelled' AND EXISTS (
                               SELECT FROM transfer_occurrences d
                                WHERE d.account_id = t.account_id AND d.transfer_id = t.id AND d.outcome = 'executed' OFFSET 0)))
                          AND (l.user_id IS NULL OR t.edited_by = l.user_id)
                          AND (l.period <> 'beneficiary' OR t.beneficiary_iban = o.iban)), 0)
           + coalesce((SELECT sum(n.amount)
                         FROM transfer_batches b
                         JOIN transfer_batch_lines n ON n.account_id = b.account_id AND n.batch_id = b.id AND NOT n.is_own AND NOT n.is_refused
                        WHERE b.account_id = o.account_id AND b.state = 'pending' AND b.created_at >= s.start
                          AND (l.user_id IS NULL OR b.created_by = l.user_id) AND (l.period <> 'beneficiary' OR n.iban = o.iban)), 0)) END::bigint
      FROM ROWS FROM (jsonb_to_recordset(p_orders) AS (user_id uuid, account_id uuid, iban text, changed uuid))
             WITH ORDINALITY AS o (user_id, account_id, iban, changed, index)
     CROSS JOIN LATERAL limits_of(o.account_id) l
     CROSS JOIN LATERAL limit_period_start(l.period, p_today) s (start)
     WHERE l.purpose = 'create' AND (l.user_id IS NULL OR l.user_id = o.user_id) AND (l.period <> 'beneficiary' OR o.iban IS NOT NULL);
END $function$;

CREATE OR REPLACE FUNCTION public.orders_can_run(p_accounts uuid[], p_orders jsonb, p_today date)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (SELECT count(*) FROM ledger_lock_free(p_accounts)) < cardinality(p_accounts) THEN
    RETURN false;
  END IF;
  RETURN NOT EXISTS (SELECT FROM ordering_uses(p_orders, p_today) u
                      WHERE u.used + (p_orders -> (u.index - 1)::integer ->> 'amount')::bigint > u.amount);
END $function$;

CREATE OR REPLACE FUNCTION public.orders_lock(p_accounts uuid[], p_orders jsonb, p_today date, OUT can_run boolean, OUT booked jsonb, OUT over_limit integer[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.orders_over_limit(signer uuid, account uuid, today date)
 RETURNS TABLE(kind text, id uuid)
 LANGUAGE plpgsql
 STABLE ROWS 10
AS $function$
DECLARE
  room bigint;
  to_one bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM limits_of(account) l WHERE l.user_id = signer AND l.purpose = 'validate') THEN RETURN; END IF;

  SELECT min(u.amount - u.used) FILTER (WHERE u.period <> 'beneficiary'), min(u.amount) FILTER (WHERE u.period = 'beneficiary')
    INTO room, to_one
    FROM signing_uses(signer, account, NULL, today) u;

  RETURN QUERY
  WITH signed AS MATERIALIZED (
    SELECT p.iban, sum(p.amount) AS amount
      FROM signed_payments(signer, account, limit_period_start('beneficiary', today)) p
     WHERE to_one IS NOT NULL
     GROUP BY p.iban
  )
  SELECT 'transfer', t.id
    FROM transfers t
    LEFT JOIN signed s ON s.iban = t.beneficiary_iban
   WHERE t.account_id = account AND t.validation_status = 'pending' AND t.execution_status = 'scheduled'
     AND (t.amount > room OR t.amount + coalesce(s.amount, 0) > to_one)
  UNION ALL
  SELECT 'batch', b.id
    FROM transfer_batches b
   CROSS JOIN LATERAL (
           SELECT sum(p.amount) AS amount, max(p.amount + coalesce(s.amount, 0)) AS most
             FROM (SELECT n.iban, sum(n.amount) AS amount
                     FROM transfer_batch_lines n
                    WHERE n.account_id = b.account_id AND n.batch_id = b.id AND NOT n.is_own AND NOT n.is_refused
                    GROUP BY n.iban) p
             LEFT JOIN signed s ON s.iban = p.iban) c
   WHERE b.account_id = account AND b.state = 'pending' AND (c.amount > room OR c.most > to_one);
END $function$;

CREATE OR REPLACE FUNCTION public.payment_signature_is_open(signer uuid, account uuid, payment uuid, text_version integer, rule text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NOT EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = account AND s.payment_id = payment AND s.version = text_version
                        AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = account AND s.payment_id = payment
                                 AND s.version = text_version AND s.signing_group = g.signing_group)))
$function$;

CREATE OR REPLACE FUNCTION public.payments_to(account uuid, payee text, sees boolean)
 RETURNS TABLE(at timestamp with time zone, amount bigint)
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  SELECT t.executed_at, t.amount::bigint FROM visible_transfers(account, sees) t
   WHERE t.beneficiary_iban = payee AND t.execution_status = 'executed'
  UNION ALL
  SELECT o.at, o.amount::bigint
    FROM visible_transfers(account, sees) t
    JOIN transfer_occurrences o ON o.account_id = t.account_id AND o.transfer_id = t.id
   WHERE t.beneficiary_iban = payee AND t.type = 'periodic' AND o.outcome = 'executed' AND o.beneficiary_iban = payee
$function$;

CREATE OR REPLACE FUNCTION public.payments_to_sign(signer uuid, account uuid)
 RETURNS TABLE(kind text, id uuid, amount bigint, last_digits text, card_holder text, recurrence text, quantity integer, leaves integer, author uuid, waits_since timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 3
AS $function$
  SELECT 'topup', t.id, (t.amount + t.fees + t.tax)::bigint, c.last_digits, c.holder, NULL, NULL::integer, NULL::integer, t.created_by, t.created_at
    FROM card_topups t
    JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
   WHERE t.account_id = account AND t.status = 'pending' AND t.created_by <> signer
     AND payment_signature_is_open(signer, t.account_id, t.id, 1, t.signing_rule)
  UNION ALL
  SELECT 'recurring_topup', r.id, r.amount::bigint, c.last_digits, c.holder, r.recurrence, NULL, NULL, r.created_by, r.waits_since
    FROM recurring_topups r
    JOIN prepaid_cards c ON c.account_id = r.account_id AND c.id = r.card_id
   WHERE r.account_id = account AND r.status = 'pending' AND r.created_by <> signer AND r.edited_by IS DISTINCT FROM signer
     AND payment_signature_is_open(signer, r.account_id, r.id, r.version, r.signing_rule)
  UNION ALL
  SELECT 'chequebook', b.id, (b.fees + b.tax)::bigint, NULL, NULL, NULL, b.quantity, y.leaves, b.ordered_by, b.ordered_at
    FROM chequebooks b
    JOIN chequebook_types y ON y.id = b.type_id
   WHERE b.account_id = account AND b.status = 'pending' AND b.ordered_by <> signer
     AND payment_signature_is_open(signer, b.account_id, b.id, 1, b.signing_rule)
$function$;

CREATE OR REPLACE FUNCTION public.plain_letters(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  -- Only ASCII: without accents there is nothing to replace, which costs fifty times more than to look.
  IF octet_length(words) = length(words) THEN
    RETURN lower(words);
  END IF;
  RETURN lower(translate(replace(replace(words, 'œ', 'oe'), 'Œ', 'oe'),
                         'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ’',
                         'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyy'''));
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_unless(p_is_whole boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF p_is_whole IS NOT TRUE THEN
    RAISE EXCEPTION 'what an order depends on has changed' USING ERRCODE = 'LG006';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.retryable_lines(account uuid, batch uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  SELECT t.id FROM transfers t
   WHERE t.account_id = account AND t.batch_id = batch AND t.execution_status IN ('rejected', 'returned')
     AND NOT EXISTS (SELECT FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id
                        AND i.return_reason IN ('AC01', 'AC03', 'AC04', 'AC07'))
     AND NOT EXISTS (SELECT FROM transfer_batch_lines l
                       JOIN transfer_batches b ON b.account_id = l.account_id AND b.id = l.batch_id AND b.state IN ('pending', 'validated')
                      WHERE l.account_id = account AND l.retry_of = t.id AND NOT l.is_refused)
$function$;

CREATE OR REPLACE FUNCTION public.signature_is_open(signer uuid, account uuid, transfer uuid, text_version integer, rule text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NOT EXISTS (SELECT FROM transfer_signatures s WHERE s.account_id = account AND s.transfer_id = transfer AND s.version = text_version
                        AND s.user_id = signer)
     AND (rule <> 'a_and_b' OR EXISTS (
           SELECT FROM signing_groups g WHERE g.account_id = account AND g.user_id = signer
              AND NOT EXISTS (SELECT FROM transfer_signatures s WHERE s.account_id = account AND s.transfer_id = transfer
                                 AND s.version = text_version AND s.signing_group = g.signing_group)))
$function$;

CREATE OR REPLACE FUNCTION public.signatures_of(wanted text, account uuid, item uuid, item_version integer)
 RETURNS TABLE(name text, at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  SELECT u.first_name || ' ' || u.last_name, s.signed_at
    FROM (SELECT t.user_id, t.signed_at FROM transfer_signatures t
           WHERE wanted = 'transfer' AND t.account_id = account AND t.transfer_id = item AND t.version = item_version
          UNION ALL
          SELECT b.user_id, b.signed_at FROM transfer_batch_signatures b
           WHERE wanted = 'batch' AND b.account_id = account AND b.batch_id = item
          UNION ALL
          SELECT p.user_id, p.signed_at FROM payment_signatures p
           WHERE wanted IN ('topup', 'recurring_topup', 'chequebook', 'return') AND p.account_id = account AND p.payment_id = item AND p.version = item_version) s
    JOIN users u ON u.id = s.user_id
   ORDER BY s.signed_at, u.id
$function$;

CREATE OR REPLACE FUNCTION public.signed_orders(signer uuid, account uuid, since timestamp with time zone)
 RETURNS TABLE(batch_id uuid, iban text, amount bigint)
 LANGUAGE sql
 STABLE ROWS 20
AS $function$
  SELECT NULL::uuid, t.beneficiary_iban, t.amount::bigint
    FROM transfer_signatures s
    JOIN transfers t ON t.account_id = s.account_id AND t.id = s.transfer_id AND t.version = s.version
   WHERE s.user_id = signer AND s.account_id = account AND s.signed_at >= since
     AND (t.execution_status NOT IN ('cancelled', 'rejected') OR (t.type = 'periodic' AND t.execution_status = 'cancelled' AND EXISTS (
           SELECT FROM transfer_occurrences d
            WHERE d.account_id = t.account_id AND d.transfer_id = t.id AND d.outcome = 'executed' OFFSET 0)))
  UNION ALL
  SELECT b.id, NULL, b.amount::bigint
    FROM transfer_batch_signatures s
    JOIN transfer_batches b ON b.account_id = s.account_id AND b.id = s.batch_id AND b.state IN ('pending', 'validated')
   WHERE s.user_id = signer AND s.account_id = account AND s.signed_at >= since
$function$;

CREATE OR REPLACE FUNCTION public.signed_payments(signer uuid, account uuid, since timestamp with time zone)
 RETURNS TABLE(iban text, amount bigint)
 LANGUAGE sql
 STABLE ROWS 20
AS $function$
  SELECT o.iban, o.amount FROM signed_orders(signer, account, since) o WHERE o.batch_id IS NULL
  UNION ALL
  SELECT n.iban, n.amount::bigint
    FROM signed_orders(signer, account, since) o
    JOIN transfer_batch_lines n ON n.account_id = account AND n.batch_id = o.batch_id AND NOT n.is_refused
$function$;

CREATE OR REPLACE FUNCTION public.signing_uses(signer uuid, account uuid, payee text, today date)
 RETURNS TABLE(user_id uuid, period text, amount bigint, used bigint)
 LANGUAGE sql
 STABLE ROWS 2
AS $function$
  SELECT l.user_id, l.period, l.amount,
         CASE l.period
           WHEN 'operation' THEN 0
           WHEN 'beneficiary' THEN (SELECT coalesce(sum(p.amount), 0) FROM signed_payments(signer, account, s.start) p WHERE p.iban = payee)
           ELSE (SELECT coalesce(sum(o.amount), 0) FROM signed_orders(signer, account, s.start) o)
         END::bigint
    FROM limits_of(account) l
   CROSS JOIN LATERAL limit_period_start(l.period, today) s (start)
   WHERE l.user_id = signer AND l.purpose = 'validate'
$function$;

CREATE OR REPLACE FUNCTION public.tally_accounts(accounts uuid[], bits integer[], after_seqs bigint[], last_seqs bigint[], since date[], searched_amounts bigint[], first_day date, last_day date, pattern text, direction text, kind text, least_amount bigint, most_amount bigint, marked uuid[], documented boolean)
 RETURNS TABLE(day date, currency text, places integer, total bigint, credits bigint, debits bigint)
 LANGUAGE plpgsql
 STABLE
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
BEGIN
  RETURN QUERY EXECUTE
    'SELECT f.booking_date, l.currency, bit_or(1 << one.bit), count(*),
            coalesce(sum(f.amount) FILTER (WHERE f.amount > 0), 0)::bigint, coalesce(sum(f.amount) FILTER (WHERE f.amount < 0), 0)::bigint
       FROM unnest($1, $2, $3, $4, $5, $6) AS one (account, bit, after_seq, last_seq, since, figure)
       JOIN ledger_accounts l ON l.id = one.account
      CROSS JOIN LATERAL found_operations(one.account, greatest($7, one.since), $8, $9, one.figure, $10, $11, $12, $13, $14, $15) f
      WHERE f.seq > one.after_seq AND f.seq <= one.last_seq
      GROUP BY 1, 2'
    USING accounts, bits, after_seqs, last_seqs, since, searched_amounts, first_day, last_day, pattern, direction, kind, least_amount, most_amount, marked, documented;
END $function$;

CREATE OR REPLACE FUNCTION public.tally_operations(account uuid, after_seq bigint, first_day date, last_day date, pattern text, figure bigint, direction text, kind text, least_amount bigint, most_amount bigint, marked uuid[], documented boolean)
 RETURNS TABLE(month date, days integer, total bigint, credits bigint, debits bigint)
 LANGUAGE plpgsql
 STABLE
 SET enable_bitmapscan TO 'off'
AS $function$
DECLARE
  -- Days and numbers of an account ascend together.
  v_from date := greatest(first_day, (SELECT e.booking_date FROM ledger_entries e WHERE e.account_id = account AND e.seq = after_seq));
BEGIN
  RETURN QUERY EXECUTE
    'SELECT date_trunc(''month'', day::timestamp)::date, bit_or(1 << (extract(day FROM day)::integer - 1)), sum(found)::bigint, sum(came)::bigint, sum(went)::bigint
       FROM (SELECT booking_date AS day, count(*) AS found, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS came,
                    coalesce(sum(amount) FILTER (WHERE amount < 0), 0) AS went
               FROM found_operations($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
              WHERE seq > $2
              GROUP BY booking_date) days
      GROUP BY 1 ORDER BY 1 DESC'
    USING account, after_seq, v_from, last_day, pattern, figure, direction, kind, least_amount, most_amount, marked, documented;
END $function$;

CREATE OR REPLACE FUNCTION public.transfer_facts(t transfers, reader uuid, today date, is_over_limit boolean)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT concat_ws('/', t.type, t.validation_status, t.execution_status,
    CASE WHEN t.validation_status = 'refused' OR t.execution_status IN ('cancelled', 'rejected') THEN coalesce(t.reason_code, 'none') ELSE '' END,
    CASE WHEN t.execution_status IN ('scheduled', 'paused') THEN coalesce(t.suspended, 'none') ELSE '' END,
    CASE WHEN t.execution_status IN ('scheduled', 'paused') AND t.execution_date < today THEN 'past' ELSE '' END,
    CASE WHEN t.execution_status <> 'executed' OR t.network = 'book' THEN ''
         WHEN EXISTS (SELECT FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')) THEN 'way'
         ELSE '' END,
    CASE WHEN t.validation_status <> 'pending' OR t.execution_status <> 'scheduled' THEN ''
         WHEN NOT is_over_limit AND t.created_by <> reader AND t.edited_by IS DISTINCT FROM reader
          AND signature_is_open(reader, t.account_id, t.id, t.version, t.signing_rule) THEN 'open'
         ELSE '' END)
$function$;

CREATE OR REPLACE FUNCTION public.transfers_abroad(account uuid)
 RETURNS TABLE(id uuid, day date, reference text, beneficiary_name text, beneficiary_iban text, beneficiary_bic text, amount bigint, currency text, label text, debtor_name text, debtor_iban text, uetr uuid, message_id text, sent_at timestamp with time zone, settlement_date date, bank_name text, instructed_amount bigint, instructed_currency text, exchange_rate numeric, charges text, purpose text, economic_code text, correspondent_bic text, correspondent_account text, debit_amount bigint, debit_currency text, debtor_address text, creditor_address text, creditor_country text, instruction_id text, end_to_end_id text, transaction_id text, category_purpose text, creditor_address_country text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT t.id, (t.executed_at AT TIME ZONE 'UTC')::date, t.reference, coalesce(i.creditor_name, t.beneficiary_name),
         coalesce(i.creditor_iban, t.beneficiary_iban), coalesce(i.creditor_bic, b.bic), coalesce(i.amount, t.credit_amount, t.amount)::bigint,
         coalesce(i.currency, t.credit_currency, t.currency),
         coalesce(i.label, t.label), coalesce(i.debtor_name, c.name), coalesce(i.debtor_iban, a.iban), i.uetr, f.message_id,
         coalesce(f.created_at, t.executed_at), coalesce(i.settlement_date, t.execution_date), b.bank_name,
         coalesce(i.instructed_amount, t.instructed_amount)::bigint, coalesce(i.instructed_currency, t.instructed_currency),
         coalesce(i.exchange_rate, t.exchange_rate), coalesce(i.charges, t.charges, 'SHA'), coalesce(i.purpose, t.purpose), i.economic_code,
         i.correspondent_bic, i.correspondent_account,
         coalesce(i.debit_amount, CASE WHEN t.credit_amount IS NOT NULL THEN t.amount END)::bigint,
         coalesce(i.debit_currency, CASE WHEN t.credit_amount IS NOT NULL THEN t.currency END),
         i.debtor_address, i.creditor_address, coalesce(i.creditor_country, b.country), coalesce(i.instruction_id, replace(coalesce(i.id, t.id)::text, '-', '')), coalesce(i.end_to_end_id, t.reference),
         replace(coalesce(i.id, t.id)::text, '-', ''), i.category_purpose,
         i.creditor_address_country
    FROM transfers t
    JOIN accounts a ON a.id = t.account_id
    JOIN customers c ON c.id = a.customer_id
    LEFT JOIN beneficiaries b ON b.account_id = t.account_id AND b.id = t.beneficiary_id
    LEFT JOIN outgoing_payments i ON i.account_id = t.account_id AND i.transfer_id = t.id AND i.nominal_date IS NULL
    LEFT JOIN clearing_files f ON f.id = i.file_id
   WHERE t.account_id = account AND t.network = 'swift' AND t.posting_id IS NOT NULL AND i.state IS DISTINCT FROM 'queued'
   UNION ALL
  SELECT i.id, (f.created_at AT TIME ZONE 'UTC')::date, i.reference, i.creditor_name, i.creditor_iban, i.creditor_bic, i.amount::bigint, i.currency,
         i.label, i.debtor_name, i.debtor_iban, i.uetr, f.message_id, f.created_at, i.settlement_date, NULL,
         i.instructed_amount::bigint, i.instructed_currency, i.exchange_rate, coalesce(i.charges, 'SHA'), i.purpose, i.economic_code,
         i.correspondent_bic, i.correspondent_account, i.debit_amount::bigint, i.debit_currency, i.debtor_address, i.creditor_address,
         i.creditor_country, coalesce(i.instruction_id, replace(i.id::text, '-', '')), i.end_to_end_id, replace(i.id::text, '-', ''), i.category_purpose,
         i.creditor_address_country
    FROM outgoing_payments i
    JOIN clearing_files f ON f.id = i.file_id
   WHERE i.account_id = account AND i.network = 'swift' AND i.nominal_date IS NOT NULL
$function$;

CREATE OR REPLACE FUNCTION public.visible_beneficiaries(account uuid, sees boolean)
 RETURNS SETOF beneficiaries
 LANGUAGE sql
 STABLE
AS $function$
  SELECT * FROM beneficiaries b WHERE b.account_id = account AND (sees OR NOT b.is_confidential)
$function$;

CREATE OR REPLACE FUNCTION public.visible_transfers(account uuid, sees boolean)
 RETURNS SETOF transfers
 LANGUAGE sql
 STABLE
AS $function$
  SELECT * FROM transfers t WHERE t.account_id = account AND (sees OR NOT t.is_confidential)
$function$;

-- Tables

CREATE TABLE access_change_accounts (
  change_id uuid NOT NULL,
  account_id uuid NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT access_change_accounts_pkey PRIMARY KEY (change_id, account_id),
  CONSTRAINT access_change_accounts_known_state CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'replaced'::text, 'stopped'::text]))),
  CONSTRAINT access_change_accounts_say_who CHECK ((((state = 'waiting'::text) = (decided_at IS NULL)) AND ((state = ANY (ARRAY['waiting'::text, 'stopped'::text])) = (decided_by IS NULL)))),
  CONSTRAINT access_change_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT access_change_accounts_change_id_fkey FOREIGN KEY (change_id) REFERENCES access_changes(id),
  CONSTRAINT access_change_accounts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id)
);

CREATE TABLE access_changes (
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  kind text NOT NULL,
  user_id uuid NOT NULL,
  rights text[] NOT NULL,
  capabilities text[] NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT access_changes_pkey PRIMARY KEY (id),
  CONSTRAINT access_changes_kind_check CHECK ((kind = ANY (ARRAY['rights'::text, 'invitation'::text, 'reinstatement'::text]))),
  CONSTRAINT access_changes_raise_others CHECK ((asked_by <> user_id)),
  CONSTRAINT access_changes_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  CONSTRAINT access_changes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT access_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE access_delays (
  change_id uuid NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  CONSTRAINT access_delays_pkey PRIMARY KEY (change_id),
  CONSTRAINT access_delays_change_id_fkey FOREIGN KEY (change_id) REFERENCES access_changes(id)
);

CREATE TABLE accounts (
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  label text NOT NULL,
  kind text NOT NULL,
  number text NOT NULL,
  branch_code text NOT NULL,
  iban text NOT NULL,
  currency text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  opened_on date NOT NULL,
  advisor_id uuid,
  factor_amount bigint,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_branch_code_number_key UNIQUE (branch_code, number),
  CONSTRAINT accounts_iban_key UNIQUE (iban),
  CONSTRAINT accounts_factor_amount_check CHECK ((factor_amount >= 0)),
  CONSTRAINT accounts_kind_check CHECK ((kind = ANY (ARRAY['checking'::text, 'savings'::text, 'current'::text, 'payroll'::text, 'currency'::text]))),
  CONSTRAINT accounts_number_check CHECK ((number ~ '^[0-9]{12}$'::text)),
  CONSTRAINT accounts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'user_pending'::text, 'blocked'::text, 'closed'::text]))),
  CONSTRAINT accounts_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES advisors(id),
  CONSTRAINT accounts_branch_code_fkey FOREIGN KEY (branch_code) REFERENCES branches(code),
  CONSTRAINT accounts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT accounts_id_fkey FOREIGN KEY (id) REFERENCES ledger_accounts(id)
);

CREATE TABLE advisors (
  id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  branch_code text NOT NULL,
  team text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  CONSTRAINT advisors_pkey PRIMARY KEY (id),
  CONSTRAINT advisors_team_check CHECK ((team = ANY (ARRAY['individuals'::text, 'companies'::text]))),
  CONSTRAINT advisors_branch_code_fkey FOREIGN KEY (branch_code) REFERENCES branches(code)
);

CREATE TABLE aip_messages (
  id uuid NOT NULL,
  direction text NOT NULL,
  path text NOT NULL,
  message_id text,
  end_to_end_id text,
  body jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  send_at timestamp with time zone,
  sent_at timestamp with time zone,
  refusal text,
  CONSTRAINT aip_messages_pkey PRIMARY KEY (id),
  CONSTRAINT aip_messages_direction_check CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
  CONSTRAINT aip_messages_end_to_end_id_check CHECK (((length(end_to_end_id) >= 1) AND (length(end_to_end_id) <= 35))),
  CONSTRAINT aip_messages_go_one_way CHECK (((direction = 'in'::text) = (state = 'received'::text))),
  CONSTRAINT aip_messages_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 120))),
  CONSTRAINT aip_messages_path_check CHECK (((length(path) >= 2) AND (length(path) <= 80))),
  CONSTRAINT aip_messages_refusal_check CHECK (((length(refusal) >= 1) AND (length(refusal) <= 500))),
  CONSTRAINT aip_messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'refused'::text, 'received'::text]))),
  CONSTRAINT aip_messages_wait_or_not CHECK (((state = 'queued'::text) = (send_at IS NOT NULL)))
);

CREATE TABLE alert_queue (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  source text NOT NULL,
  ids uuid[] NOT NULL,
  account_ids uuid[] NOT NULL,
  queued_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alert_queue_pkey PRIMARY KEY (id),
  CONSTRAINT alert_queue_pairs_are_whole CHECK ((cardinality(ids) = cardinality(account_ids))),
  CONSTRAINT alert_queue_source_check CHECK ((source = ANY (ARRAY['event'::text, 'entry'::text, 'message'::text, 'reply'::text, 'statement'::text])))
);

CREATE TABLE alert_rules (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  threshold amount,
  by_mail boolean NOT NULL,
  is_on boolean DEFAULT true NOT NULL,
  by_push boolean DEFAULT true NOT NULL,
  CONSTRAINT alert_rules_pkey PRIMARY KEY (account_id, user_id, kind),
  CONSTRAINT alert_rules_have_no_sign CHECK (((threshold)::bigint >= 0)),
  CONSTRAINT alert_rules_user_id_account_id_fkey FOREIGN KEY (user_id, account_id) REFERENCES memberships(user_id, account_id) ON DELETE CASCADE
);

CREATE TABLE alert_timing (
  user_id uuid NOT NULL,
  is_daily boolean NOT NULL,
  quiet_from smallint,
  quiet_to smallint,
  CONSTRAINT alert_timing_pkey PRIMARY KEY (user_id),
  CONSTRAINT alert_timing_is_not_always_quiet CHECK ((quiet_from <> quiet_to)),
  CONSTRAINT alert_timing_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
  CONSTRAINT alert_timing_quiet_hours_have_two_ends CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
  CONSTRAINT alert_timing_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 23))),
  CONSTRAINT alert_timing_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE alerts (
  user_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  account_id uuid,
  kind text NOT NULL,
  is_security boolean DEFAULT false NOT NULL,
  right_needed text,
  capability_needed text,
  subject_id uuid NOT NULL,
  amount amount,
  balance_after amount,
  threshold amount,
  at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  mail_at timestamp with time zone,
  about text NOT NULL,
  name text,
  is_confidential boolean DEFAULT false NOT NULL,
  push_at timestamp with time zone,
  CONSTRAINT alerts_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE alias_claims (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  alias_id uuid NOT NULL,
  direction text NOT NULL,
  claim_id text,
  member text,
  state text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT alias_claims_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT alias_claims_claim_id_key UNIQUE (claim_id),
  CONSTRAINT alias_claims_claim_id_check CHECK (((length(claim_id) >= 1) AND (length(claim_id) <= 70))),
  CONSTRAINT alias_claims_direction_check CHECK ((direction = ANY (ARRAY['made'::text, 'received'::text]))),
  CONSTRAINT alias_claims_member_check CHECK ((member ~ '^[A-Z]{3}[0-9]{3}$'::text)),
  CONSTRAINT alias_claims_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'open'::text, 'accepting'::text, 'rejecting'::text, 'accepted'::text, 'rejected'::text, 'failed'::text]))),
  CONSTRAINT alias_claims_account_id_alias_id_fkey FOREIGN KEY (account_id, alias_id) REFERENCES payment_aliases(account_id, id),
  CONSTRAINT alias_claims_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT alias_claims_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT alias_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id)
);

CREATE TABLE archived_cheques (
  account_id uuid NOT NULL,
  number bigint NOT NULL,
  CONSTRAINT archived_cheques_pkey PRIMARY KEY (account_id, number),
  CONSTRAINT archived_cheques_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
);

CREATE TABLE archived_years (
  before date NOT NULL,
  archived_at timestamp with time zone NOT NULL,
  internal_sums jsonb NOT NULL,
  customer_sums jsonb NOT NULL,
  event_count bigint NOT NULL,
  last_link bigint NOT NULL,
  CONSTRAINT archived_years_pkey PRIMARY KEY (before),
  CONSTRAINT archived_years_before_check CHECK (((EXTRACT(month FROM before) = (1)::numeric) AND (EXTRACT(day FROM before) = (1)::numeric)))
);

CREATE TABLE audit_events (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  user_id uuid,
  session_id uuid,
  account_id uuid,
  address inet,
  action text NOT NULL,
  subject_id uuid,
  facts jsonb NOT NULL,
  operator text DEFAULT NULLIF(current_setting('connect.operator'::text, true), ''::text),
  browser text,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id, at),
  CONSTRAINT audit_events_browser_is_short CHECK ((length(browser) <= 512)),
  CONSTRAINT audit_events_operator_is_a_name CHECK (((length(operator) >= 1) AND (length(operator) <= 64)))
) PARTITION BY RANGE (at);

CREATE TABLE audit_events_without_text (
  account_id uuid NOT NULL,
  event_count integer NOT NULL,
  oldest_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_events_without_text_pkey PRIMARY KEY (account_id),
  CONSTRAINT audit_events_without_text_event_count_check CHECK ((event_count > 0))
);

CREATE TABLE audit_groups (
  seq bigint NOT NULL,
  first_event bigint NOT NULL,
  last_event bigint NOT NULL,
  event_ids uuid[] NOT NULL,
  digests bytea NOT NULL,
  hash bytea NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_groups_pkey PRIMARY KEY (seq),
  CONSTRAINT audit_groups_are_counted CHECK (((cardinality(event_ids) > 0) AND (((last_event - first_event) + 1) = cardinality(event_ids)))),
  CONSTRAINT audit_groups_have_a_hash CHECK ((length(hash) = 32)),
  CONSTRAINT audit_groups_have_digests CHECK ((length(digests) = (4 * cardinality(event_ids)))),
  CONSTRAINT audit_groups_seq_check CHECK ((seq > 0))
);

CREATE TABLE audit_links (
  seq bigint NOT NULL,
  event_id uuid NOT NULL,
  hash bytea NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_links_pkey PRIMARY KEY (seq),
  CONSTRAINT audit_links_event_id_key UNIQUE (event_id),
  CONSTRAINT audit_links_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_links_seq_check CHECK ((seq > 0))
);

CREATE TABLE audit_queue (
  place bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event_ids uuid[] NOT NULL,
  oldest_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_queue_pkey PRIMARY KEY (place),
  CONSTRAINT audit_queue_event_ids_check CHECK ((cardinality(event_ids) > 0))
);

CREATE TABLE audit_search_texts (
  account_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  event_id uuid NOT NULL,
  user_id uuid,
  action text NOT NULL,
  subject_id uuid,
  words text NOT NULL,
  CONSTRAINT audit_search_texts_pkey PRIMARY KEY (account_id, at, event_id)
) PARTITION BY RANGE (at);

CREATE TABLE audit_text_queue (
  group_seq bigint NOT NULL,
  event_count bigint NOT NULL,
  oldest_at timestamp with time zone NOT NULL,
  account_ids uuid[],
  access_event_ids uuid[],
  CONSTRAINT audit_text_queue_pkey PRIMARY KEY (group_seq)
);

CREATE TABLE audit_waiting (
  place bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event_id uuid NOT NULL,
  CONSTRAINT audit_waiting_pkey PRIMARY KEY (place),
  CONSTRAINT audit_waiting_event_id_key UNIQUE (event_id)
);

CREATE TABLE availability_identity (
  is_the_only_row boolean DEFAULT true NOT NULL,
  iban text NOT NULL,
  tax_number text NOT NULL,
  city text NOT NULL,
  CONSTRAINT availability_identity_pkey PRIMARY KEY (is_the_only_row),
  CONSTRAINT availability_identity_city_check CHECK (((length(city) >= 1) AND (length(city) <= 70))),
  CONSTRAINT availability_identity_iban_check CHECK ((iban ~ '^[A-Z]{2}[0-9]{2}[A-Z]{2}[0-9]{22}$'::text)),
  CONSTRAINT availability_identity_is_the_only_row_check CHECK (is_the_only_row),
  CONSTRAINT availability_identity_tax_number_check CHECK (((length(tax_number) >= 1) AND (length(tax_number) <= 35)))
);

CREATE TABLE bank (
  is_the_only_row boolean DEFAULT true NOT NULL,
  name text NOT NULL,
  code text NOT NULL,
  bic text NOT NULL,
  address text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  legal text DEFAULT ''::text NOT NULL,
  CONSTRAINT bank_pkey PRIMARY KEY (is_the_only_row),
  CONSTRAINT bank_bic_check CHECK ((bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text)),
  CONSTRAINT bank_code_check CHECK ((code ~ '^[A-Z]{2}[0-9]{3}$'::text)),
  CONSTRAINT bank_is_the_only_row_check CHECK (is_the_only_row)
);

CREATE TABLE banks (
  country text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  bic text,
  CONSTRAINT banks_pkey PRIMARY KEY (country, code),
  CONSTRAINT banks_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);

CREATE TABLE beneficiaries (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  iban text NOT NULL,
  bic text,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  sort_name text GENERATED ALWAYS AS (plain_letters(name)) STORED NOT NULL,
  is_company boolean DEFAULT false NOT NULL,
  country text,
  bank_name text,
  email text,
  phone text,
  address text,
  zip text,
  city text,
  comment text,
  code text,
  social_security_number text,
  version integer DEFAULT 1 NOT NULL,
  approval_status text DEFAULT 'approved'::text NOT NULL,
  is_confidential boolean DEFAULT false NOT NULL,
  is_saved boolean DEFAULT true NOT NULL,
  numbered_at timestamp with time zone,
  trusted_at timestamp with time zone,
  address_country text,
  CONSTRAINT beneficiaries_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT beneficiaries_address_check CHECK (((length(address) >= 1) AND (length(address) <= 140))),
  CONSTRAINT beneficiaries_approval_status_check CHECK ((approval_status = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text]))),
  CONSTRAINT beneficiaries_bank_name_check CHECK (((length(bank_name) >= 1) AND (length(bank_name) <= 140))),
  CONSTRAINT beneficiaries_city_check CHECK (((length(city) >= 1) AND (length(city) <= 70))),
  CONSTRAINT beneficiaries_code_check CHECK (((length(code) >= 1) AND (length(code) <= 35))),
  CONSTRAINT beneficiaries_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 255))),
  CONSTRAINT beneficiaries_have_an_iban_or_a_number_and_its_country CHECK (
CASE
    WHEN (country IS NULL) THEN (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'::text)
    ELSE ((iban ~ '^[A-Z0-9]{4,34}$'::text) AND (iban !~ '^[A-Z]{2}'::text))
END),
  CONSTRAINT beneficiaries_name_check CHECK (((length(name) >= 1) AND (length(name) <= 140))),
  CONSTRAINT beneficiaries_social_security_number_check CHECK (((length(social_security_number) >= 1) AND (length(social_security_number) <= 35))),
  CONSTRAINT beneficiaries_zip_check CHECK (((length(zip) >= 2) AND (length(zip) <= 10))),
  CONSTRAINT beneficiaries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT beneficiaries_address_country_fkey FOREIGN KEY (address_country) REFERENCES countries(code) NOT VALID,
  CONSTRAINT beneficiaries_country_fkey FOREIGN KEY (country) REFERENCES countries(code)
);

CREATE TABLE beneficiary_account_changes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  old_iban text,
  old_country text,
  old_bic text,
  old_bank_name text,
  new_iban text NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  status text NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  CONSTRAINT beneficiary_account_changes_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT beneficiary_account_changes_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 255))),
  CONSTRAINT beneficiary_account_changes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))),
  CONSTRAINT beneficiary_changes_are_decided_by_another CHECK ((decided_by <> changed_by)),
  CONSTRAINT beneficiary_changes_refused_say_why CHECK (((status = 'refused'::text) = (reason IS NOT NULL))),
  CONSTRAINT beneficiary_account_changes_account_id_beneficiary_id_fkey FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries(account_id, id),
  CONSTRAINT beneficiary_account_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT beneficiary_account_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id)
);

CREATE TABLE beneficiary_list_members (
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  CONSTRAINT beneficiary_list_members_pkey PRIMARY KEY (account_id, list_id, beneficiary_id),
  CONSTRAINT beneficiary_list_members_account_id_beneficiary_id_fkey FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries(account_id, id),
  CONSTRAINT beneficiary_list_members_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES beneficiary_lists(account_id, id) ON DELETE CASCADE
);

CREATE TABLE beneficiary_list_types (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  label text NOT NULL,
  CONSTRAINT beneficiary_list_types_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT beneficiary_list_types_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  CONSTRAINT beneficiary_list_types_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE beneficiary_lists (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  sort_name text GENERATED ALWAYS AS (plain_letters(name)) STORED NOT NULL,
  type_id uuid,
  comment text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT beneficiary_lists_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT beneficiary_lists_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 255))),
  CONSTRAINT beneficiary_lists_name_check CHECK (((length(name) >= 1) AND (length(name) <= 140))),
  CONSTRAINT beneficiary_lists_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT beneficiary_lists_account_id_type_id_fkey FOREIGN KEY (account_id, type_id) REFERENCES beneficiary_list_types(account_id, id)
);

CREATE TABLE beneficiary_ribs (
  account_id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT beneficiary_ribs_pkey PRIMARY KEY (account_id, beneficiary_id),
  CONSTRAINT beneficiary_ribs_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  CONSTRAINT beneficiary_ribs_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 140)) AND (name !~ '[[:cntrl:]/\\]'::text))),
  CONSTRAINT beneficiary_ribs_account_id_beneficiary_id_fkey FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries(account_id, id)
);

CREATE TABLE blocked_creditors (
  account_id uuid NOT NULL,
  creditor_id text NOT NULL,
  blocked_by uuid NOT NULL,
  blocked_at timestamp with time zone NOT NULL,
  CONSTRAINT blocked_creditors_pkey PRIMARY KEY (account_id, creditor_id),
  CONSTRAINT blocked_creditors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT blocked_creditors_blocked_by_fkey FOREIGN KEY (blocked_by) REFERENCES users(id)
);

CREATE TABLE branches (
  code text NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  phone text NOT NULL,
  opening_hours_fr text NOT NULL,
  opening_hours_en text NOT NULL,
  latitude numeric(9,6),
  longitude numeric(9,6),
  CONSTRAINT branches_pkey PRIMARY KEY (code),
  CONSTRAINT branches_code_check CHECK ((code ~ '^[0-9]{5}$'::text))
);

CREATE TABLE card_number_keys (
  is_the_only_row boolean DEFAULT true NOT NULL,
  key bytea NOT NULL,
  CONSTRAINT card_number_keys_pkey PRIMARY KEY (is_the_only_row),
  CONSTRAINT card_number_keys_is_the_only_row_check CHECK (is_the_only_row),
  CONSTRAINT card_number_keys_key_check CHECK ((length(key) = 32))
);

CREATE TABLE card_topups (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  amount amount NOT NULL,
  fees amount NOT NULL,
  tax amount NOT NULL,
  reference text NOT NULL,
  status text NOT NULL,
  reason_code text,
  reason text,
  recurring_id uuid,
  nominal_date date,
  signing_rule text NOT NULL,
  signatures_needed integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  decided_at timestamp with time zone,
  posting_id uuid,
  CONSTRAINT card_topups_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT card_topups_account_id_recurring_id_nominal_date_key UNIQUE (account_id, recurring_id, nominal_date),
  CONSTRAINT card_topups_posting_id_key UNIQUE (posting_id),
  CONSTRAINT card_topups_reference_key UNIQUE (reference),
  CONSTRAINT card_topups_check CHECK ((signatures_needed =
CASE signing_rule
    WHEN 'none'::text THEN 0
    WHEN 'one'::text THEN 1
    ELSE 2
END)),
  CONSTRAINT card_topups_decided_say_when CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
  CONSTRAINT card_topups_done_have_moved_money CHECK (((status = 'done'::text) = (posting_id IS NOT NULL))),
  CONSTRAINT card_topups_failed_say_why CHECK (((status = 'failed'::text) = (reason_code IS NOT NULL))),
  CONSTRAINT card_topups_fees_check CHECK (((fees)::bigint >= 0)),
  CONSTRAINT card_topups_keep_the_maximum CHECK ((((amount)::bigint >= 1) AND ((amount)::bigint <= 2000000))),
  CONSTRAINT card_topups_of_a_series_say_which_date CHECK (((recurring_id IS NULL) = (nominal_date IS NULL))),
  CONSTRAINT card_topups_reason_code_check CHECK ((reason_code = ANY (ARRAY['refused'::text, 'expired'::text, 'funds'::text, 'payer'::text, 'card_blocked'::text, 'card_expired'::text, 'holding_cap'::text, 'monthly_cap'::text]))),
  CONSTRAINT card_topups_signing_rule_check CHECK ((signing_rule = ANY (ARRAY['none'::text, 'one'::text, 'two'::text, 'a_and_b'::text]))),
  CONSTRAINT card_topups_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT card_topups_tax_check CHECK (((tax)::bigint >= 0)),
  CONSTRAINT card_topups_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES prepaid_cards(account_id, id),
  CONSTRAINT card_topups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT card_topups_account_id_recurring_id_fkey FOREIGN KEY (account_id, recurring_id) REFERENCES recurring_topups(account_id, id),
  CONSTRAINT card_topups_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT card_topups_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE card_withdrawal_limits (
  account_id uuid NOT NULL,
  amount amount NOT NULL,
  CONSTRAINT card_withdrawal_limits_pkey PRIMARY KEY (account_id),
  CONSTRAINT card_withdrawal_limits_amount_check CHECK (((amount)::bigint >= 0)),
  CONSTRAINT card_withdrawal_limits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE categories (
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  label text NOT NULL,
  CONSTRAINT categories_pkey PRIMARY KEY (customer_id, id),
  CONSTRAINT categories_label_check CHECK (((length(label) >= 1) AND (length(label) <= 40))),
  CONSTRAINT categories_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
);

CREATE TABLE category_change_items (
  account_id uuid NOT NULL,
  change_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  category_ids uuid[] NOT NULL,
  was_by_hand boolean,
  previous_change_id uuid,
  CONSTRAINT category_change_items_pkey PRIMARY KEY (account_id, change_id, entry_id),
  CONSTRAINT category_change_items_account_id_change_id_fkey FOREIGN KEY (account_id, change_id) REFERENCES category_changes(account_id, id) ON DELETE CASCADE
);

CREATE TABLE category_changes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT category_changes_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT category_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT category_changes_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id)
);

CREATE TABLE category_rule_progress (
  account_id uuid NOT NULL,
  through_seq bigint NOT NULL,
  CONSTRAINT category_rule_progress_pkey PRIMARY KEY (account_id),
  CONSTRAINT category_rule_progress_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE category_rules (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  category_id uuid NOT NULL,
  text text NOT NULL,
  pattern text NOT NULL,
  sign text,
  min bigint,
  max bigint,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT category_rules_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT category_rules_check CHECK ((max >= min)),
  CONSTRAINT category_rules_min_check CHECK ((min >= 0)),
  CONSTRAINT category_rules_sign_check CHECK ((sign = ANY (ARRAY['credit'::text, 'debit'::text]))),
  CONSTRAINT category_rules_text_check CHECK (((length(text) >= 2) AND (length(text) <= 64))),
  CONSTRAINT category_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT category_rules_customer_id_category_id_fkey FOREIGN KEY (customer_id, category_id) REFERENCES categories(customer_id, id)
);

CREATE TABLE change_events (
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  kind text NOT NULL,
  topic_ids uuid[] NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT change_events_topic_ids_check CHECK ((cardinality(topic_ids) > 0))
);

CREATE TABLE cheque_numbers (
  is_the_only_row boolean DEFAULT true NOT NULL,
  next bigint NOT NULL,
  CONSTRAINT cheque_numbers_pkey PRIMARY KEY (is_the_only_row),
  CONSTRAINT cheque_numbers_is_the_only_row_check CHECK (is_the_only_row),
  CONSTRAINT cheque_numbers_next_check CHECK (((next >= 1) AND (next <= 9999999)))
);

CREATE TABLE cheque_stops (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  chequebook_id uuid NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  reason text NOT NULL,
  fees amount NOT NULL,
  tax amount NOT NULL,
  reference text NOT NULL,
  stopped_at timestamp with time zone NOT NULL,
  stopped_by uuid NOT NULL,
  posting_id uuid,
  CONSTRAINT cheque_stops_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT cheque_stops_posting_id_key UNIQUE (posting_id),
  CONSTRAINT cheque_stops_reference_key UNIQUE (reference),
  CONSTRAINT cheque_stops_are_paid CHECK (((posting_id IS NOT NULL) OR (((fees)::bigint + (tax)::bigint) = 0))) NOT VALID,
  CONSTRAINT cheque_stops_check CHECK ((last_number >= first_number)),
  CONSTRAINT cheque_stops_reason_check CHECK ((reason = ANY (ARRAY['loss'::text, 'theft'::text, 'fraud'::text, 'insolvency'::text]))),
  CONSTRAINT cheque_stops_account_id_chequebook_id_fkey FOREIGN KEY (account_id, chequebook_id) REFERENCES chequebooks(account_id, id),
  CONSTRAINT cheque_stops_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT cheque_stops_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id),
  CONSTRAINT cheque_stops_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES users(id)
);

CREATE TABLE chequebook_types (
  id text NOT NULL,
  leaves integer NOT NULL,
  crossed boolean NOT NULL,
  fee amount NOT NULL,
  max_per_order integer DEFAULT 5 NOT NULL,
  is_offered boolean DEFAULT true NOT NULL,
  CONSTRAINT chequebook_types_pkey PRIMARY KEY (id),
  CONSTRAINT chequebook_types_fee_check CHECK (((fee)::bigint >= 0)),
  CONSTRAINT chequebook_types_id_check CHECK ((id ~ '^[a-z0-9-]{2,40}$'::text)),
  CONSTRAINT chequebook_types_leaves_check CHECK (((leaves >= 1) AND (leaves <= 500))),
  CONSTRAINT chequebook_types_max_per_order_check CHECK (((max_per_order >= 1) AND (max_per_order <= 20)))
);

CREATE TABLE chequebooks (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  type_id text NOT NULL,
  quantity integer NOT NULL,
  fees amount NOT NULL,
  tax amount NOT NULL,
  reference text NOT NULL,
  branch_code text NOT NULL,
  status text NOT NULL,
  reason text,
  first_number bigint,
  last_number bigint,
  signing_rule text NOT NULL,
  signatures_needed integer NOT NULL,
  ordered_at timestamp with time zone NOT NULL,
  ordered_by uuid NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  available_at timestamp with time zone,
  posting_id uuid,
  CONSTRAINT chequebooks_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT chequebooks_posting_id_key UNIQUE (posting_id),
  CONSTRAINT chequebooks_reference_key UNIQUE (reference),
  CONSTRAINT chequebooks_are_numbered_in_production CHECK (((status = ANY (ARRAY['in_production'::text, 'available'::text, 'delivered'::text])) <= ((first_number IS NOT NULL) AND (last_number >= first_number)))),
  CONSTRAINT chequebooks_check CHECK ((signatures_needed =
CASE signing_rule
    WHEN 'none'::text THEN 0
    WHEN 'one'::text THEN 1
    ELSE 2
END)),
  CONSTRAINT chequebooks_fees_check CHECK (((fees)::bigint >= 0)),
  CONSTRAINT chequebooks_ordered_are_paid CHECK (((status = ANY (ARRAY['ordered'::text, 'in_production'::text, 'available'::text, 'delivered'::text])) <= ((posting_id IS NOT NULL) OR (((fees)::bigint + (tax)::bigint) = 0)))) NOT VALID,
  CONSTRAINT chequebooks_quantity_check CHECK (((quantity >= 1) AND (quantity <= 20))),
  CONSTRAINT chequebooks_refused_say_why CHECK (((status = 'refused'::text) = (reason IS NOT NULL))),
  CONSTRAINT chequebooks_signing_rule_check CHECK ((signing_rule = ANY (ARRAY['none'::text, 'one'::text, 'two'::text, 'a_and_b'::text]))),
  CONSTRAINT chequebooks_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ordered'::text, 'in_production'::text, 'available'::text, 'delivered'::text, 'refused'::text]))),
  CONSTRAINT chequebooks_tax_check CHECK (((tax)::bigint >= 0)),
  CONSTRAINT chequebooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chequebooks_branch_code_fkey FOREIGN KEY (branch_code) REFERENCES branches(code),
  CONSTRAINT chequebooks_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id),
  CONSTRAINT chequebooks_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id),
  CONSTRAINT chequebooks_type_id_fkey FOREIGN KEY (type_id) REFERENCES chequebook_types(id)
);

CREATE TABLE clearing_answers (
  sender text NOT NULL,
  message_id text NOT NULL,
  place integer NOT NULL,
  payment_id uuid,
  transaction_id text NOT NULL,
  status text NOT NULL,
  reason text,
  outcome text NOT NULL,
  CONSTRAINT clearing_answers_pkey PRIMARY KEY (sender, message_id, place),
  CONSTRAINT clearing_answers_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'noted'::text, 'unknown'::text, 'contradicts'::text]))),
  CONSTRAINT clearing_answers_unknown_have_no_payment CHECK (((outcome = 'unknown'::text) = (payment_id IS NULL))),
  CONSTRAINT clearing_answers_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES outgoing_payments(id),
  CONSTRAINT clearing_answers_sender_message_id_fkey FOREIGN KEY (sender, message_id) REFERENCES clearing_messages(sender, message_id)
);

CREATE TABLE clearing_files (
  id uuid NOT NULL,
  network text NOT NULL,
  message_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  payment_count integer NOT NULL,
  payment_sum amount NOT NULL,
  written_at timestamp with time zone,
  CONSTRAINT clearing_files_pkey PRIMARY KEY (id),
  CONSTRAINT clearing_files_message_id_key UNIQUE (message_id),
  CONSTRAINT clearing_files_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 35))),
  CONSTRAINT clearing_files_network_check CHECK ((network = ANY (ARRAY['sica'::text, 'star'::text, 'swift'::text]))),
  CONSTRAINT clearing_files_payment_count_check CHECK ((payment_count > 0)),
  CONSTRAINT clearing_files_payment_sum_check CHECK (((payment_sum)::bigint > 0))
);

CREATE TABLE clearing_messages (
  sender text NOT NULL,
  message_id text NOT NULL,
  kind text NOT NULL,
  content_hash bytea NOT NULL,
  file_name text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT clearing_messages_pkey PRIMARY KEY (sender, message_id),
  CONSTRAINT clearing_messages_kind_check CHECK ((kind = ANY (ARRAY['pacs.002'::text, 'pacs.004'::text, 'pacs.008'::text])))
);

CREATE TABLE collection_answers (
  id uuid NOT NULL,
  kind text NOT NULL,
  sender text NOT NULL,
  message_id text NOT NULL,
  creditor_bic text,
  created_at timestamp with time zone NOT NULL,
  written_at timestamp with time zone,
  CONSTRAINT collection_answers_pkey PRIMARY KEY (id),
  CONSTRAINT collection_answers_kind_check CHECK ((kind = ANY (ARRAY['pacs.002'::text, 'pacs.004'::text]))),
  CONSTRAINT collection_answers_sender_message_id_fkey FOREIGN KEY (sender, message_id) REFERENCES collection_messages(sender, message_id)
);

CREATE TABLE collection_lines (
  sender text NOT NULL,
  message_id text NOT NULL,
  place integer NOT NULL,
  reference text NOT NULL,
  instruction_id text,
  creditor_bic text,
  amount amount NOT NULL,
  currency text NOT NULL,
  due_date date NOT NULL,
  collection_id uuid,
  obstacle text,
  said_status text,
  said_reason text,
  status_answer uuid,
  return_answer uuid,
  transaction_id text,
  CONSTRAINT collection_lines_pkey PRIMARY KEY (sender, message_id, place),
  CONSTRAINT collection_lines_collection_id_key UNIQUE (collection_id),
  CONSTRAINT collection_lines_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT collection_lines_are_announced_or_not CHECK (((collection_id IS NULL) = (obstacle IS NOT NULL))),
  CONSTRAINT collection_lines_obstacle_check CHECK ((obstacle ~ '^[A-Z]{2}[0-9]{2}$'::text)),
  CONSTRAINT collection_lines_place_check CHECK ((place > 0)),
  CONSTRAINT collection_lines_return_what_was_settled CHECK (((return_answer IS NULL) OR (said_status = 'ACSC'::text))),
  CONSTRAINT collection_lines_said_reason_check CHECK ((said_reason ~ '^[A-Z]{2}[0-9]{2}$'::text)),
  CONSTRAINT collection_lines_said_status_check CHECK ((said_status = ANY (ARRAY['ACSC'::text, 'RJCT'::text]))),
  CONSTRAINT collection_lines_say_when_answered CHECK (((status_answer IS NULL) = (said_status IS NULL))),
  CONSTRAINT collection_lines_say_why CHECK (((said_reason IS NOT NULL) = (NOT (said_status IS DISTINCT FROM 'RJCT'::text)))),
  CONSTRAINT collection_lines_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id),
  CONSTRAINT collection_lines_return_answer_fkey FOREIGN KEY (return_answer) REFERENCES collection_answers(id),
  CONSTRAINT collection_lines_sender_message_id_fkey FOREIGN KEY (sender, message_id) REFERENCES collection_messages(sender, message_id),
  CONSTRAINT collection_lines_status_answer_fkey FOREIGN KEY (status_answer) REFERENCES collection_answers(id)
);

CREATE TABLE collection_messages (
  sender text NOT NULL,
  message_id text NOT NULL,
  content_hash bytea NOT NULL,
  file_name text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  message_name text DEFAULT 'pain.008.001.08'::text NOT NULL,
  CONSTRAINT collection_messages_pkey PRIMARY KEY (sender, message_id)
);

CREATE TABLE collections (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  umr text NOT NULL,
  creditor_name text NOT NULL,
  creditor_id text NOT NULL,
  scheme text NOT NULL,
  sequence text NOT NULL,
  amount amount NOT NULL,
  currency text NOT NULL,
  due_date date NOT NULL,
  label text NOT NULL,
  reference text NOT NULL,
  presented_at timestamp with time zone NOT NULL,
  status text NOT NULL,
  reason text,
  run_at timestamp with time zone,
  settled_on date,
  posting_id uuid,
  refund_posting_id uuid,
  claimed_at timestamp with time zone,
  claim_answered_at timestamp with time zone,
  claim_refusal text,
  CONSTRAINT collections_pkey PRIMARY KEY (id),
  CONSTRAINT collections_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT collections_answer_what_was_claimed CHECK (((claim_answered_at IS NULL) OR (claimed_at IS NOT NULL))),
  CONSTRAINT collections_claim_refusal_check CHECK (((length(claim_refusal) >= 1) AND (length(claim_refusal) <= 500))),
  CONSTRAINT collections_currency_check CHECK ((currency = ANY (ARRAY['XOF'::text, 'EUR'::text]))),
  CONSTRAINT collections_label_check CHECK (((length(label) >= 1) AND (length(label) <= 140))),
  CONSTRAINT collections_reason_check CHECK ((reason = ANY (ARRAY['AC04'::text, 'AC06'::text, 'AG01'::text, 'AM02'::text, 'AM04'::text, 'MD01'::text, 'MD06'::text, 'MD07'::text, 'MS02'::text, 'SL01'::text]))),
  CONSTRAINT collections_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 35))),
  CONSTRAINT collections_refund_what_was_taken CHECK (((refund_posting_id IS NULL) OR (status = 'refunded'::text))),
  CONSTRAINT collections_refuse_a_claim_with_a_reason CHECK (((claim_refusal IS NOT NULL) = ((claim_answered_at IS NOT NULL) AND (status = 'executed'::text)))),
  CONSTRAINT collections_run_until_settled CHECK ((((status = 'announced'::text) = (run_at IS NOT NULL)) AND ((status = 'announced'::text) = (settled_on IS NULL)))),
  CONSTRAINT collections_say_why CHECK (((status = ANY (ARRAY['rejected'::text, 'refused'::text, 'refunded'::text])) = (reason IS NOT NULL))),
  CONSTRAINT collections_scheme_check CHECK ((scheme = ANY (ARRAY['local'::text, 'core'::text, 'b2b'::text]))),
  CONSTRAINT collections_sequence_check CHECK ((sequence = ANY (ARRAY['first'::text, 'recurrent'::text, 'final'::text, 'one_off'::text]))),
  CONSTRAINT collections_status_check CHECK ((status = ANY (ARRAY['announced'::text, 'executed'::text, 'rejected'::text, 'refused'::text, 'refunded'::text]))),
  CONSTRAINT collections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT collections_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id),
  CONSTRAINT collections_refund_posting_id_fkey FOREIGN KEY (refund_posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE confirmations (
  token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  operation_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  method text DEFAULT 'password'::text NOT NULL,
  CONSTRAINT confirmations_pkey PRIMARY KEY (token_hash),
  CONSTRAINT confirmations_method_check CHECK ((method = ANY (ARRAY['password'::text, 'code'::text, 'passkey'::text]))),
  CONSTRAINT confirmations_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE TABLE correspondents (
  currency text NOT NULL,
  name text NOT NULL,
  bic text NOT NULL,
  account_number text,
  CONSTRAINT correspondents_pkey PRIMARY KEY (currency),
  CONSTRAINT correspondents_have_a_number CHECK ((account_number ~ '^[A-Z0-9]{5,34}$'::text))
);

CREATE TABLE counterparties (
  customer_id uuid NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT counterparties_pkey PRIMARY KEY (customer_id, key),
  CONSTRAINT counterparties_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  CONSTRAINT counterparties_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT counterparties_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
);

CREATE TABLE countries (
  code text NOT NULL,
  dial_code text NOT NULL,
  CONSTRAINT countries_pkey PRIMARY KEY (code),
  CONSTRAINT countries_code_check CHECK ((code ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT countries_dial_code_check CHECK ((dial_code ~ '^[1-9][0-9]{0,3}$'::text))
);

CREATE TABLE credit_lines (
  credit_id uuid NOT NULL,
  place integer NOT NULL,
  due_date date NOT NULL,
  principal amount NOT NULL,
  interest amount NOT NULL,
  fees amount NOT NULL,
  taxes amount NOT NULL,
  instalment amount NOT NULL,
  outstanding amount NOT NULL,
  run_at timestamp with time zone,
  tries integer DEFAULT 0 NOT NULL,
  paid_on date,
  late_interest amount DEFAULT 0 NOT NULL,
  posting_id uuid,
  CONSTRAINT credit_lines_pkey PRIMARY KEY (credit_id, place),
  CONSTRAINT credit_lines_add_up CHECK ((((((principal)::bigint + (interest)::bigint) + (fees)::bigint) + (taxes)::bigint) = (instalment)::bigint)),
  CONSTRAINT credit_lines_fees_check CHECK (((fees)::bigint >= 0)),
  CONSTRAINT credit_lines_instalment_check CHECK (((instalment)::bigint >= 0)),
  CONSTRAINT credit_lines_interest_check CHECK (((interest)::bigint >= 0)),
  CONSTRAINT credit_lines_late_interest_check CHECK (((late_interest)::bigint >= 0)),
  CONSTRAINT credit_lines_outstanding_check CHECK (((outstanding)::bigint >= 0)),
  CONSTRAINT credit_lines_place_check CHECK ((place > 0)),
  CONSTRAINT credit_lines_post_when_paid CHECK (((posting_id IS NULL) OR (paid_on IS NOT NULL))),
  CONSTRAINT credit_lines_run_until_paid CHECK (((paid_on IS NULL) = (run_at IS NOT NULL))),
  CONSTRAINT credit_lines_taxes_check CHECK (((taxes)::bigint >= 0)),
  CONSTRAINT credit_lines_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  CONSTRAINT credit_lines_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE credits (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number text NOT NULL,
  type text NOT NULL,
  purpose text,
  currency text NOT NULL,
  amount amount NOT NULL,
  rate numeric(6,3) NOT NULL,
  teg numeric(6,2) NOT NULL,
  period text NOT NULL,
  insurance_rate numeric(6,3) NOT NULL,
  tax_rate numeric(6,3) NOT NULL,
  tax_mode text NOT NULL,
  grace text,
  grace_count integer NOT NULL,
  late_points numeric(6,3) NOT NULL,
  setup_date date NOT NULL,
  early_fee_rate numeric(6,3) DEFAULT 2 NOT NULL,
  CONSTRAINT credits_pkey PRIMARY KEY (id),
  CONSTRAINT credits_number_key UNIQUE (number),
  CONSTRAINT credits_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT credits_currency_check CHECK ((currency = ANY (ARRAY['XOF'::text, 'EUR'::text]))),
  CONSTRAINT credits_early_fee_rate_check CHECK ((early_fee_rate >= (0)::numeric)),
  CONSTRAINT credits_grace_check CHECK ((grace = ANY (ARRAY['partial'::text, 'total'::text]))),
  CONSTRAINT credits_grace_count_check CHECK ((grace_count >= 0)),
  CONSTRAINT credits_have_grace_where_they_say CHECK (((grace IS NULL) = (grace_count = 0))),
  CONSTRAINT credits_insurance_rate_check CHECK ((insurance_rate >= (0)::numeric)),
  CONSTRAINT credits_late_points_check CHECK ((late_points >= (0)::numeric)),
  CONSTRAINT credits_period_check CHECK ((period = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'biannual'::text, 'yearly'::text]))),
  CONSTRAINT credits_purpose_check CHECK (((length(purpose) >= 1) AND (length(purpose) <= 80))),
  CONSTRAINT credits_rate_check CHECK ((rate >= (0)::numeric)),
  CONSTRAINT credits_tax_mode_check CHECK ((tax_mode = ANY (ARRAY['on_top'::text, 'included'::text]))),
  CONSTRAINT credits_tax_rate_check CHECK (((tax_rate >= (0)::numeric) AND (tax_rate <= (100)::numeric))),
  CONSTRAINT credits_teg_check CHECK ((teg >= (0)::numeric)),
  CONSTRAINT credits_type_check CHECK ((type = ANY (ARRAY['consumer'::text, 'home'::text, 'equipment'::text]))),
  CONSTRAINT credits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE customer_identities (
  customer_id uuid NOT NULL,
  system text NOT NULL,
  number text NOT NULL,
  trade_register text,
  city text NOT NULL,
  CONSTRAINT customer_identities_pkey PRIMARY KEY (customer_id),
  CONSTRAINT customer_identities_city_check CHECK (((length(city) >= 1) AND (length(city) <= 70))),
  CONSTRAINT customer_identities_number_check CHECK (((length(number) >= 1) AND (length(number) <= 35))),
  CONSTRAINT customer_identities_system_check CHECK ((system = ANY (ARRAY['NIDN'::text, 'CCPT'::text, 'TXID'::text]))),
  CONSTRAINT customer_identities_trade_register_check CHECK (((length(trade_register) >= 1) AND (length(trade_register) <= 35))),
  CONSTRAINT customer_identities_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
);

CREATE TABLE customers (
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  may_have_cheques boolean DEFAULT true NOT NULL,
  address text,
  CONSTRAINT customers_pkey PRIMARY KEY (id),
  CONSTRAINT customers_address_is_short CHECK (((length(address) >= 1) AND (length(address) <= 200))) NOT VALID,
  CONSTRAINT customers_kind_check CHECK ((kind = ANY (ARRAY['individual'::text, 'company'::text])))
);

CREATE TABLE deposit_offers (
  term integer NOT NULL,
  rate numeric(6,3) NOT NULL,
  min_amount amount NOT NULL,
  basis integer DEFAULT 360 NOT NULL,
  withholding_rate numeric(6,3) DEFAULT 8 NOT NULL,
  CONSTRAINT deposit_offers_pkey PRIMARY KEY (term),
  CONSTRAINT deposit_offers_basis_check CHECK ((basis = ANY (ARRAY[360, 365]))),
  CONSTRAINT deposit_offers_min_amount_check CHECK (((min_amount)::bigint > 0)),
  CONSTRAINT deposit_offers_rate_check CHECK ((rate >= (0)::numeric)),
  CONSTRAINT deposit_offers_term_check CHECK (((term >= 1) AND (term <= 120))),
  CONSTRAINT deposit_offers_withholding_rate_check CHECK (((withholding_rate >= (0)::numeric) AND (withholding_rate <= (100)::numeric)))
);

CREATE TABLE deposit_payments (
  deposit_id uuid NOT NULL,
  place integer NOT NULL,
  from_date date NOT NULL,
  to_date date NOT NULL,
  gross amount NOT NULL,
  withholding amount NOT NULL,
  run_at timestamp with time zone,
  paid_on date,
  posting_id uuid,
  CONSTRAINT deposit_payments_pkey PRIMARY KEY (deposit_id, place),
  CONSTRAINT deposit_payments_check CHECK ((to_date > from_date)),
  CONSTRAINT deposit_payments_check1 CHECK ((((withholding)::bigint >= 0) AND ((withholding)::bigint <= (gross)::bigint))),
  CONSTRAINT deposit_payments_gross_check CHECK (((gross)::bigint >= 0)),
  CONSTRAINT deposit_payments_place_check CHECK ((place > 0)),
  CONSTRAINT deposit_payments_post_when_paid CHECK (((posting_id IS NULL) OR (paid_on IS NOT NULL))),
  CONSTRAINT deposit_payments_run_until_paid CHECK (((paid_on IS NULL) OR (run_at IS NULL))),
  CONSTRAINT deposit_payments_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  CONSTRAINT deposit_payments_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE deposit_requests (
  id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  kind text NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  answer text,
  refusal text,
  renewal_rate numeric(6,3),
  adds_interest boolean,
  CONSTRAINT deposit_requests_pkey PRIMARY KEY (id),
  CONSTRAINT deposit_requests_agree_on_a_renewal CHECK ((((renewal_rate IS NOT NULL) = ((kind = 'renew'::text) AND (NOT (answer IS DISTINCT FROM 'accepted'::text)))) AND ((adds_interest IS NOT NULL) = (renewal_rate IS NOT NULL)))),
  CONSTRAINT deposit_requests_answer_check CHECK ((answer = ANY (ARRAY['accepted'::text, 'refused'::text, 'lapsed'::text]))),
  CONSTRAINT deposit_requests_kind_check CHECK ((kind = ANY (ARRAY['renew'::text, 'break'::text]))),
  CONSTRAINT deposit_requests_refusal_check CHECK (((length(refusal) >= 1) AND (length(refusal) <= 500))),
  CONSTRAINT deposit_requests_refuse_with_a_reason CHECK (((refusal IS NOT NULL) = (NOT (answer IS DISTINCT FROM 'refused'::text)))),
  CONSTRAINT deposit_requests_renewal_rate_check CHECK ((renewal_rate >= (0)::numeric)),
  CONSTRAINT deposit_requests_say_how_they_were_answered CHECK (((answer IS NULL) = (answered_at IS NULL))),
  CONSTRAINT deposit_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  CONSTRAINT deposit_requests_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id)
);

CREATE TABLE deposits (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number text NOT NULL,
  currency text NOT NULL,
  principal amount NOT NULL,
  rate numeric(6,3) NOT NULL,
  value_date date NOT NULL,
  maturity_date date NOT NULL,
  term integer NOT NULL,
  frequency text NOT NULL,
  basis integer NOT NULL,
  withholding_rate numeric(6,3) NOT NULL,
  is_pledged boolean DEFAULT false NOT NULL,
  status text NOT NULL,
  ended_on date,
  renews uuid,
  broken_rate numeric(6,3),
  broken_gross amount,
  broken_withholding amount,
  CONSTRAINT deposits_pkey PRIMARY KEY (id),
  CONSTRAINT deposits_number_key UNIQUE (number),
  CONSTRAINT deposits_renews_key UNIQUE (renews),
  CONSTRAINT deposits_basis_check CHECK ((basis = ANY (ARRAY[360, 365]))),
  CONSTRAINT deposits_broken_gross_check CHECK (((broken_gross)::bigint >= 0)),
  CONSTRAINT deposits_broken_rate_check CHECK ((broken_rate >= (0)::numeric)),
  CONSTRAINT deposits_broken_say_what_they_came_to CHECK (((num_nonnulls(broken_rate, broken_gross, broken_withholding) = ANY (ARRAY[0, 3])) AND ((broken_gross IS NULL) OR (status = 'broken'::text)))),
  CONSTRAINT deposits_check CHECK ((maturity_date > value_date)),
  CONSTRAINT deposits_check1 CHECK ((((broken_withholding)::bigint >= 0) AND ((broken_withholding)::bigint <= (broken_gross)::bigint))),
  CONSTRAINT deposits_currency_check CHECK ((currency = ANY (ARRAY['XOF'::text, 'EUR'::text]))),
  CONSTRAINT deposits_end_once CHECK (((status = 'pending'::text) = (ended_on IS NULL))),
  CONSTRAINT deposits_frequency_check CHECK ((frequency = ANY (ARRAY['maturity'::text, 'monthly'::text, 'quarterly'::text, 'biannual'::text, 'yearly'::text]))),
  CONSTRAINT deposits_principal_check CHECK (((principal)::bigint > 0)),
  CONSTRAINT deposits_rate_check CHECK ((rate >= (0)::numeric)),
  CONSTRAINT deposits_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'matured'::text, 'renewed'::text, 'broken'::text, 'closed'::text]))),
  CONSTRAINT deposits_term_check CHECK (((term >= 1) AND (term <= 120))),
  CONSTRAINT deposits_withholding_rate_check CHECK (((withholding_rate >= (0)::numeric) AND (withholding_rate <= (100)::numeric))),
  CONSTRAINT deposits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT deposits_renews_fkey FOREIGN KEY (renews) REFERENCES deposits(id)
);

CREATE TABLE devices (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  user_agent text,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  address inet,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_user_id_secret_hash_key UNIQUE (user_id, secret_hash),
  CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE document_views (
  account_id uuid NOT NULL,
  document_id uuid NOT NULL,
  user_id uuid NOT NULL,
  viewed_at timestamp with time zone NOT NULL,
  CONSTRAINT document_views_pkey PRIMARY KEY (account_id, document_id, user_id),
  CONSTRAINT document_views_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT document_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE dormant_memberships (
  user_id uuid NOT NULL,
  account_id uuid NOT NULL,
  rights text[] NOT NULL,
  capabilities text[] NOT NULL,
  cause text NOT NULL,
  CONSTRAINT dormant_memberships_pkey PRIMARY KEY (user_id, account_id),
  CONSTRAINT dormant_memberships_cause_check CHECK ((cause = ANY (ARRAY['suspended'::text, 'invited'::text]))),
  CONSTRAINT dormant_memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT dormant_memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE economic_codes (
  purpose text NOT NULL,
  code text NOT NULL,
  CONSTRAINT economic_codes_pkey PRIMARY KEY (purpose),
  CONSTRAINT economic_codes_code_check CHECK ((code ~ '^[A-Za-z0-9]{1,10}$'::text)),
  CONSTRAINT economic_codes_purpose_check CHECK ((purpose = ANY (ARRAY['goods'::text, 'services'::text, 'studies'::text, 'health'::text, 'family'::text, 'other'::text])))
);

CREATE TABLE email_changes (
  user_id uuid NOT NULL,
  email text NOT NULL,
  salt bytea NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  CONSTRAINT email_changes_pkey PRIMARY KEY (user_id),
  CONSTRAINT email_changes_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT email_changes_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT email_changes_salt_check CHECK ((length(salt) = 16)),
  CONSTRAINT email_changes_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE exchange_rates (
  currency text NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  unit integer NOT NULL,
  buy numeric(14,6) NOT NULL,
  sell numeric(14,6) NOT NULL,
  transfer numeric(14,6) NOT NULL,
  fixed boolean DEFAULT false NOT NULL,
  CONSTRAINT exchange_rates_pkey PRIMARY KEY (currency, effective_at),
  CONSTRAINT exchange_rates_bank_buys_below_what_it_sells CHECK ((buy <= sell)),
  CONSTRAINT exchange_rates_buy_check CHECK ((buy > (0)::numeric)),
  CONSTRAINT exchange_rates_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT exchange_rates_sell_check CHECK ((sell > (0)::numeric)),
  CONSTRAINT exchange_rates_transfer_check CHECK ((transfer > (0)::numeric)),
  CONSTRAINT exchange_rates_unit_check CHECK ((unit > 0))
);

CREATE TABLE factor_resets (
  user_id uuid NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  CONSTRAINT factor_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT factor_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE foreign_holidays (
  country text NOT NULL,
  day date NOT NULL,
  name_fr text NOT NULL,
  name_en text NOT NULL,
  is_confirmed boolean NOT NULL,
  CONSTRAINT foreign_holidays_pkey PRIMARY KEY (country, day),
  CONSTRAINT foreign_holidays_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);

CREATE TABLE former_signers (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  capability text NOT NULL,
  lost_at timestamp with time zone NOT NULL,
  CONSTRAINT former_signers_pkey PRIMARY KEY (account_id, user_id, capability),
  CONSTRAINT former_signers_capability_check CHECK ((capability = ANY (ARRAY['access.admin'::text, 'transfer.validate'::text]))),
  CONSTRAINT former_signers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT former_signers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE holidays (
  day date NOT NULL,
  name_fr text NOT NULL,
  name_en text NOT NULL,
  is_confirmed boolean DEFAULT true NOT NULL,
  CONSTRAINT holidays_pkey PRIMARY KEY (day)
);

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key),
  CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 8) AND (length(key) <= 128))),
  CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE incoming_payments (
  id uuid NOT NULL,
  network text NOT NULL,
  sender text NOT NULL,
  message_id text NOT NULL,
  place integer NOT NULL,
  transaction_id text NOT NULL,
  instruction_id text,
  end_to_end_id text NOT NULL,
  uetr uuid,
  amount amount NOT NULL,
  currency text NOT NULL,
  settlement_date date NOT NULL,
  instructed_amount amount,
  instructed_currency text,
  category_purpose text,
  debtor_name text NOT NULL,
  debtor_account text,
  debtor_bic text,
  creditor_name text NOT NULL,
  creditor_account text NOT NULL,
  label text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  account_id uuid,
  posting_id uuid,
  credit_amount amount,
  credit_currency text,
  exchange_rate numeric(18,8),
  return_reason text,
  return_id uuid,
  message text,
  charges text,
  CONSTRAINT incoming_payments_pkey PRIMARY KEY (id),
  CONSTRAINT incoming_payments_network_sender_transaction_id_key UNIQUE (network, sender, transaction_id),
  CONSTRAINT incoming_payments_posting_id_key UNIQUE (posting_id),
  CONSTRAINT incoming_payments_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT incoming_payments_are_credited_or_returned CHECK ((((posting_id IS NULL) = (account_id IS NULL)) AND ((posting_id IS NULL) = (credit_amount IS NULL)) AND ((posting_id IS NULL) = (credit_currency IS NULL)) AND ((posting_id IS NULL) = (return_reason IS NOT NULL)) AND ((return_id IS NULL) = (return_reason IS NULL)))),
  CONSTRAINT incoming_payments_credit_amount_check CHECK (((credit_amount)::bigint > 0)),
  CONSTRAINT incoming_payments_exchange_rate_check CHECK ((exchange_rate > (0)::numeric)),
  CONSTRAINT incoming_payments_exchanged_at_a_rate CHECK (((exchange_rate IS NOT NULL) = ((credit_currency IS NOT NULL) AND (credit_currency <> currency)))),
  CONSTRAINT incoming_payments_instructed_amount_check CHECK (((instructed_amount)::bigint > 0)),
  CONSTRAINT incoming_payments_instructed_in_a_currency CHECK (((instructed_amount IS NULL) = (instructed_currency IS NULL))),
  CONSTRAINT incoming_payments_known_network CHECK ((network = ANY (ARRAY['instant'::text, 'sica'::text, 'star'::text, 'swift'::text]))),
  CONSTRAINT incoming_payments_place_check CHECK ((place > 0)),
  CONSTRAINT incoming_payments_transaction_id_check CHECK (((length(transaction_id) >= 1) AND (length(transaction_id) <= 36))),
  CONSTRAINT incoming_payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT incoming_payments_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id),
  CONSTRAINT incoming_payments_return_id_fkey FOREIGN KEY (return_id) REFERENCES payment_returns(id),
  CONSTRAINT incoming_payments_sender_message_id_fkey FOREIGN KEY (sender, message_id) REFERENCES clearing_messages(sender, message_id)
);

CREATE TABLE instant_differences (
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  end_to_end_id text,
  what text NOT NULL,
  ours bigint,
  theirs bigint,
  found_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  resolved_by text,
  CONSTRAINT instant_differences_pkey PRIMARY KEY (id),
  CONSTRAINT instant_differences_are_found_once UNIQUE NULLS NOT DISTINCT (report_id, end_to_end_id, what),
  CONSTRAINT instant_differences_end_to_end_id_check CHECK ((length(end_to_end_id) = 35)),
  CONSTRAINT instant_differences_have_amounts CHECK ((((what = 'missing_here'::text) = (ours IS NULL)) AND ((what = 'missing_there'::text) = (theirs IS NULL)))),
  CONSTRAINT instant_differences_name_their_payment CHECK (((what = 'balance'::text) = (end_to_end_id IS NULL))),
  CONSTRAINT instant_differences_resolved_by_check CHECK (((length(resolved_by) >= 1) AND (length(resolved_by) <= 64))),
  CONSTRAINT instant_differences_resolved_by_say_when CHECK (((resolved_by IS NULL) OR (resolved_at IS NOT NULL))),
  CONSTRAINT instant_differences_what_check CHECK ((what = ANY (ARRAY['missing_there'::text, 'missing_here'::text, 'amount'::text, 'direction'::text, 'balance'::text]))),
  CONSTRAINT instant_differences_report_id_fkey FOREIGN KEY (report_id) REFERENCES instant_reports(id)
);

CREATE TABLE instant_guarantee (
  is_the_only_row boolean DEFAULT true NOT NULL,
  amount bigint NOT NULL,
  used bigint NOT NULL,
  warned_at timestamp with time zone,
  platform_left bigint,
  platform_at timestamp with time zone,
  CONSTRAINT instant_guarantee_pkey PRIMARY KEY (is_the_only_row),
  CONSTRAINT instant_guarantee_amount_check CHECK ((amount >= 0)),
  CONSTRAINT instant_guarantee_covers_what_is_sent CHECK ((used <= amount)),
  CONSTRAINT instant_guarantee_is_the_only_row_check CHECK (is_the_only_row)
);

CREATE TABLE instant_participants (
  member text NOT NULL,
  name text NOT NULL,
  state text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT instant_participants_pkey PRIMARY KEY (member),
  CONSTRAINT instant_participants_member_check CHECK ((member ~ '^(SN|ML|CI|BF|NE|TG|BJ|GW)[BCDEF][0-9]{3}$'::text)),
  CONSTRAINT instant_participants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 140))),
  CONSTRAINT instant_participants_state_check CHECK ((state = ANY (ARRAY['JOIN'::text, 'ENBL'::text, 'DSBL'::text, 'DLTD'::text])))
);

CREATE TABLE instant_payments (
  payment_id uuid NOT NULL,
  end_to_end_id text NOT NULL,
  message_id text NOT NULL,
  account_id uuid NOT NULL,
  lookup_id uuid NOT NULL,
  channel text NOT NULL,
  sent_at timestamp with time zone,
  ask_at timestamp with time zone,
  questions smallint DEFAULT 0 NOT NULL,
  accepted_at timestamp with time zone,
  CONSTRAINT instant_payments_pkey PRIMARY KEY (payment_id),
  CONSTRAINT instant_payments_end_to_end_id_key UNIQUE (end_to_end_id),
  CONSTRAINT instant_payments_message_id_key UNIQUE (message_id),
  CONSTRAINT instant_payments_channel_check CHECK ((channel = ANY (ARRAY['999'::text, '633'::text, '731'::text, '000'::text, '400'::text, '500'::text, '520'::text, '521'::text, '631'::text, '401'::text, '733'::text]))),
  CONSTRAINT instant_payments_end_to_end_id_check CHECK ((length(end_to_end_id) = 35)),
  CONSTRAINT instant_payments_message_id_check CHECK ((length(message_id) = 35)),
  CONSTRAINT instant_payments_account_id_lookup_id_fkey FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups(account_id, id),
  CONSTRAINT instant_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES outgoing_payments(id)
);

CREATE TABLE instant_receipts (
  end_to_end_id text NOT NULL,
  message_id text NOT NULL,
  member text NOT NULL,
  payer_name text NOT NULL,
  payer_country text NOT NULL,
  payer_alias text,
  payee_alias text,
  amount amount NOT NULL,
  channel text NOT NULL,
  reference text,
  received_at timestamp with time zone NOT NULL,
  incoming_id uuid,
  refusal text,
  CONSTRAINT instant_receipts_pkey PRIMARY KEY (end_to_end_id),
  CONSTRAINT instant_receipts_incoming_id_key UNIQUE (incoming_id),
  CONSTRAINT instant_receipts_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT instant_receipts_are_credited_or_refused CHECK ((num_nonnulls(incoming_id, refusal) = 1)),
  CONSTRAINT instant_receipts_end_to_end_id_check CHECK ((length(end_to_end_id) = 35)),
  CONSTRAINT instant_receipts_payer_name_check CHECK (((length(payer_name) >= 1) AND (length(payer_name) <= 140))),
  CONSTRAINT instant_receipts_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 35))),
  CONSTRAINT instant_receipts_refusal_check CHECK (((length(refusal) >= 1) AND (length(refusal) <= 10))),
  CONSTRAINT instant_receipts_incoming_id_fkey FOREIGN KEY (incoming_id) REFERENCES incoming_payments(id)
);

CREATE TABLE instant_report_lines (
  report_id uuid NOT NULL,
  page integer NOT NULL,
  place integer NOT NULL,
  end_to_end_id text NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT instant_report_lines_pkey PRIMARY KEY (report_id, page, place),
  CONSTRAINT instant_report_lines_end_to_end_id_check CHECK ((length(end_to_end_id) = 35)),
  CONSTRAINT instant_report_lines_report_id_fkey FOREIGN KEY (report_id) REFERENCES instant_reports(id)
);

CREATE TABLE instant_report_requests (
  kind text NOT NULL,
  first_day date NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  tries smallint NOT NULL,
  received_at timestamp with time zone,
  CONSTRAINT instant_report_requests_pkey PRIMARY KEY (kind, first_day),
  CONSTRAINT instant_report_requests_kind_check CHECK ((kind = ANY (ARRAY['TRANS'::text, 'COMP'::text, 'FACT'::text]))),
  CONSTRAINT instant_report_requests_tries_check CHECK ((tries > 0))
);

CREATE TABLE instant_reports (
  id uuid NOT NULL,
  kind text NOT NULL,
  statement text NOT NULL,
  period_from timestamp with time zone NOT NULL,
  period_until timestamp with time zone NOT NULL,
  amount bigint NOT NULL,
  line_count integer NOT NULL,
  pages integer[] DEFAULT '{}'::integer[] NOT NULL,
  last_page integer,
  received_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  compared_at timestamp with time zone,
  CONSTRAINT instant_reports_pkey PRIMARY KEY (id),
  CONSTRAINT instant_reports_are_stored_once UNIQUE (kind, statement),
  CONSTRAINT instant_reports_are_compared_when_complete CHECK (((compared_at IS NULL) OR (completed_at IS NOT NULL))),
  CONSTRAINT instant_reports_have_a_period CHECK ((period_from <= period_until)),
  CONSTRAINT instant_reports_kind_check CHECK ((kind = ANY (ARRAY['TRANS'::text, 'COMP'::text, 'FACT'::text]))),
  CONSTRAINT instant_reports_line_count_check CHECK ((line_count >= 0)),
  CONSTRAINT instant_reports_statement_check CHECK (((length(statement) >= 1) AND (length(statement) <= 35)))
);

CREATE TABLE instant_returns (
  id uuid NOT NULL,
  incoming_id uuid NOT NULL,
  account_id uuid NOT NULL,
  amount amount NOT NULL,
  reason text NOT NULL,
  posting_id uuid NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT instant_returns_pkey PRIMARY KEY (id),
  CONSTRAINT instant_returns_incoming_id_key UNIQUE (incoming_id),
  CONSTRAINT instant_returns_posting_id_key UNIQUE (posting_id),
  CONSTRAINT instant_returns_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT instant_returns_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 10))),
  CONSTRAINT instant_returns_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT instant_returns_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT instant_returns_incoming_id_fkey FOREIGN KEY (incoming_id) REFERENCES incoming_payments(id),
  CONSTRAINT instant_returns_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE intraday_operations (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  intraday_id text NOT NULL,
  type text NOT NULL,
  label text NOT NULL,
  counterparty text,
  amount amount NOT NULL,
  expected_on date NOT NULL,
  CONSTRAINT intraday_operations_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT intraday_operations_account_id_intraday_id_key UNIQUE (account_id, intraday_id),
  CONSTRAINT intraday_operations_amount_check CHECK (((amount)::bigint <> 0)),
  CONSTRAINT intraday_operations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE invitations (
  user_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  CONSTRAINT invitations_pkey PRIMARY KEY (user_id),
  CONSTRAINT invitations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE item_reminders (
  account_id uuid NOT NULL,
  item_id uuid NOT NULL,
  day date NOT NULL,
  sent_by uuid NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT item_reminders_pkey PRIMARY KEY (account_id, item_id, day),
  CONSTRAINT item_reminders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT item_reminders_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id)
);

CREATE TABLE job_runs (
  name text NOT NULL,
  every_ms integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone NOT NULL,
  error text,
  next_run_at timestamp with time zone NOT NULL,
  requested_at timestamp with time zone,
  CONSTRAINT job_runs_pkey PRIMARY KEY (name),
  CONSTRAINT job_runs_every_ms_check CHECK ((every_ms > 0)),
  CONSTRAINT job_runs_finish_after_they_start CHECK ((finished_at >= started_at))
);

CREATE TABLE ledger_accounts (
  id uuid NOT NULL,
  kind text NOT NULL,
  code text,
  currency text NOT NULL,
  booked amount DEFAULT 0 NOT NULL,
  held amount DEFAULT 0 NOT NULL,
  overdraft amount DEFAULT 0 NOT NULL,
  credited amount DEFAULT 0 NOT NULL,
  entry_count bigint DEFAULT 0 NOT NULL,
  last_booking_date date,
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_accounts_code_key UNIQUE (code),
  CONSTRAINT ledger_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT ledger_accounts_held_check CHECK (((held)::bigint >= 0)),
  CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['customer'::text, 'internal'::text]))),
  CONSTRAINT ledger_accounts_overdraft_check CHECK (((overdraft)::bigint >= 0)),
  CONSTRAINT ledger_accounts_stay_in_limit CHECK ((((booked)::bigint - (held)::bigint) >= (- (overdraft)::bigint))),
  CONSTRAINT ledger_internal_accounts_have_a_code CHECK (((kind = 'internal'::text) = (code IS NOT NULL))),
  CONSTRAINT ledger_internal_accounts_keep_no_balance CHECK (((kind = 'customer'::text) OR (((booked)::bigint = 0) AND ((held)::bigint = 0) AND (entry_count = 0))))
) WITH (fillfactor=50);

CREATE UNLOGGED TABLE ledger_calls (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  postings uuid[] NOT NULL,
  CONSTRAINT ledger_calls_pkey PRIMARY KEY (id)
);

CREATE TABLE ledger_closed_days (
  day date NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  audited_at timestamp with time zone,
  entry_count bigint,
  posting_count bigint,
  digest text,
  internal_sums jsonb,
  customer_sums jsonb,
  CONSTRAINT ledger_closed_days_pkey PRIMARY KEY (day),
  CONSTRAINT ledger_closed_days_say_what_was_found CHECK ((((audited_at IS NULL) = (entry_count IS NULL)) AND ((audited_at IS NULL) = (posting_count IS NULL)) AND ((audited_at IS NULL) = (digest IS NULL)) AND ((audited_at IS NULL) = (internal_sums IS NULL)) AND ((audited_at IS NULL) = (customer_sums IS NULL))))
);

CREATE TABLE ledger_entries (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  posting_id uuid NOT NULL,
  seq bigint,
  amount amount NOT NULL,
  currency text NOT NULL,
  booking_date date NOT NULL,
  value_date date NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  balance_after amount,
  credited_after amount,
  lowest_allowed amount,
  type text NOT NULL,
  label text NOT NULL,
  counterparty text,
  reference text,
  vat_rate numeric(4,2),
  vat_amount amount,
  words text GENERATED ALWAYS AS (plain_letters("left"(((((label || chr(10)) || COALESCE(counterparty, ''::text)) || chr(10)) || COALESCE(reference, ''::text)), 500))) STORED NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (account_id, id, booking_date),
  CONSTRAINT ledger_entries_amount_check CHECK (((amount)::bigint <> 0)),
  CONSTRAINT ledger_entries_label_check CHECK (((length(label) >= 1) AND (length(label) <= 200))),
  CONSTRAINT ledger_entries_of_customers_are_numbered CHECK ((((seq IS NULL) = (balance_after IS NULL)) AND ((seq IS NULL) = (credited_after IS NULL)) AND ((seq IS NULL) = (lowest_allowed IS NULL)))),
  CONSTRAINT ledger_entries_stay_in_limit CHECK (((balance_after)::bigint >= (lowest_allowed)::bigint)),
  CONSTRAINT ledger_entries_tax_has_a_rate CHECK (((vat_rate IS NULL) = (vat_amount IS NULL)))
) PARTITION BY RANGE (booking_date);

CREATE TABLE ledger_holds (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  amount amount NOT NULL,
  cause text NOT NULL,
  held_at timestamp with time zone NOT NULL,
  released_at timestamp with time zone,
  CONSTRAINT ledger_holds_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT ledger_holds_account_id_cause_key UNIQUE (account_id, cause),
  CONSTRAINT ledger_holds_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT ledger_holds_check CHECK ((released_at >= held_at)),
  CONSTRAINT ledger_holds_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
);

CREATE TABLE ledger_postings (
  id uuid NOT NULL,
  posting_key text NOT NULL,
  kind text NOT NULL,
  booking_date date NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  reverses uuid,
  CONSTRAINT ledger_postings_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_postings_posting_key_key UNIQUE (posting_key),
  CONSTRAINT ledger_postings_posting_key_check CHECK (((length(posting_key) >= 1) AND (length(posting_key) <= 200))),
  CONSTRAINT ledger_postings_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger_postings(id)
);

CREATE TABLE ledger_rules (
  kind text NOT NULL,
  account text NOT NULL,
  may_debit boolean NOT NULL,
  may_credit boolean NOT NULL,
  CONSTRAINT ledger_rules_pkey PRIMARY KEY (kind, account),
  CONSTRAINT ledger_rules_allow_something CHECK ((may_debit OR may_credit))
);

CREATE TABLE mail_attachments (
  mail_id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT mail_attachments_pkey PRIMARY KEY (mail_id, name),
  CONSTRAINT mail_attachments_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 140)) AND (name !~ '[[:cntrl:]/\\]'::text))),
  CONSTRAINT mail_attachments_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE
);

CREATE TABLE mails (
  id uuid NOT NULL,
  recipient text NOT NULL,
  lang text NOT NULL,
  subject text NOT NULL,
  plain text,
  html text,
  created_at timestamp with time zone NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone,
  sent_at timestamp with time zone,
  error text,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_keep_no_content CHECK ((((next_try_at IS NULL) = (plain IS NULL)) AND ((plain IS NULL) = (html IS NULL)))),
  CONSTRAINT mails_lang_check CHECK ((lang = ANY (ARRAY['fr'::text, 'en'::text]))),
  CONSTRAINT mails_recipient_check CHECK ((((length(recipient) >= 3) AND (length(recipient) <= 254)) AND (recipient !~ '[[:cntrl:]]'::text))),
  CONSTRAINT mails_sent_wait_no_more CHECK (((sent_at IS NULL) OR (next_try_at IS NULL))),
  CONSTRAINT mails_subject_check CHECK ((((length(subject) >= 1) AND (length(subject) <= 200)) AND (subject !~ '[[:cntrl:]]'::text)))
);

CREATE TABLE mandate_copies (
  account_id uuid NOT NULL,
  mandate_id uuid NOT NULL,
  name text NOT NULL,
  content bytea NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT mandate_copies_pkey PRIMARY KEY (mandate_id),
  CONSTRAINT mandate_copies_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 5242880))),
  CONSTRAINT mandate_copies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  CONSTRAINT mandate_copies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT mandate_copies_mandate_id_fkey FOREIGN KEY (mandate_id) REFERENCES mandates(id)
);

CREATE TABLE mandates (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  umr text NOT NULL,
  creditor_name text NOT NULL,
  creditor_id text NOT NULL,
  scheme text NOT NULL,
  recurrence text NOT NULL,
  signed_on date NOT NULL,
  last_used_on date,
  max_amount amount,
  status text NOT NULL,
  registered_by uuid,
  known_at timestamp with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT mandates_pkey PRIMARY KEY (id),
  CONSTRAINT mandates_account_id_creditor_id_umr_key UNIQUE (account_id, creditor_id, umr),
  CONSTRAINT mandates_creditor_id_check CHECK ((creditor_id ~ '^[A-Z0-9]{8,35}$'::text)),
  CONSTRAINT mandates_creditor_name_check CHECK (((length(creditor_name) >= 1) AND (length(creditor_name) <= 70))),
  CONSTRAINT mandates_max_amount_check CHECK (((max_amount)::bigint > 0)),
  CONSTRAINT mandates_recurrence_check CHECK ((recurrence = ANY (ARRAY['one_off'::text, 'recurrent'::text]))),
  CONSTRAINT mandates_scheme_check CHECK ((scheme = ANY (ARRAY['local'::text, 'core'::text, 'b2b'::text]))),
  CONSTRAINT mandates_status_check CHECK ((status = ANY (ARRAY['pending_confirmation'::text, 'active'::text, 'suspended'::text, 'revoked'::text, 'expired'::text, 'refused'::text]))),
  CONSTRAINT mandates_umr_check CHECK ((umr ~ '^[A-Za-z0-9+?/:().,'' -]{1,35}$'::text)),
  CONSTRAINT mandates_wait_for_the_debtor CHECK (((status <> ALL (ARRAY['pending_confirmation'::text, 'refused'::text])) OR (scheme = ANY (ARRAY['b2b'::text, 'local'::text])))),
  CONSTRAINT mandates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT mandates_registered_by_fkey FOREIGN KEY (registered_by) REFERENCES users(id)
);

CREATE TABLE memberships (
  user_id uuid NOT NULL,
  account_id uuid NOT NULL,
  rights text[] NOT NULL,
  capabilities text[] NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  is_favourite boolean DEFAULT false NOT NULL,
  last_chosen_at timestamp with time zone,
  CONSTRAINT memberships_pkey PRIMARY KEY (user_id, account_id),
  CONSTRAINT memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE message_documents (
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  letter_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  size integer NOT NULL,
  content bytea NOT NULL,
  place smallint NOT NULL,
  CONSTRAINT message_documents_pkey PRIMARY KEY (id),
  CONSTRAINT message_documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  CONSTRAINT message_documents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  CONSTRAINT message_documents_say_their_size CHECK ((length(content) = size)),
  CONSTRAINT message_documents_size_check CHECK (((size >= 1) AND (size <= 5242880))),
  CONSTRAINT message_documents_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES messages(account_id, id)
);

CREATE TABLE message_replies (
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  id uuid NOT NULL,
  sender text NOT NULL,
  written_by uuid,
  body text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  search_text text GENERATED ALWAYS AS (plain_letters(((sender || chr(10)) || body))) STORED NOT NULL,
  CONSTRAINT message_replies_pkey PRIMARY KEY (account_id, message_id, id),
  CONSTRAINT message_replies_body_check CHECK (((length(body) >= 1) AND (length(body) <= 4000))),
  CONSTRAINT message_replies_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES messages(account_id, id),
  CONSTRAINT message_replies_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id)
);

CREATE TABLE messages (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  subject text NOT NULL,
  sender text NOT NULL,
  body text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  written_by uuid,
  continued_at timestamp with time zone,
  archived_at timestamp with time zone,
  waiting_since timestamp with time zone,
  about_kind text,
  about_id uuid,
  search_text text GENERATED ALWAYS AS (plain_letters(((((subject || chr(10)) || sender) || chr(10)) || body))) STORED NOT NULL,
  CONSTRAINT messages_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT messages_about_kind_check CHECK ((about_kind = ANY (ARRAY['operation'::text, 'transfer'::text, 'fault'::text]))),
  CONSTRAINT messages_say_what_they_are_about CHECK (((about_kind IS NULL) = (about_id IS NULL))),
  CONSTRAINT messages_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 140))),
  CONSTRAINT messages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT messages_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id)
);

CREATE TABLE one_time_codes (
  user_id uuid NOT NULL,
  secret bytea,
  last_period bigint NOT NULL,
  active_since timestamp with time zone,
  next_secret bytea,
  next_expires_at timestamp with time zone,
  CONSTRAINT one_time_codes_pkey PRIMARY KEY (user_id),
  CONSTRAINT one_time_codes_check CHECK (((secret IS NULL) = (active_since IS NULL))),
  CONSTRAINT one_time_codes_check1 CHECK (((next_secret IS NULL) = (next_expires_at IS NULL))),
  CONSTRAINT one_time_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE operation_categories (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  category_id uuid NOT NULL,
  CONSTRAINT operation_categories_pkey PRIMARY KEY (account_id, entry_id, category_id),
  CONSTRAINT operation_categories_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT operation_categories_customer_id_category_id_fkey FOREIGN KEY (customer_id, category_id) REFERENCES categories(customer_id, id)
);

CREATE TABLE operation_categorisation_states (
  account_id uuid NOT NULL,
  state bigint NOT NULL,
  CONSTRAINT operation_categorisation_states_pkey PRIMARY KEY (account_id),
  CONSTRAINT operation_categorisation_states_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE operation_categorisations (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  is_by_hand boolean NOT NULL,
  change_id uuid,
  CONSTRAINT operation_categorisations_pkey PRIMARY KEY (account_id, entry_id)
);

CREATE TABLE operation_documents (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  size integer NOT NULL,
  content bytea NOT NULL,
  added_at timestamp with time zone NOT NULL,
  place smallint NOT NULL,
  added_by uuid NOT NULL,
  CONSTRAINT operation_documents_pkey PRIMARY KEY (id),
  CONSTRAINT operation_documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  CONSTRAINT operation_documents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  CONSTRAINT operation_documents_say_their_size CHECK ((length(content) = size)),
  CONSTRAINT operation_documents_size_check CHECK (((size >= 1) AND (size <= 5242880))),
  CONSTRAINT operation_documents_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id)
);

CREATE TABLE operation_files (
  digest bytea NOT NULL,
  name text NOT NULL,
  format text NOT NULL,
  line_count integer NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  CONSTRAINT operation_files_pkey PRIMARY KEY (digest),
  CONSTRAINT operation_files_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT operation_files_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'camt053'::text]))),
  CONSTRAINT operation_files_line_count_check CHECK ((line_count > 0)),
  CONSTRAINT operation_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
);

CREATE TABLE operation_lines (
  digest bytea NOT NULL,
  line integer NOT NULL,
  account_id uuid NOT NULL,
  amount amount NOT NULL,
  posting_id uuid NOT NULL,
  CONSTRAINT operation_lines_pkey PRIMARY KEY (digest, line),
  CONSTRAINT operation_lines_line_check CHECK ((line > 0)),
  CONSTRAINT operation_lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT operation_lines_digest_fkey FOREIGN KEY (digest) REFERENCES operation_files(digest),
  CONSTRAINT operation_lines_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE operation_notes (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  comment text,
  accounting text,
  CONSTRAINT operation_notes_pkey PRIMARY KEY (account_id, entry_id),
  CONSTRAINT operation_notes_accounting_check CHECK (((length(accounting) >= 1) AND (length(accounting) <= 20))),
  CONSTRAINT operation_notes_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 255))),
  CONSTRAINT operation_notes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE operation_views (
  user_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  filter jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT operation_views_pkey PRIMARY KEY (user_id, customer_id, id),
  CONSTRAINT operation_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  CONSTRAINT operation_views_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT operation_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE outgoing_payments (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  nominal_date date,
  posting_id uuid NOT NULL,
  network text NOT NULL,
  amount amount NOT NULL,
  currency text NOT NULL,
  settlement_date date NOT NULL,
  reference text NOT NULL,
  end_to_end_id text NOT NULL,
  uetr uuid NOT NULL,
  debtor_name text NOT NULL,
  debtor_iban text NOT NULL,
  creditor_name text NOT NULL,
  creditor_iban text NOT NULL,
  creditor_bic text,
  label text NOT NULL,
  queued_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  file_id uuid,
  place integer,
  settled_at timestamp with time zone,
  returned_at timestamp with time zone,
  return_reason text,
  debit_amount bigint,
  debit_currency text,
  exchange_rate numeric(18,8),
  instructed_amount bigint,
  instructed_currency text,
  charges text,
  purpose text,
  economic_code text,
  domiciliation text,
  debtor_address text,
  creditor_address text,
  creditor_country text,
  correspondent_bic text,
  correspondent_account text,
  instruction_id text,
  category_purpose text,
  creditor_address_country text,
  CONSTRAINT outgoing_payments_pkey PRIMARY KEY (id),
  CONSTRAINT outgoing_payments_posting_id_key UNIQUE (posting_id),
  CONSTRAINT outgoing_payments_uetr_key UNIQUE (uetr),
  CONSTRAINT outgoing_payments_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT outgoing_payments_charges_abroad CHECK (((charges IS NULL) OR ((network = 'swift'::text) AND (charges = ANY (ARRAY['OUR'::text, 'SHA'::text, 'BEN'::text]))))),
  CONSTRAINT outgoing_payments_end_to_end_id_check CHECK (((length(end_to_end_id) >= 1) AND (length(end_to_end_id) <= 35))),
  CONSTRAINT outgoing_payments_exchanged_at_a_rate CHECK ((((debit_amount IS NULL) = (debit_currency IS NULL)) AND ((debit_amount IS NULL) = (exchange_rate IS NULL)) AND (debit_currency <> currency) AND (debit_amount > 0) AND (exchange_rate > (0)::numeric))),
  CONSTRAINT outgoing_payments_instructed_in_a_currency CHECK ((((instructed_amount IS NULL) = (instructed_currency IS NULL)) AND (instructed_amount > 0))),
  CONSTRAINT outgoing_payments_known_network CHECK ((network = ANY (ARRAY['instant'::text, 'sica'::text, 'star'::text, 'swift'::text]))),
  CONSTRAINT outgoing_payments_returned_say_when_and_why CHECK ((((state = 'returned'::text) = (returned_at IS NOT NULL)) AND ((returned_at IS NULL) = (return_reason IS NULL)))),
  CONSTRAINT outgoing_payments_say_their_file CHECK (((((network = 'instant'::text) OR (state = 'queued'::text)) = (file_id IS NULL)) AND ((file_id IS NULL) = (place IS NULL)))),
  CONSTRAINT outgoing_payments_settled_say_when CHECK ((((state = 'settled'::text) <= (settled_at IS NOT NULL)) AND ((state = ANY (ARRAY['queued'::text, 'sent'::text])) <= (settled_at IS NULL)))),
  CONSTRAINT outgoing_payments_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'settled'::text, 'returned'::text]))),
  CONSTRAINT outgoing_payments_account_id_transfer_id_fkey FOREIGN KEY (account_id, transfer_id) REFERENCES transfers(account_id, id),
  CONSTRAINT outgoing_payments_file_id_fkey FOREIGN KEY (file_id) REFERENCES clearing_files(id),
  CONSTRAINT outgoing_payments_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE overdraft_charges (
  account_id uuid NOT NULL,
  first_day date NOT NULL,
  last_seq bigint NOT NULL,
  authorised amount NOT NULL,
  rate integer NOT NULL,
  excess_rate integer NOT NULL,
  tax_rate integer NOT NULL,
  interest amount NOT NULL,
  tax amount NOT NULL,
  made_at timestamp with time zone NOT NULL,
  run_at timestamp with time zone,
  posting_id uuid,
  CONSTRAINT overdraft_charges_pkey PRIMARY KEY (account_id, first_day),
  CONSTRAINT overdraft_charges_posting_id_key UNIQUE (posting_id),
  CONSTRAINT overdraft_charges_authorised_check CHECK (((authorised)::bigint >= 0)),
  CONSTRAINT overdraft_charges_excess_rate_check CHECK ((excess_rate >= 0)),
  CONSTRAINT overdraft_charges_first_day_check CHECK (((EXTRACT(day FROM first_day) = (1)::numeric) AND (EXTRACT(month FROM first_day) = ANY (ARRAY[(1)::numeric, (4)::numeric, (7)::numeric, (10)::numeric])))),
  CONSTRAINT overdraft_charges_interest_check CHECK (((interest)::bigint > 0)),
  CONSTRAINT overdraft_charges_rate_check CHECK ((rate >= 0)),
  CONSTRAINT overdraft_charges_run_until_posted CHECK (((posting_id IS NULL) = (run_at IS NOT NULL))),
  CONSTRAINT overdraft_charges_tax_check CHECK (((tax)::bigint >= 0)),
  CONSTRAINT overdraft_charges_tax_rate_check CHECK ((tax_rate >= 0)),
  CONSTRAINT overdraft_charges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT overdraft_charges_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE overdraft_quarters (
  first_day date NOT NULL,
  done_at timestamp with time zone NOT NULL,
  CONSTRAINT overdraft_quarters_pkey PRIMARY KEY (first_day)
);

CREATE TABLE parameters (
  name text NOT NULL,
  value bigint NOT NULL,
  meaning text NOT NULL,
  CONSTRAINT parameters_pkey PRIMARY KEY (name)
);

CREATE TABLE passkey_challenges (
  challenge_hash bytea NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  operation_hash text,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_check CHECK (((purpose = 'sign_in'::text) = (session_id IS NULL))),
  CONSTRAINT passkey_challenges_check1 CHECK (((purpose = 'confirm'::text) = (operation_hash IS NOT NULL))),
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'sign_in'::text, 'confirm'::text]))),
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE password_requests (
  id uuid NOT NULL,
  login text NOT NULL,
  address inet,
  asked_at timestamp with time zone NOT NULL,
  CONSTRAINT password_requests_pkey PRIMARY KEY (id),
  CONSTRAINT password_requests_login_check CHECK (((length(login) >= 1) AND (length(login) <= 64)))
);

CREATE TABLE password_tokens (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT password_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE payee_lookups (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  end_to_end_id text NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  channel text,
  reference text,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  answered_at timestamp with time zone,
  reason text,
  name text,
  payee_kind text,
  country text,
  member text,
  account_kind text,
  iban text,
  other text,
  alias text,
  city text,
  identity_system text,
  identity_number text,
  trade_register text,
  is_named boolean DEFAULT false NOT NULL,
  CONSTRAINT payee_lookups_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT payee_lookups_end_to_end_id_key UNIQUE (end_to_end_id),
  CONSTRAINT payee_lookups_account_kind_check CHECK ((account_kind = ANY (ARRAY['CACC'::text, 'SVGS'::text, 'TRAN'::text, 'TRAL'::text, 'LLSV'::text, 'VACC'::text, 'TAXE'::text]))),
  CONSTRAINT payee_lookups_alias_check CHECK (((length(alias) >= 1) AND (length(alias) <= 40))),
  CONSTRAINT payee_lookups_answered_say_when CHECK (((state = 'waiting'::text) = (answered_at IS NULL))),
  CONSTRAINT payee_lookups_channel_check CHECK ((channel = ANY (ARRAY['000'::text, '400'::text, '731'::text, '500'::text, '520'::text, '521'::text, '401'::text, '631'::text]))),
  CONSTRAINT payee_lookups_city_check CHECK (((length(city) >= 1) AND (length(city) <= 140))),
  CONSTRAINT payee_lookups_country_check CHECK ((country = ANY (ARRAY['SN'::text, 'ML'::text, 'CI'::text, 'BF'::text, 'NE'::text, 'TG'::text, 'BJ'::text, 'GW'::text]))),
  CONSTRAINT payee_lookups_end_to_end_id_check CHECK ((length(end_to_end_id) = 35)),
  CONSTRAINT payee_lookups_found_say_whom CHECK (((state = 'found'::text) = ((name IS NOT NULL) AND (payee_kind IS NOT NULL) AND (country IS NOT NULL) AND (member IS NOT NULL) AND (account_kind IS NOT NULL) AND (num_nonnulls(iban, other) = 1)))),
  CONSTRAINT payee_lookups_iban_check CHECK (((length(iban) >= 20) AND (length(iban) <= 34))),
  CONSTRAINT payee_lookups_identity_number_check CHECK (((length(identity_number) >= 1) AND (length(identity_number) <= 40))),
  CONSTRAINT payee_lookups_identity_system_check CHECK (((length(identity_system) >= 1) AND (length(identity_system) <= 10))),
  CONSTRAINT payee_lookups_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'address'::text, 'merchant'::text, 'account'::text]))),
  CONSTRAINT payee_lookups_name_check CHECK (((length(name) >= 1) AND (length(name) <= 140))),
  CONSTRAINT payee_lookups_other_check CHECK (((length(other) >= 1) AND (length(other) <= 40))),
  CONSTRAINT payee_lookups_payee_kind_check CHECK ((payee_kind = ANY (ARRAY['P'::text, 'C'::text, 'B'::text, 'G'::text]))),
  CONSTRAINT payee_lookups_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 10))),
  CONSTRAINT payee_lookups_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 35))),
  CONSTRAINT payee_lookups_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'found'::text, 'unknown'::text]))),
  CONSTRAINT payee_lookups_trade_register_check CHECK (((length(trade_register) >= 1) AND (length(trade_register) <= 40))),
  CONSTRAINT payee_lookups_value_check CHECK (((length(value) >= 1) AND (length(value) <= 40))),
  CONSTRAINT payee_lookups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payee_lookups_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);

CREATE TABLE payment_aliases (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  value text,
  creation_id text NOT NULL,
  state text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  refusal text,
  CONSTRAINT payment_aliases_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT payment_aliases_creation_id_key UNIQUE (creation_id),
  CONSTRAINT payment_aliases_creation_id_check CHECK (((length(creation_id) >= 1) AND (length(creation_id) <= 35))),
  CONSTRAINT payment_aliases_have_a_value CHECK (((value IS NOT NULL) OR ((kind = 'address'::text) AND (state = ANY (ARRAY['creating'::text, 'failed'::text, 'removed'::text]))))),
  CONSTRAINT payment_aliases_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'phone'::text, 'merchant'::text]))),
  CONSTRAINT payment_aliases_refusal_check CHECK (((length(refusal) >= 1) AND (length(refusal) <= 200))),
  CONSTRAINT payment_aliases_state_check CHECK ((state = ANY (ARRAY['creating'::text, 'active'::text, 'failed'::text, 'removing'::text, 'removed'::text]))),
  CONSTRAINT payment_aliases_value_check CHECK (((length(value) >= 2) AND (length(value) <= 64))),
  CONSTRAINT payment_aliases_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payment_aliases_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);

CREATE TABLE payment_requests (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  direction text NOT NULL,
  state text NOT NULL,
  end_to_end_id text NOT NULL,
  message_id text NOT NULL,
  identifier text NOT NULL,
  lookup_id uuid NOT NULL,
  amount amount NOT NULL,
  discount amount NOT NULL,
  may_change_amount boolean NOT NULL,
  label text NOT NULL,
  invoice text,
  act_until timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  answered_by uuid,
  answered_at timestamp with time zone,
  reason text,
  paid_amount amount,
  CONSTRAINT payment_requests_pkey PRIMARY KEY (id),
  CONSTRAINT payment_requests_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT payment_requests_answered_say_when CHECK (((state = ANY (ARRAY['paid'::text, 'refused'::text, 'failed'::text])) = (answered_at IS NOT NULL))),
  CONSTRAINT payment_requests_check CHECK ((((discount)::bigint >= 0) AND ((discount)::bigint < (amount)::bigint))),
  CONSTRAINT payment_requests_direction_check CHECK ((direction = ANY (ARRAY['sent'::text, 'received'::text]))),
  CONSTRAINT payment_requests_end_to_end_id_check CHECK ((length(end_to_end_id) = 35)),
  CONSTRAINT payment_requests_identifier_check CHECK (((length(identifier) >= 1) AND (length(identifier) <= 35))),
  CONSTRAINT payment_requests_invoice_check CHECK (((length(invoice) >= 1) AND (length(invoice) <= 35))),
  CONSTRAINT payment_requests_label_check CHECK (((length(label) >= 1) AND (length(label) <= 140))),
  CONSTRAINT payment_requests_only_paid_have_amounts CHECK (((paid_amount IS NULL) OR ((state = 'paid'::text) AND ((paid_amount)::bigint > 0)))) NOT VALID,
  CONSTRAINT payment_requests_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 10))),
  CONSTRAINT payment_requests_refused_say_why CHECK (((state = ANY (ARRAY['refused'::text, 'failed'::text])) = (reason IS NOT NULL))),
  CONSTRAINT payment_requests_sent_say_who CHECK (((direction = 'sent'::text) = (created_by IS NOT NULL))),
  CONSTRAINT payment_requests_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'open'::text, 'paid'::text, 'refused'::text, 'failed'::text]))),
  CONSTRAINT payment_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payment_requests_account_id_lookup_id_fkey FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups(account_id, id),
  CONSTRAINT payment_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  CONSTRAINT payment_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);

CREATE TABLE payment_returns (
  id uuid NOT NULL,
  network text NOT NULL,
  message_id text NOT NULL,
  receiver_bic text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  written_at timestamp with time zone,
  CONSTRAINT payment_returns_pkey PRIMARY KEY (id),
  CONSTRAINT payment_returns_message_id_key UNIQUE (message_id),
  CONSTRAINT payment_returns_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 35))),
  CONSTRAINT payment_returns_network_check CHECK ((network = ANY (ARRAY['sica'::text, 'star'::text, 'swift'::text])))
);

CREATE TABLE payment_signatures (
  account_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  version integer NOT NULL,
  user_id uuid NOT NULL,
  signing_group text,
  signed_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_signatures_pkey PRIMARY KEY (account_id, payment_id, version, user_id),
  CONSTRAINT payment_signatures_signing_group_check CHECK ((signing_group = ANY (ARRAY['A'::text, 'B'::text]))),
  CONSTRAINT payment_signatures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payment_signatures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE pending_sign_ins (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  address inet,
  user_agent text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  link_hash bytea,
  allowed_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (token_hash),
  CONSTRAINT pending_sign_ins_link_hash_key UNIQUE (link_hash),
  CONSTRAINT pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE phone_codes (
  user_id uuid NOT NULL,
  phone text NOT NULL,
  salt bytea NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  CONSTRAINT phone_codes_pkey PRIMARY KEY (user_id),
  CONSTRAINT phone_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT phone_codes_phone_check CHECK (((length(phone) >= 8) AND (length(phone) <= 20))),
  CONSTRAINT phone_codes_salt_check CHECK ((length(salt) = 16)),
  CONSTRAINT phone_codes_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  CONSTRAINT phone_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE prepaid_cards (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  ledger_account_id uuid NOT NULL,
  last_digits text NOT NULL,
  number_digest bytea NOT NULL,
  holder text NOT NULL,
  label text,
  expires_on date NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  registered_by uuid,
  CONSTRAINT prepaid_cards_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT prepaid_cards_ledger_account_id_key UNIQUE (ledger_account_id),
  CONSTRAINT prepaid_cards_number_digest_key UNIQUE (number_digest),
  CONSTRAINT prepaid_cards_expires_on_check CHECK ((expires_on = ((date_trunc('month'::text, (expires_on)::timestamp with time zone) + '1 mon -1 days'::interval))::date)),
  CONSTRAINT prepaid_cards_holder_check CHECK (((length(holder) >= 1) AND (length(holder) <= 60))),
  CONSTRAINT prepaid_cards_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  CONSTRAINT prepaid_cards_last_digits_check CHECK ((last_digits ~ '^[0-9]{4}$'::text)),
  CONSTRAINT prepaid_cards_number_digest_check CHECK ((length(number_digest) = 32)),
  CONSTRAINT prepaid_cards_status_check CHECK ((status = ANY (ARRAY['active'::text, 'blocked'::text, 'opposed'::text]))),
  CONSTRAINT prepaid_cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT prepaid_cards_ledger_account_id_fkey FOREIGN KEY (ledger_account_id) REFERENCES ledger_accounts(id),
  CONSTRAINT prepaid_cards_registered_by_fkey FOREIGN KEY (registered_by) REFERENCES users(id)
);

CREATE TABLE push_devices (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id uuid,
  endpoint text NOT NULL,
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  user_agent text,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT push_devices_pkey PRIMARY KEY (id),
  CONSTRAINT push_devices_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_devices_have_an_address CHECK (((endpoint ~~ 'https://%'::text) AND (length(endpoint) <= 1024))),
  CONSTRAINT push_devices_have_whole_keys CHECK (((octet_length(p256dh) = 65) AND (octet_length(auth) = 16))),
  CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL,
  CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE push_keys (
  private_jwk jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL
);

CREATE TABLE push_messages (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  device_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  kind text NOT NULL,
  is_security boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  next_try_at timestamp with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  error text,
  CONSTRAINT push_messages_pkey PRIMARY KEY (id),
  CONSTRAINT push_messages_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_devices(id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  "position" smallint NOT NULL,
  code_hash text NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, "position"),
  CONSTRAINT recovery_codes_position_check CHECK ((("position" >= 0) AND ("position" <= 9))),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE recurring_topups (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  amount amount NOT NULL,
  recurrence text NOT NULL,
  start_date date NOT NULL,
  end_date date,
  next_occurrence integer NOT NULL,
  next_date date NOT NULL,
  run_at timestamp with time zone,
  tries integer DEFAULT 0 NOT NULL,
  status text NOT NULL,
  reason text,
  version integer DEFAULT 1 NOT NULL,
  signing_rule text NOT NULL,
  signatures_needed integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  edited_by uuid,
  waits_since timestamp with time zone,
  CONSTRAINT recurring_topups_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT recurring_topups_amount_check CHECK ((((amount)::bigint >= 1) AND ((amount)::bigint <= 2000000))),
  CONSTRAINT recurring_topups_check CHECK ((end_date >= start_date)),
  CONSTRAINT recurring_topups_check1 CHECK ((signatures_needed =
CASE signing_rule
    WHEN 'none'::text THEN 0
    WHEN 'one'::text THEN 1
    ELSE 2
END)),
  CONSTRAINT recurring_topups_next_occurrence_check CHECK ((next_occurrence >= 0)),
  CONSTRAINT recurring_topups_recurrence_check CHECK ((recurrence = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'biannual'::text, 'yearly'::text]))),
  CONSTRAINT recurring_topups_run_while_active CHECK (((status = 'active'::text) = (run_at IS NOT NULL))),
  CONSTRAINT recurring_topups_signing_rule_check CHECK ((signing_rule = ANY (ARRAY['none'::text, 'one'::text, 'two'::text, 'a_and_b'::text]))),
  CONSTRAINT recurring_topups_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'paused'::text, 'refused'::text, 'ended'::text, 'deleted'::text]))),
  CONSTRAINT recurring_topups_waiting_say_since_when CHECK (((status <> 'pending'::text) OR (waits_since IS NOT NULL))),
  CONSTRAINT recurring_topups_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES prepaid_cards(account_id, id),
  CONSTRAINT recurring_topups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT recurring_topups_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT recurring_topups_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id)
);

CREATE TABLE request_documents (
  request_id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  size integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT request_documents_pkey PRIMARY KEY (request_id),
  CONSTRAINT request_documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  CONSTRAINT request_documents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  CONSTRAINT request_documents_say_their_size CHECK ((length(content) = size)),
  CONSTRAINT request_documents_size_check CHECK (((size >= 1) AND (size <= 5242880))),
  CONSTRAINT request_documents_request_id_fkey FOREIGN KEY (request_id) REFERENCES payment_requests(id)
);

CREATE TABLE request_files (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  content_hash bytea NOT NULL,
  file_name text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT request_files_pkey PRIMARY KEY (id),
  CONSTRAINT request_files_are_sent_once UNIQUE (account_id, content_hash),
  CONSTRAINT request_files_content_hash_check CHECK ((length(content_hash) = 32)),
  CONSTRAINT request_files_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  CONSTRAINT request_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT request_files_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);

CREATE TABLE request_limits (
  subject text NOT NULL,
  times integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT request_limits_pkey PRIMARY KEY (subject),
  CONSTRAINT request_limits_subject_check CHECK ((length(subject) <= 128)),
  CONSTRAINT request_limits_times_check CHECK ((times > 0))
);

CREATE TABLE request_lines (
  file_id uuid NOT NULL,
  line integer NOT NULL,
  account_id uuid NOT NULL,
  lookup_id uuid NOT NULL,
  amount amount NOT NULL,
  label text NOT NULL,
  invoice text,
  act_until timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  request_id uuid,
  CONSTRAINT request_lines_pkey PRIMARY KEY (file_id, line),
  CONSTRAINT request_lines_request_id_key UNIQUE (request_id),
  CONSTRAINT request_lines_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT request_lines_invoice_check CHECK (((length(invoice) >= 1) AND (length(invoice) <= 35))),
  CONSTRAINT request_lines_label_check CHECK (((length(label) >= 1) AND (length(label) <= 140))),
  CONSTRAINT request_lines_line_check CHECK ((line > 1)),
  CONSTRAINT request_lines_sent_name_their_request CHECK (((state = 'sent'::text) = (request_id IS NOT NULL))),
  CONSTRAINT request_lines_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'unknown'::text]))),
  CONSTRAINT request_lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT request_lines_account_id_lookup_id_fkey FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups(account_id, id),
  CONSTRAINT request_lines_file_id_fkey FOREIGN KEY (file_id) REFERENCES request_files(id),
  CONSTRAINT request_lines_request_id_fkey FOREIGN KEY (request_id) REFERENCES payment_requests(id)
);

CREATE TABLE return_acceptances (
  request_id uuid NOT NULL,
  version integer NOT NULL,
  account_id uuid NOT NULL,
  signing_rule text NOT NULL,
  signatures_needed smallint NOT NULL,
  state text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  CONSTRAINT return_acceptances_pkey PRIMARY KEY (request_id, version),
  CONSTRAINT return_acceptances_decided_say_by_whom CHECK ((((state = 'pending'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  CONSTRAINT return_acceptances_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT return_acceptances_refused_say_why CHECK (((state = 'refused'::text) = (reason IS NOT NULL))),
  CONSTRAINT return_acceptances_signatures_needed_check CHECK (((signatures_needed >= 1) AND (signatures_needed <= 2))),
  CONSTRAINT return_acceptances_signing_rule_check CHECK ((signing_rule = ANY (ARRAY['one'::text, 'two'::text, 'a_and_b'::text]))),
  CONSTRAINT return_acceptances_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text, 'refused'::text, 'withdrawn'::text]))),
  CONSTRAINT return_acceptances_version_check CHECK ((version > 0)),
  CONSTRAINT return_acceptances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT return_acceptances_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT return_acceptances_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT return_acceptances_request_id_fkey FOREIGN KEY (request_id) REFERENCES return_requests(id)
);

CREATE TABLE return_requests (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  direction text NOT NULL,
  state text NOT NULL,
  end_to_end_id text NOT NULL,
  message_id text NOT NULL,
  reason text NOT NULL,
  refusal text,
  payment_id uuid,
  incoming_id uuid,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  answered_by uuid,
  answered_at timestamp with time zone,
  CONSTRAINT return_requests_pkey PRIMARY KEY (id),
  CONSTRAINT return_requests_message_id_key UNIQUE (message_id),
  CONSTRAINT return_requests_once_for_a_payment UNIQUE (direction, end_to_end_id),
  CONSTRAINT return_requests_answered_say_when CHECK (((state = 'open'::text) = (answered_at IS NULL))),
  CONSTRAINT return_requests_direction_check CHECK ((direction = ANY (ARRAY['sent'::text, 'received'::text]))),
  CONSTRAINT return_requests_end_to_end_id_check CHECK ((length(end_to_end_id) = 35)),
  CONSTRAINT return_requests_name_their_payment CHECK ((((direction = 'sent'::text) = (payment_id IS NOT NULL)) AND ((direction = 'received'::text) = (incoming_id IS NOT NULL)))),
  CONSTRAINT return_requests_reason_check CHECK ((reason = ANY (ARRAY['DUPL'::text, 'AC03'::text, 'AM09'::text, 'SVNR'::text, 'FRAD'::text]))),
  CONSTRAINT return_requests_refusal_check CHECK (((length(refusal) >= 1) AND (length(refusal) <= 10))),
  CONSTRAINT return_requests_refused_say_why CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  CONSTRAINT return_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'returned'::text, 'refused'::text]))),
  CONSTRAINT return_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT return_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  CONSTRAINT return_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT return_requests_incoming_id_fkey FOREIGN KEY (incoming_id) REFERENCES incoming_payments(id),
  CONSTRAINT return_requests_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES outgoing_payments(id)
);

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  cookie_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_active_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  address inet,
  user_agent text,
  device_id uuid,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_cookie_hash_key UNIQUE (cookie_hash),
  CONSTRAINT sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE SET NULL,
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE sign_in_attempts (
  login text NOT NULL,
  failures integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  locked_until timestamp with time zone,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (login),
  CONSTRAINT sign_in_attempts_login_check CHECK ((length(login) <= 64))
);

CREATE TABLE signature_reminders (
  user_id uuid NOT NULL,
  day date NOT NULL,
  CONSTRAINT signature_reminders_pkey PRIMARY KEY (user_id, day),
  CONSTRAINT signature_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE signing_groups (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  signing_group text NOT NULL,
  CONSTRAINT signing_groups_pkey PRIMARY KEY (account_id, user_id),
  CONSTRAINT signing_groups_signing_group_check CHECK ((signing_group = ANY (ARRAY['A'::text, 'B'::text]))),
  CONSTRAINT signing_groups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT signing_groups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE signing_keys (
  kid text NOT NULL,
  private_jwk jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (kid)
);

CREATE TABLE signing_rule_changes (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  version integer NOT NULL,
  rules jsonb NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  effective_at timestamp with time zone,
  CONSTRAINT signing_rule_changes_pkey PRIMARY KEY (id),
  CONSTRAINT signing_rule_changes_known_state CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'replaced'::text, 'applied'::text, 'stopped'::text]))),
  CONSTRAINT signing_rule_changes_need_two CHECK (((state <> 'accepted'::text) OR (decided_by <> asked_by))),
  CONSTRAINT signing_rule_changes_say_who CHECK ((((state = 'waiting'::text) = (decided_at IS NULL)) AND ((state = ANY (ARRAY['waiting'::text, 'applied'::text, 'stopped'::text])) = (decided_by IS NULL)))),
  CONSTRAINT signing_rule_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT signing_rule_changes_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  CONSTRAINT signing_rule_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id)
);

CREATE TABLE signing_rules (
  account_id uuid NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT signing_rules_pkey PRIMARY KEY (account_id),
  CONSTRAINT signing_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE signing_tiers (
  account_id uuid NOT NULL,
  kind text NOT NULL,
  up_to amount,
  rule text NOT NULL,
  CONSTRAINT signing_tiers_account_id_kind_up_to_key UNIQUE NULLS NOT DISTINCT (account_id, kind, up_to),
  CONSTRAINT signing_tiers_kind_check CHECK ((kind = ANY (ARRAY['own'::text, 'single'::text, 'batch'::text]))),
  CONSTRAINT signing_tiers_rule_check CHECK ((rule = ANY (ARRAY['none'::text, 'one'::text, 'two'::text, 'a_and_b'::text]))),
  CONSTRAINT signing_tiers_up_to_check CHECK (((up_to)::bigint > 0)),
  CONSTRAINT signing_tiers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE statement_months (
  first_day date NOT NULL,
  done_at timestamp with time zone NOT NULL,
  CONSTRAINT statement_months_pkey PRIMARY KEY (first_day)
);

CREATE TABLE statements (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  available_on date NOT NULL,
  holder text NOT NULL,
  overdraft amount NOT NULL,
  seq_before bigint NOT NULL,
  last_seq bigint NOT NULL,
  opening amount NOT NULL,
  credits amount NOT NULL,
  debits amount NOT NULL,
  closing amount NOT NULL,
  previous_last_day date,
  made_at timestamp with time zone NOT NULL,
  holder_address text,
  CONSTRAINT statements_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT statements_account_id_number_key UNIQUE (account_id, number),
  CONSTRAINT statements_are_one_a_month UNIQUE (account_id, first_day),
  CONSTRAINT statements_end_in UNIQUE (account_id, last_day, last_seq, closing),
  CONSTRAINT statements_add_up CHECK (((((opening)::bigint + (credits)::bigint) - (debits)::bigint) = (closing)::bigint)),
  CONSTRAINT statements_are_of_a_whole_month CHECK (((EXTRACT(day FROM first_day) = (1)::numeric) AND (last_day = (((first_day + '1 mon'::interval))::date - 1)) AND (available_on > last_day))),
  CONSTRAINT statements_begin_with_nothing CHECK (((previous_last_day = (first_day - 1)) OR ((previous_last_day IS NULL) AND (seq_before = 0) AND ((opening)::bigint = 0)))),
  CONSTRAINT statements_credits_check CHECK (((credits)::bigint >= 0)),
  CONSTRAINT statements_debits_check CHECK (((debits)::bigint >= 0)),
  CONSTRAINT statements_number_check CHECK ((number ~ '^[0-9]{12}-[0-9]{4}-[0-9]{3}$'::text)),
  CONSTRAINT statements_overdraft_check CHECK (((overdraft)::bigint >= 0)),
  CONSTRAINT statements_run_forward CHECK ((last_seq >= seq_before)),
  CONSTRAINT statements_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT statements_go_on_from_the_one_before FOREIGN KEY (account_id, previous_last_day, seq_before, opening) REFERENCES statements(account_id, last_day, last_seq, closing)
);

CREATE TABLE till_payments (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  reference text NOT NULL,
  alias text NOT NULL,
  amount amount NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  end_to_end_id text,
  CONSTRAINT till_payments_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT till_payments_account_id_reference_key UNIQUE (account_id, reference),
  CONSTRAINT till_payments_end_to_end_id_key UNIQUE (end_to_end_id),
  CONSTRAINT till_payments_alias_check CHECK (((length(alias) >= 2) AND (length(alias) <= 64))),
  CONSTRAINT till_payments_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT till_payments_paid_name_the_payment CHECK (((state = 'paid'::text) = (end_to_end_id IS NOT NULL))),
  CONSTRAINT till_payments_reference_check CHECK ((reference ~ '^[A-Z0-9]{4,25}$'::text)),
  CONSTRAINT till_payments_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'paid'::text, 'cancelled'::text]))),
  CONSTRAINT till_payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT till_payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT till_payments_end_to_end_id_fkey FOREIGN KEY (end_to_end_id) REFERENCES instant_receipts(end_to_end_id)
);

CREATE TABLE transfer_batch_lines (
  account_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  id uuid NOT NULL,
  line integer NOT NULL,
  beneficiary_id uuid,
  name text NOT NULL,
  iban text NOT NULL,
  amount amount NOT NULL,
  fees amount NOT NULL,
  tax amount NOT NULL,
  label text NOT NULL,
  rail text NOT NULL,
  network text NOT NULL,
  is_own boolean NOT NULL,
  execution_date date,
  phone text,
  email text,
  reference text,
  is_refused boolean DEFAULT false NOT NULL,
  reason text,
  reason_code text,
  block text,
  retry_of uuid,
  is_failure_notified boolean DEFAULT false NOT NULL,
  bic text,
  purpose text,
  country text,
  own_account_id uuid,
  instruction_id text,
  category_purpose text,
  instructed_amount bigint,
  instructed_currency text,
  credit_amount bigint,
  credit_currency text,
  exchange_rate numeric(18,8),
  rate_until timestamp with time zone,
  exchange_commission bigint,
  charges text,
  lookup_id uuid,
  CONSTRAINT transfer_batch_lines_pkey PRIMARY KEY (account_id, batch_id, id),
  CONSTRAINT transfer_batch_lines_are_ordered_once UNIQUE (account_id, id),
  CONSTRAINT transfer_batch_lines_abroad_say_why CHECK (((rail <> 'international'::text) OR (purpose IS NOT NULL))),
  CONSTRAINT transfer_batch_lines_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT transfer_batch_lines_block_check CHECK (((length(block) >= 1) AND (length(block) <= 35))),
  CONSTRAINT transfer_batch_lines_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT transfer_batch_lines_fees_check CHECK (((fees)::bigint >= 0)),
  CONSTRAINT transfer_batch_lines_known_network CHECK ((network = ANY (ARRAY['book'::text, 'instant'::text, 'sica'::text, 'star'::text, 'swift'::text]))),
  CONSTRAINT transfer_batch_lines_label_check CHECK (((length(label) >= 1) AND (length(label) <= 140))),
  CONSTRAINT transfer_batch_lines_name_check CHECK (((length(name) >= 1) AND (length(name) <= 140))),
  CONSTRAINT transfer_batch_lines_name_one_payee CHECK ((num_nonnulls(beneficiary_id, own_account_id) <= 1)),
  CONSTRAINT transfer_batch_lines_purpose_check CHECK ((purpose = ANY (ARRAY['goods'::text, 'services'::text, 'studies'::text, 'health'::text, 'family'::text, 'other'::text]))),
  CONSTRAINT transfer_batch_lines_rail_check CHECK ((rail = ANY (ARRAY['internal'::text, 'local'::text, 'international'::text]))),
  CONSTRAINT transfer_batch_lines_reason_code_check CHECK ((reason_code = 'payee_changed'::text)),
  CONSTRAINT transfer_batch_lines_refused_say_why CHECK ((is_refused = ((reason IS NOT NULL) OR (reason_code IS NOT NULL)))),
  CONSTRAINT transfer_batch_lines_tax_check CHECK (((tax)::bigint >= 0)),
  CONSTRAINT transfer_batch_lines_to_own_accounts_are_own CHECK (((own_account_id IS NULL) OR (is_own AND (own_account_id <> account_id) AND (network = 'book'::text)))),
  CONSTRAINT transfer_batch_lines_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES transfer_batches(account_id, id),
  CONSTRAINT transfer_batch_lines_lookup FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups(account_id, id),
  CONSTRAINT transfer_batch_lines_own_account_id_fkey FOREIGN KEY (own_account_id) REFERENCES accounts(id)
);

CREATE TABLE transfer_batch_signatures (
  account_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  user_id uuid NOT NULL,
  signing_group text,
  signed_at timestamp with time zone NOT NULL,
  CONSTRAINT transfer_batch_signatures_pkey PRIMARY KEY (account_id, batch_id, user_id),
  CONSTRAINT transfer_batch_signatures_signing_group_check CHECK ((signing_group = ANY (ARRAY['A'::text, 'B'::text]))),
  CONSTRAINT transfer_batch_signatures_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES transfer_batches(account_id, id),
  CONSTRAINT transfer_batch_signatures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE transfer_batches (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  reference text NOT NULL,
  file_name text NOT NULL,
  content_hash bytea NOT NULL,
  state text NOT NULL,
  line_count integer NOT NULL,
  amount amount NOT NULL,
  fees amount NOT NULL,
  tax amount NOT NULL,
  currency text NOT NULL,
  execution_date date NOT NULL,
  signing_rule text NOT NULL,
  signatures_needed smallint NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  validated_at timestamp with time zone,
  reason text,
  reason_code text,
  message_id text,
  message_name text,
  retry_of uuid,
  single_entry boolean DEFAULT false NOT NULL,
  posting_id uuid,
  booked amount,
  settled_at timestamp with time zone,
  is_confidential boolean DEFAULT false NOT NULL,
  left_out jsonb,
  import_id uuid,
  left_out_count integer DEFAULT 0 NOT NULL,
  saves_payees boolean DEFAULT false NOT NULL,
  message_lines integer,
  CONSTRAINT transfer_batches_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT transfer_batches_account_id_reference_key UNIQUE (account_id, reference),
  CONSTRAINT transfer_batches_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT transfer_batches_booked_check CHECK (((booked)::bigint > 0)),
  CONSTRAINT transfer_batches_booked_once CHECK ((((posting_id IS NULL) = (booked IS NULL)) AND ((booked IS NULL) OR single_entry))),
  CONSTRAINT transfer_batches_confidential_in_one_entry CHECK ((single_entry OR (NOT is_confidential))),
  CONSTRAINT transfer_batches_fees_check CHECK (((fees)::bigint >= 0)),
  CONSTRAINT transfer_batches_left_out_count_check CHECK ((left_out_count >= 0)),
  CONSTRAINT transfer_batches_line_count_check CHECK ((line_count > 0)),
  CONSTRAINT transfer_batches_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 35))),
  CONSTRAINT transfer_batches_message_name_check CHECK ((message_name = ANY (ARRAY['pain.001.001.03'::text, 'pain.001.001.09'::text]))),
  CONSTRAINT transfer_batches_messages_are_named CHECK (((message_id IS NULL) = (message_name IS NULL))),
  CONSTRAINT transfer_batches_reason_code_check CHECK ((reason_code = ANY (ARRAY['expired'::text, 'payee_changed'::text]))),
  CONSTRAINT transfer_batches_refused_say_why CHECK (((state = 'refused'::text) = ((reason IS NOT NULL) OR (reason_code IS NOT NULL)))),
  CONSTRAINT transfer_batches_settled_after_booking CHECK (((settled_at IS NULL) OR (posting_id IS NOT NULL))),
  CONSTRAINT transfer_batches_signed_by_rule CHECK ((signatures_needed =
CASE signing_rule
    WHEN 'none'::text THEN 0
    WHEN 'one'::text THEN 1
    ELSE 2
END)),
  CONSTRAINT transfer_batches_signing_rule_check CHECK ((signing_rule = ANY (ARRAY['none'::text, 'one'::text, 'two'::text, 'a_and_b'::text]))),
  CONSTRAINT transfer_batches_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'validated'::text, 'refused'::text, 'cancelled'::text]))),
  CONSTRAINT transfer_batches_tax_check CHECK (((tax)::bigint >= 0)),
  CONSTRAINT transfer_batches_validated_say_when CHECK (((validated_at IS NOT NULL) = (state = 'validated'::text))),
  CONSTRAINT transfer_batches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT transfer_batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT transfer_batches_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id),
  CONSTRAINT transfer_batches_retry_one FOREIGN KEY (account_id, retry_of) REFERENCES transfer_batches(account_id, id)
);

CREATE TABLE transfer_documents (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  size integer NOT NULL,
  content bytea NOT NULL,
  added_at timestamp with time zone NOT NULL,
  place smallint NOT NULL,
  added_by uuid NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT transfer_documents_pkey PRIMARY KEY (id),
  CONSTRAINT transfer_documents_kind_check CHECK ((kind = ANY (ARRAY['document'::text, 'international'::text]))),
  CONSTRAINT transfer_documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  CONSTRAINT transfer_documents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  CONSTRAINT transfer_documents_say_their_size CHECK ((length(content) = size)),
  CONSTRAINT transfer_documents_size_check CHECK (((size >= 1) AND (size <= 5242880))),
  CONSTRAINT transfer_documents_account_id_transfer_id_fkey FOREIGN KEY (account_id, transfer_id) REFERENCES transfers(account_id, id),
  CONSTRAINT transfer_documents_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id)
);

CREATE TABLE transfer_import_lines (
  account_id uuid NOT NULL,
  import_id uuid NOT NULL,
  id uuid NOT NULL,
  line integer NOT NULL,
  is_skipped boolean DEFAULT false NOT NULL,
  name text NOT NULL,
  iban text NOT NULL,
  amount text NOT NULL,
  label text NOT NULL,
  bic text NOT NULL,
  execution_date text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  reference text NOT NULL,
  block text,
  acknowledged text,
  purpose text DEFAULT ''::text NOT NULL,
  instruction_id text,
  category_purpose text,
  currency text DEFAULT ''::text NOT NULL,
  CONSTRAINT transfer_import_lines_pkey PRIMARY KEY (account_id, import_id, id),
  CONSTRAINT transfer_import_lines_block_check CHECK (((length(block) >= 1) AND (length(block) <= 35))),
  CONSTRAINT transfer_import_lines_line_check CHECK ((line > 0)),
  CONSTRAINT transfer_import_lines_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES transfer_imports(account_id, id) ON DELETE CASCADE
);

CREATE TABLE transfer_imports (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  file_name text NOT NULL,
  content_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  message_id text,
  message_name text,
  message_lines integer,
  instant_chosen_at timestamp with time zone,
  single_entry boolean,
  is_confidential boolean,
  save_payees boolean,
  CONSTRAINT transfer_imports_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT transfer_imports_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  CONSTRAINT transfer_imports_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 35))),
  CONSTRAINT transfer_imports_message_name_check CHECK ((message_name = ANY (ARRAY['pain.001.001.03'::text, 'pain.001.001.09'::text]))),
  CONSTRAINT transfer_imports_messages_are_named CHECK (((message_id IS NULL) = (message_name IS NULL))),
  CONSTRAINT transfer_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT transfer_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE transfer_limits (
  account_id uuid NOT NULL,
  user_id uuid,
  purpose text NOT NULL,
  period text NOT NULL,
  amount amount NOT NULL,
  CONSTRAINT transfer_limits_account_id_user_id_purpose_period_key UNIQUE NULLS NOT DISTINCT (account_id, user_id, purpose, period),
  CONSTRAINT transfer_limits_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT transfer_limits_on_signing_are_personal CHECK (((purpose = 'create'::text) OR (user_id IS NOT NULL))),
  CONSTRAINT transfer_limits_period_check CHECK ((period = ANY (ARRAY['operation'::text, 'day'::text, 'week'::text, 'month'::text, 'beneficiary'::text]))),
  CONSTRAINT transfer_limits_purpose_check CHECK ((purpose = ANY (ARRAY['create'::text, 'validate'::text]))),
  CONSTRAINT transfer_limits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT transfer_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE transfer_occurrences (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  nominal_date date NOT NULL,
  outcome text NOT NULL,
  posting_id uuid,
  at timestamp with time zone NOT NULL,
  amount amount NOT NULL,
  fees amount NOT NULL,
  tax amount NOT NULL,
  beneficiary_iban text NOT NULL,
  credit_amount bigint,
  CONSTRAINT transfer_occurrences_pkey PRIMARY KEY (account_id, transfer_id, nominal_date),
  CONSTRAINT transfer_occurrences_posting_id_key UNIQUE (posting_id),
  CONSTRAINT transfer_occurrences_executed_moved_money CHECK (((outcome = 'executed'::text) = (posting_id IS NOT NULL))),
  CONSTRAINT transfer_occurrences_outcome_check CHECK ((outcome = ANY (ARRAY['executed'::text, 'rejected'::text, 'skipped'::text]))),
  CONSTRAINT transfer_occurrences_account_id_transfer_id_fkey FOREIGN KEY (account_id, transfer_id) REFERENCES transfers(account_id, id),
  CONSTRAINT transfer_occurrences_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE transfer_proofs (
  code text NOT NULL,
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT transfer_proofs_pkey PRIMARY KEY (code),
  CONSTRAINT transfer_proofs_account_id_transfer_id_key UNIQUE (account_id, transfer_id),
  CONSTRAINT transfer_proofs_code_check CHECK ((code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text)),
  CONSTRAINT transfer_proofs_account_id_transfer_id_fkey FOREIGN KEY (account_id, transfer_id) REFERENCES transfers(account_id, id)
);

CREATE TABLE transfer_signatures (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  version integer NOT NULL,
  user_id uuid NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  signing_group text,
  CONSTRAINT transfer_signatures_pkey PRIMARY KEY (account_id, transfer_id, version, user_id),
  CONSTRAINT transfer_signatures_signing_group_check CHECK ((signing_group = ANY (ARRAY['A'::text, 'B'::text]))),
  CONSTRAINT transfer_signatures_account_id_transfer_id_fkey FOREIGN KEY (account_id, transfer_id) REFERENCES transfers(account_id, id),
  CONSTRAINT transfer_signatures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE transfers (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  rail text NOT NULL,
  beneficiary_id uuid,
  beneficiary_name text NOT NULL,
  beneficiary_iban text NOT NULL,
  amount amount NOT NULL,
  fees amount NOT NULL,
  tax amount NOT NULL,
  currency text NOT NULL,
  label text NOT NULL,
  comment text,
  reference text NOT NULL,
  validation_status text NOT NULL,
  execution_status text NOT NULL,
  signatures_needed smallint NOT NULL,
  execution_date date NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  executed_at timestamp with time zone,
  posting_id uuid,
  reason text,
  network text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  edited_by uuid,
  validated_at timestamp with time zone,
  run_at timestamp with time zone,
  tries smallint DEFAULT 0 NOT NULL,
  periodicity text,
  start_date date,
  end_date date,
  next_occurrence integer,
  reason_code text,
  purpose text,
  domiciliation text,
  signing_rule text DEFAULT 'none'::text NOT NULL,
  is_own boolean DEFAULT false NOT NULL,
  edited_at timestamp with time zone,
  batch_id uuid,
  is_confidential boolean DEFAULT false NOT NULL,
  own_account_id uuid,
  suspended text,
  instructed_amount bigint,
  instructed_currency text,
  credit_amount bigint,
  credit_currency text,
  exchange_rate numeric(18,8),
  rate_until timestamp with time zone,
  exchange_commission bigint,
  charges text,
  lookup_id uuid,
  CONSTRAINT transfers_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT transfers_account_id_reference_key UNIQUE (account_id, reference),
  CONSTRAINT transfers_posting_id_key UNIQUE (posting_id),
  CONSTRAINT transfers_amount_check CHECK (((amount)::bigint > 0)),
  CONSTRAINT transfers_charges_abroad CHECK (((charges IS NULL) OR ((network = 'swift'::text) AND (charges = ANY (ARRAY['OUR'::text, 'SHA'::text, 'BEN'::text]))))),
  CONSTRAINT transfers_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 255))),
  CONSTRAINT transfers_confidential_in_a_batch CHECK (((batch_id IS NOT NULL) OR (NOT is_confidential))),
  CONSTRAINT transfers_domiciliation_check CHECK (((length(domiciliation) >= 1) AND (length(domiciliation) <= 35))),
  CONSTRAINT transfers_edited_say_who CHECK (((edited_by IS NULL) = (edited_at IS NULL))),
  CONSTRAINT transfers_end_after_they_start CHECK ((end_date >= start_date)),
  CONSTRAINT transfers_exchanged_at_a_rate CHECK ((((credit_amount IS NULL) = (credit_currency IS NULL)) AND ((credit_amount IS NULL) = (exchange_rate IS NULL)) AND (credit_currency <> currency) AND (credit_amount > 0) AND (exchange_rate > (0)::numeric) AND (exchange_commission >= 0))),
  CONSTRAINT transfers_executed_are_validated CHECK (((execution_status <> ALL (ARRAY['executed'::text, 'returned'::text])) OR (validation_status = 'validated'::text))),
  CONSTRAINT transfers_executed_moved_money CHECK (((type = 'periodic'::text) OR ((execution_status = ANY (ARRAY['executed'::text, 'returned'::text])) = (posting_id IS NOT NULL)))),
  CONSTRAINT transfers_executed_say_when CHECK (((type = 'periodic'::text) OR ((execution_status = ANY (ARRAY['executed'::text, 'returned'::text])) = (executed_at IS NOT NULL)))),
  CONSTRAINT transfers_execution_status_check CHECK ((execution_status = ANY (ARRAY['scheduled'::text, 'executed'::text, 'rejected'::text, 'cancelled'::text, 'paused'::text, 'ended'::text, 'returned'::text]))),
  CONSTRAINT transfers_fees_check CHECK (((fees)::bigint >= 0)),
  CONSTRAINT transfers_have_one_payee CHECK (
CASE
    WHEN (lookup_id IS NULL) THEN ((num_nonnulls(beneficiary_id, own_account_id) = 1) AND (network <> 'instant'::text))
    ELSE (own_account_id IS NULL)
END),
  CONSTRAINT transfers_instructed_in_a_currency CHECK ((((instructed_amount IS NULL) = (instructed_currency IS NULL)) AND (instructed_amount > 0))),
  CONSTRAINT transfers_known_network CHECK ((network = ANY (ARRAY['book'::text, 'instant'::text, 'sica'::text, 'star'::text, 'swift'::text]))),
  CONSTRAINT transfers_known_reason CHECK ((reason_code = ANY (ARRAY['funds'::text, 'payee'::text, 'payer'::text, 'expired'::text, 'payee_changed'::text, 'payee_removed'::text, 'guarantee'::text]))),
  CONSTRAINT transfers_label_check CHECK (((length(label) >= 1) AND (length(label) <= 140))),
  CONSTRAINT transfers_next_occurrence_check CHECK ((next_occurrence >= 0)),
  CONSTRAINT transfers_only_periodic_pause_and_end CHECK (((type = 'periodic'::text) OR (execution_status <> ALL (ARRAY['paused'::text, 'ended'::text])))),
  CONSTRAINT transfers_periodic_have_dates CHECK ((((type = 'periodic'::text) = (periodicity IS NOT NULL)) AND ((type = 'periodic'::text) = (start_date IS NOT NULL)) AND ((type = 'periodic'::text) = (next_occurrence IS NOT NULL)) AND ((type = 'periodic'::text) OR (end_date IS NULL)) AND ((type <> 'periodic'::text) OR ((posting_id IS NULL) AND (execution_status <> ALL (ARRAY['executed'::text, 'returned'::text])))))),
  CONSTRAINT transfers_periodicity_check CHECK ((periodicity = ANY (ARRAY['weekly'::text, 'monthly'::text, 'quarterly'::text, 'biannual'::text, 'yearly'::text]))),
  CONSTRAINT transfers_purpose_check CHECK ((purpose = ANY (ARRAY['goods'::text, 'services'::text, 'studies'::text, 'health'::text, 'family'::text, 'other'::text]))),
  CONSTRAINT transfers_rail_check CHECK ((rail = ANY (ARRAY['internal'::text, 'local'::text, 'international'::text]))),
  CONSTRAINT transfers_run_when_signed CHECK (((run_at IS NOT NULL) = ((validation_status = 'validated'::text) AND (execution_status = 'scheduled'::text) AND (suspended IS NULL)))),
  CONSTRAINT transfers_signatures_needed_check CHECK (((signatures_needed >= 0) AND (signatures_needed <= 2))),
  CONSTRAINT transfers_signed_by_rule CHECK ((signatures_needed =
CASE signing_rule
    WHEN 'none'::text THEN 0
    WHEN 'one'::text THEN 1
    ELSE 2
END)),
  CONSTRAINT transfers_signing_rule_check CHECK ((signing_rule = ANY (ARRAY['none'::text, 'one'::text, 'two'::text, 'a_and_b'::text]))),
  CONSTRAINT transfers_suspended_are_open CHECK (((suspended IS NULL) OR (execution_status = ANY (ARRAY['scheduled'::text, 'paused'::text])))),
  CONSTRAINT transfers_suspended_check CHECK ((suspended = ANY (ARRAY['payee_change'::text, 'late'::text]))),
  CONSTRAINT transfers_tax_check CHECK (((tax)::bigint >= 0)),
  CONSTRAINT transfers_to_own_accounts_are_own CHECK (((own_account_id IS NULL) OR (is_own AND (own_account_id <> account_id) AND (network = 'book'::text)))),
  CONSTRAINT transfers_type_check CHECK ((type = ANY (ARRAY['direct'::text, 'delayed'::text, 'periodic'::text]))),
  CONSTRAINT transfers_undone_say_why CHECK ((((validation_status = 'refused'::text) OR (execution_status = 'rejected'::text)) <= ((reason IS NOT NULL) OR (reason_code IS NOT NULL)))),
  CONSTRAINT transfers_validated_say_when CHECK (((validated_at IS NOT NULL) = (validation_status = 'validated'::text))),
  CONSTRAINT transfers_validation_status_check CHECK ((validation_status = ANY (ARRAY['pending'::text, 'validated'::text, 'refused'::text]))),
  CONSTRAINT transfers_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES transfer_batches(account_id, id),
  CONSTRAINT transfers_account_id_beneficiary_id_fkey FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries(account_id, id),
  CONSTRAINT transfers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT transfers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT transfers_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  CONSTRAINT transfers_lookup FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups(account_id, id),
  CONSTRAINT transfers_own_account_id_fkey FOREIGN KEY (own_account_id) REFERENCES accounts(id),
  CONSTRAINT transfers_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES ledger_postings(id)
);

CREATE TABLE user_pictures (
  user_id uuid NOT NULL,
  content bytea NOT NULL,
  version uuid NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT user_pictures_pkey PRIMARY KEY (user_id),
  CONSTRAINT user_pictures_content_check CHECK ((length(content) <= 262144)),
  CONSTRAINT user_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE users (
  id uuid NOT NULL,
  login text NOT NULL,
  password_hash text,
  must_change_password boolean DEFAULT false NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text,
  lang text DEFAULT 'fr'::text NOT NULL,
  theme text DEFAULT 'system'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  factors text[] DEFAULT '{}'::text[] NOT NULL,
  factor_due_at timestamp with time zone,
  factors_reset_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_login_key UNIQUE (login),
  CONSTRAINT users_factors_check CHECK ((factors <@ ARRAY['passkey'::text, 'code'::text])),
  CONSTRAINT users_lang_check CHECK ((lang = ANY (ARRAY['fr'::text, 'en'::text]))),
  CONSTRAINT users_login_check CHECK ((login ~ '^[0-9]{8}$'::text)),
  CONSTRAINT users_theme_check CHECK ((theme = ANY (ARRAY['light'::text, 'dark'::text, 'system'::text])))
);

-- Partitions

CREATE TABLE audit_events_newest PARTITION OF audit_events FOR VALUES FROM (MINVALUE) TO (MAXVALUE);

CREATE TABLE audit_search_texts_newest PARTITION OF audit_search_texts FOR VALUES FROM (MINVALUE) TO (MAXVALUE);

CREATE TABLE ledger_entries_newest PARTITION OF ledger_entries FOR VALUES FROM (MINVALUE) TO (MAXVALUE);

-- Views

CREATE VIEW batch_details AS
 SELECT b.account_id,
    b.id,
    b.reference,
    b.file_name,
    b.state,
    b.line_count,
    (b.amount)::bigint AS amount,
    (b.fees)::bigint AS fees,
    (b.tax)::bigint AS tax,
    b.currency,
    b.execution_date,
    b.created_at,
    b.created_by,
    ((u.first_name || ' '::text) || u.last_name) AS author,
    b.version,
    b.signing_rule,
    b.signatures_needed,
    b.reason,
    b.reason_code,
    ( SELECT count(*) AS count
           FROM transfer_batch_signatures s
          WHERE ((s.account_id = b.account_id) AND (s.batch_id = b.id))) AS approvals,
    ( SELECT count(*) AS count
           FROM transfer_batch_lines l
          WHERE ((l.account_id = b.account_id) AND (l.batch_id = b.id) AND l.is_refused)) AS refused,
    ( SELECT count(*) AS count
           FROM transfers t
          WHERE ((t.account_id = b.account_id) AND (t.batch_id = b.id) AND (t.execution_status = 'executed'::text))) AS executed,
    ( SELECT count(*) AS count
           FROM transfers t
          WHERE ((t.account_id = b.account_id) AND (t.batch_id = b.id) AND (t.execution_status = ANY (ARRAY['rejected'::text, 'returned'::text, 'cancelled'::text])))) AS failed,
    b.message_id,
    b.retry_of,
    ( SELECT count(*) AS count
           FROM retryable_lines(b.account_id, b.id) retryable_lines(retryable_lines)) AS retryable,
    b.single_entry,
    b.is_confidential,
    COALESCE(( SELECT last.left_out_count
           FROM transfer_batches last
          WHERE ((last.account_id = b.account_id) AND (last.import_id = b.import_id))
          ORDER BY last.created_at DESC, last.left_out_count
         LIMIT 1), 0) AS left_out,
    ( SELECT count(*) AS count
           FROM transfer_import_lines l
          WHERE ((l.account_id = b.account_id) AND (l.import_id = b.import_id))) AS left_in_draft
   FROM (transfer_batches b
     JOIN users u ON ((u.id = b.created_by)));

CREATE VIEW instant_movements AS
 SELECT i.end_to_end_id,
    (- (o.amount)::bigint) AS amount,
    o.settled_at AS moved_at
   FROM (outgoing_payments o
     JOIN instant_payments i ON ((i.payment_id = o.id)))
  WHERE ((o.network = 'instant'::text) AND (o.settled_at IS NOT NULL))
UNION ALL
 SELECT i.end_to_end_id,
    (o.amount)::bigint AS amount,
    o.returned_at AS moved_at
   FROM (outgoing_payments o
     JOIN instant_payments i ON ((i.payment_id = o.id)))
  WHERE ((o.network = 'instant'::text) AND (o.returned_at IS NOT NULL) AND (o.settled_at IS NOT NULL))
UNION ALL
 SELECT instant_receipts.end_to_end_id,
    (instant_receipts.amount)::bigint AS amount,
    instant_receipts.received_at AS moved_at
   FROM instant_receipts
  WHERE (instant_receipts.incoming_id IS NOT NULL)
UNION ALL
 SELECT n.end_to_end_id,
    (- (r.amount)::bigint) AS amount,
    r.created_at AS moved_at
   FROM (instant_returns r
     JOIN instant_receipts n ON ((n.incoming_id = r.incoming_id)));

CREATE VIEW open_alerts AS
 SELECT a.user_id,
    a.id,
    a.kind,
    a.is_security,
    a.about,
    a.subject_id,
    a.account_id,
    c.label,
    c.number,
    c.currency,
        CASE
            WHEN ((NOT a.is_confidential) OR ('batch.confidential'::text = ANY (m.capabilities))) THEN (a.amount)::bigint
            ELSE NULL::bigint
        END AS amount,
        CASE
            WHEN ((NOT a.is_confidential) OR (a.about = 'batch'::text) OR ('batch.confidential'::text = ANY (m.capabilities))) THEN a.name
            ELSE NULL::text
        END AS name,
    a.balance_after,
    a.threshold,
    a.at,
    a.read_at,
    a.mail_at
   FROM ((alerts a
     LEFT JOIN memberships m ON (((m.user_id = a.user_id) AND (m.account_id = a.account_id))))
     LEFT JOIN accounts c ON ((c.id = a.account_id)))
  WHERE ((a.account_id IS NULL) OR ((COALESCE(a.right_needed, m.rights[1]) = ANY (m.rights)) AND ((a.capability_needed IS NULL) OR (a.capability_needed = ANY (m.capabilities)))));

CREATE VIEW operation_details AS
 SELECT e.account_id,
    e.id,
    e.seq,
    e.booking_date,
    NULL::text AS intraday_id,
    e.type,
    e.label,
    e.counterparty,
    e.reference,
    e.amount,
    e.currency,
    (EXTRACT(epoch FROM e.booking_date))::bigint AS execution_date,
    (floor(EXTRACT(epoch FROM e.posted_at)))::bigint AS executed_at,
    e.value_date,
    (e.vat_rate)::double precision AS vat_rate,
    e.vat_amount,
    COALESCE(( SELECT json_agg(json_build_object('id', c.id, 'label', c.label) ORDER BY c.label) AS json_agg
           FROM (operation_categories oc
             JOIN categories c ON (((c.customer_id = oc.customer_id) AND (c.id = oc.category_id))))
          WHERE ((oc.account_id = e.account_id) AND (oc.entry_id = e.id))), '[]'::json) AS categories,
    n.accounting,
    n.comment,
    ( SELECT count(*) AS count
           FROM operation_documents d
          WHERE ((d.account_id = e.account_id) AND (d.entry_id = e.id))) AS document_count,
    COALESCE(( SELECT t.id
           FROM transfers t
          WHERE ((t.posting_id = made.posting_id) AND (t.account_id = e.account_id))), ( SELECT o.transfer_id
           FROM transfer_occurrences o
          WHERE ((o.posting_id = made.posting_id) AND (o.account_id = e.account_id)))) AS transfer_id,
    e.balance_after
   FROM ((ledger_entries e
     CROSS JOIN LATERAL ( SELECT COALESCE(( SELECT p.reverses
                   FROM ledger_postings p
                  WHERE ((p.id = e.posting_id) AND (e.type = 'transfer_return'::text))), e.posting_id) AS posting_id) made)
     LEFT JOIN operation_notes n ON (((n.account_id = e.account_id) AND (n.entry_id = e.id))))
  WHERE (e.seq IS NOT NULL);

CREATE VIEW readable_request_documents AS
 SELECT q.account_id,
    q.request_id,
    d.name,
    d.media_type,
    d.size,
    d.content
   FROM (( SELECT payment_requests.account_id,
            payment_requests.id AS request_id,
            payment_requests.id AS sent_id
           FROM payment_requests
          WHERE (payment_requests.direction = 'sent'::text)
        UNION ALL
         SELECT requests_within_bank.received_by,
            requests_within_bank.received_id,
            requests_within_bank.sent_id
           FROM requests_within_bank) q
     JOIN request_documents d ON ((d.request_id = q.sent_id)));

CREATE VIEW requests_within_bank AS
 SELECT s.id AS sent_id,
    s.account_id AS sent_by,
    r.id AS received_id,
    r.account_id AS received_by,
    r.lookup_id
   FROM (((((payment_requests s
     JOIN payment_requests r ON (((r.end_to_end_id = s.end_to_end_id) AND (r.direction = 'received'::text) AND (r.identifier = s.identifier))))
     JOIN payee_lookups payer ON (((payer.account_id = s.account_id) AND (payer.id = s.lookup_id))))
     JOIN accounts asked ON (((asked.id = r.account_id) AND (asked.iban = payer.iban))))
     JOIN payee_lookups payee ON (((payee.account_id = r.account_id) AND (payee.id = r.lookup_id))))
     JOIN accounts requester ON (((requester.id = s.account_id) AND (requester.iban = payee.iban))))
  WHERE (s.direction = 'sent'::text);

CREATE VIEW transfer_details AS
 SELECT t.account_id,
    t.id,
    t.type,
    t.rail,
    t.network,
    t.beneficiary_id,
    t.beneficiary_name,
    t.beneficiary_iban,
    COALESCE(ours.name, participant.name, other.name) AS bank_name,
    t.amount,
    t.fees,
    t.tax,
    t.currency,
    t.label,
    t.comment,
    t.reference,
    t.validation_status,
    t.execution_status,
    t.execution_date,
    t.periodicity,
    t.start_date,
    t.end_date,
    t.next_occurrence,
    t.created_at,
    ((u.first_name || ' '::text) || u.last_name) AS author,
    t.created_by,
    t.edited_by,
    t.executed_at,
    t.reason,
    t.reason_code,
    t.purpose,
    t.domiciliation,
    t.version,
    t.signatures_needed,
    t.signing_rule,
    ( SELECT count(*) AS count
           FROM transfer_signatures s
          WHERE ((s.account_id = t.account_id) AND (s.transfer_id = t.id) AND (s.version = t.version))) AS approvals,
    t.own_account_id,
    t.suspended,
    ((t.execution_status = 'executed'::text) AND (t.network <> 'book'::text) AND (EXISTS ( SELECT
           FROM outgoing_payments i
          WHERE ((i.account_id = t.account_id) AND (i.transfer_id = t.id) AND (i.state = ANY (ARRAY['queued'::text, 'sent'::text])))))) AS is_on_its_way,
    t.instructed_amount,
    t.instructed_currency,
    t.credit_amount,
    t.credit_currency,
    t.exchange_rate,
    t.rate_until,
    t.exchange_commission,
    t.charges,
    t.lookup_id
   FROM (((((transfers t
     JOIN users u ON ((u.id = t.created_by)))
     LEFT JOIN bank ours ON ((t.rail = 'internal'::text)))
     LEFT JOIN payee_lookups payee ON (((payee.account_id = t.account_id) AND (payee.id = t.lookup_id))))
     LEFT JOIN instant_participants participant ON ((participant.member = payee.member)))
     LEFT JOIN banks other ON (((other.country = "left"(t.beneficiary_iban, 2)) AND (other.code = substr(t.beneficiary_iban, 5, 5)))));

-- Indexes

CREATE INDEX access_changes_of_customer ON public.access_changes USING btree (customer_id, expires_at);

CREATE INDEX access_changes_of_user ON public.access_changes USING btree (user_id);

CREATE INDEX access_delays_due ON public.access_delays USING btree (effective_at);

CREATE INDEX accounts_by_number ON public.accounts USING btree (number);

CREATE INDEX accounts_closed ON public.accounts USING btree (id) WHERE (status = 'closed'::text);

CREATE INDEX accounts_of_customer ON public.accounts USING btree (customer_id);

CREATE UNIQUE INDEX aip_messages_are_received_once ON public.aip_messages USING btree (path, message_id) WHERE ((direction = 'in'::text) AND (message_id IS NOT NULL));

CREATE UNIQUE INDEX aip_messages_are_sent_once ON public.aip_messages USING btree (message_id) WHERE ((direction = 'out'::text) AND (message_id IS NOT NULL));

CREATE INDEX aip_messages_of_a_payment ON public.aip_messages USING btree (end_to_end_id, created_at);

CREATE INDEX aip_messages_refused ON public.aip_messages USING btree (created_at) WHERE (state = 'refused'::text);

CREATE INDEX aip_messages_to_send ON public.aip_messages USING btree (send_at) WHERE (state = 'queued'::text);

CREATE INDEX alert_rules_of_user ON public.alert_rules USING btree (user_id, account_id);

CREATE INDEX alert_rules_with_threshold ON public.alert_rules USING btree (account_id) WHERE (threshold IS NOT NULL);

CREATE INDEX alerts_by_age ON public.alerts USING btree (at);

CREATE INDEX alerts_newest_first ON public.alerts USING btree (user_id, at DESC, id DESC);

CREATE INDEX alerts_to_push ON public.alerts USING btree (push_at, user_id) WHERE (push_at IS NOT NULL);

CREATE INDEX alerts_to_push_of_user ON public.alerts USING btree (user_id) WHERE (push_at IS NOT NULL);

CREATE INDEX alerts_to_send ON public.alerts USING btree (mail_at, user_id) WHERE (mail_at IS NOT NULL);

CREATE INDEX alerts_to_send_of_user ON public.alerts USING btree (user_id) WHERE (mail_at IS NOT NULL);

CREATE INDEX alerts_unread ON public.alerts USING btree (user_id) WHERE (read_at IS NULL);

CREATE UNIQUE INDEX alias_claims_are_open_once ON public.alias_claims USING btree (account_id, alias_id) WHERE (state = ANY (ARRAY['requested'::text, 'open'::text, 'accepting'::text, 'rejecting'::text]));

CREATE INDEX audit_events_of_access ON ONLY public.audit_events USING gin (((facts -> 'account_ids'::text)) jsonb_path_ops) WHERE (action ~~ 'access.%'::text);

CREATE INDEX audit_events_of_account ON ONLY public.audit_events USING btree (account_id, at);

CREATE INDEX audit_events_of_devices ON ONLY public.audit_events USING btree (user_id, device_of(browser)) WHERE (action = 'session.open'::text);

CREATE INDEX audit_events_of_operators ON ONLY public.audit_events USING btree (at DESC, id DESC) WHERE (operator IS NOT NULL);

CREATE INDEX audit_events_of_subject ON ONLY public.audit_events USING btree (subject_id, at);

CREATE INDEX audit_search_texts_of_action ON ONLY public.audit_search_texts USING btree (account_id, action, at, event_id);

CREATE INDEX audit_search_texts_of_person ON ONLY public.audit_search_texts USING btree (account_id, user_id, at, event_id);

CREATE INDEX audit_search_texts_of_subject ON ONLY public.audit_search_texts USING btree (account_id, subject_id, at, event_id);

CREATE INDEX audit_search_texts_of_text ON ONLY public.audit_search_texts USING gin (account_id, words gin_trgm_ops);

CREATE INDEX beneficiaries_by_name ON public.beneficiaries USING btree (account_id, sort_name, id) WHERE (removed_at IS NULL);

CREATE INDEX beneficiaries_by_number ON public.beneficiaries USING btree (account_id, iban) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX beneficiaries_wait_for_one_decision ON public.beneficiary_account_changes USING btree (account_id, beneficiary_id) WHERE (status = 'pending'::text);

CREATE INDEX beneficiaries_waiting ON public.beneficiaries USING btree (account_id) WHERE (approval_status = 'pending'::text);

CREATE INDEX beneficiary_account_changes_newest_first ON public.beneficiary_account_changes USING btree (account_id, beneficiary_id, changed_at DESC, id DESC);

CREATE INDEX beneficiary_list_members_of_person ON public.beneficiary_list_members USING btree (account_id, beneficiary_id);

CREATE UNIQUE INDEX beneficiary_list_types_have_one_name ON public.beneficiary_list_types USING btree (account_id, plain_letters(label));

CREATE UNIQUE INDEX beneficiary_lists_have_one_name ON public.beneficiary_lists USING btree (account_id, sort_name);

CREATE INDEX card_payments_in_wait ON public.intraday_operations USING btree (expected_on) WHERE (type = 'card'::text);

CREATE INDEX card_topups_listed ON public.card_topups USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX card_topups_of_card ON public.card_topups USING btree (account_id, card_id, created_at);

CREATE INDEX card_topups_waiting ON public.card_topups USING btree (created_at) WHERE (status = 'pending'::text);

CREATE INDEX card_topups_waiting_by_account ON public.card_topups USING btree (account_id) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX categories_have_one_name ON public.categories USING btree (customer_id, plain_letters(label));

CREATE INDEX category_changes_by_time ON public.category_changes USING btree (made_at);

CREATE INDEX category_rules_by_category ON public.category_rules USING btree (customer_id, category_id);

CREATE INDEX change_events_newest ON public.change_events USING btree (xid);

CREATE INDEX cheque_stops_of_chequebook ON public.cheque_stops USING btree (account_id, chequebook_id);

CREATE INDEX chequebooks_by_id ON public.chequebooks USING btree (id);

CREATE INDEX chequebooks_listed ON public.chequebooks USING btree (account_id, ordered_at DESC, id DESC);

CREATE INDEX chequebooks_on_their_way ON public.chequebooks USING btree (moved_at) WHERE (status = ANY (ARRAY['pending'::text, 'ordered'::text, 'in_production'::text, 'available'::text]));

CREATE UNIQUE INDEX chequebooks_one_at_a_time ON public.chequebooks USING btree (account_id) WHERE (status = ANY (ARRAY['pending'::text, 'ordered'::text, 'in_production'::text, 'available'::text]));

CREATE INDEX chequebooks_waiting ON public.chequebooks USING btree (ordered_at) WHERE (status = 'pending'::text);

CREATE INDEX clearing_answers_of_payment ON public.clearing_answers USING btree (payment_id);

CREATE INDEX clearing_files_to_write ON public.clearing_files USING btree (created_at) WHERE (written_at IS NULL);

CREATE INDEX collection_answers_to_write ON public.collection_answers USING btree (created_at, id) WHERE (written_at IS NULL);

CREATE INDEX collection_lines_of_returns ON public.collection_lines USING btree (return_answer, place) WHERE (return_answer IS NOT NULL);

CREATE INDEX collection_lines_of_statuses ON public.collection_lines USING btree (status_answer, place) WHERE (status_answer IS NOT NULL);

CREATE INDEX collection_lines_to_answer ON public.collection_lines USING btree (sender, message_id, place) WHERE (status_answer IS NULL);

CREATE INDEX collections_claimed ON public.collections USING btree (claimed_at, id) WHERE ((claimed_at IS NOT NULL) AND (claim_answered_at IS NULL));

CREATE INDEX collections_coming ON public.collections USING btree (account_id, due_date, id) WHERE (status = 'announced'::text);

CREATE INDEX collections_due ON public.collections USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE INDEX collections_past ON public.collections USING btree (account_id, settled_on DESC, id) WHERE (status <> 'announced'::text);

CREATE INDEX collections_refunded ON public.collections USING btree (id) WHERE (status = 'refunded'::text);

CREATE INDEX confirmations_by_expiry ON public.confirmations USING btree (expires_at);

CREATE INDEX confirmations_of_session ON public.confirmations USING btree (session_id);

CREATE INDEX credit_lines_due ON public.credit_lines USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE INDEX credits_of_account ON public.credits USING btree (account_id, setup_date DESC);

CREATE INDEX customers_by_name ON public.customers USING btree (name, id);

CREATE INDEX deposit_payments_due ON public.deposit_payments USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE UNIQUE INDEX deposit_requests_agreed ON public.deposit_requests USING btree (deposit_id) WHERE ((kind = 'renew'::text) AND (answer = 'accepted'::text));

CREATE INDEX deposit_requests_answered ON public.deposit_requests USING btree (deposit_id, answered_at DESC) WHERE (answered_at IS NOT NULL);

CREATE UNIQUE INDEX deposit_requests_one_at_a_time ON public.deposit_requests USING btree (deposit_id) WHERE (answered_at IS NULL);

CREATE INDEX deposit_requests_waiting ON public.deposit_requests USING btree (asked_at, id) WHERE (answered_at IS NULL);

CREATE INDEX deposits_of_account ON public.deposits USING btree (account_id, value_date DESC);

CREATE INDEX dormant_memberships_of_account ON public.dormant_memberships USING btree (account_id);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX incoming_payments_from_abroad ON public.incoming_payments USING btree (account_id, received_at DESC) WHERE ((network = 'swift'::text) AND (account_id IS NOT NULL));

CREATE INDEX incoming_payments_of_return ON public.incoming_payments USING btree (return_id, place) WHERE (return_id IS NOT NULL);

CREATE INDEX instant_differences_open ON public.instant_differences USING btree (report_id) WHERE (resolved_at IS NULL);

CREATE INDEX instant_payments_by_lookup ON public.instant_payments USING btree (account_id, lookup_id);

CREATE INDEX instant_payments_to_ask_for ON public.instant_payments USING btree (ask_at) WHERE (ask_at IS NOT NULL);

CREATE INDEX instant_receipts_credited ON public.instant_receipts USING btree (received_at) WHERE (incoming_id IS NOT NULL);

CREATE INDEX instant_report_lines_of_a_payment ON public.instant_report_lines USING btree (end_to_end_id);

CREATE INDEX instant_returns_in_order ON public.instant_returns USING btree (created_at);

CREATE INDEX ledger_entries_by_day ON ONLY public.ledger_entries USING btree (account_id, booking_date, seq) INCLUDE (id, amount, type, words) WHERE (seq IS NOT NULL);

CREATE INDEX ledger_entries_cheques ON ONLY public.ledger_entries USING btree (account_id, (("substring"(label, '^CHEQUE ([0-9]{7})$'::text))::bigint)) WHERE ((type = 'cheque_out'::text) AND (seq IS NOT NULL));

CREATE UNIQUE INDEX ledger_entries_in_order ON ONLY public.ledger_entries USING btree (account_id, seq, booking_date) WHERE (seq IS NOT NULL);

CREATE INDEX ledger_entries_of_day ON ONLY public.ledger_entries USING btree (booking_date);

CREATE INDEX ledger_entries_of_posting ON ONLY public.ledger_entries USING btree (posting_id);

CREATE INDEX ledger_entries_withdrawals ON ONLY public.ledger_entries USING btree (account_id, posted_at) WHERE (type = 'withdrawal'::text);

CREATE INDEX ledger_holds_of_cheques ON public.ledger_holds USING btree (account_id, id) WHERE ((released_at IS NULL) AND (cause ~~ 'cheque:%'::text));

CREATE INDEX ledger_postings_by_day ON public.ledger_postings USING btree (booking_date);

CREATE INDEX mails_by_age ON public.mails USING btree (created_at);

CREATE INDEX mails_to_send ON public.mails USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE INDEX mandates_waiting ON public.mandates USING btree (account_id) WHERE (status = 'pending_confirmation'::text);

CREATE UNIQUE INDEX memberships_have_one_default ON public.memberships USING btree (user_id) WHERE is_default;

CREATE INDEX memberships_of_account ON public.memberships USING btree (account_id);

CREATE INDEX message_documents_of_message ON public.message_documents USING btree (account_id, message_id, letter_id, place);

CREATE INDEX message_replies_by_writer ON public.message_replies USING btree (written_by, sent_at) WHERE (written_by IS NOT NULL);

CREATE INDEX message_replies_in_order ON public.message_replies USING btree (account_id, message_id, sent_at, id);

CREATE INDEX messages_by_id ON public.messages USING btree (id);

CREATE INDEX messages_by_writer ON public.messages USING btree (written_by, sent_at) WHERE (written_by IS NOT NULL);

CREATE INDEX messages_newest_first ON public.messages USING btree (account_id, COALESCE(continued_at, sent_at) DESC, id DESC);

CREATE INDEX messages_unread ON public.messages USING btree (account_id, COALESCE(continued_at, sent_at) DESC, id DESC) WHERE ((read_at IS NULL) AND (archived_at IS NULL));

CREATE INDEX messages_waiting ON public.messages USING btree (waiting_since, account_id, id) WHERE (waiting_since IS NOT NULL);

CREATE INDEX operation_categories_by_category ON public.operation_categories USING btree (account_id, category_id, entry_id);

CREATE INDEX operation_categories_of_customer ON public.operation_categories USING btree (customer_id, category_id);

CREATE INDEX operation_documents_of_entry ON public.operation_documents USING btree (account_id, entry_id);

CREATE UNIQUE INDEX operation_views_have_one_name ON public.operation_views USING btree (user_id, customer_id, plain_letters(name));

CREATE UNIQUE INDEX outgoing_payments_of_file ON public.outgoing_payments USING btree (file_id, place) WHERE (file_id IS NOT NULL);

CREATE INDEX outgoing_payments_of_series_abroad ON public.outgoing_payments USING btree (account_id, queued_at) WHERE ((network = 'swift'::text) AND (nominal_date IS NOT NULL));

CREATE INDEX outgoing_payments_of_transfer ON public.outgoing_payments USING btree (account_id, transfer_id);

CREATE INDEX outgoing_payments_returned_instantly ON public.outgoing_payments USING btree (returned_at) WHERE ((network = 'instant'::text) AND (returned_at IS NOT NULL));

CREATE INDEX outgoing_payments_settled_instantly ON public.outgoing_payments USING btree (settled_at) WHERE ((network = 'instant'::text) AND (settled_at IS NOT NULL));

CREATE INDEX outgoing_payments_to_send ON public.outgoing_payments USING btree (network, queued_at, id) WHERE (state = 'queued'::text);

CREATE INDEX outgoing_payments_unanswered ON public.outgoing_payments USING btree (queued_at) WHERE (state = 'sent'::text);

CREATE INDEX overdraft_charges_due ON public.overdraft_charges USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE INDEX passkey_challenges_expiring ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkey_challenges_of_session ON public.passkey_challenges USING btree (session_id);

CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id, created_at);

CREATE INDEX password_requests_by_time ON public.password_requests USING btree (asked_at);

CREATE INDEX password_tokens_by_expiry ON public.password_tokens USING btree (expires_at);

CREATE INDEX password_tokens_of_user ON public.password_tokens USING btree (user_id);

CREATE INDEX payee_lookups_of_a_user ON public.payee_lookups USING btree (created_by, created_at);

CREATE INDEX payee_lookups_of_an_account ON public.payee_lookups USING btree (account_id, created_at);

CREATE INDEX payee_lookups_to_examine ON public.payee_lookups USING btree (created_at) WHERE (NOT is_named);

CREATE UNIQUE INDEX payment_aliases_are_held_once ON public.payment_aliases USING btree (value) WHERE (state = ANY (ARRAY['creating'::text, 'active'::text, 'removing'::text]));

CREATE UNIQUE INDEX payment_requests_are_named_once ON public.payment_requests USING btree (account_id, identifier) WHERE (direction = 'sent'::text);

CREATE UNIQUE INDEX payment_requests_by_lookup ON public.payment_requests USING btree (account_id, lookup_id) WHERE (direction = 'received'::text);

CREATE UNIQUE INDEX payment_requests_by_message ON public.payment_requests USING btree (message_id, direction);

CREATE INDEX payment_requests_of_an_account ON public.payment_requests USING btree (account_id, created_at DESC);

CREATE INDEX payment_requests_of_lookup ON public.payment_requests USING btree (account_id, lookup_id);

CREATE UNIQUE INDEX payment_requests_once_for_a_direction ON public.payment_requests USING btree (end_to_end_id, direction);

CREATE INDEX payment_returns_to_write ON public.payment_returns USING btree (created_at) WHERE (written_at IS NULL);

CREATE INDEX payment_signatures_of_user ON public.payment_signatures USING btree (user_id, account_id, signed_at);

CREATE UNIQUE INDEX payment_signatures_once_by_group ON public.payment_signatures USING btree (account_id, payment_id, version, signing_group) WHERE (signing_group IS NOT NULL);

CREATE INDEX pending_sign_ins_expiring ON public.pending_sign_ins USING btree (expires_at);

CREATE INDEX push_devices_of_session ON public.push_devices USING btree (session_id);

CREATE INDEX push_devices_of_user ON public.push_devices USING btree (user_id, last_used_at);

CREATE UNIQUE INDEX push_keys_are_one ON public.push_keys USING btree ((true));

CREATE INDEX push_messages_due ON public.push_messages USING btree (next_try_at);

CREATE INDEX push_messages_of_device ON public.push_messages USING btree (device_id);

CREATE INDEX recurring_topups_due ON public.recurring_topups USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE INDEX recurring_topups_of_card ON public.recurring_topups USING btree (account_id, card_id);

CREATE INDEX recurring_topups_waiting ON public.recurring_topups USING btree (waits_since) WHERE (status = 'pending'::text);

CREATE INDEX recurring_topups_waiting_by_account ON public.recurring_topups USING btree (account_id) WHERE (status = 'pending'::text);

CREATE INDEX request_files_of_an_account ON public.request_files USING btree (account_id, created_at DESC);

CREATE INDEX request_limits_by_age ON public.request_limits USING btree (last_at);

CREATE INDEX request_lines_by_lookup ON public.request_lines USING btree (account_id, lookup_id);

CREATE INDEX request_lines_waiting ON public.request_lines USING btree (created_at, file_id, line) WHERE (state = 'waiting'::text);

CREATE INDEX return_acceptances_to_sign ON public.return_acceptances USING btree (account_id) WHERE (state = 'pending'::text);

CREATE UNIQUE INDEX return_acceptances_wait_once ON public.return_acceptances USING btree (request_id) WHERE (state = 'pending'::text);

CREATE INDEX return_requests_of_an_account ON public.return_requests USING btree (account_id, created_at DESC);

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_of_device ON public.sessions USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX sessions_of_user_by_time ON public.sessions USING btree (user_id, created_at DESC);

CREATE UNIQUE INDEX signing_rule_changes_wait_alone ON public.signing_rule_changes USING btree (account_id) WHERE (state = 'waiting'::text);

CREATE INDEX till_payments_newest_first ON public.till_payments USING btree (account_id, created_at DESC);

CREATE INDEX transfer_batch_lines_by_lookup ON public.transfer_batch_lines USING btree (account_id, lookup_id) WHERE (lookup_id IS NOT NULL);

CREATE UNIQUE INDEX transfer_batch_lines_in_order ON public.transfer_batch_lines USING btree (account_id, batch_id, line, id);

CREATE INDEX transfer_batch_lines_retries ON public.transfer_batch_lines USING btree (account_id, retry_of) WHERE (retry_of IS NOT NULL);

CREATE INDEX transfer_batch_signatures_of_user ON public.transfer_batch_signatures USING btree (user_id, account_id, signed_at);

CREATE UNIQUE INDEX transfer_batch_signatures_once_by_group ON public.transfer_batch_signatures USING btree (account_id, batch_id, signing_group) WHERE (signing_group IS NOT NULL);

CREATE INDEX transfer_batches_by_content ON public.transfer_batches USING btree (account_id, content_hash, created_at);

CREATE INDEX transfer_batches_by_message ON public.transfer_batches USING btree (account_id, message_id, created_at) WHERE (message_id IS NOT NULL);

CREATE UNIQUE INDEX transfer_batches_by_posting ON public.transfer_batches USING btree (posting_id) WHERE (posting_id IS NOT NULL);

CREATE INDEX transfer_batches_newest_first ON public.transfer_batches USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX transfer_batches_of_import ON public.transfer_batches USING btree (account_id, import_id, created_at) WHERE (import_id IS NOT NULL);

CREATE INDEX transfer_batches_retries ON public.transfer_batches USING btree (account_id, retry_of) WHERE (retry_of IS NOT NULL);

CREATE INDEX transfer_batches_to_settle ON public.transfer_batches USING btree (created_at) WHERE ((posting_id IS NOT NULL) AND (settled_at IS NULL));

CREATE INDEX transfer_batches_to_sign ON public.transfer_batches USING btree (account_id, created_at) WHERE (state = 'pending'::text);

CREATE INDEX transfer_batches_unsigned_by_age ON public.transfer_batches USING btree (created_at) WHERE (state = 'pending'::text);

CREATE INDEX transfer_documents_of_transfer ON public.transfer_documents USING btree (account_id, transfer_id);

CREATE INDEX transfer_imports_by_age ON public.transfer_imports USING btree (expires_at);

CREATE UNIQUE INDEX transfer_imports_one_each ON public.transfer_imports USING btree (account_id, user_id);

CREATE INDEX transfer_signatures_of_user ON public.transfer_signatures USING btree (user_id, account_id, signed_at);

CREATE UNIQUE INDEX transfer_signatures_once_by_group ON public.transfer_signatures USING btree (account_id, transfer_id, version, signing_group) WHERE (signing_group IS NOT NULL);

CREATE INDEX transfers_abroad_by_payee ON public.transfers USING btree (beneficiary_iban, created_at) WHERE (network = 'swift'::text);

CREATE INDEX transfers_by_iban ON public.transfers USING btree (account_id, beneficiary_iban, created_at);

CREATE INDEX transfers_by_lookup ON public.transfers USING btree (account_id, lookup_id) WHERE (lookup_id IS NOT NULL);

CREATE INDEX transfers_edited ON public.transfers USING btree (account_id, edited_at) WHERE (edited_at IS NOT NULL);

CREATE INDEX transfers_in_wait ON public.transfers USING btree (account_id, execution_date, id) WHERE (execution_status = 'scheduled'::text);

CREATE INDEX transfers_newest_first ON public.transfers USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX transfers_of_batch ON public.transfers USING btree (account_id, batch_id) WHERE (batch_id IS NOT NULL);

CREATE INDEX transfers_open_by_payee ON public.transfers USING btree (account_id, beneficiary_id) WHERE (execution_status = ANY (ARRAY['scheduled'::text, 'paused'::text]));

CREATE INDEX transfers_sent_abroad ON public.transfers USING btree (account_id, executed_at) WHERE ((network = 'swift'::text) AND (posting_id IS NOT NULL));

CREATE INDEX transfers_to_run ON public.transfers USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE INDEX transfers_to_sign ON public.transfers USING btree (account_id, created_at) WHERE ((validation_status = 'pending'::text) AND (execution_status = 'scheduled'::text));

CREATE INDEX transfers_unsigned_by_age ON public.transfers USING btree (created_at) WHERE ((validation_status = 'pending'::text) AND (execution_status = 'scheduled'::text));

-- Triggers

CREATE TRIGGER access_change_accounts_notify_live AFTER INSERT ON public.access_change_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');

CREATE TRIGGER access_change_accounts_notify_on_update AFTER UPDATE ON public.access_change_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');

CREATE TRIGGER accounts_notify_live AFTER UPDATE ON public.accounts FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION live_notify_of_one('id', 'access');

CREATE TRIGGER alerts_notify_live AFTER INSERT ON public.alerts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify_users('alerts');

CREATE TRIGGER alerts_notify_on_update AFTER UPDATE ON public.alerts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify_users('alerts');

CREATE TRIGGER alias_claims_notify_live AFTER INSERT ON public.alias_claims REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');

CREATE TRIGGER alias_claims_notify_on_update AFTER UPDATE ON public.alias_claims REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');

CREATE TRIGGER audit_events_await_link AFTER INSERT ON public.audit_events REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_await_link();

CREATE TRIGGER audit_events_may_alert AFTER INSERT ON public.audit_events REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_events();

CREATE TRIGGER audit_events_never_change BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION audit_forbid_change();

CREATE TRIGGER audit_events_never_vanish BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

CREATE TRIGGER await_link AFTER INSERT ON public.audit_events_newest REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_await_link();

CREATE TRIGGER never_vanish BEFORE TRUNCATE ON public.audit_events_newest FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

CREATE TRIGGER audit_groups_never_change BEFORE DELETE OR UPDATE ON public.audit_groups FOR EACH ROW EXECUTE FUNCTION audit_forbid_change();

CREATE TRIGGER audit_groups_never_vanish BEFORE TRUNCATE ON public.audit_groups FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

CREATE TRIGGER audit_links_never_change BEFORE DELETE OR UPDATE ON public.audit_links FOR EACH ROW EXECUTE FUNCTION audit_forbid_change();

CREATE TRIGGER audit_links_never_vanish BEFORE TRUNCATE ON public.audit_links FOR EACH STATEMENT EXECUTE FUNCTION audit_forbid_change();

CREATE TRIGGER beneficiaries_notify_live AFTER INSERT ON public.beneficiaries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');

CREATE TRIGGER beneficiaries_notify_on_update AFTER UPDATE ON public.beneficiaries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');

CREATE TRIGGER beneficiary_list_members_notify_live AFTER INSERT ON public.beneficiary_list_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');

CREATE TRIGGER beneficiary_list_members_notify_on_delete AFTER DELETE ON public.beneficiary_list_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');

CREATE TRIGGER beneficiary_lists_notify_live AFTER INSERT ON public.beneficiary_lists REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');

CREATE TRIGGER beneficiary_lists_notify_on_delete AFTER DELETE ON public.beneficiary_lists REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');

CREATE TRIGGER beneficiary_lists_notify_on_update AFTER UPDATE ON public.beneficiary_lists REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');

CREATE TRIGGER card_topups_keep_their_caps AFTER INSERT OR UPDATE OF status ON public.card_topups FOR EACH ROW WHEN ((new.status = 'done'::text)) EXECUTE FUNCTION card_topups_check_caps();

CREATE TRIGGER card_topups_notify_live AFTER INSERT ON public.card_topups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER card_topups_notify_on_update AFTER UPDATE ON public.card_topups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER card_withdrawal_limits_notify_live AFTER INSERT ON public.card_withdrawal_limits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER card_withdrawal_limits_notify_on_delete AFTER DELETE ON public.card_withdrawal_limits REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER card_withdrawal_limits_notify_on_update AFTER UPDATE ON public.card_withdrawal_limits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER chequebooks_notify_live AFTER INSERT ON public.chequebooks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('chequebooks');

CREATE TRIGGER chequebooks_notify_on_update AFTER UPDATE ON public.chequebooks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('chequebooks');

CREATE TRIGGER collections_notify_live AFTER INSERT ON public.collections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('debits');

CREATE TRIGGER collections_notify_on_update AFTER UPDATE ON public.collections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('debits');

CREATE TRIGGER counterparties_count AFTER INSERT ON public.counterparties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_renaming();

CREATE TRIGGER counterparties_count_down AFTER DELETE ON public.counterparties REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_renaming();

CREATE TRIGGER counterparties_count_on_update AFTER UPDATE ON public.counterparties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_renaming();

CREATE TRIGGER credits_notify_live AFTER INSERT ON public.credits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('credits');

CREATE TRIGGER credits_notify_on_update AFTER UPDATE ON public.credits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('credits');

CREATE TRIGGER deposit_requests_notify_live AFTER INSERT ON public.deposit_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify_of_requests();

CREATE TRIGGER deposit_requests_notify_on_update AFTER UPDATE ON public.deposit_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify_of_requests();

CREATE TRIGGER deposits_are_opened_by_operators BEFORE INSERT ON public.deposits FOR EACH ROW WHEN ((new.renews IS NULL)) EXECUTE FUNCTION deposits_are_opened_by_operators();

CREATE TRIGGER deposits_notify_live AFTER INSERT ON public.deposits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('deposits');

CREATE TRIGGER deposits_notify_on_update AFTER UPDATE ON public.deposits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('deposits');

CREATE TRIGGER dormant_memberships_notify_live AFTER INSERT ON public.dormant_memberships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');

CREATE TRIGGER dormant_memberships_notify_on_delete AFTER DELETE ON public.dormant_memberships REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');

CREATE TRIGGER intraday_operations_notify_live AFTER INSERT ON public.intraday_operations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('balance');

CREATE TRIGGER intraday_operations_notify_on_update AFTER UPDATE ON public.intraday_operations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('balance');

CREATE TRIGGER ledger_accounts_notify_live AFTER UPDATE ON public.ledger_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify_of_money();

CREATE CONSTRAINT TRIGGER ledger_calls_have_causes AFTER INSERT ON public.ledger_calls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_causes();

CREATE TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_balanced();

CREATE TRIGGER ledger_entries_may_alert AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_entries();

CREATE TRIGGER ledger_entries_never_change BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_forbid_change();

CREATE TRIGGER ledger_entries_never_vanish BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_forbid_change();

CREATE TRIGGER balance AFTER INSERT ON public.ledger_entries_newest REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_balanced();

CREATE TRIGGER never_vanish BEFORE TRUNCATE ON public.ledger_entries_newest FOR EACH STATEMENT EXECUTE FUNCTION ledger_forbid_change();

CREATE TRIGGER ledger_postings_never_change BEFORE DELETE OR UPDATE ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_forbid_change();

CREATE TRIGGER ledger_postings_never_vanish BEFORE TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_forbid_change();

CREATE TRIGGER mandates_notify_live AFTER INSERT ON public.mandates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('debits');

CREATE TRIGGER mandates_notify_on_update AFTER UPDATE ON public.mandates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('debits');

CREATE TRIGGER memberships_notify_live AFTER INSERT OR DELETE ON public.memberships FOR EACH ROW EXECUTE FUNCTION live_notify_of_membership();

CREATE TRIGGER memberships_notify_on_update AFTER UPDATE ON public.memberships FOR EACH ROW WHEN (((old.rights <> new.rights) OR (old.capabilities <> new.capabilities))) EXECUTE FUNCTION live_notify_of_membership();

CREATE TRIGGER message_replies_may_alert AFTER INSERT ON public.message_replies REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_texts('reply');

CREATE TRIGGER message_replies_notify_live AFTER INSERT ON public.message_replies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('messages');

CREATE TRIGGER message_replies_notify_on_update AFTER UPDATE ON public.message_replies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('messages');

CREATE TRIGGER messages_may_alert AFTER INSERT ON public.messages REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_texts('message');

CREATE TRIGGER messages_notify_live AFTER INSERT ON public.messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('messages');

CREATE TRIGGER messages_notify_on_update AFTER UPDATE ON public.messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('messages');

CREATE TRIGGER operation_categories_count AFTER INSERT ON public.operation_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();

CREATE TRIGGER operation_categories_count_down AFTER DELETE ON public.operation_categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();

CREATE TRIGGER operation_categories_have_an_entry AFTER INSERT ON public.operation_categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION operation_must_exist();

CREATE TRIGGER operation_categorisations_have_an_entry AFTER INSERT ON public.operation_categorisations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION operation_must_exist();

CREATE TRIGGER operation_documents_count AFTER INSERT ON public.operation_documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();

CREATE TRIGGER operation_documents_count_down AFTER DELETE ON public.operation_documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();

CREATE TRIGGER operation_documents_have_an_entry AFTER INSERT ON public.operation_documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION operation_must_exist();

CREATE TRIGGER operation_notes_count AFTER INSERT ON public.operation_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();

CREATE TRIGGER operation_notes_count_on_update AFTER UPDATE ON public.operation_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();

CREATE TRIGGER operation_notes_have_an_entry AFTER INSERT ON public.operation_notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION operation_must_exist();

CREATE TRIGGER payment_aliases_notify_live AFTER INSERT ON public.payment_aliases REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');

CREATE TRIGGER payment_aliases_notify_on_update AFTER UPDATE ON public.payment_aliases REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');

CREATE TRIGGER payment_requests_notify_live AFTER INSERT ON public.payment_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER payment_requests_update_notify_live AFTER UPDATE ON public.payment_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER payment_signatures_notify_live AFTER INSERT ON public.payment_signatures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER prepaid_cards_notify_live AFTER INSERT ON public.prepaid_cards REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER prepaid_cards_notify_on_update AFTER UPDATE ON public.prepaid_cards REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER recurring_topups_notify_live AFTER INSERT ON public.recurring_topups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER recurring_topups_notify_on_update AFTER UPDATE ON public.recurring_topups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

CREATE TRIGGER request_lines_notify_live AFTER INSERT ON public.request_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER request_lines_update_notify_live AFTER UPDATE ON public.request_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER return_acceptances_notify_live AFTER INSERT ON public.return_acceptances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER return_acceptances_notify_on_update AFTER UPDATE ON public.return_acceptances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER return_requests_notify_live AFTER INSERT ON public.return_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER return_requests_update_notify_live AFTER UPDATE ON public.return_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER sessions_notify_live AFTER UPDATE ON public.sessions FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION live_notify_of_one('user_id', 'session');

CREATE TRIGGER signing_rule_changes_notify_live AFTER INSERT ON public.signing_rule_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');

CREATE TRIGGER signing_rule_changes_notify_on_update AFTER UPDATE ON public.signing_rule_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');

CREATE TRIGGER signing_rules_notify_on_update AFTER UPDATE ON public.signing_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');

CREATE TRIGGER statements_may_alert AFTER INSERT ON public.statements REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION alert_queue_statements();

CREATE TRIGGER statements_notify_live AFTER INSERT ON public.statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('statements');

CREATE TRIGGER statements_notify_on_update AFTER UPDATE ON public.statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('statements');

CREATE TRIGGER till_payments_notify_live AFTER INSERT ON public.till_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');

CREATE TRIGGER till_payments_notify_on_update AFTER UPDATE ON public.till_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('aliases');

CREATE TRIGGER transfer_batch_lines_notify_live AFTER INSERT ON public.transfer_batch_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');

CREATE TRIGGER transfer_batch_lines_notify_on_update AFTER UPDATE ON public.transfer_batch_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');

CREATE TRIGGER transfer_batch_signatures_notify_live AFTER INSERT ON public.transfer_batch_signatures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');

CREATE TRIGGER transfer_batch_signatures_notify_on_update AFTER UPDATE ON public.transfer_batch_signatures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');

CREATE TRIGGER transfer_batches_notify_live AFTER INSERT ON public.transfer_batches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');

CREATE TRIGGER transfer_batches_notify_on_update AFTER UPDATE ON public.transfer_batches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');

CREATE TRIGGER transfer_signatures_notify_live AFTER INSERT ON public.transfer_signatures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER transfer_signatures_notify_on_update AFTER UPDATE ON public.transfer_signatures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER transfers_notify_live AFTER INSERT ON public.transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

CREATE TRIGGER transfers_notify_on_update AFTER UPDATE ON public.transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');

-- What connect_app may do

GRANT DELETE, INSERT ON advisors TO connect_operator;

GRANT DELETE, INSERT ON banks TO connect_operator;

GRANT DELETE, INSERT ON branches TO connect_operator;

GRANT DELETE, INSERT ON card_withdrawal_limits TO connect_operator;

GRANT DELETE, INSERT ON correspondents TO connect_operator;

GRANT DELETE, INSERT ON deposit_offers TO connect_operator;

GRANT DELETE, INSERT ON holidays TO connect_operator;

GRANT DELETE, INSERT, SELECT ON access_delays TO connect_app;

GRANT DELETE, INSERT, SELECT ON aip_messages TO connect_app;

GRANT DELETE, INSERT, SELECT ON alert_queue TO connect_app;

GRANT DELETE, INSERT, SELECT ON alert_rules TO connect_app;

GRANT DELETE, INSERT, SELECT ON alerts TO connect_app;

GRANT DELETE, INSERT, SELECT ON beneficiary_list_members TO connect_app;

GRANT DELETE, INSERT, SELECT ON beneficiary_lists TO connect_app;

GRANT DELETE, INSERT, SELECT ON beneficiary_ribs TO connect_app;

GRANT DELETE, INSERT, SELECT ON blocked_creditors TO connect_app;

GRANT DELETE, INSERT, SELECT ON categories TO connect_app;

GRANT DELETE, INSERT, SELECT ON category_change_items TO connect_app;

GRANT DELETE, INSERT, SELECT ON category_changes TO connect_app;

GRANT DELETE, INSERT, SELECT ON category_rules TO connect_app;

GRANT DELETE, INSERT, SELECT ON change_events TO connect_app;

GRANT DELETE, INSERT, SELECT ON confirmations TO connect_app;

GRANT DELETE, INSERT, SELECT ON counterparties TO connect_app;

GRANT DELETE, INSERT, SELECT ON devices TO connect_app;

GRANT DELETE, INSERT, SELECT ON factor_resets TO connect_operator;

GRANT DELETE, INSERT, SELECT ON foreign_holidays TO connect_operator;

GRANT DELETE, INSERT, SELECT ON idempotency_keys TO connect_app;

GRANT DELETE, INSERT, SELECT ON intraday_operations TO connect_app;

GRANT DELETE, INSERT, SELECT ON invitations TO connect_app;

GRANT DELETE, INSERT, SELECT ON mail_attachments TO connect_app;

GRANT DELETE, INSERT, SELECT ON mails TO connect_app;

GRANT DELETE, INSERT, SELECT ON memberships TO connect_app;

GRANT DELETE, INSERT, SELECT ON one_time_codes TO connect_app;

GRANT DELETE, INSERT, SELECT ON operation_categories TO connect_app;

GRANT DELETE, INSERT, SELECT ON operation_categorisations TO connect_app;

GRANT DELETE, INSERT, SELECT ON operation_documents TO connect_app;

GRANT DELETE, INSERT, SELECT ON operation_views TO connect_app;

GRANT DELETE, INSERT, SELECT ON passkey_challenges TO connect_app;

GRANT DELETE, INSERT, SELECT ON passkeys TO connect_app;

GRANT DELETE, INSERT, SELECT ON password_requests TO connect_app;

GRANT DELETE, INSERT, SELECT ON password_tokens TO connect_app;

GRANT DELETE, INSERT, SELECT ON payee_lookups TO connect_app;

GRANT DELETE, INSERT, SELECT ON pending_sign_ins TO connect_app;

GRANT DELETE, INSERT, SELECT ON push_devices TO connect_app;

GRANT DELETE, INSERT, SELECT ON push_messages TO connect_app;

GRANT DELETE, INSERT, SELECT ON recovery_codes TO connect_app;

GRANT DELETE, INSERT, SELECT ON sessions TO connect_app;

GRANT DELETE, INSERT, SELECT ON signing_groups TO connect_app;

GRANT DELETE, INSERT, SELECT ON signing_tiers TO connect_app;

GRANT DELETE, INSERT, SELECT ON transfer_import_lines TO connect_app;

GRANT DELETE, INSERT, SELECT ON transfer_imports TO connect_app;

GRANT DELETE, INSERT, SELECT ON transfer_limits TO connect_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON dormant_memberships TO connect_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON email_changes TO connect_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON phone_codes TO connect_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON request_limits TO connect_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON sign_in_attempts TO connect_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON user_pictures TO connect_app;

GRANT INSERT ON accounts TO connect_operator;

GRANT INSERT ON availability_identity TO connect_operator;

GRANT INSERT ON bank TO connect_operator;

GRANT INSERT ON chequebook_types TO connect_operator;

GRANT INSERT ON collection_answers TO connect_operator;

GRANT INSERT ON credit_lines TO connect_operator;

GRANT INSERT ON credits TO connect_operator;

GRANT INSERT ON customers TO connect_operator;

GRANT INSERT ON deposit_payments TO connect_operator;

GRANT INSERT ON deposits TO connect_operator;

GRANT INSERT ON exchange_rates TO connect_operator;

GRANT INSERT ON operation_lines TO connect_operator;

GRANT INSERT, SELECT ON access_change_accounts TO connect_app;

GRANT INSERT, SELECT ON access_changes TO connect_app;

GRANT INSERT, SELECT ON alert_timing TO connect_app;

GRANT INSERT, SELECT ON alias_claims TO connect_app;

GRANT INSERT, SELECT ON audit_events TO connect_app;

GRANT INSERT, SELECT ON beneficiaries TO connect_app;

GRANT INSERT, SELECT ON beneficiary_account_changes TO connect_app;

GRANT INSERT, SELECT ON beneficiary_list_types TO connect_app;

GRANT INSERT, SELECT ON card_topups TO connect_app;

GRANT INSERT, SELECT ON category_rule_progress TO connect_app;

GRANT INSERT, SELECT ON cheque_stops TO connect_app;

GRANT INSERT, SELECT ON chequebooks TO connect_app;

GRANT INSERT, SELECT ON clearing_answers TO connect_app;

GRANT INSERT, SELECT ON clearing_files TO connect_app;

GRANT INSERT, SELECT ON clearing_messages TO connect_app;

GRANT INSERT, SELECT ON collection_lines TO connect_app;

GRANT INSERT, SELECT ON collection_messages TO connect_app;

GRANT INSERT, SELECT ON collections TO connect_app;

GRANT INSERT, SELECT ON deposit_payments TO connect_app;

GRANT INSERT, SELECT ON deposit_requests TO connect_app;

GRANT INSERT, SELECT ON deposits TO connect_app;

GRANT INSERT, SELECT ON document_views TO connect_app;

GRANT INSERT, SELECT ON former_signers TO connect_app;

GRANT INSERT, SELECT ON incoming_payments TO connect_app;

GRANT INSERT, SELECT ON instant_differences TO connect_app;

GRANT INSERT, SELECT ON instant_payments TO connect_app;

GRANT INSERT, SELECT ON instant_receipts TO connect_app;

GRANT INSERT, SELECT ON instant_report_lines TO connect_app;

GRANT INSERT, SELECT ON instant_report_requests TO connect_app;

GRANT INSERT, SELECT ON instant_reports TO connect_app;

GRANT INSERT, SELECT ON instant_returns TO connect_app;

GRANT INSERT, SELECT ON item_reminders TO connect_app;

GRANT INSERT, SELECT ON mandate_copies TO connect_app;

GRANT INSERT, SELECT ON mandates TO connect_app;

GRANT INSERT, SELECT ON message_documents TO connect_app;

GRANT INSERT, SELECT ON message_replies TO connect_app;

GRANT INSERT, SELECT ON messages TO connect_app;

GRANT INSERT, SELECT ON operation_files TO connect_operator;

GRANT INSERT, SELECT ON operation_notes TO connect_app;

GRANT INSERT, SELECT ON outgoing_payments TO connect_app;

GRANT INSERT, SELECT ON overdraft_charges TO connect_app;

GRANT INSERT, SELECT ON overdraft_quarters TO connect_app;

GRANT INSERT, SELECT ON payment_aliases TO connect_app;

GRANT INSERT, SELECT ON payment_requests TO connect_app;

GRANT INSERT, SELECT ON payment_returns TO connect_app;

GRANT INSERT, SELECT ON payment_signatures TO connect_app;

GRANT INSERT, SELECT ON prepaid_cards TO connect_app;

GRANT INSERT, SELECT ON push_keys TO connect_app;

GRANT INSERT, SELECT ON recurring_topups TO connect_app;

GRANT INSERT, SELECT ON request_documents TO connect_app;

GRANT INSERT, SELECT ON request_files TO connect_app;

GRANT INSERT, SELECT ON request_lines TO connect_app;

GRANT INSERT, SELECT ON return_acceptances TO connect_app;

GRANT INSERT, SELECT ON return_requests TO connect_app;

GRANT INSERT, SELECT ON signature_reminders TO connect_app;

GRANT INSERT, SELECT ON signing_keys TO connect_app;

GRANT INSERT, SELECT ON signing_rule_changes TO connect_app;

GRANT INSERT, SELECT ON signing_rules TO connect_app;

GRANT INSERT, SELECT ON statement_months TO connect_app;

GRANT INSERT, SELECT ON statements TO connect_app;

GRANT INSERT, SELECT ON till_payments TO connect_app;

GRANT INSERT, SELECT ON transfer_batch_lines TO connect_app;

GRANT INSERT, SELECT ON transfer_batch_signatures TO connect_app;

GRANT INSERT, SELECT ON transfer_batches TO connect_app;

GRANT INSERT, SELECT ON transfer_documents TO connect_app;

GRANT INSERT, SELECT ON transfer_occurrences TO connect_app;

GRANT INSERT, SELECT ON transfer_proofs TO connect_app;

GRANT INSERT, SELECT ON transfer_signatures TO connect_app;

GRANT INSERT, SELECT ON transfers TO connect_app;

GRANT INSERT, SELECT ON users TO connect_app;

GRANT INSERT, SELECT, UPDATE ON instant_participants TO connect_app;

GRANT INSERT, SELECT, UPDATE ON job_runs TO connect_app;

GRANT INSERT, SELECT, UPDATE ON operation_categorisation_states TO connect_app;

GRANT INSERT, UPDATE ON customer_identities TO connect_operator;

GRANT SELECT ON accounts TO connect_app;

GRANT SELECT ON advisors TO connect_app;

GRANT SELECT ON archived_cheques TO connect_app;

GRANT SELECT ON archived_years TO connect_app;

GRANT SELECT ON audit_events_without_text TO connect_app;

GRANT SELECT ON audit_groups TO connect_app;

GRANT SELECT ON audit_links TO connect_app;

GRANT SELECT ON audit_queue TO connect_app;

GRANT SELECT ON audit_search_texts TO connect_app;

GRANT SELECT ON audit_text_queue TO connect_app;

GRANT SELECT ON audit_waiting TO connect_app;

GRANT SELECT ON availability_identity TO connect_app;

GRANT SELECT ON bank TO connect_app;

GRANT SELECT ON banks TO connect_app;

GRANT SELECT ON batch_details TO connect_app;

GRANT SELECT ON branches TO connect_app;

GRANT SELECT ON card_number_keys TO connect_app;

GRANT SELECT ON card_withdrawal_limits TO connect_app;

GRANT SELECT ON cheque_numbers TO connect_app;

GRANT SELECT ON chequebook_types TO connect_app;

GRANT SELECT ON collection_answers TO connect_app;

GRANT SELECT ON correspondents TO connect_app;

GRANT SELECT ON countries TO connect_app;

GRANT SELECT ON credit_lines TO connect_app;

GRANT SELECT ON credits TO connect_app;

GRANT SELECT ON customer_identities TO connect_app;

GRANT SELECT ON customers TO connect_app;

GRANT SELECT ON deposit_offers TO connect_app;

GRANT SELECT ON economic_codes TO connect_app;

GRANT SELECT ON exchange_rates TO connect_app;

GRANT SELECT ON foreign_holidays TO connect_app;

GRANT SELECT ON holidays TO connect_app;

GRANT SELECT ON instant_guarantee TO connect_app;

GRANT SELECT ON instant_movements TO connect_app;

GRANT SELECT ON ledger_accounts TO connect_app;

GRANT SELECT ON ledger_closed_days TO connect_app;

GRANT SELECT ON ledger_entries TO connect_app;

GRANT SELECT ON ledger_holds TO connect_app;

GRANT SELECT ON ledger_postings TO connect_app;

GRANT SELECT ON ledger_rules TO connect_app;

GRANT SELECT ON open_alerts TO connect_app;

GRANT SELECT ON operation_details TO connect_app;

GRANT SELECT ON operation_lines TO connect_app;

GRANT SELECT ON parameters TO connect_app;

GRANT SELECT ON readable_request_documents TO connect_app;

GRANT SELECT ON requests_within_bank TO connect_app;

GRANT SELECT ON schema_migrations TO connect_app;

GRANT SELECT ON transfer_details TO connect_app;

GRANT UPDATE (accepted_at, ask_at, questions, sent_at) ON instant_payments TO connect_app;

GRANT UPDATE (accepted_at, expires_at, sent_at) ON invitations TO connect_app;

GRANT UPDATE (account_kind, alias, answered_at, city, country, iban, identity_number, identity_system, is_named, member, name, other, payee_kind, reason, state, trade_register) ON payee_lookups TO connect_app;

GRANT UPDATE (account_number, bic, name) ON correspondents TO connect_operator;

GRANT UPDATE (accounting, comment) ON operation_notes TO connect_app;

GRANT UPDATE (acknowledged, amount, bic, currency, email, execution_date, iban, is_skipped, label, name, phone, purpose, reference) ON transfer_import_lines TO connect_app;

GRANT UPDATE (active_since, last_period, next_expires_at, next_secret, secret) ON one_time_codes TO connect_app;

GRANT UPDATE (added_at, content, media_type, name) ON beneficiary_ribs TO connect_app;

GRANT UPDATE (address, address_country, approval_status, bank_name, bic, city, code, comment, country, email, iban, is_company, is_saved, name, numbered_at, phone, removed_at, social_security_number, trusted_at, version, zip) ON beneficiaries TO connect_app;

GRANT UPDATE (address, bic, code, email, legal, name, phone) ON bank TO connect_operator;

GRANT UPDATE (address, last_seen_at, user_agent) ON devices TO connect_app;

GRANT UPDATE (address, latitude, longitude, name, opening_hours_en, opening_hours_fr, phone) ON branches TO connect_operator;

GRANT UPDATE (address, may_have_cheques, name) ON customers TO connect_operator;

GRANT UPDATE (adds_interest, answer, answered_at, refusal, renewal_rate) ON deposit_requests TO connect_operator;

GRANT UPDATE (advisor_id, label, status) ON accounts TO connect_operator;

GRANT UPDATE (allowed_at, ended_at, link_hash) ON pending_sign_ins TO connect_app;

GRANT UPDATE (amount) ON card_withdrawal_limits TO connect_operator;

GRANT UPDATE (amount) ON instant_guarantee TO connect_operator;

GRANT UPDATE (amount, beneficiary_iban, beneficiary_id, beneficiary_name, charges, comment, credit_amount, credit_currency, domiciliation, edited_at, edited_by, end_date, exchange_commission, exchange_rate, executed_at, execution_date, execution_status, fees, instructed_amount, instructed_currency, is_own, label, lookup_id, network, next_occurrence, own_account_id, periodicity, posting_id, purpose, rail, rate_until, reason, reason_code, run_at, signatures_needed, signing_rule, start_date, suspended, tax, tries, type, validated_at, validation_status, version) ON transfers TO connect_app;

GRANT UPDATE (amount, booked, execution_date, fees, line_count, posting_id, reason, reason_code, settled_at, state, tax, validated_at, version) ON transfer_batches TO connect_app;

GRANT UPDATE (amount, compared_at, completed_at, last_page, line_count, pages) ON instant_reports TO connect_app;

GRANT UPDATE (amount, edited_by, end_date, next_date, next_occurrence, reason, recurrence, run_at, signatures_needed, signing_rule, start_date, status, tries, version, waits_since) ON recurring_topups TO connect_app;

GRANT UPDATE (answer, answered_at) ON deposit_requests TO connect_app;

GRANT UPDATE (answered_at, answered_by, paid_amount, reason, state) ON payment_requests TO connect_app;

GRANT UPDATE (answered_at, answered_by, refusal, state) ON return_requests TO connect_app;

GRANT UPDATE (answered_at, creation_id, refusal, state, value) ON payment_aliases TO connect_app;

GRANT UPDATE (archived_at, continued_at, read_at, waiting_since) ON messages TO connect_app;

GRANT UPDATE (asked_at) ON password_requests TO connect_app;

GRANT UPDATE (audited_at, customer_sums, digest, entry_count, internal_sums, posting_count) ON ledger_closed_days TO connect_operator;

GRANT UPDATE (auth, endpoint, last_used_at, p256dh, session_id, user_agent) ON push_devices TO connect_app;

GRANT UPDATE (available_at, first_number, last_number, moved_at, posting_id, reason, status) ON chequebooks TO connect_app;

GRANT UPDATE (basis, min_amount, rate, withholding_rate) ON deposit_offers TO connect_operator;

GRANT UPDATE (bic, name) ON banks TO connect_operator;

GRANT UPDATE (branch_code, email, first_name, last_name, phone, team) ON advisors TO connect_operator;

GRANT UPDATE (broken_gross, broken_rate, broken_withholding) ON deposits TO connect_operator;

GRANT UPDATE (capabilities, is_default, is_favourite, last_chosen_at, rights) ON memberships TO connect_app;

GRANT UPDATE (category_id) ON category_rules TO connect_app;

GRANT UPDATE (change_id, is_by_hand) ON operation_categorisations TO connect_app;

GRANT UPDATE (changed_at, name) ON counterparties TO connect_app;

GRANT UPDATE (city, iban, tax_number) ON availability_identity TO connect_operator;

GRANT UPDATE (claim_answered_at, claim_refusal, claimed_at, posting_id, reason, refund_posting_id, run_at, settled_on, status) ON collections TO connect_app;

GRANT UPDATE (claim_id, decided_at, decided_by, member, state) ON alias_claims TO connect_app;

GRANT UPDATE (code) ON economic_codes TO connect_operator;

GRANT UPDATE (comment, name, type_id) ON beneficiary_lists TO connect_app;

GRANT UPDATE (counter, is_synced, last_used_at, name) ON passkeys TO connect_app;

GRANT UPDATE (decided_at, decided_by, reason, state) ON return_acceptances TO connect_app;

GRANT UPDATE (decided_at, decided_by, reason, status) ON beneficiary_account_changes TO connect_app;

GRANT UPDATE (decided_at, decided_by, state) ON access_change_accounts TO connect_app;

GRANT UPDATE (decided_at, decided_by, state) ON signing_rule_changes TO connect_app;

GRANT UPDATE (decided_at, posting_id, reason, reason_code, status) ON card_topups TO connect_app;

GRANT UPDATE (device_id, ended_at, last_active_at) ON sessions TO connect_app;

GRANT UPDATE (email, factor_due_at, factors, factors_reset_at, lang, must_change_password, password_hash, phone, theme) ON users TO connect_app;

GRANT UPDATE (end_to_end_id, state) ON till_payments TO connect_app;

GRANT UPDATE (ended_on, status) ON deposits TO connect_app;

GRANT UPDATE (error, html, next_try_at, plain, sent_at, tries) ON mails TO connect_app;

GRANT UPDATE (error, next_try_at, tries) ON push_messages TO connect_app;

GRANT UPDATE (execution_date, is_failure_notified, is_refused, reason, reason_code) ON transfer_batch_lines TO connect_app;

GRANT UPDATE (expires_at, instant_chosen_at, is_confidential, save_payees, single_entry) ON transfer_imports TO connect_app;

GRANT UPDATE (factor_amount) ON accounts TO connect_app;

GRANT UPDATE (fee, is_offered, max_per_order) ON chequebook_types TO connect_operator;

GRANT UPDATE (file_id, place, return_reason, returned_at, settled_at, state) ON outgoing_payments TO connect_app;

GRANT UPDATE (first_name, last_name) ON users TO connect_operator;

GRANT UPDATE (is_confirmed, name_en, name_fr) ON foreign_holidays TO connect_operator;

GRANT UPDATE (is_confirmed, name_en, name_fr) ON holidays TO connect_operator;

GRANT UPDATE (is_daily, quiet_from, quiet_to) ON alert_timing TO connect_app;

GRANT UPDATE (label, status) ON prepaid_cards TO connect_app;

GRANT UPDATE (last_used_on, max_amount, status, version) ON mandates TO connect_app;

GRANT UPDATE (late_interest, paid_on, posting_id, run_at, tries) ON credit_lines TO connect_app;

GRANT UPDATE (lost_at) ON former_signers TO connect_app;

GRANT UPDATE (mail_at, push_at, read_at) ON alerts TO connect_app;

GRANT UPDATE (name) ON operation_views TO connect_app;

GRANT UPDATE (next) ON cheque_numbers TO connect_app;

GRANT UPDATE (paid_on, posting_id, run_at) ON deposit_payments TO connect_app;

GRANT UPDATE (platform_at, platform_left, used, warned_at) ON instant_guarantee TO connect_app;

GRANT UPDATE (posting_id, run_at) ON overdraft_charges TO connect_app;

GRANT UPDATE (queued_at) ON alert_queue TO connect_app;

GRANT UPDATE (received_at, requested_at, tries) ON instant_report_requests TO connect_app;

GRANT UPDATE (refusal, send_at, sent_at, state, tries) ON aip_messages TO connect_app;

GRANT UPDATE (removed_at) ON transfer_documents TO connect_app;

GRANT UPDATE (request_id, state) ON request_lines TO connect_app;

GRANT UPDATE (requested_at, requested_by) ON factor_resets TO connect_operator;

GRANT UPDATE (resolved_at) ON instant_differences TO connect_app;

GRANT UPDATE (resolved_by) ON instant_differences TO connect_operator;

GRANT UPDATE (return_answer, said_reason, said_status, status_answer) ON collection_lines TO connect_operator;

GRANT UPDATE (through_seq) ON category_rule_progress TO connect_app;

GRANT UPDATE (used_at) ON confirmations TO connect_app;

GRANT UPDATE (used_at) ON password_tokens TO connect_app;

GRANT UPDATE (used_at) ON recovery_codes TO connect_app;

GRANT UPDATE (value) ON parameters TO connect_operator;

GRANT UPDATE (version) ON signing_rules TO connect_app;

GRANT UPDATE (written_at) ON clearing_files TO connect_app;

GRANT UPDATE (written_at) ON collection_answers TO connect_operator;

GRANT UPDATE (written_at) ON payment_returns TO connect_app;

-- Who may call which function (everybody, where nothing is said)

GRANT EXECUTE ON FUNCTION archive_years(integer,timestamp with time zone) TO connect_operator;

GRANT EXECUTE ON FUNCTION audit_count_without_text(integer,integer) TO connect_app;

GRANT EXECUTE ON FUNCTION audit_link(integer,timestamp with time zone) TO connect_app;

GRANT EXECUTE ON FUNCTION audit_write_texts() TO connect_app;

GRANT EXECUTE ON FUNCTION audit_write_texts_of(uuid,integer) TO connect_app;

GRANT EXECUTE ON FUNCTION begin_year(integer) TO connect_app;

GRANT EXECUTE ON FUNCTION count_operations_since(uuid[],date) TO PUBLIC;

GRANT EXECUTE ON FUNCTION count_operations_since(uuid[],date) TO connect_app;

GRANT EXECUTE ON FUNCTION found_operations(uuid,date,date,text,bigint,text,text,bigint,bigint,uuid[],boolean) TO PUBLIC;

GRANT EXECUTE ON FUNCTION found_operations(uuid,date,date,text,bigint,text,text,bigint,bigint,uuid[],boolean) TO connect_app;

GRANT EXECUTE ON FUNCTION free_operations(uuid,text,text,bigint,bigint) TO PUBLIC;

GRANT EXECUTE ON FUNCTION free_operations(uuid,text,text,bigint,bigint) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_close_days(date,timestamp with time zone) TO connect_operator;

GRANT EXECUTE ON FUNCTION ledger_hold(uuid,uuid,bigint,text,timestamp with time zone) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_hold_many(uuid,jsonb,timestamp with time zone) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_lock(uuid[]) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_lock_free(uuid[]) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_open_account(uuid,text,text,text,bigint) TO connect_operator;

GRANT EXECUTE ON FUNCTION ledger_open_card(uuid) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_post(jsonb,jsonb) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_release(uuid,text,timestamp with time zone) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_release_many(uuid,text[],timestamp with time zone) TO connect_app;

GRANT EXECUTE ON FUNCTION ledger_set_overdraft(uuid,bigint) TO connect_operator;

GRANT EXECUTE ON FUNCTION locate_operations(uuid[],date,date,bigint,bigint) TO PUBLIC;

GRANT EXECUTE ON FUNCTION locate_operations(uuid[],date,date,bigint,bigint) TO connect_app;

GRANT EXECUTE ON FUNCTION measure_years() TO connect_operator;

GRANT EXECUTE ON FUNCTION tally_accounts(uuid[],integer[],bigint[],bigint[],date[],bigint[],date,date,text,text,text,bigint,bigint,uuid[],boolean) TO PUBLIC;

GRANT EXECUTE ON FUNCTION tally_accounts(uuid[],integer[],bigint[],bigint[],date[],bigint[],date,date,text,text,text,bigint,bigint,uuid[],boolean) TO connect_app;

GRANT EXECUTE ON FUNCTION tally_operations(uuid,bigint,date,date,text,bigint,text,text,bigint,bigint,uuid[],boolean) TO PUBLIC;

GRANT EXECUTE ON FUNCTION tally_operations(uuid,bigint,date,date,text,bigint,text,text,bigint,bigint,uuid[],boolean) TO connect_app;

GRANT EXECUTE ON FUNCTION transfers_abroad(uuid) TO PUBLIC;

GRANT EXECUTE ON FUNCTION transfers_abroad(uuid) TO connect_app;

REVOKE EXECUTE ON FUNCTION archive_years(integer,timestamp with time zone) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION audit_count_without_text(integer,integer) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION audit_guard_partition(regclass) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION audit_link(integer,timestamp with time zone) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION audit_write_texts() FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION audit_write_texts_of(uuid,integer) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION begin_year(integer) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_batches(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_chequebooks(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_collections(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_credits(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_deposits(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_incoming_payments(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_instant_returns(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_operations(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_outgoing_payments(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_overdraft_charges(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_topups(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION expected_of_transfers(ledger_head[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_check_causes() FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_choose(jsonb,ledger_line[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_close_days(date,timestamp with time zone) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_guard_partition(regclass) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_hold(uuid,uuid,bigint,text,timestamp with time zone) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_hold_many(uuid,jsonb,timestamp with time zone) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_lock(uuid[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_lock_free(uuid[]) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_open_account(uuid,text,text,text,bigint) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_open_card(uuid) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_post(jsonb,jsonb) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_release(uuid,text,timestamp with time zone) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_release_many(uuid,text[],timestamp with time zone) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_set_overdraft(uuid,bigint) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION ledger_write(jsonb,jsonb) FROM PUBLIC;

REVOKE EXECUTE ON FUNCTION measure_years() FROM PUBLIC;
