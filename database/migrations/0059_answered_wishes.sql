-- The bank answers what customers ask of a deposit. A break settles it on the day of the answer; a renewal is agreed, and done at maturity.
ALTER TABLE deposit_requests
  -- What was still waiting when the deposit came to its end has lapsed: nobody answered it.
  ADD COLUMN answer text CHECK (answer IN ('accepted', 'refused', 'lapsed')),
  ADD COLUMN refusal text CHECK (length(refusal) BETWEEN 1 AND 500),
  -- Percent a year, from maturity on.
  ADD COLUMN renewal_rate numeric(6, 3) CHECK (renewal_rate >= 0),
  -- Whether the last interest, after tax, is added to what is renewed.
  ADD COLUMN adds_interest boolean,
  ADD CONSTRAINT deposit_requests_say_how_they_were_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
  ADD CONSTRAINT deposit_requests_refuse_with_a_reason CHECK ((refusal IS NOT NULL) = (answer IS NOT DISTINCT FROM 'refused')),
  ADD CONSTRAINT deposit_requests_agree_on_a_renewal CHECK (
    (renewal_rate IS NOT NULL) = (kind = 'renew' AND answer IS NOT DISTINCT FROM 'accepted')
    AND (adds_interest IS NOT NULL) = (renewal_rate IS NOT NULL));
-- A deposit is renewed once; the worker and the page look here.
CREATE UNIQUE INDEX deposit_requests_agreed ON deposit_requests (deposit_id) WHERE kind = 'renew' AND answer = 'accepted';
CREATE INDEX deposit_requests_answered ON deposit_requests (deposit_id, answered_at DESC) WHERE answered_at IS NOT NULL;
CREATE INDEX deposit_requests_waiting ON deposit_requests (asked_at, id) WHERE answered_at IS NULL;
GRANT UPDATE (answered_at, answer) ON deposit_requests TO connect_app;
GRANT UPDATE (answered_at, answer, refusal, renewal_rate, adds_interest) ON deposit_requests TO connect_operator;

ALTER TABLE deposits
  -- The deposit that this one goes on with.
  ADD COLUMN renews uuid UNIQUE REFERENCES deposits,
  -- What the whole time came to when it was broken. Null for those that were broken before the bank's books began here.
  ADD COLUMN broken_rate numeric(6, 3) CHECK (broken_rate >= 0),
  ADD COLUMN broken_gross amount CHECK (broken_gross >= 0),
  ADD COLUMN broken_withholding amount CHECK (broken_withholding BETWEEN 0 AND broken_gross),
  ADD CONSTRAINT deposits_broken_say_what_they_came_to CHECK (
    num_nonnulls(broken_rate, broken_gross, broken_withholding) IN (0, 3) AND (broken_gross IS NULL OR status = 'broken'));
GRANT UPDATE (broken_rate, broken_gross, broken_withholding) ON deposits TO connect_operator;
-- On the day of maturity the worker opens the deposit that goes on.
GRANT INSERT ON deposits, deposit_payments TO connect_app;

/* A page of a deposit is open while its wish is answered. */
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

INSERT INTO alert_kinds (kind, right_needed, capability_needed, is_on, by_mail, has_letter, is_security) VALUES
  ('deposit_answered', 'dat', NULL, true, true, true, false);
INSERT INTO alert_causes (action, kind) VALUES
  ('deposit.accept', 'deposit_answered'), ('deposit.refuse', 'deposit_answered'), ('deposit.renew', 'deposit_matured');
