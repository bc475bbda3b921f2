-- Many operations take their categories in one act, which can be undone for a day.

-- Whose choice the categories of an operation are, and which act it was: without a row, nobody has chosen yet.
CREATE TABLE operation_categorisations (
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  is_by_hand boolean NOT NULL,
  -- Null: an act that is not undone, such as that of one operation.
  change_id uuid,
  PRIMARY KEY (account_id, entry_id),
  FOREIGN KEY (account_id, entry_id) REFERENCES ledger_entries (account_id, id)
);
INSERT INTO operation_categorisations (account_id, entry_id, is_by_hand)
SELECT DISTINCT account_id, entry_id, true FROM operation_categories;

CREATE TABLE category_changes (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  made_by uuid NOT NULL REFERENCES users,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX category_changes_by_time ON category_changes (made_at);

-- What each operation had before.
CREATE TABLE category_change_items (
  account_id uuid NOT NULL,
  change_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  category_ids uuid[] NOT NULL,
  -- As its arrangement was; both null where there was none.
  was_by_hand boolean,
  previous_change_id uuid,
  PRIMARY KEY (account_id, change_id, entry_id),
  FOREIGN KEY (account_id, change_id) REFERENCES category_changes (account_id, id) ON DELETE CASCADE
);

GRANT SELECT, INSERT, DELETE ON operation_categorisations, category_changes, category_change_items TO connect_app;
GRANT UPDATE (is_by_hand, change_id) ON operation_categorisations TO connect_app;
