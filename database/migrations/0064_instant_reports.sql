-- The reports of the platform of instant payments, compared with what the bank has booked.

-- What the bank has requested: a report of a kind once for each day (TRANS, COMP) or month (FACT), and again while it does not come.
CREATE TABLE instant_report_requests (
  kind text NOT NULL CHECK (kind IN ('TRANS', 'COMP', 'FACT')),
  first_day date NOT NULL,
  requested_at timestamptz NOT NULL,
  tries smallint NOT NULL CHECK (tries > 0),
  -- When the whole report was there.
  received_at timestamptz,
  PRIMARY KEY (kind, first_day)
);
GRANT SELECT, INSERT ON instant_report_requests TO connect_app;
GRANT UPDATE (requested_at, tries, received_at) ON instant_report_requests TO connect_app;

CREATE TABLE instant_reports (
  id uuid PRIMARY KEY,
  -- TRANS: the payments of a period; COMP: the balance of a period; FACT: an invoice.
  kind text NOT NULL CHECK (kind IN ('TRANS', 'COMP', 'FACT')),
  -- identifiantReleve, the id of the balance, or that of the invoice.
  statement text NOT NULL CHECK (length(statement) BETWEEN 1 AND 35),
  period_from timestamptz NOT NULL,
  period_until timestamptz NOT NULL,
  -- Of TRANS and COMP what was received minus what was sent, of FACT the sum of the fees. Of the pages that are there.
  amount bigint NOT NULL,
  line_count integer NOT NULL CHECK (line_count >= 0),
  -- The pages of a TRANS that are there, and the number of the last one, once it is known.
  pages integer[] NOT NULL DEFAULT '{}',
  last_page integer,
  received_at timestamptz NOT NULL,
  completed_at timestamptz,
  compared_at timestamptz,
  CONSTRAINT instant_reports_are_stored_once UNIQUE (kind, statement),
  CONSTRAINT instant_reports_have_a_period CHECK (period_from <= period_until),
  CONSTRAINT instant_reports_are_compared_when_complete CHECK (compared_at IS NULL OR completed_at IS NOT NULL)
);
GRANT SELECT, INSERT ON instant_reports TO connect_app;
GRANT UPDATE (amount, line_count, pages, last_page, completed_at, compared_at) ON instant_reports TO connect_app;

-- A payment or a return in a TRANS: a positive amount was received.
CREATE TABLE instant_report_lines (
  report_id uuid NOT NULL REFERENCES instant_reports,
  page integer NOT NULL,
  place integer NOT NULL,
  end_to_end_id text NOT NULL CHECK (length(end_to_end_id) = 35),
  amount bigint NOT NULL,
  PRIMARY KEY (report_id, page, place)
);
CREATE INDEX instant_report_lines_of_a_payment ON instant_report_lines (end_to_end_id);
GRANT SELECT, INSERT ON instant_report_lines TO connect_app;

-- Where a report and the books do not agree.
CREATE TABLE instant_differences (
  id uuid PRIMARY KEY,
  report_id uuid NOT NULL REFERENCES instant_reports,
  -- Null for the balance of a period.
  end_to_end_id text CHECK (length(end_to_end_id) = 35),
  what text NOT NULL CHECK (what IN ('missing_there', 'missing_here', 'amount', 'direction', 'balance')),
  -- What the bank has booked, and what the platform reports: positive amounts were received.
  ours bigint,
  theirs bigint,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  -- The operator; null where a later comparison found no difference any more.
  resolved_by text CHECK (length(resolved_by) BETWEEN 1 AND 64),
  CONSTRAINT instant_differences_are_found_once UNIQUE NULLS NOT DISTINCT (report_id, end_to_end_id, what),
  CONSTRAINT instant_differences_name_their_payment CHECK ((what = 'balance') = (end_to_end_id IS NULL)),
  CONSTRAINT instant_differences_have_amounts CHECK ((what = 'missing_here') = (ours IS NULL) AND (what = 'missing_there') = (theirs IS NULL)),
  CONSTRAINT instant_differences_resolved_by_say_when CHECK (resolved_by IS NULL OR resolved_at IS NOT NULL)
);
CREATE INDEX instant_differences_open ON instant_differences (report_id) WHERE resolved_at IS NULL;
GRANT SELECT, INSERT ON instant_differences TO connect_app;
GRANT UPDATE (resolved_at) ON instant_differences TO connect_app;
GRANT UPDATE (resolved_by) ON instant_differences TO connect_operator;

-- What changed the position of the bank at the platform, by its books: payments that were settled, those that came back, payments that were
-- credited, and those that were given back. A positive amount was received.
CREATE VIEW instant_movements (end_to_end_id, amount, moved_at) AS
SELECT i.end_to_end_id, -o.amount::bigint, o.settled_at
  FROM outgoing_payments o JOIN instant_payments i ON i.payment_id = o.id
 WHERE o.network = 'instant' AND o.settled_at IS NOT NULL
 UNION ALL
SELECT i.end_to_end_id, o.amount::bigint, o.returned_at
  FROM outgoing_payments o JOIN instant_payments i ON i.payment_id = o.id
 WHERE o.network = 'instant' AND o.returned_at IS NOT NULL AND o.settled_at IS NOT NULL
 UNION ALL
SELECT end_to_end_id, amount::bigint, received_at FROM instant_receipts WHERE incoming_id IS NOT NULL
 UNION ALL
SELECT n.end_to_end_id, -r.amount::bigint, r.created_at
  FROM instant_returns r JOIN instant_receipts n ON n.incoming_id = r.incoming_id;
GRANT SELECT ON instant_movements TO connect_app;

-- What is left of the guarantee as the platform last notified it.
ALTER TABLE instant_guarantee ADD COLUMN platform_left bigint, ADD COLUMN platform_at timestamptz;
GRANT UPDATE (platform_left, platform_at) ON instant_guarantee TO connect_app;
