-- A server says that it is ready only over a database that has all its migrations: it may read which ones there are.
GRANT SELECT ON schema_migrations TO connect_app;
-- What left for the networks and has no answer yet is counted and aged for the people on watch.
CREATE INDEX outgoing_payments_unanswered ON outgoing_payments (queued_at) WHERE state = 'sent';
