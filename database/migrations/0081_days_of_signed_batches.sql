-- The last signature of a batch may come after the cut-off of its day: the batch then has the day on which its first lines leave.
GRANT UPDATE (execution_date) ON transfer_batches TO connect_app;
