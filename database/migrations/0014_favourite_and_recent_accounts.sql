-- Who works on three hundred accounts finds the few of today: those marked by hand, and those chosen last. Both belong to the
-- user and not to the device, so that a new one offers them too and none keeps them.
ALTER TABLE memberships ADD COLUMN is_favourite boolean NOT NULL DEFAULT false;
ALTER TABLE memberships ADD COLUMN last_chosen_at timestamptz;

GRANT UPDATE (is_favourite, last_chosen_at) ON memberships TO connect_app;
