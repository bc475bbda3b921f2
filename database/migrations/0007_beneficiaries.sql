-- Beneficiaries: the people and companies that a customer pays, the history of their account numbers, their RIB files,
-- and lists of beneficiaries.

CREATE TABLE beneficiaries (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 140),
  -- An IBAN, or an account number of a country without IBANs.
  iban text NOT NULL,
  bic text,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  sort_name text NOT NULL GENERATED ALWAYS AS (plain_letters(name)) STORED,
  is_company boolean NOT NULL DEFAULT false,
  -- Set only beside an account number that is no IBAN: an IBAN contains its country.
  country text REFERENCES countries,
  bank_name text CHECK (length(bank_name) BETWEEN 1 AND 140),
  email text,
  phone text,
  address text CHECK (length(address) BETWEEN 1 AND 140),
  zip text CHECK (length(zip) BETWEEN 2 AND 10),
  city text CHECK (length(city) BETWEEN 1 AND 70),
  comment text CHECK (length(comment) BETWEEN 1 AND 255),
  code text CHECK (length(code) BETWEEN 1 AND 35),
  social_security_number text CHECK (length(social_security_number) BETWEEN 1 AND 35),
  version integer NOT NULL DEFAULT 1,
  -- At companies a second person approves a new beneficiary and a changed account number.
  approval_status text NOT NULL DEFAULT 'approved' CHECK (approval_status IN ('pending', 'approved', 'refused')),
  -- A beneficiary created by a confidential batch is visible only to users who may see the lines of that batch.
  is_confidential boolean NOT NULL DEFAULT false,
  -- False: created by a file, and not in the address book, because its author did not ask for that. The row stays:
  -- transfers refer to it, and the next file recognises it.
  is_saved boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account_id, id),
  -- Code that reads the first two letters as a country must never take another account number for an IBAN of the UEMOA.
  CONSTRAINT beneficiaries_have_an_iban_or_a_number_and_its_country CHECK (
    CASE WHEN country IS NULL THEN iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' ELSE iban ~ '^[A-Z0-9]{4,34}$' AND iban !~ '^[A-Z]{2}' END)
);
CREATE INDEX beneficiaries_by_name ON beneficiaries (account_id, sort_name, id) WHERE removed_at IS NULL;
CREATE INDEX beneficiaries_by_number ON beneficiaries (account_id, iban) WHERE removed_at IS NULL;
CREATE INDEX beneficiaries_waiting ON beneficiaries (account_id) WHERE approval_status = 'pending';
GRANT SELECT, INSERT, UPDATE (name, iban, bic, removed_at, is_company, country, bank_name, email, phone, address, zip,
                              city, comment, code, social_security_number, version, approval_status,
                              is_saved) ON beneficiaries TO connect_app;

-- The beneficiaries that a reader may see. Only this function and visible_transfers decide who may know whom a
-- confidential batch pays: stores that serve customers read through them, and a test finds a store that reads the
-- tables directly. `sees`: whether the reader holds batch.confidential on the account. The function is one plain
-- SELECT, which the planner inlines into the calling query, so that indexes are used.
CREATE FUNCTION visible_beneficiaries(account uuid, sees boolean) RETURNS SETOF beneficiaries LANGUAGE sql STABLE AS $$
  SELECT * FROM beneficiaries b WHERE b.account_id = account AND (sees OR NOT b.is_confidential)
$$;

-- The RIB file of a beneficiary. A newer file replaces it.
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
GRANT SELECT, INSERT, UPDATE (name, media_type, content, added_at), DELETE ON beneficiary_ribs TO connect_app;

-- Every account number of a beneficiary; the first row has no old number. At companies another person decides.
CREATE TABLE beneficiary_account_changes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  beneficiary_id uuid NOT NULL,
  -- The approved account before the change: a refusal restores it.
  old_iban text,
  old_country text,
  old_bic text,
  old_bank_name text,
  new_iban text NOT NULL,
  changed_by uuid NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL,
  -- withdrawn: another change replaced it, or the beneficiary was deleted.
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'refused', 'withdrawn')),
  -- Null when no second person has to decide, as for an individual.
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
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_at, reason) ON beneficiary_account_changes TO connect_app;

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

GRANT SELECT, INSERT ON beneficiary_list_types TO connect_app;
GRANT SELECT, INSERT, UPDATE (name, type_id, comment), DELETE ON beneficiary_lists TO connect_app;
GRANT SELECT, INSERT, DELETE ON beneficiary_list_members TO connect_app;
