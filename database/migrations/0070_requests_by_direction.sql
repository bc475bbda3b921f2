-- without a transaction
-- A request to pay between two customers of the bank comes back from the platform under its own ids: it is a row of each direction. The tables
-- had one row for each id, so that the payer never saw such a request.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payment_requests_once_for_a_direction ON payment_requests (end_to_end_id, direction);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payment_requests_by_message ON payment_requests (message_id, direction);
-- Aliases of closed accounts are looked for every few minutes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_closed ON accounts (id) WHERE status = 'closed';
