-- without a transaction
-- What exchange control counts together: a customer's orders to one account number abroad, on any of their accounts. An index that was
-- begun and not finished is removed first.
DROP INDEX CONCURRENTLY IF EXISTS transfers_abroad_by_payee;
CREATE INDEX CONCURRENTLY IF NOT EXISTS transfers_abroad_by_payee ON transfers (beneficiary_iban, created_at) WHERE network = 'swift';
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_instructed_in_a_currency;
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_exchanged_at_a_rate;
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_charges_abroad;
ALTER TABLE correspondents VALIDATE CONSTRAINT correspondents_have_a_number;
ALTER TABLE outgoing_payments VALIDATE CONSTRAINT outgoing_payments_exchanged_at_a_rate;
ALTER TABLE outgoing_payments VALIDATE CONSTRAINT outgoing_payments_instructed_in_a_currency;
ALTER TABLE outgoing_payments VALIDATE CONSTRAINT outgoing_payments_charges_abroad;
