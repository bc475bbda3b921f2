-- A message is read, or unread again, by who holds the account's inbox.
GRANT UPDATE (read_at) ON messages TO connect_app;
CREATE INDEX messages_unread ON messages (account_id, sent_at DESC, id DESC) WHERE read_at IS NULL;
