-- Transfers in a currency: abroad in a foreign currency, and between accounts of a customer in francs and in euro.

INSERT INTO parameters (name, value, meaning) VALUES
  ('swift_our_fee', 15000, 'Added to the fee of a transfer through SWIFT whose payer bears the charges of all banks (XOF)'),
  ('exchange_commission_basis_points', 25, 'The commission on an exchange at a rate that is not fixed, in hundredths of a percent of the counter-value'),
  ('exchange_commission_min', 1000, 'The least commission on an exchange at a rate that is not fixed (XOF)'),
  ('exchange_rate_minutes', 15, 'The number of minutes for which a quoted exchange rate is guaranteed'),
  ('exchange_control_months', 1, 'The thresholds of exchange control apply to a payee''s orders of a day (0) or of a calendar month (1)');

ALTER TABLE transfers
  -- The order as it was given, where its currency is not that of the account, or where the charges are deducted from it.
  ADD COLUMN instructed_amount bigint,
  ADD COLUMN instructed_currency text,
  -- What the payee's bank receives, where it is in another currency than that of the debited account.
  ADD COLUMN credit_amount bigint,
  ADD COLUMN credit_currency text,
  -- Francs for one unit of the foreign currency.
  ADD COLUMN exchange_rate numeric(18, 8),
  -- Until when an order with all its signatures keeps the rate. Null where the rate is fixed or where there is none.
  ADD COLUMN rate_until timestamptz,
  -- The part of the fees that pays for the exchange.
  ADD COLUMN exchange_commission bigint,
  -- Who bears the charges of a transfer through SWIFT.
  ADD COLUMN charges text,
  ADD CONSTRAINT transfers_instructed_in_a_currency CHECK ((instructed_amount IS NULL) = (instructed_currency IS NULL) AND instructed_amount > 0) NOT VALID,
  ADD CONSTRAINT transfers_exchanged_at_a_rate CHECK (
    (credit_amount IS NULL) = (credit_currency IS NULL) AND (credit_amount IS NULL) = (exchange_rate IS NULL)
    AND credit_currency <> currency AND credit_amount > 0 AND exchange_rate > 0 AND exchange_commission >= 0) NOT VALID,
  ADD CONSTRAINT transfers_charges_abroad CHECK (charges IS NULL OR (network = 'swift' AND charges IN ('OUR', 'SHA', 'BEN'))) NOT VALID;
GRANT UPDATE (instructed_amount, instructed_currency, credit_amount, credit_currency, exchange_rate, rate_until, exchange_commission, charges)
  ON transfers TO connect_app;

-- What the payee received on a date of a series, where it is in another currency.
ALTER TABLE transfer_occurrences ADD COLUMN credit_amount bigint;

CREATE OR REPLACE VIEW transfer_details AS
SELECT t.account_id, t.id, t.type, t.rail, t.network, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
       coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
       t.validation_status, t.execution_status, t.execution_date, t.periodicity, t.start_date, t.end_date, t.next_occurrence, t.created_at,
       u.first_name || ' ' || u.last_name AS author, t.created_by, t.edited_by, t.executed_at, t.reason, t.reason_code, t.purpose,
       t.domiciliation, t.version, t.signatures_needed, t.signing_rule,
       (SELECT count(*) FROM transfer_signatures s
         WHERE s.account_id = t.account_id AND s.transfer_id = t.id AND s.version = t.version) AS approvals,
       t.own_account_id, t.suspended,
       t.execution_status = 'executed' AND t.network <> 'book'
         AND EXISTS (SELECT FROM outgoing_payments i
                      WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')) AS is_on_its_way,
       t.instructed_amount, t.instructed_currency, t.credit_amount, t.credit_currency, t.exchange_rate, t.rate_until, t.exchange_commission,
       t.charges
  FROM transfers t
  JOIN users u ON u.id = t.created_by
  LEFT JOIN bank ours ON t.rail = 'internal'
  LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5);

-- The account of the bank at its correspondent: one for each currency.
ALTER TABLE correspondents
  ADD COLUMN account_number text,
  ADD CONSTRAINT correspondents_have_a_number CHECK (account_number ~ '^[A-Z0-9]{5,34}$') NOT VALID;

-- What an order abroad pays for, as an item of the balance of payments: the declaration to the authorities needs it. The bank edits it.
CREATE TABLE economic_codes (
  purpose text PRIMARY KEY CHECK (purpose IN ('goods', 'services', 'studies', 'health', 'family', 'other')),
  code text NOT NULL CHECK (code ~ '^[A-Za-z0-9]{1,10}$')
);
INSERT INTO economic_codes (purpose, code) VALUES
  ('goods', '1Aa'), ('services', '1Ab'), ('studies', '1Ab422'), ('health', '1Ab421'), ('family', '1C21'), ('other', '1C3');
GRANT SELECT ON economic_codes TO connect_app;

-- A payment in another currency than that of the debited account: what was debited for it, which a return gives back, and its rate.
ALTER TABLE outgoing_payments
  ADD COLUMN debit_amount bigint,
  ADD COLUMN debit_currency text,
  ADD COLUMN exchange_rate numeric(18, 8),
  ADD COLUMN instructed_amount bigint,
  ADD COLUMN instructed_currency text,
  ADD COLUMN charges text,
  ADD COLUMN purpose text,
  ADD COLUMN economic_code text,
  ADD COLUMN domiciliation text,
  -- Lines of the addresses that messages abroad contain, and the country of the payee.
  ADD COLUMN debtor_address text,
  ADD COLUMN creditor_address text,
  ADD COLUMN creditor_country text,
  -- The bank's account at the correspondent and its BIC, as they were when the payment was ordered.
  ADD COLUMN correspondent_bic text,
  ADD COLUMN correspondent_account text,
  ADD CONSTRAINT outgoing_payments_exchanged_at_a_rate CHECK (
    (debit_amount IS NULL) = (debit_currency IS NULL) AND (debit_amount IS NULL) = (exchange_rate IS NULL) AND debit_currency <> currency
    AND debit_amount > 0 AND exchange_rate > 0) NOT VALID,
  ADD CONSTRAINT outgoing_payments_instructed_in_a_currency
    CHECK ((instructed_amount IS NULL) = (instructed_currency IS NULL) AND instructed_amount > 0) NOT VALID,
  ADD CONSTRAINT outgoing_payments_charges_abroad CHECK (charges IS NULL OR (network = 'swift' AND charges IN ('OUR', 'SHA', 'BEN'))) NOT VALID;

-- position: what the bank holds in a currency, and its counter-value in francs. An exchange has a leg on both sides of it.
SELECT ledger_open_account(gen_random_uuid(), 'internal', code || ':' || currency, currency, 0)
  FROM unnest(ARRAY['position', 'outgoing', 'correspondent', 'suspense']) AS names (code),
       unnest(ARRAY['XOF', 'EUR', 'USD', 'GBP', 'CHF', 'CAD', 'MAD', 'CNY']) AS currencies (currency)
 WHERE NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.code = names.code || ':' || currencies.currency);

DROP FUNCTION transfers_abroad;
-- Transfers that went abroad: each executed transfer, and each occurrence of a series, once its message has been sent. `amount` and
-- `currency` are what the payee's bank receives.
CREATE FUNCTION transfers_abroad(account uuid)
  RETURNS TABLE (id uuid, day date, reference text, beneficiary_name text, beneficiary_iban text, beneficiary_bic text, amount bigint,
                 currency text, label text, debtor_name text, debtor_iban text, uetr uuid, message_id text, sent_at timestamptz,
                 settlement_date date, bank_name text, instructed_amount bigint, instructed_currency text, exchange_rate numeric, charges text,
                 purpose text, economic_code text, correspondent_bic text, correspondent_account text, debit_amount bigint, debit_currency text,
                 debtor_address text, creditor_address text, creditor_country text, instruction_id text, end_to_end_id text)
  LANGUAGE sql STABLE AS $$
  SELECT t.id, (t.executed_at AT TIME ZONE 'UTC')::date, t.reference, coalesce(i.creditor_name, t.beneficiary_name),
         coalesce(i.creditor_iban, t.beneficiary_iban), coalesce(i.creditor_bic, b.bic), coalesce(i.amount, t.credit_amount, t.amount)::bigint,
         coalesce(i.currency, t.credit_currency, t.currency),
         coalesce(i.label, t.label), coalesce(i.debtor_name, c.name), coalesce(i.debtor_iban, a.iban), i.uetr, f.message_id,
         coalesce(f.created_at, t.executed_at), coalesce(i.settlement_date, t.execution_date), b.bank_name,
         coalesce(i.instructed_amount, t.instructed_amount)::bigint, coalesce(i.instructed_currency, t.instructed_currency),
         coalesce(i.exchange_rate, t.exchange_rate), coalesce(i.charges, t.charges, 'SHA'), coalesce(i.purpose, t.purpose), i.economic_code,
         i.correspondent_bic, i.correspondent_account,
         coalesce(i.debit_amount, CASE WHEN t.credit_amount IS NOT NULL THEN t.amount END)::bigint,
         coalesce(i.debit_currency, CASE WHEN t.credit_amount IS NOT NULL THEN t.currency END),
         i.debtor_address, i.creditor_address, coalesce(i.creditor_country, b.country), replace(coalesce(i.id, t.id)::text, '-', ''),
         coalesce(i.end_to_end_id, t.reference)
    FROM transfers t
    JOIN accounts a ON a.id = t.account_id
    JOIN customers c ON c.id = a.customer_id
    LEFT JOIN beneficiaries b ON b.account_id = t.account_id AND b.id = t.beneficiary_id
    LEFT JOIN outgoing_payments i ON i.account_id = t.account_id AND i.transfer_id = t.id AND i.nominal_date IS NULL
    LEFT JOIN clearing_files f ON f.id = i.file_id
   WHERE t.account_id = account AND t.network = 'swift' AND t.posting_id IS NOT NULL AND i.state IS DISTINCT FROM 'queued'
   UNION ALL
  SELECT i.id, (f.created_at AT TIME ZONE 'UTC')::date, i.reference, i.creditor_name, i.creditor_iban, i.creditor_bic, i.amount::bigint, i.currency,
         i.label, i.debtor_name, i.debtor_iban, i.uetr, f.message_id, f.created_at, i.settlement_date, NULL,
         i.instructed_amount::bigint, i.instructed_currency, i.exchange_rate, coalesce(i.charges, 'SHA'), i.purpose, i.economic_code,
         i.correspondent_bic, i.correspondent_account, i.debit_amount::bigint, i.debit_currency, i.debtor_address, i.creditor_address,
         i.creditor_country, replace(i.id::text, '-', ''), i.end_to_end_id
    FROM outgoing_payments i
    JOIN clearing_files f ON f.id = i.file_id
   WHERE i.account_id = account AND i.network = 'swift' AND i.nominal_date IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION transfers_abroad TO connect_app;
