-- A debit that was never authorised is claimed, and the bank answers once: the money back, or no, with a reason that the customer reads.
ALTER TABLE collections
  ADD COLUMN claim_answered_at timestamptz,
  ADD COLUMN claim_refusal text CHECK (length(claim_refusal) BETWEEN 1 AND 500),
  ADD CONSTRAINT collections_answer_what_was_claimed CHECK (claim_answered_at IS NULL OR claimed_at IS NOT NULL),
  ADD CONSTRAINT collections_refuse_a_claim_with_a_reason
    CHECK ((claim_refusal IS NOT NULL) = (claim_answered_at IS NOT NULL AND status = 'executed'));
CREATE INDEX collections_claimed ON collections (claimed_at, id) WHERE claimed_at IS NOT NULL AND claim_answered_at IS NULL;
GRANT UPDATE (claim_answered_at, claim_refusal) ON collections TO connect_app;
