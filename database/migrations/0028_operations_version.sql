-- The state of an account's operations changes with notes as well: with the number of its entries it is the
-- version of a page of operations, and a page that the reader has already is not read again.
CREATE TRIGGER operation_notes_count AFTER INSERT ON operation_notes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
CREATE TRIGGER operation_notes_count_on_update AFTER UPDATE ON operation_notes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_categorisation();
