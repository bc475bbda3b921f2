-- What stood in a payment initiation and was left out of its batch: the answer to the message names it. Null where the batch came otherwise.
ALTER TABLE transfer_batches ADD COLUMN left_out jsonb;
