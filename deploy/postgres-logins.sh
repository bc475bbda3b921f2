#!/bin/sh
# Run once, when the database server is made: the database and its three logins, none of them a superuser. Tables and grants come with the
# migrations. The superuser keeps no password: only who is inside this container works as it.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv server SERVER_PASSWORD
\getenv desk DESK_PASSWORD
CREATE ROLE connect_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE DATABASE connect OWNER connect_owner;
SET ROLE connect_owner;
CREATE ROLE connect_app NOLOGIN;
CREATE ROLE connect_operator NOLOGIN;
CREATE ROLE connect_server LOGIN PASSWORD :'server' IN ROLE connect_app;
CREATE ROLE connect_desk LOGIN PASSWORD :'desk' IN ROLE connect_operator;
RESET ROLE;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
