-- Look-ups of payees that nothing came of are deleted after ninety days, with their messages: they name people who are no customers.
-- The worker sets is_named for those that an order, a line of a file, a payment or a request names: they are kept with it, and examined once.
ALTER TABLE payee_lookups ADD COLUMN is_named boolean NOT NULL DEFAULT false;
GRANT UPDATE (is_named), DELETE ON payee_lookups TO connect_app;
GRANT DELETE ON aip_messages TO connect_app;
