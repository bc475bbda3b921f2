-- without a transaction
-- The instant payments of a period, which its reports are compared with. An index that was begun and not finished is removed first.
DROP INDEX CONCURRENTLY IF EXISTS outgoing_payments_settled_instantly;
CREATE INDEX CONCURRENTLY IF NOT EXISTS outgoing_payments_settled_instantly ON outgoing_payments (settled_at) WHERE network = 'instant' AND settled_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS outgoing_payments_returned_instantly;
CREATE INDEX CONCURRENTLY IF NOT EXISTS outgoing_payments_returned_instantly ON outgoing_payments (returned_at) WHERE network = 'instant' AND returned_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS instant_receipts_credited;
CREATE INDEX CONCURRENTLY IF NOT EXISTS instant_receipts_credited ON instant_receipts (received_at) WHERE incoming_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS instant_returns_in_order;
CREATE INDEX CONCURRENTLY IF NOT EXISTS instant_returns_in_order ON instant_returns (created_at);
DROP INDEX CONCURRENTLY IF EXISTS aip_messages_refused;
CREATE INDEX CONCURRENTLY IF NOT EXISTS aip_messages_refused ON aip_messages (created_at) WHERE state = 'refused';
