-- The status that a reader sees of an order follows from a few facts by one rule, which stands in the contract. Lists are filtered and sorted by
-- these facts: the rule says which of them belong to a status, and this function says which of them an order has. Facts that decide nothing are left empty.
CREATE FUNCTION transfer_facts(t transfers, reader uuid, today date) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('/', t.type, t.validation_status, t.execution_status,
    CASE WHEN t.validation_status = 'refused' OR t.execution_status IN ('cancelled', 'rejected') THEN coalesce(t.reason_code, 'none') ELSE '' END,
    CASE WHEN t.execution_status IN ('scheduled', 'paused') THEN coalesce(t.suspended, 'none') ELSE '' END,
    CASE WHEN t.execution_status IN ('scheduled', 'paused') AND t.execution_date < today THEN 'past' ELSE '' END,
    CASE WHEN t.execution_status <> 'executed' OR t.network = 'book' THEN ''
         WHEN EXISTS (SELECT FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')) THEN 'way'
         ELSE '' END,
    CASE WHEN t.validation_status <> 'pending' OR t.execution_status <> 'scheduled' THEN ''
         WHEN t.created_by <> reader AND t.edited_by IS DISTINCT FROM reader
          AND signature_is_open(reader, t.account_id, t.id, t.version, t.signing_rule) THEN 'open'
         ELSE '' END)
$$;

CREATE OR REPLACE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.reason_code, t.purpose,
       t.domiciliation, t.version, t.signatures_needed, t.signing_rule,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals,
       t.own_account_id, t.suspended,
       t.execution_status = 'executed' AND t.network <> 'book'
         AND EXISTS (SELECT FROM outgoing_payments i
                      WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')) AS is_on_its_way
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);
