-- Holidays of the other countries of the monetary union. A transfer to one of them runs on a business day of both countries.
CREATE TABLE foreign_holidays (
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  day date NOT NULL,
  name_fr text NOT NULL,
  name_en text NOT NULL,
  is_confirmed boolean NOT NULL,
  PRIMARY KEY (country, day)
);
GRANT SELECT ON foreign_holidays TO connect_app;
GRANT SELECT, INSERT, UPDATE (name_fr, name_en, is_confirmed), DELETE ON foreign_holidays TO connect_operator;

INSERT INTO parameters (name, value, meaning) VALUES
  ('refund_days', 56, 'Days after a direct debit within which the debtor gets it back at once');
