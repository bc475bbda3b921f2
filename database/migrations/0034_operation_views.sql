-- Users keep the filters of their operations under a name.

CREATE TABLE operation_views (
  user_id uuid NOT NULL REFERENCES users,
  -- Filters name categories, which belong to one customer.
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  filter jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, customer_id, id)
);
CREATE UNIQUE INDEX operation_views_have_one_name ON operation_views (user_id, customer_id, plain_letters(name));
GRANT SELECT, INSERT, DELETE, UPDATE (name) ON operation_views TO connect_app;
