-- While another account number of a payee waits for its approval, the orders to that payee wait too. One whose day passes meanwhile is late:
-- it goes no more by itself, its author gives it another day or takes it back.
ALTER TABLE transfers ADD COLUMN suspended text CHECK (suspended IN ('payee_change', 'late'));
ALTER TABLE transfers DROP CONSTRAINT transfers_run_when_signed;
ALTER TABLE transfers ADD CONSTRAINT transfers_run_when_signed
  CHECK ((run_at IS NOT NULL) = (validation_status = 'validated' AND execution_status = 'scheduled' AND suspended IS NULL));
ALTER TABLE transfers ADD CONSTRAINT transfers_suspended_are_open CHECK (suspended IS NULL OR execution_status IN ('scheduled', 'paused'));
GRANT UPDATE (suspended) ON transfers TO connect_app;

CREATE OR REPLACE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.reason_code, t.purpose,
       t.domiciliation, t.version, t.signatures_needed, t.signing_rule,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals,
       t.own_account_id, t.suspended
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);
