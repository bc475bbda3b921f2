-- Orders carry documents, may be changed before they run, and say why the bank did not run them in words of the reader's language.

ALTER TABLE transfers
  -- Why the bank itself ended it; what a validator wrote stands in reason.
  ADD COLUMN reason_code text CHECK (reason_code IN ('funds', 'payee', 'payer', 'expired')),
  -- Of an order out of the UEMOA: what it pays for, and the number of its domiciliation where it must be domiciled.
  ADD COLUMN purpose text CHECK (purpose IN ('goods', 'services', 'studies', 'health', 'family', 'other')),
  ADD COLUMN domiciliation text CHECK (length(domiciliation) BETWEEN 1 AND 35);

UPDATE transfers
   SET reason = NULL,
       reason_code = CASE reason WHEN 'Provision insuffisante' THEN 'funds' WHEN 'Expiré' THEN 'expired'
                                 WHEN 'Le compte à débiter est bloqué ou clos' THEN 'payer' ELSE 'payee' END
 WHERE execution_status = 'rejected' OR reason = 'Expiré';

ALTER TABLE transfers
  DROP CONSTRAINT transfers_undone_say_why,
  ADD CONSTRAINT transfers_undone_say_why
    CHECK ((validation_status = 'refused' OR execution_status = 'rejected') <= (reason IS NOT NULL OR reason_code IS NOT NULL));

INSERT INTO parameters (name, value, meaning) VALUES
  ('goods_domiciliation_threshold', 10000000, 'From this amount on, an order abroad that pays for goods names its domiciliation (XOF)');

-- A series may change between its dates: each date keeps what it was when it had its outcome.
ALTER TABLE transfer_occurrences
  ADD COLUMN amount amount,
  ADD COLUMN fees amount,
  ADD COLUMN tax amount,
  ADD COLUMN beneficiary_iban text;
UPDATE transfer_occurrences o SET amount = t.amount, fees = t.fees, tax = t.tax, beneficiary_iban = t.beneficiary_iban
  FROM transfers t WHERE t.account_id = o.account_id AND t.id = o.transfer_id;
ALTER TABLE transfer_occurrences
  ALTER COLUMN amount SET NOT NULL,
  ALTER COLUMN fees SET NOT NULL,
  ALTER COLUMN tax SET NOT NULL,
  ALTER COLUMN beneficiary_iban SET NOT NULL;

CREATE TABLE transfer_documents (
  account_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  id uuid PRIMARY KEY,
  -- international: one that exchange control asks for.
  kind text NOT NULL CHECK (kind IN ('document', 'international')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content bytea NOT NULL,
  added_at timestamptz NOT NULL,
  -- Among those that came with it.
  place smallint NOT NULL,
  added_by uuid NOT NULL REFERENCES users,
  -- An edit may leave it out; what was signed once stays readable for auditors.
  removed_at timestamptz,
  FOREIGN KEY (account_id, transfer_id) REFERENCES transfers (account_id, id),
  CONSTRAINT transfer_documents_say_their_size CHECK (length(content) = size)
);
-- Already compressed.
ALTER TABLE transfer_documents ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX transfer_documents_of_transfer ON transfer_documents (account_id, transfer_id);

DROP VIEW transfer_details;
CREATE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.reason_code, t.purpose,
       t.domiciliation, t.version, t.signatures_needed,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);

GRANT SELECT ON transfer_details TO connect_app;
GRANT UPDATE (reason_code, purpose, domiciliation) ON transfers TO connect_app;
GRANT SELECT, INSERT ON transfer_documents TO connect_app;
GRANT UPDATE (removed_at) ON transfer_documents TO connect_app;
