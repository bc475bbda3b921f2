-- Customers arrange their operations themselves: categories of their own, and a note on an operation.

-- Read without capitals and accents, a label stands once.
ALTER TABLE categories DROP CONSTRAINT categories_customer_id_label_key;
CREATE UNIQUE INDEX categories_have_one_name ON categories (customer_id, plain_letters(label));
-- One that goes is taken off the operations of all accounts of its customer.
CREATE INDEX operation_categories_of_customer ON operation_categories (customer_id, category_id);

GRANT INSERT, DELETE ON categories, operation_categories TO connect_app;
GRANT INSERT, UPDATE (comment) ON operation_notes TO connect_app;
