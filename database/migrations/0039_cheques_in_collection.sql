-- A deposited cheque is credited at once, subject to collection: it is not available before its value date, because it may come back
-- unpaid until then. Its amount is held for the cause 'cheque:<entry>'.
CREATE INDEX ledger_holds_of_cheques ON ledger_holds (account_id, id) WHERE released_at IS NULL AND cause LIKE 'cheque:%';
