-- without a transaction
-- The order that answers a request to pay. An index that was begun and not finished is removed first.
DROP INDEX CONCURRENTLY IF EXISTS transfers_by_lookup;
CREATE INDEX CONCURRENTLY IF NOT EXISTS transfers_by_lookup ON transfers (account_id, lookup_id) WHERE lookup_id IS NOT NULL;
