-- What came in for a sent request to pay: its payer may have been allowed another amount.
ALTER TABLE payment_requests ADD COLUMN paid_amount amount;
UPDATE payment_requests q
   SET paid_amount = p.amount
  FROM (SELECT DISTINCT ON (i.account_id, r.reference) i.account_id, r.reference, r.amount
          FROM instant_receipts r JOIN incoming_payments i ON i.id = r.incoming_id
         WHERE r.reference IS NOT NULL
         ORDER BY i.account_id, r.reference, r.received_at) p
 WHERE q.direction = 'sent' AND q.state = 'paid' AND p.account_id = q.account_id AND p.reference = q.identifier;
ALTER TABLE payment_requests ADD CONSTRAINT payment_requests_only_paid_have_amounts CHECK (paid_amount IS NULL OR (state = 'paid' AND paid_amount > 0)) NOT VALID;
GRANT UPDATE (paid_amount) ON payment_requests TO connect_app;
