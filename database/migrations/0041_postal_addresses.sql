-- The postal address of a customer, as lines: the bank's letters and messages abroad contain it. A statement keeps the address of its month.
ALTER TABLE customers ADD COLUMN address text;
ALTER TABLE customers ADD CONSTRAINT customers_address_is_short CHECK (length(address) BETWEEN 1 AND 200) NOT VALID;
GRANT UPDATE (address) ON customers TO connect_operator;
ALTER TABLE statements ADD COLUMN holder_address text;
