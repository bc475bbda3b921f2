-- The bank of a creditor hears what became of each collection that it presented: a status once it has an end, and its money where it is given back.
CREATE TABLE collection_answers (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('pacs.002', 'pacs.004')),
  -- The message that it answers, and the bank it goes to where the message named one.
  sender text NOT NULL,
  message_id text NOT NULL,
  creditor_bic text,
  created_at timestamptz NOT NULL,
  -- Null until the file is on the disk: until then it is written again, with the same bytes.
  written_at timestamptz,
  FOREIGN KEY (sender, message_id) REFERENCES collection_messages
);
CREATE INDEX collection_answers_to_write ON collection_answers (created_at, id) WHERE written_at IS NULL;
GRANT SELECT ON collection_answers TO connect_app;
GRANT INSERT ON collection_answers TO connect_operator;
GRANT UPDATE (written_at) ON collection_answers TO connect_operator;

-- Each line of a message as it was presented, those too that could not be announced to anybody.
CREATE TABLE collection_lines (
  sender text NOT NULL,
  message_id text NOT NULL,
  place int NOT NULL CHECK (place > 0),
  -- What the creditor calls it, and its bank.
  reference text NOT NULL,
  instruction_id text,
  creditor_bic text,
  amount amount NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  due_date date NOT NULL,
  collection_id uuid UNIQUE REFERENCES collections,
  -- Why nothing was announced.
  obstacle text CHECK (obstacle ~ '^[A-Z]{2}[0-9]{2}$'),
  -- What was said of it, once: a later refund does not change it.
  said_status text CHECK (said_status IN ('ACSC', 'RJCT')),
  said_reason text CHECK (said_reason ~ '^[A-Z]{2}[0-9]{2}$'),
  status_answer uuid REFERENCES collection_answers,
  return_answer uuid REFERENCES collection_answers,
  PRIMARY KEY (sender, message_id, place),
  FOREIGN KEY (sender, message_id) REFERENCES collection_messages,
  CONSTRAINT collection_lines_are_announced_or_not CHECK ((collection_id IS NULL) = (obstacle IS NOT NULL)),
  CONSTRAINT collection_lines_say_when_answered CHECK ((status_answer IS NULL) = (said_status IS NULL)),
  CONSTRAINT collection_lines_say_why CHECK ((said_reason IS NOT NULL) = (said_status IS NOT DISTINCT FROM 'RJCT')),
  CONSTRAINT collection_lines_return_what_was_settled CHECK (return_answer IS NULL OR said_status = 'ACSC')
);
CREATE INDEX collection_lines_to_answer ON collection_lines (sender, message_id, place) WHERE status_answer IS NULL;
CREATE INDEX collection_lines_of_statuses ON collection_lines (status_answer, place) WHERE status_answer IS NOT NULL;
CREATE INDEX collection_lines_of_returns ON collection_lines (return_answer, place) WHERE return_answer IS NOT NULL;
CREATE INDEX collections_refunded ON collections (id) WHERE status = 'refunded';
GRANT SELECT, INSERT ON collection_lines TO connect_app;
GRANT UPDATE (said_status, said_reason, status_answer, return_answer) ON collection_lines TO connect_operator;
