#!/bin/sh
# Copies the primary if there is no data yet, then runs as its replica.
# PRIMARY: how to connect to it, as `host=… user=… password=…`.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # The rest of an interrupted copy.
  find "$PGDATA" -mindepth 1 -delete
  until pg_basebackup --dbname="$PRIMARY" --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast --write-recovery-conf; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 1
  done
  chmod 0700 "$PGDATA"
fi
exec postgres "$@"
