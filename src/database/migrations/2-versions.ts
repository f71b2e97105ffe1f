import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { SECURITY_DEFINER } from './security-definer.js';

/**
 * Version numbers that move with every committed change of any client (docs/decisions/list-versions.md).
 *
 * A statement trigger records the change in `pending_versions`; a deferred trigger moves the number when the
 * transaction commits. So the one row that all writers share is locked for the length of a commit, not of an import,
 * and the number moves once a transaction.
 */
export class Versions1764201600001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE versions (
        subject text PRIMARY KEY,
        number bigint NOT NULL DEFAULT 1,
        -- Drawn with each number: it differs where another history, such as that before a restore, has the same number.
        nonce text NOT NULL DEFAULT left(gen_random_uuid()::text, 8),
        -- Of the directory: for each list, the number at which it changed last. A list that never did is absent.
        lists jsonb NOT NULL DEFAULT '{}',
        -- The latest time that an import gave to what it changed: later commits get later times.
        stamped_at timestamptz(3) NOT NULL DEFAULT '-infinity'
      );

      -- Every directory version. The time is that of the database's clock, and never before that of a lower version.
      CREATE TABLE commits (
        version bigint PRIMARY KEY,
        nonce text NOT NULL,
        began_at timestamptz NOT NULL
      );
      CREATE INDEX commits_by_time ON commits (began_at, version);

      CREATE UNLOGGED TABLE pending_versions (
        transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
        subject text NOT NULL,
        list text NOT NULL DEFAULT '',
        PRIMARY KEY (transaction, subject, list)
      );

      -- The first pending row of a transaction moves the numbers for all its rows: each once, and in one order, so that
      -- two commits never deadlock. Each notification has the complete state of its subject.
      CREATE FUNCTION move_versions() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      DECLARE
        change record;
        moved record;
      BEGIN
        FOR change IN
          SELECT subject, array_agg(list) FILTER (WHERE list <> '') AS lists
            FROM pending_versions WHERE transaction = NEW.transaction GROUP BY subject ORDER BY subject
        LOOP
          UPDATE versions SET
              number = number + 1,
              nonce = DEFAULT,
              lists = lists || (
                SELECT coalesce(jsonb_object_agg(list, number + 1), '{}') FROM unnest(change.lists) AS list
              )
            WHERE subject = change.subject
            RETURNING number, nonce, lists INTO moved;
          IF change.subject = 'directory' THEN
            INSERT INTO commits (version, nonce, began_at)
              SELECT moved.number, moved.nonce, greatest(
                clock_timestamp(), (SELECT began_at FROM commits ORDER BY version DESC LIMIT 1)
              ) WHERE moved.number IS NOT NULL;
          END IF;
          PERFORM pg_notify('versions', concat_ws(' ', change.subject, moved.number, moved.nonce, moved.lists));
        END LOOP;
        DELETE FROM pending_versions WHERE transaction = NEW.transaction;
        RETURN NULL;
      END $$;

      CREATE CONSTRAINT TRIGGER pending_versions_move AFTER INSERT ON pending_versions
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_versions();

      -- TG_ARGV[0] is the subject.
      CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        INSERT INTO pending_versions (subject) VALUES (TG_ARGV[0]) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;

      -- TG_ARGV[0] is the list. A statement that touches no row changes nothing.
      CREATE FUNCTION record_list_change() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        IF TG_OP <> 'TRUNCATE' THEN
          IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
        END IF;
        INSERT INTO pending_versions (subject, list) VALUES ('directory', TG_ARGV[0]) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;

      -- Makes every change of a table move the directory version, and the version of the list of that name.
      CREATE FUNCTION track_changes(list text) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        event text;
        kind text;
      BEGIN
        FOR event, kind IN VALUES ('INSERT', 'NEW'), ('UPDATE', 'NEW'), ('DELETE', 'OLD') LOOP
          EXECUTE format(
            'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
              FOR EACH STATEMENT EXECUTE FUNCTION record_list_change(%L)',
            list || '_record_' || lower(event), event, list, kind, list);
        END LOOP;
        EXECUTE format(
          'CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION record_list_change(%L)',
          list || '_record_truncate', list, list);
      END $$;

      INSERT INTO versions (subject) VALUES ('directory');
      INSERT INTO commits SELECT number, nonce, now() FROM versions;
      SELECT track_changes('networks'), track_changes('programs');
    `);

    // Signs the cursors that clients carry from page to page, the same on every instance.
    await db.query(`
      CREATE TABLE cursor_secret (secret bytea NOT NULL);
      INSERT INTO cursor_secret
        SELECT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE cursor_secret, pending_versions, commits, versions;
      DROP FUNCTION record_list_change, track_changes CASCADE;
      DROP FUNCTION record_change, move_versions;
    `);
  }
}
