-- The bank: its identity, branches, advisors, parameters, holidays, exchange rates, and the banks and countries that it
-- knows. The portal is white-label: all of this is data, not code.

CREATE TABLE bank (
  is_the_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_row),
  name text NOT NULL,
  code text NOT NULL CHECK (code ~ '^[A-Z]{2}[0-9]{3}$'),
  bic text NOT NULL CHECK (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  address text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  -- Legal form, capital, registration numbers and licence: printed at the foot of certified documents.
  legal text NOT NULL DEFAULT ''
);

CREATE TABLE branches (
  code text PRIMARY KEY CHECK (code ~ '^[0-9]{5}$'),
  name text NOT NULL,
  address text NOT NULL,
  phone text NOT NULL,
  opening_hours_fr text NOT NULL,
  opening_hours_en text NOT NULL
);

CREATE TABLE advisors (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  branch_code text NOT NULL REFERENCES branches,
  team text NOT NULL CHECK (team IN ('individuals', 'companies')),
  phone text NOT NULL,
  email text NOT NULL
);

-- Other banks: the name shown beside an account number. `code` is the start of the BBAN, which names the bank.
CREATE TABLE banks (
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  code text NOT NULL,
  name text NOT NULL,
  bic text,
  PRIMARY KEY (country, code)
);

-- The correspondent bank for each foreign currency: it credits accounts in that currency.
CREATE TABLE correspondents (
  currency text PRIMARY KEY,
  name text NOT NULL,
  bic text NOT NULL
);

-- Parameters that the bank decides. Each migration adds the parameters of its subject.
CREATE TABLE parameters (
  name text PRIMARY KEY,
  value bigint NOT NULL,
  meaning text NOT NULL
);
INSERT INTO parameters (name, value, meaning) VALUES
  ('taf_basis_points', 1700, 'TAF on fees, in hundredths of a percent');

-- Holidays are announced a few days before, and banks differ: the bank edits this table.
CREATE TABLE holidays (
  day date PRIMARY KEY,
  name_fr text NOT NULL,
  name_en text NOT NULL,
  is_confirmed boolean NOT NULL DEFAULT true
);

-- Published exchange rates are never changed: what was shown on a day can be shown again.
CREATE TABLE exchange_rates (
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  effective_at timestamptz NOT NULL,
  -- The number of units that the rates are for. Rates are in francs.
  unit integer NOT NULL CHECK (unit > 0),
  buy numeric(14, 6) NOT NULL CHECK (buy > 0),
  sell numeric(14, 6) NOT NULL CHECK (sell > 0),
  transfer numeric(14, 6) NOT NULL CHECK (transfer > 0),
  fixed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (currency, effective_at),
  CONSTRAINT exchange_rates_bank_buys_below_what_it_sells CHECK (buy <= sell)
);

-- The countries of a beneficiary's account, address or telephone number. Their names come from the language of the
-- reader, not from here.
CREATE TABLE countries (
  code text PRIMARY KEY CHECK (code ~ '^[A-Z]{2}$'),
  -- The digits after the plus sign.
  dial_code text NOT NULL CHECK (dial_code ~ '^[1-9][0-9]{0,3}$')
);
INSERT INTO countries (code, dial_code) VALUES
  ('AD', '376'), ('AE', '971'), ('AF', '93'), ('AG', '1268'), ('AI', '1264'), ('AL', '355'), ('AM', '374'), ('AO', '244'), ('AR', '54'),
  ('AS', '1684'), ('AT', '43'), ('AU', '61'), ('AW', '297'), ('AX', '358'), ('AZ', '994'), ('BA', '387'), ('BB', '1246'), ('BD', '880'),
  ('BE', '32'), ('BF', '226'), ('BG', '359'), ('BH', '973'), ('BI', '257'), ('BJ', '229'), ('BL', '590'), ('BM', '1441'), ('BN', '673'),
  ('BO', '591'), ('BQ', '599'), ('BR', '55'), ('BS', '1242'), ('BT', '975'), ('BW', '267'), ('BY', '375'), ('BZ', '501'), ('CA', '1'),
  ('CC', '61'), ('CD', '243'), ('CF', '236'), ('CG', '242'), ('CH', '41'), ('CI', '225'), ('CK', '682'), ('CL', '56'), ('CM', '237'),
  ('CN', '86'), ('CO', '57'), ('CR', '506'), ('CU', '53'), ('CV', '238'), ('CW', '599'), ('CX', '61'), ('CY', '357'), ('CZ', '420'),
  ('DE', '49'), ('DJ', '253'), ('DK', '45'), ('DM', '1767'), ('DO', '1809'), ('DZ', '213'), ('EC', '593'), ('EE', '372'), ('EG', '20'),
  ('EH', '212'), ('ER', '291'), ('ES', '34'), ('ET', '251'), ('FI', '358'), ('FJ', '679'), ('FK', '500'), ('FM', '691'), ('FO', '298'),
  ('FR', '33'), ('GA', '241'), ('GB', '44'), ('GD', '1473'), ('GE', '995'), ('GF', '594'), ('GG', '44'), ('GH', '233'), ('GI', '350'),
  ('GL', '299'), ('GM', '220'), ('GN', '224'), ('GP', '590'), ('GQ', '240'), ('GR', '30'), ('GT', '502'), ('GU', '1671'), ('GW', '245'),
  ('GY', '592'), ('HK', '852'), ('HN', '504'), ('HR', '385'), ('HT', '509'), ('HU', '36'), ('ID', '62'), ('IE', '353'), ('IL', '972'),
  ('IM', '44'), ('IN', '91'), ('IO', '246'), ('IQ', '964'), ('IR', '98'), ('IS', '354'), ('IT', '39'), ('JE', '44'), ('JM', '1876'),
  ('JO', '962'), ('JP', '81'), ('KE', '254'), ('KG', '996'), ('KH', '855'), ('KI', '686'), ('KM', '269'), ('KN', '1869'), ('KP', '850'),
  ('KR', '82'), ('KW', '965'), ('KY', '1345'), ('KZ', '7'), ('LA', '856'), ('LB', '961'), ('LC', '1758'), ('LI', '423'), ('LK', '94'),
  ('LR', '231'), ('LS', '266'), ('LT', '370'), ('LU', '352'), ('LV', '371'), ('LY', '218'), ('MA', '212'), ('MC', '377'), ('MD', '373'),
  ('ME', '382'), ('MF', '590'), ('MG', '261'), ('MH', '692'), ('MK', '389'), ('ML', '223'), ('MM', '95'), ('MN', '976'), ('MO', '853'),
  ('MP', '1670'), ('MQ', '596'), ('MR', '222'), ('MS', '1664'), ('MT', '356'), ('MU', '230'), ('MV', '960'), ('MW', '265'), ('MX', '52'),
  ('MY', '60'), ('MZ', '258'), ('NA', '264'), ('NC', '687'), ('NE', '227'), ('NF', '672'), ('NG', '234'), ('NI', '505'), ('NL', '31'),
  ('NO', '47'), ('NP', '977'), ('NR', '674'), ('NU', '683'), ('NZ', '64'), ('OM', '968'), ('PA', '507'), ('PE', '51'), ('PF', '689'),
  ('PG', '675'), ('PH', '63'), ('PK', '92'), ('PL', '48'), ('PM', '508'), ('PR', '1787'), ('PS', '970'), ('PT', '351'), ('PW', '680'),
  ('PY', '595'), ('QA', '974'), ('RE', '262'), ('RO', '40'), ('RS', '381'), ('RU', '7'), ('RW', '250'), ('SA', '966'), ('SB', '677'),
  ('SC', '248'), ('SD', '249'), ('SE', '46'), ('SG', '65'), ('SH', '290'), ('SI', '386'), ('SJ', '47'), ('SK', '421'), ('SL', '232'),
  ('SM', '378'), ('SN', '221'), ('SO', '252'), ('SR', '597'), ('SS', '211'), ('ST', '239'), ('SV', '503'), ('SX', '1721'), ('SY', '963'),
  ('SZ', '268'), ('TC', '1649'), ('TD', '235'), ('TG', '228'), ('TH', '66'), ('TJ', '992'), ('TK', '690'), ('TL', '670'), ('TM', '993'),
  ('TN', '216'), ('TO', '676'), ('TR', '90'), ('TT', '1868'), ('TV', '688'), ('TW', '886'), ('TZ', '255'), ('UA', '380'), ('UG', '256'),
  ('US', '1'), ('UY', '598'), ('UZ', '998'), ('VA', '39'), ('VC', '1784'), ('VE', '58'), ('VG', '1284'), ('VI', '1340'), ('VN', '84'),
  ('VU', '678'), ('WF', '681'), ('WS', '685'), ('XK', '383'), ('YE', '967'), ('YT', '262'), ('ZA', '27'), ('ZM', '260'), ('ZW', '263');

GRANT SELECT ON bank, branches, advisors, banks, correspondents, parameters, holidays, exchange_rates, countries TO connect_app;
GRANT INSERT, UPDATE (name, address, phone, opening_hours_fr, opening_hours_en) ON branches TO connect_operator;
GRANT INSERT, UPDATE (name_fr, name_en, is_confirmed), DELETE ON holidays TO connect_operator;
GRANT INSERT ON exchange_rates TO connect_operator;
