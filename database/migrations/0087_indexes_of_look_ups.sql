-- without a transaction
-- The look-ups that wait to be examined, and who names one: without them, each deletion would read whole tables. An index that was begun and not
-- finished is removed first.
DROP INDEX CONCURRENTLY IF EXISTS payee_lookups_to_examine;
CREATE INDEX CONCURRENTLY IF NOT EXISTS payee_lookups_to_examine ON payee_lookups (created_at) WHERE NOT is_named;
DROP INDEX CONCURRENTLY IF EXISTS instant_payments_by_lookup;
CREATE INDEX CONCURRENTLY IF NOT EXISTS instant_payments_by_lookup ON instant_payments (account_id, lookup_id);
DROP INDEX CONCURRENTLY IF EXISTS payment_requests_of_lookup;
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_requests_of_lookup ON payment_requests (account_id, lookup_id);
DROP INDEX CONCURRENTLY IF EXISTS request_lines_by_lookup;
CREATE INDEX CONCURRENTLY IF NOT EXISTS request_lines_by_lookup ON request_lines (account_id, lookup_id);
DROP INDEX CONCURRENTLY IF EXISTS transfer_batch_lines_by_lookup;
CREATE INDEX CONCURRENTLY IF NOT EXISTS transfer_batch_lines_by_lookup ON transfer_batch_lines (account_id, lookup_id) WHERE lookup_id IS NOT NULL;
