-- without a transaction
-- A deposited cheque is credited at once, subject to collection: it is not available before its value date, because it may come back
-- unpaid until then. Its amount is held for the cause 'cheque:<entry>'. An
-- index that was begun and not finished is removed first.
DROP INDEX CONCURRENTLY IF EXISTS ledger_holds_of_cheques;
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_holds_of_cheques ON ledger_holds (account_id, id) WHERE released_at IS NULL AND cause LIKE 'cheque:%';
ALTER TABLE clearing_messages VALIDATE CONSTRAINT clearing_messages_kind_check;
