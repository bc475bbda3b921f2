-- without a transaction
-- The batch that a posting debits. An index that was begun and not finished is removed first.
DROP INDEX CONCURRENTLY IF EXISTS transfer_batches_by_posting;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS transfer_batches_by_posting ON transfer_batches (posting_id) WHERE posting_id IS NOT NULL;
