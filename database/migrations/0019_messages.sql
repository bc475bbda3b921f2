-- Messages between customers and the bank: a message begins a conversation, replies follow, and both may have files.

CREATE TABLE messages (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 140),
  sender text NOT NULL,
  body text NOT NULL,
  sent_at timestamptz NOT NULL,
  -- Any user with the inbox right on the account marks a message as read or unread.
  read_at timestamptz,
  -- Null: the bank wrote it.
  written_by uuid REFERENCES users,
  -- The time of the last reply.
  continued_at timestamptz,
  archived_at timestamptz,
  -- Since when the customer waits for an answer of the bank.
  waiting_since timestamptz,
  about_kind text CHECK (about_kind IN ('operation', 'transfer', 'fault')),
  about_id uuid,
  -- What a search by text compares.
  search_text text NOT NULL GENERATED ALWAYS AS (plain_letters(subject || chr(10) || sender || chr(10) || body)) STORED,
  PRIMARY KEY (account_id, id),
  CONSTRAINT messages_say_what_they_are_about CHECK ((about_kind IS NULL) = (about_id IS NULL))
);
CREATE INDEX messages_newest_first ON messages (account_id, (coalesce(continued_at, sent_at)) DESC, id DESC);
CREATE INDEX messages_unread ON messages (account_id, (coalesce(continued_at, sent_at)) DESC, id DESC)
  WHERE read_at IS NULL AND archived_at IS NULL;
CREATE INDEX messages_by_writer ON messages (written_by, sent_at) WHERE written_by IS NOT NULL;
CREATE INDEX messages_waiting ON messages (waiting_since, account_id, id) WHERE waiting_since IS NOT NULL;
-- Operators name a message by its id alone.
CREATE INDEX messages_by_id ON messages (id);
GRANT SELECT, INSERT, UPDATE (read_at, continued_at, archived_at, waiting_since) ON messages TO connect_app;

CREATE TABLE message_replies (
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  id uuid NOT NULL,
  sender text NOT NULL,
  -- Null: the bank wrote it.
  written_by uuid REFERENCES users,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 4000),
  sent_at timestamptz NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (plain_letters(sender || chr(10) || body)) STORED,
  PRIMARY KEY (account_id, message_id, id),
  FOREIGN KEY (account_id, message_id) REFERENCES messages
);
CREATE INDEX message_replies_in_order ON message_replies (account_id, message_id, sent_at, id);
CREATE INDEX message_replies_by_writer ON message_replies (written_by, sent_at) WHERE written_by IS NOT NULL;
GRANT SELECT, INSERT ON message_replies TO connect_app;

CREATE TABLE message_documents (
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  -- The reply that it belongs to. The id of the message itself when it belongs to the first text.
  letter_id uuid NOT NULL,
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content bytea NOT NULL,
  place smallint NOT NULL,
  FOREIGN KEY (account_id, message_id) REFERENCES messages,
  CONSTRAINT message_documents_say_their_size CHECK (length(content) = size)
);
-- The content is compressed already.
ALTER TABLE message_documents ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX message_documents_of_message ON message_documents (account_id, message_id, letter_id, place);
GRANT SELECT, INSERT ON message_documents TO connect_app;
