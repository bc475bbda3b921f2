-- The author of a file chooses instant payments for the lines whose payee's institution is connected. Null: they go by the clearing.
ALTER TABLE transfer_imports ADD COLUMN instant_chosen_at timestamptz;
GRANT UPDATE (instant_chosen_at) ON transfer_imports TO connect_app;
