-- Files may pay accounts outside the UEMOA, as single orders do: such a line has the BIC of its bank and the purpose that exchange control asks for.
ALTER TABLE transfer_import_lines ADD COLUMN purpose text NOT NULL DEFAULT '';
GRANT UPDATE (purpose) ON transfer_import_lines TO connect_app;

ALTER TABLE transfer_batch_lines
  ADD COLUMN bic text,
  ADD COLUMN purpose text CHECK (purpose IN ('goods', 'services', 'studies', 'health', 'family', 'other')),
  -- Of a number that is no IBAN.
  ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$'),
  DROP CONSTRAINT transfer_batch_lines_network_check,
  ADD CONSTRAINT transfer_batch_lines_network_check CHECK (network IN ('book', 'sica', 'star', 'swift')),
  DROP CONSTRAINT transfer_batch_lines_rail_check,
  ADD CONSTRAINT transfer_batch_lines_rail_check CHECK (rail IN ('internal', 'local', 'international')),
  ADD CONSTRAINT transfer_batch_lines_abroad_say_why CHECK (rail <> 'international' OR purpose IS NOT NULL);
