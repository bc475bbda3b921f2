-- Beneficiaries with all that the specification gives them: who they are, how they are reached, the RIB they handed over, the history
-- of their account number, and the second person who approves it at companies. And the lists that they stand in.

-- Names are sorted and found whatever their accents, by any collation that the database may have.
CREATE FUNCTION plain_letters(words text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(translate(replace(replace(words, 'œ', 'oe'), 'Œ', 'oe'),
                         'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ’',
                         'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyy'''));

ALTER TABLE beneficiaries
  DROP CONSTRAINT beneficiaries_iban_check,
  ADD COLUMN sort_name text NOT NULL GENERATED ALWAYS AS (plain_letters(name)) STORED,
  ADD COLUMN is_company boolean NOT NULL DEFAULT false,
  -- Only beside an account number that is no IBAN: an IBAN names its country itself.
  ADD COLUMN country text REFERENCES countries,
  ADD COLUMN bank_name text CHECK (length(bank_name) BETWEEN 1 AND 140),
  ADD COLUMN email text,
  ADD COLUMN phone text,
  ADD COLUMN address text CHECK (length(address) BETWEEN 1 AND 140),
  ADD COLUMN zip text CHECK (length(zip) BETWEEN 2 AND 10),
  ADD COLUMN city text CHECK (length(city) BETWEEN 1 AND 70),
  ADD COLUMN comment text CHECK (length(comment) BETWEEN 1 AND 255),
  ADD COLUMN code text CHECK (length(code) BETWEEN 1 AND 35),
  ADD COLUMN social_security_number text CHECK (length(social_security_number) BETWEEN 1 AND 35),
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN approval_status text NOT NULL DEFAULT 'approved' CHECK (approval_status IN ('pending', 'approved', 'refused')),
  -- Whatever reads the first two letters must never take a number of elsewhere for an IBAN of the union.
  ADD CONSTRAINT beneficiaries_have_an_iban_or_a_number_and_its_country CHECK (
    CASE WHEN country IS NULL THEN iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' ELSE iban ~ '^[A-Z0-9]{4,34}$' AND iban !~ '^[A-Z]{2}' END);

DROP INDEX beneficiaries_by_name;
CREATE INDEX beneficiaries_by_name ON beneficiaries (account_id, sort_name, id) WHERE removed_at IS NULL;
CREATE INDEX beneficiaries_by_number ON beneficiaries (account_id, iban) WHERE removed_at IS NULL;

ALTER TABLE transfers
  DROP CONSTRAINT transfers_reason_code_check,
  ADD CONSTRAINT transfers_reason_code_check
    CHECK (reason_code IN ('funds', 'payee', 'payer', 'expired', 'payee_changed', 'payee_removed'));

-- What stops when the account of a beneficiary changes.
CREATE INDEX transfers_open_by_payee ON transfers (account_id, beneficiary_id) WHERE execution_status IN ('scheduled', 'paused');

-- The file that the beneficiary handed over. A newer one takes its place.
CREATE TABLE beneficiary_ribs (
  account_id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140 AND name !~ '[[:cntrl:]/\\]'),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  content bytea NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, beneficiary_id),
  FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries (account_id, id)
);

-- Every account number that a beneficiary was given, the first without an old one. At companies another person decides.
CREATE TABLE beneficiary_account_changes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  -- What a refusal brings back: the account that was approved before.
  old_iban text,
  old_country text,
  old_bic text,
  old_bank_name text,
  new_iban text NOT NULL,
  changed_by uuid NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL,
  -- withdrawn: another change took its place, or the beneficiary was deleted.
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'refused', 'withdrawn')),
  -- Null where nobody else had to: an individual's own.
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  reason text CHECK (length(reason) BETWEEN 1 AND 255),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries (account_id, id),
  CONSTRAINT beneficiary_changes_refused_say_why CHECK ((status = 'refused') = (reason IS NOT NULL)),
  CONSTRAINT beneficiary_changes_are_decided_by_another CHECK (decided_by <> changed_by)
);
CREATE INDEX beneficiary_account_changes_newest_first ON beneficiary_account_changes (account_id, beneficiary_id, changed_at DESC, id DESC);
CREATE UNIQUE INDEX beneficiaries_wait_for_one_decision ON beneficiary_account_changes (account_id, beneficiary_id) WHERE status = 'pending';

CREATE TABLE beneficiary_list_types (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX beneficiary_list_types_have_one_name ON beneficiary_list_types (account_id, plain_letters(label));

CREATE TABLE beneficiary_lists (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140),
  sort_name text NOT NULL GENERATED ALWAYS AS (plain_letters(name)) STORED,
  type_id uuid,
  comment text CHECK (length(comment) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, type_id) REFERENCES beneficiary_list_types (account_id, id)
);
CREATE UNIQUE INDEX beneficiary_lists_have_one_name ON beneficiary_lists (account_id, sort_name);

CREATE TABLE beneficiary_list_members (
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  PRIMARY KEY (account_id, list_id, beneficiary_id),
  FOREIGN KEY (account_id, list_id) REFERENCES beneficiary_lists (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, beneficiary_id) REFERENCES beneficiaries (account_id, id)
);
CREATE INDEX beneficiary_list_members_of_person ON beneficiary_list_members (account_id, beneficiary_id);

GRANT INSERT ON beneficiaries TO connect_app;
GRANT UPDATE (name, is_company, iban, country, bic, bank_name, email, phone, address, zip, city, comment, code, social_security_number,
              version, approval_status, removed_at) ON beneficiaries TO connect_app;
GRANT SELECT, INSERT, DELETE ON beneficiary_ribs, beneficiary_list_members TO connect_app;
GRANT SELECT, INSERT ON beneficiary_account_changes, beneficiary_list_types TO connect_app;
GRANT UPDATE (status, decided_by, decided_at, reason) ON beneficiary_account_changes TO connect_app;
GRANT UPDATE (name, media_type, content, added_at) ON beneficiary_ribs TO connect_app;
GRANT SELECT, INSERT, DELETE ON beneficiary_lists TO connect_app;
GRANT UPDATE (name, type_id, comment) ON beneficiary_lists TO connect_app;
