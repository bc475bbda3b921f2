-- Requests to pay, and requests for money back, over the platform of instant payments.

-- A request to pay. The other side is a look-up: the payer whom the customer looked up, or the payee as the received request describes it. An
-- order that names the look-up of a received request answers it: there is at most one that is neither refused nor ended.
CREATE TABLE payment_requests (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  direction text NOT NULL CHECK (direction IN ('sent', 'received')),
  -- What is stored; accepted, and paid of a received one, follow from its order, expired from act_until.
  state text NOT NULL CHECK (state IN ('sending', 'open', 'paid', 'refused', 'failed')),
  end_to_end_id text NOT NULL UNIQUE CHECK (length(end_to_end_id) = 35),
  -- msgId: ours of a sent one, the platform's of a received one.
  message_id text NOT NULL UNIQUE,
  -- identifiantDemandePaiement: the payment that answers the request has it.
  identifier text NOT NULL CHECK (length(identifier) BETWEEN 1 AND 35),
  lookup_id uuid NOT NULL,
  amount amount NOT NULL CHECK (amount > 0),
  discount amount NOT NULL CHECK (discount >= 0 AND discount < amount),
  may_change_amount boolean NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 140),
  invoice text CHECK (length(invoice) BETWEEN 1 AND 35),
  act_until timestamptz,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  answered_by uuid REFERENCES users,
  answered_at timestamptz,
  reason text CHECK (length(reason) BETWEEN 1 AND 10),
  FOREIGN KEY (account_id, lookup_id) REFERENCES payee_lookups,
  CONSTRAINT payment_requests_answered_say_when CHECK ((state IN ('paid', 'refused', 'failed')) = (answered_at IS NOT NULL)),
  CONSTRAINT payment_requests_refused_say_why CHECK ((state IN ('refused', 'failed')) = (reason IS NOT NULL)),
  CONSTRAINT payment_requests_sent_say_who CHECK ((direction = 'sent') = (created_by IS NOT NULL))
);
CREATE UNIQUE INDEX payment_requests_by_lookup ON payment_requests (account_id, lookup_id) WHERE direction = 'received';
-- Our identifiers are unique; those of other requesters are only among their own.
CREATE UNIQUE INDEX payment_requests_are_named_once ON payment_requests (account_id, identifier) WHERE direction = 'sent';
CREATE INDEX payment_requests_of_an_account ON payment_requests (account_id, created_at DESC);
GRANT SELECT, INSERT ON payment_requests TO connect_app;
GRANT UPDATE (state, answered_by, answered_at, reason) ON payment_requests TO connect_app;

-- A request for the money of an instant payment back: at most one for each payment.
CREATE TABLE return_requests (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  direction text NOT NULL CHECK (direction IN ('sent', 'received')),
  state text NOT NULL CHECK (state IN ('open', 'returned', 'refused')),
  end_to_end_id text NOT NULL CHECK (length(end_to_end_id) = 35),
  message_id text NOT NULL UNIQUE,
  reason text NOT NULL CHECK (reason IN ('DUPL', 'AC03', 'AM09', 'SVNR', 'FRAD')),
  refusal text CHECK (length(refusal) BETWEEN 1 AND 10),
  -- Of a sent one the payment, of a received one what came in.
  payment_id uuid REFERENCES outgoing_payments,
  incoming_id uuid REFERENCES incoming_payments,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  answered_by uuid REFERENCES users,
  answered_at timestamptz,
  CONSTRAINT return_requests_once_for_a_payment UNIQUE (direction, end_to_end_id),
  CONSTRAINT return_requests_name_their_payment CHECK ((direction = 'sent') = (payment_id IS NOT NULL) AND (direction = 'received') = (incoming_id IS NOT NULL)),
  CONSTRAINT return_requests_answered_say_when CHECK ((state = 'open') = (answered_at IS NULL)),
  CONSTRAINT return_requests_refused_say_why CHECK ((state = 'refused') = (refusal IS NOT NULL))
);
CREATE INDEX return_requests_of_an_account ON return_requests (account_id, created_at DESC);
GRANT SELECT, INSERT ON return_requests TO connect_app;
GRANT UPDATE (state, refusal, answered_by, answered_at) ON return_requests TO connect_app;

-- Open pages show requests as they come and are answered.
CREATE TRIGGER payment_requests_notify_live AFTER INSERT ON payment_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER payment_requests_update_notify_live AFTER UPDATE ON payment_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER return_requests_notify_live AFTER INSERT ON return_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
CREATE TRIGGER return_requests_update_notify_live AFTER UPDATE ON return_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('transfers');
