-- One row of change events for a statement, with all of its accounts, instead of one for each account: a transfer wrote three rows with nine
-- index entries, a batch of transfers now writes two.

CREATE TABLE change_events (
  -- Readers select what was not visible in the snapshot of their last query. Numbers of a sequence do not work: a
  -- transaction that took the smaller number may commit later, and would be skipped.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind text NOT NULL,
  -- The accounts or users that the event concerns.
  topic_ids uuid[] NOT NULL CHECK (cardinality(topic_ids) > 0),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX change_events_newest ON change_events (xid);
CREATE INDEX change_events_by_age ON change_events (at);
GRANT SELECT, INSERT, DELETE ON change_events TO connect_app;

INSERT INTO change_events (xid, kind, topic_ids, at) SELECT xid, kind, array_agg(topic_id), min(at) FROM live_events GROUP BY xid, kind;

CREATE OR REPLACE FUNCTION live_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (kind, topic_ids) SELECT TG_ARGV[0], array_agg(DISTINCT account_id) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION live_notify_of_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (kind, topic_ids) SELECT 'balance', array_agg(id) FROM changed WHERE kind = 'customer' HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION live_notify_of_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (kind, topic_ids)
  SELECT 'deposits', array_agg(DISTINCT d.account_id) FROM changed w JOIN deposits d ON d.id = w.deposit_id HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION live_notify_of_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (kind, topic_ids)
  VALUES (TG_ARGV[1], ARRAY[(to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0])::uuid]);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION live_notify_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (kind, topic_ids) SELECT TG_ARGV[0], array_agg(DISTINCT user_id) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;

DROP TABLE live_events;
