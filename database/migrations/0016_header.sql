-- What the header of every page offers: the account's manager, the exchange rates, and bank details sent by e-mail.

ALTER TABLE branches RENAME COLUMN opening_hours TO opening_hours_fr;
ALTER TABLE branches ADD COLUMN opening_hours_en text;
UPDATE branches SET opening_hours_en = replace(replace(opening_hours_fr, 'Lundi-vendredi', 'Monday-Friday'), 'samedi', 'Saturday');
ALTER TABLE branches ALTER COLUMN opening_hours_en SET NOT NULL;

CREATE TABLE advisors (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  branch_code text NOT NULL REFERENCES branches,
  team text NOT NULL CHECK (team IN ('individuals', 'companies')),
  phone text NOT NULL,
  email text NOT NULL
);
-- Without one, the branch answers.
ALTER TABLE accounts ADD COLUMN advisor_id uuid REFERENCES advisors;

-- Published by the bank, never rewritten: what was shown on a day can be shown again.
CREATE TABLE exchange_rates (
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  effective_at timestamptz NOT NULL,
  -- The rates are for so many units, in francs.
  unit integer NOT NULL CHECK (unit > 0),
  buy numeric(14, 6) NOT NULL CHECK (buy > 0),
  sell numeric(14, 6) NOT NULL CHECK (sell > 0),
  transfer numeric(14, 6) NOT NULL CHECK (transfer > 0),
  fixed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (currency, effective_at),
  CONSTRAINT exchange_rates_bank_buys_below_what_it_sells CHECK (buy <= sell)
);

CREATE TABLE mail_attachments (
  mail_id uuid NOT NULL REFERENCES mails ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140 AND name !~ '[[:cntrl:]/\\]'),
  media_type text NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (mail_id, name)
);

GRANT SELECT ON advisors, exchange_rates TO connect_app;
GRANT SELECT, INSERT, DELETE ON mail_attachments TO connect_app;
