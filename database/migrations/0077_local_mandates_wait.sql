-- The interbank debit of the country needs the debtor's authorisation as well (form 1504-1): its mandate waits until they confirm or refuse it.
ALTER TABLE mandates DROP CONSTRAINT mandates_wait_where_companies_pay;
ALTER TABLE mandates ADD CONSTRAINT mandates_wait_for_the_debtor
  CHECK (status NOT IN ('pending_confirmation', 'refused') OR scheme IN ('b2b', 'local'));
