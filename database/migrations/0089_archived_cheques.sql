-- The cheques that an account has paid in archived years: no longer to be used, and not to be stopped.
CREATE TABLE archived_cheques (
  account_id uuid NOT NULL REFERENCES ledger_accounts,
  number bigint NOT NULL,
  PRIMARY KEY (account_id, number)
);
GRANT SELECT ON archived_cheques TO connect_app;

-- Those of years that were archived before, where their tables are still here.
DO $$
DECLARE
  v_table text;
BEGIN
  FOR v_table IN SELECT tablename FROM pg_tables WHERE schemaname = 'archive' AND tablename LIKE 'ledger\_entries\_before\_%' LOOP
    EXECUTE format($q$INSERT INTO archived_cheques (account_id, number)
                      SELECT account_id, substring(label FROM '^CHEQUE ([0-9]{7})$')::bigint FROM archive.%I
                       WHERE type = 'cheque_out' AND seq IS NOT NULL AND label ~ '^CHEQUE [0-9]{7}$'
                      ON CONFLICT DO NOTHING$q$, v_table);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION archive_years(p_year integer, p_at timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
 SET "TimeZone" TO 'UTC'
AS $$
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
END $$;
