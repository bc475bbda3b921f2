-- A customer moves money between their own accounts without saving themselves as a beneficiary: an order names one or the other.
ALTER TABLE transfers ALTER COLUMN beneficiary_id DROP NOT NULL;
ALTER TABLE transfers ADD COLUMN own_account_id uuid REFERENCES accounts;
ALTER TABLE transfers ADD CONSTRAINT transfers_name_one_payee CHECK (num_nonnulls(beneficiary_id, own_account_id) = 1);
ALTER TABLE transfers ADD CONSTRAINT transfers_to_own_accounts_are_own
  CHECK (own_account_id IS NULL OR (is_own AND own_account_id <> account_id AND network = 'book'));
GRANT UPDATE (own_account_id) ON transfers TO connect_app;

CREATE OR REPLACE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.reason_code, t.purpose,
       t.domiciliation, t.version, t.signatures_needed, t.signing_rule,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals,
       t.own_account_id
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);
