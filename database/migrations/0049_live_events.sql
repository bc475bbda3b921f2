-- What has just changed, for the pages that are open: written by triggers, so that no change forgets to say so, in the transaction of the
-- change, so that nothing is told that did not happen. A change is told once for each account, kind and transaction, however many rows it touches.

CREATE TABLE live_events (
  -- The account, or the user, whom it concerns.
  topic_id uuid NOT NULL,
  -- Readers ask for what was not visible in the snapshot of their last look. Numbers of a sequence would not do: a transaction
  -- that took the smaller number may commit later, and would be passed over.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic_id, xid, kind)
);
CREATE INDEX live_events_newest ON live_events (xid);
CREATE INDEX live_events_by_age ON live_events (at);
GRANT SELECT, INSERT, DELETE ON live_events TO connect_app;

/* The accounts of the rows that a statement wrote. */
CREATE FUNCTION live_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT account_id, TG_ARGV[0] FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION live_tell_of_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic_id, kind) SELECT DISTINCT id, 'balance' FROM changed WHERE kind = 'customer' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_accounts_are_told AFTER UPDATE ON ledger_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_tell_of_money();

DO $$
DECLARE told record;
BEGIN
  FOR told IN
    SELECT * FROM (VALUES
      ('intraday_operations', 'balance'), ('transfers', 'transfers'), ('transfer_signatures', 'transfers'), ('transfer_batches', 'batches'),
      ('transfer_batch_lines', 'batches'), ('transfer_batch_signatures', 'batches'), ('beneficiaries', 'beneficiaries'),
      ('messages', 'messages'), ('message_replies', 'messages'), ('prepaid_cards', 'cards'), ('card_topups', 'cards'),
      ('recurring_topups', 'cards'), ('chequebooks', 'chequebooks'), ('collections', 'debits'), ('mandates', 'debits'),
      ('statements', 'statements'), ('deposits', 'deposits'), ('credits', 'credits')) AS t (relation, kind)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_tell(%L)',
                   told.relation || '_are_told', told.relation, told.kind);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_tell(%L)',
                   told.relation || '_are_told_again', told.relation, told.kind);
  END LOOP;
END $$;

/* One row: what somebody may do, an account that is blocked, a session that ends. */
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
