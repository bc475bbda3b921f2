-- Live events: what has just changed, for pages that are open. Triggers insert them, so that no change forgets to, in
-- the transaction of the change, so that nothing is reported that was rolled back. A change is reported once per
-- account, kind and transaction, however many rows it touches.

CREATE TABLE live_events (
  -- The account or the user that the event concerns.
  topic_id uuid NOT NULL,
  -- Readers select what was not visible in the snapshot of their last query. Numbers of a sequence do not work: a
  -- transaction that took the smaller number may commit later, and would be skipped.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic_id, xid, kind)
);
CREATE INDEX live_events_newest ON live_events (xid);
CREATE INDEX live_events_by_age ON live_events (at);
GRANT SELECT, INSERT, DELETE ON live_events TO connect_app;

-- Reports the accounts of the rows that a statement wrote.
CREATE FUNCTION live_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT account_id, TG_ARGV[0] FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER intraday_operations_are_told AFTER INSERT ON intraday_operations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('balance');
CREATE TRIGGER intraday_operations_are_told_again AFTER UPDATE ON intraday_operations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('balance');
CREATE TRIGGER transfers_are_told AFTER INSERT ON transfers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('transfers');
CREATE TRIGGER transfers_are_told_again AFTER UPDATE ON transfers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('transfers');
CREATE TRIGGER transfer_signatures_are_told AFTER INSERT ON transfer_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('transfers');
CREATE TRIGGER transfer_signatures_are_told_again AFTER UPDATE ON transfer_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('transfers');
CREATE TRIGGER transfer_batches_are_told AFTER INSERT ON transfer_batches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('batches');
CREATE TRIGGER transfer_batches_are_told_again AFTER UPDATE ON transfer_batches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('batches');
CREATE TRIGGER transfer_batch_lines_are_told AFTER INSERT ON transfer_batch_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('batches');
CREATE TRIGGER transfer_batch_lines_are_told_again AFTER UPDATE ON transfer_batch_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('batches');
CREATE TRIGGER transfer_batch_signatures_are_told AFTER INSERT ON transfer_batch_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('batches');
CREATE TRIGGER transfer_batch_signatures_are_told_again AFTER UPDATE ON transfer_batch_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('batches');
CREATE TRIGGER beneficiaries_are_told AFTER INSERT ON beneficiaries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('beneficiaries');
CREATE TRIGGER beneficiaries_are_told_again AFTER UPDATE ON beneficiaries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('beneficiaries');
CREATE TRIGGER messages_are_told AFTER INSERT ON messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('messages');
CREATE TRIGGER messages_are_told_again AFTER UPDATE ON messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('messages');
CREATE TRIGGER message_replies_are_told AFTER INSERT ON message_replies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('messages');
CREATE TRIGGER message_replies_are_told_again AFTER UPDATE ON message_replies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('messages');
CREATE TRIGGER prepaid_cards_are_told AFTER INSERT ON prepaid_cards REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('cards');
CREATE TRIGGER prepaid_cards_are_told_again AFTER UPDATE ON prepaid_cards REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('cards');
CREATE TRIGGER card_topups_are_told AFTER INSERT ON card_topups REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('cards');
CREATE TRIGGER card_topups_are_told_again AFTER UPDATE ON card_topups REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('cards');
CREATE TRIGGER recurring_topups_are_told AFTER INSERT ON recurring_topups REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('cards');
CREATE TRIGGER recurring_topups_are_told_again AFTER UPDATE ON recurring_topups REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('cards');
CREATE TRIGGER chequebooks_are_told AFTER INSERT ON chequebooks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('chequebooks');
CREATE TRIGGER chequebooks_are_told_again AFTER UPDATE ON chequebooks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('chequebooks');
CREATE TRIGGER collections_are_told AFTER INSERT ON collections REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('debits');
CREATE TRIGGER collections_are_told_again AFTER UPDATE ON collections REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('debits');
CREATE TRIGGER mandates_are_told AFTER INSERT ON mandates REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('debits');
CREATE TRIGGER mandates_are_told_again AFTER UPDATE ON mandates REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('debits');
CREATE TRIGGER statements_are_told AFTER INSERT ON statements REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('statements');
CREATE TRIGGER statements_are_told_again AFTER UPDATE ON statements REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('statements');
CREATE TRIGGER deposits_are_told AFTER INSERT ON deposits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('deposits');
CREATE TRIGGER deposits_are_told_again AFTER UPDATE ON deposits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('deposits');
CREATE TRIGGER credits_are_told AFTER INSERT ON credits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('credits');
CREATE TRIGGER credits_are_told_again AFTER UPDATE ON credits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell('credits');

CREATE FUNCTION live_tell_of_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT id, 'balance' FROM changed WHERE kind = 'customer' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_accounts_are_told AFTER UPDATE ON ledger_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell_of_money();

-- Requests name a deposit, which names the account.
CREATE FUNCTION live_tell_of_wishes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind)
  SELECT DISTINCT d.account_id, 'deposits' FROM changed w JOIN deposits d ON d.id = w.deposit_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER deposit_requests_are_told AFTER INSERT ON deposit_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell_of_wishes();
CREATE TRIGGER deposit_requests_are_told_again AFTER UPDATE ON deposit_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell_of_wishes();

-- Reports one row: a change of a member's rights, a blocked account, or a session that ends.
CREATE FUNCTION live_tell_of_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind)
  VALUES ((to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0])::uuid, TG_ARGV[1]) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_are_told AFTER INSERT OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION live_tell_of_one('user_id', 'access');
CREATE TRIGGER memberships_are_told_again AFTER UPDATE ON memberships FOR EACH ROW
  WHEN (OLD.rights <> NEW.rights OR OLD.capabilities <> NEW.capabilities) EXECUTE FUNCTION live_tell_of_one('user_id', 'access');
CREATE TRIGGER accounts_are_told AFTER UPDATE ON accounts FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION live_tell_of_one('id', 'access');
CREATE TRIGGER sessions_are_told AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION live_tell_of_one('user_id', 'session');

CREATE FUNCTION live_tell_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT user_id, TG_ARGV[0] FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_are_told AFTER INSERT ON alerts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell_users('alerts');
CREATE TRIGGER alerts_are_told_again AFTER UPDATE ON alerts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell_users('alerts');
