-- What the bank pays for a term today: for simulations, and for whoever opens a deposit.
CREATE TABLE deposit_offers (
  -- In months.
  term int PRIMARY KEY CHECK (term BETWEEN 1 AND 120),
  rate numeric(6, 3) NOT NULL CHECK (rate >= 0),
  min_amount amount NOT NULL CHECK (min_amount > 0),
  basis int NOT NULL DEFAULT 360 CHECK (basis IN (360, 365)),
  withholding_rate numeric(6, 3) NOT NULL DEFAULT 8 CHECK (withholding_rate BETWEEN 0 AND 100)
);
GRANT SELECT ON deposit_offers TO connect_app;

-- Percent of the capital that is repaid before its time.
ALTER TABLE credits ADD COLUMN early_fee_rate numeric(6, 3) NOT NULL DEFAULT 2 CHECK (early_fee_rate >= 0);
