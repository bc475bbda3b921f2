-- Years: the entries of the ledger and the audit log have a partition for each year, and a year is archived by detaching its partition.

-- What was archived. The first day that is not, and what the audits need to know of the days before it.
CREATE TABLE archived_years (
  before date PRIMARY KEY CHECK (extract(month FROM before) = 1 AND extract(day FROM before) = 1),
  archived_at timestamptz NOT NULL,
  -- Of all days before it, as its closed day says.
  internal_sums jsonb NOT NULL,
  customer_sums jsonb NOT NULL,
  -- Events of all years that were archived, and the last link of one of them.
  event_count bigint NOT NULL,
  last_link bigint NOT NULL
);
GRANT SELECT ON archived_years TO connect_app;

-- Begins a year: days from its first one on get a partition of their own, which has no end until the next year begins. It is begun in the
-- year before, while nothing is booked in it yet: then it takes a moment. False where it has begun, or where something is booked in it.
CREATE FUNCTION begin_year(p_year integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' SET timezone = 'UTC' AS $$
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
END $$;
REVOKE ALL ON FUNCTION begin_year FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_year TO connect_app;

-- Archives all years before one: their partitions are detached and moved to the schema archive, from where they are written to a file and
-- dropped. The last entry of each customer's account stays, in a partition of its own: balances and numbers of later entries follow from
-- it. Answers the names of the detached tables.
CREATE FUNCTION archive_years(p_year integer, p_at timestamptz) RETURNS SETOF text
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
  IF EXISTS (SELECT FROM audit_waiting w JOIN audit_events e ON e.id = w.event_id WHERE e.at < v_before) THEN
    RAISE EXCEPTION 'events of the years before % are not linked yet', p_year USING ERRCODE = 'LG005';
  END IF;

  SELECT count(*), max(l.seq) INTO v_events, v_link FROM audit_events e JOIN audit_links l ON l.event_id = e.id WHERE e.at < v_before;
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
REVOKE ALL ON FUNCTION archive_years FROM PUBLIC;
GRANT EXECUTE ON FUNCTION archive_years TO connect_operator;

-- PostgreSQL measures partitions by itself, and never the tables that they belong to.
CREATE FUNCTION measure_years() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE ledger_entries, audit_events, audit_search_texts;
END $$;
REVOKE ALL ON FUNCTION measure_years FROM PUBLIC;
GRANT EXECUTE ON FUNCTION measure_years TO connect_operator;
