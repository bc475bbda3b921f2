-- A payee may live in another country than that of the account: its postcode, and the address in a message abroad, are those of that country.
-- Null: the country of the account.
ALTER TABLE beneficiaries ADD COLUMN address_country text;
ALTER TABLE beneficiaries ADD CONSTRAINT beneficiaries_address_country_fkey FOREIGN KEY (address_country) REFERENCES countries (code) NOT VALID;
GRANT UPDATE (address_country) ON beneficiaries TO connect_app;

ALTER TABLE outgoing_payments ADD COLUMN creditor_address_country text;

DROP FUNCTION transfers_abroad;
-- Transfers that went abroad: each executed transfer, and each occurrence of a series, once its message has been sent. `amount` and
-- `currency` are what the payee's bank receives.
CREATE FUNCTION transfers_abroad(account uuid)
  RETURNS TABLE (id uuid, day date, reference text, beneficiary_name text, beneficiary_iban text, beneficiary_bic text, amount bigint,
                 currency text, label text, debtor_name text, debtor_iban text, uetr uuid, message_id text, sent_at timestamptz,
                 settlement_date date, bank_name text, instructed_amount bigint, instructed_currency text, exchange_rate numeric, charges text,
                 purpose text, economic_code text, correspondent_bic text, correspondent_account text, debit_amount bigint, debit_currency text,
                 debtor_address text, creditor_address text, creditor_country text, instruction_id text, end_to_end_id text,
                 transaction_id text, category_purpose text, creditor_address_country text)
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
         i.debtor_address, i.creditor_address, coalesce(i.creditor_country, b.country), coalesce(i.instruction_id, replace(coalesce(i.id, t.id)::text, '-', '')), coalesce(i.end_to_end_id, t.reference),
         replace(coalesce(i.id, t.id)::text, '-', ''), i.category_purpose,
         i.creditor_address_country
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
         i.creditor_country, coalesce(i.instruction_id, replace(i.id::text, '-', '')), i.end_to_end_id, replace(i.id::text, '-', ''), i.category_purpose,
         i.creditor_address_country
    FROM outgoing_payments i
    JOIN clearing_files f ON f.id = i.file_id
   WHERE i.account_id = account AND i.network = 'swift' AND i.nominal_date IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION transfers_abroad TO connect_app;
