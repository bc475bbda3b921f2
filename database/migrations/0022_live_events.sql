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
CREATE FUNCTION live_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT account_id, TG_ARGV[0] FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER intraday_operations_notify_live AFTER INSERT ON intraday_operations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('balance');
CREATE TRIGGER intraday_operations_notify_on_update AFTER UPDATE ON intraday_operations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('balance');
CREATE TRIGGER transfers_notify_live AFTER INSERT ON transfers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER transfers_notify_on_update AFTER UPDATE ON transfers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER transfer_signatures_notify_live AFTER INSERT ON transfer_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER transfer_signatures_notify_on_update AFTER UPDATE ON transfer_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER transfer_batches_notify_live AFTER INSERT ON transfer_batches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');
CREATE TRIGGER transfer_batches_notify_on_update AFTER UPDATE ON transfer_batches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');
CREATE TRIGGER transfer_batch_lines_notify_live AFTER INSERT ON transfer_batch_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');
CREATE TRIGGER transfer_batch_lines_notify_on_update AFTER UPDATE ON transfer_batch_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');
CREATE TRIGGER transfer_batch_signatures_notify_live AFTER INSERT ON transfer_batch_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');
CREATE TRIGGER transfer_batch_signatures_notify_on_update AFTER UPDATE ON transfer_batch_signatures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('batches');
CREATE TRIGGER beneficiaries_notify_live AFTER INSERT ON beneficiaries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');
CREATE TRIGGER beneficiaries_notify_on_update AFTER UPDATE ON beneficiaries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');
CREATE TRIGGER messages_notify_live AFTER INSERT ON messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('messages');
CREATE TRIGGER messages_notify_on_update AFTER UPDATE ON messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('messages');
CREATE TRIGGER message_replies_notify_live AFTER INSERT ON message_replies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('messages');
CREATE TRIGGER message_replies_notify_on_update AFTER UPDATE ON message_replies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('messages');
CREATE TRIGGER prepaid_cards_notify_live AFTER INSERT ON prepaid_cards REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');
CREATE TRIGGER prepaid_cards_notify_on_update AFTER UPDATE ON prepaid_cards REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');
CREATE TRIGGER card_topups_notify_live AFTER INSERT ON card_topups REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');
CREATE TRIGGER card_topups_notify_on_update AFTER UPDATE ON card_topups REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');
CREATE TRIGGER recurring_topups_notify_live AFTER INSERT ON recurring_topups REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');
CREATE TRIGGER recurring_topups_notify_on_update AFTER UPDATE ON recurring_topups REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');
CREATE TRIGGER chequebooks_notify_live AFTER INSERT ON chequebooks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('chequebooks');
CREATE TRIGGER chequebooks_notify_on_update AFTER UPDATE ON chequebooks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('chequebooks');
CREATE TRIGGER collections_notify_live AFTER INSERT ON collections REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('debits');
CREATE TRIGGER collections_notify_on_update AFTER UPDATE ON collections REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('debits');
CREATE TRIGGER mandates_notify_live AFTER INSERT ON mandates REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('debits');
CREATE TRIGGER mandates_notify_on_update AFTER UPDATE ON mandates REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('debits');
CREATE TRIGGER statements_notify_live AFTER INSERT ON statements REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('statements');
CREATE TRIGGER statements_notify_on_update AFTER UPDATE ON statements REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('statements');
CREATE TRIGGER deposits_notify_live AFTER INSERT ON deposits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('deposits');
CREATE TRIGGER deposits_notify_on_update AFTER UPDATE ON deposits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('deposits');
CREATE TRIGGER credits_notify_live AFTER INSERT ON credits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('credits');
CREATE TRIGGER credits_notify_on_update AFTER UPDATE ON credits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('credits');

CREATE FUNCTION live_notify_of_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT id, 'balance' FROM changed WHERE kind = 'customer' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_accounts_notify_live AFTER UPDATE ON ledger_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify_of_money();

-- Requests name a deposit, which names the account.
CREATE FUNCTION live_notify_of_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind)
  SELECT DISTINCT d.account_id, 'deposits' FROM changed w JOIN deposits d ON d.id = w.deposit_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER deposit_requests_notify_live AFTER INSERT ON deposit_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify_of_requests();
CREATE TRIGGER deposit_requests_notify_on_update AFTER UPDATE ON deposit_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify_of_requests();

-- Reports one row: a change of a member's rights, a blocked account, or a session that ends.
CREATE FUNCTION live_notify_of_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind)
  VALUES ((to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0])::uuid, TG_ARGV[1]) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_notify_live AFTER INSERT OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION live_notify_of_one('user_id', 'access');
CREATE TRIGGER memberships_notify_on_update AFTER UPDATE ON memberships FOR EACH ROW
  WHEN (OLD.rights <> NEW.rights OR OLD.capabilities <> NEW.capabilities) EXECUTE FUNCTION live_notify_of_one('user_id', 'access');
CREATE TRIGGER accounts_notify_live AFTER UPDATE ON accounts FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION live_notify_of_one('id', 'access');
CREATE TRIGGER sessions_notify_live AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION live_notify_of_one('user_id', 'session');

CREATE FUNCTION live_notify_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT user_id, TG_ARGV[0] FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_notify_live AFTER INSERT ON alerts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify_users('alerts');
CREATE TRIGGER alerts_notify_on_update AFTER UPDATE ON alerts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify_users('alerts');
