#!/bin/sh
# Copies the primary when there are no files yet, and serves what is read only from then on.
# PRIMARY: where it is, and as whom to ask, as `host=… user=… password=…`.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # What a copy that was cut off has left.
  find "$PGDATA" -mindepth 1 -delete
  until pg_basebackup --dbname="$PRIMARY" --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast --write-recovery-conf; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 1
  done
  chmod 0700 "$PGDATA"
fi
exec postgres "$@"
