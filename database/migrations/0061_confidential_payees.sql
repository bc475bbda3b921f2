-- Who is paid in a confidential batch is known to those alone who may see its lines: a payee that such a batch has made stands in nobody
-- else's list of beneficiaries.
ALTER TABLE beneficiaries ADD COLUMN is_confidential boolean NOT NULL DEFAULT false;

-- The batches that were signed before: their new payees are as old as the signature.
UPDATE beneficiaries b SET is_confidential = true
 WHERE EXISTS (SELECT FROM transfers t
                WHERE t.account_id = b.account_id AND t.beneficiary_id = b.id AND t.is_confidential AND t.validated_at = b.created_at);
