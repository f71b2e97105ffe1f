#!/bin/sh
# Runs once, when the primary is initialized: creates a role that may replicate it, and nothing else.
set -eu

psql --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'password';
SQL
echo 'host replication replication samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
