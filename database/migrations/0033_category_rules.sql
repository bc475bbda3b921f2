-- Operations find their category by themselves, by rules that customers make for an account.

CREATE TABLE category_rules (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  category_id uuid NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 2 AND 64),
  -- The text as it is looked for in the words of entries.
  pattern text NOT NULL,
  sign text CHECK (sign IN ('credit', 'debit')),
  min bigint CHECK (min >= 0),
  max bigint CHECK (max >= min),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (customer_id, category_id) REFERENCES categories (customer_id, id)
);
CREATE INDEX category_rules_by_category ON category_rules (customer_id, category_id);

-- Up to which entry of the account its rules have been followed: each entry is looked at once.
CREATE TABLE category_rule_progress (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  through_seq bigint NOT NULL
);

GRANT SELECT, INSERT, DELETE, UPDATE (category_id) ON category_rules TO connect_app;
GRANT SELECT, INSERT, UPDATE (through_seq) ON category_rule_progress TO connect_app;

-- The booked operations that a rule may take: they stand in no category, and that is nobody's choice.
CREATE FUNCTION free_operations(account uuid, pattern text, direction text, least_amount bigint, most_amount bigint)
  RETURNS TABLE (id uuid, seq bigint, booking_date date)
  LANGUAGE sql STABLE AS $$
  SELECT f.id, f.seq, f.booking_date
    FROM found_operations(account, NULL, NULL, pattern, NULL, direction, NULL, least_amount, most_amount, NULL, NULL) f
   WHERE NOT EXISTS (SELECT FROM operation_categories oc WHERE oc.account_id = account AND oc.entry_id = f.id)
     AND NOT EXISTS (SELECT FROM operation_categorisations a WHERE a.account_id = account AND a.entry_id = f.id AND a.is_by_hand)
$$;
GRANT EXECUTE ON FUNCTION free_operations TO connect_app;
