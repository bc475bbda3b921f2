-- What the rows of deposits and chequebooks justify (0054), corrected in three points:
-- The last payment of a deposit takes the roundings of the payments before it, so it may be more than one franc above the interest of its own
-- period: what the rate limits is the sum up to each payment. Its posting was refused, the capital was not repaid, and no deposit of the same run
-- was paid.
-- The settlement of a broken deposit and the refunded fee of a chequebook wait on the suspense account where the account was closed, like all
-- other money for a closed account.
CREATE OR REPLACE FUNCTION expected_of_deposits(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;

CREATE OR REPLACE FUNCTION expected_of_chequebooks(p_heads ledger_head[]) RETURNS ledger_expectation[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;
