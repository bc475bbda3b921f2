-- Roles of the database, the domain of amounts and the spelling under which texts are compared: every other migration
-- uses them.

-- The server works as connect_app, which may write only what each table grants it: a bug of the application cannot do
-- what the application is not granted. Migrations run as the owner.
DO $$
BEGIN
  CREATE ROLE connect_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Roles belong to the whole PostgreSQL server: another database on it may have created this one.
END $$;

-- Operators of the bank work at the command line with a role of their own. It has all rights of the application, and
-- also opens what the application only uses: a bug of the server cannot open an account or publish an exchange rate.
DO $$
BEGIN
  CREATE ROLE connect_operator NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- As above.
END $$;

GRANT connect_app TO CURRENT_USER;
GRANT connect_app TO connect_operator;
GRANT connect_operator TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO connect_app;

-- A server reports that it is ready only when its database has every migration: it reads which ones are applied.
GRANT SELECT ON schema_migrations TO connect_app;

-- Whole minor units, inside the range that a JavaScript number represents exactly (2^53 - 1).
CREATE DOMAIN amount AS bigint CHECK (VALUE BETWEEN -9007199254740991 AND 9007199254740991);

-- Lower case without accents: names are sorted and found alike under any collation of the database.
CREATE FUNCTION plain_letters(words text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(translate(replace(replace(words, 'œ', 'oe'), 'Œ', 'oe'),
                         'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ’',
                         'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyy'''));
