-- A filter over a hundred thousand operations is counted in one pass, and what was counted once is counted no more: entries are only
-- added, with higher numbers, so a count up to one of them stays true.

-- What a filter finds after one entry of an account, by month, and on which of its days (the bit 0 is the first). The statement is planned for the conditions that are given: those that are
-- not cost nothing beside each line, and the index alone answers, in the order of its days.
CREATE FUNCTION tally_operations(account uuid, after_seq bigint, first_day date, last_day date, pattern text, figure bigint, direction text,
                                 kind text, least_amount bigint, most_amount bigint, marked uuid[], documented boolean)
  RETURNS TABLE (month date, days integer, total bigint, credits bigint, debits bigint)
  LANGUAGE plpgsql STABLE SET enable_bitmapscan = off AS $$
DECLARE
  -- Days and numbers of an account rise together.
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
END $$;
GRANT EXECUTE ON FUNCTION tally_operations TO connect_app;
