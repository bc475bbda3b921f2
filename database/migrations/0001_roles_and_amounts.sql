-- The server works as connect_app, which may write only what each table grants it: what the
-- application is not granted, a fault in it cannot do. Migrations run as the owner.
DO $$
BEGIN
  CREATE ROLE connect_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Roles belong to the whole server: another database of it has made this one.
END $$;

GRANT connect_app TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO connect_app;

-- Whole minor units, inside what a JavaScript number keeps exact (2^53 - 1).
CREATE DOMAIN amount AS bigint CHECK (VALUE BETWEEN -9007199254740991 AND 9007199254740991);
