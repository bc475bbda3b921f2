-- without a transaction
-- What a person has signed lately is listed over all their accounts. An index that was begun and not finished is removed first.
DROP INDEX CONCURRENTLY IF EXISTS payment_signatures_of_user;
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_signatures_of_user ON payment_signatures (user_id, account_id, signed_at);
