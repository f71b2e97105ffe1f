import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { SECURITY_DEFINER } from './security-definer.js';

/**
 * The changes of lists in the order of their commits (docs/decisions/changes.md).
 *
 * A transaction draws a number from a sequence for each list that it changes. `changes` has the number of the last change
 * of each row, also of a row that was deleted; `change_versions` has the version that the number got at commit.
 */
export class Changes1764201600006 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE SEQUENCE change_numbers;

      CREATE TABLE kept_lists (
        list text COLLATE "C" PRIMARY KEY,
        -- Changes of later versions are kept, and places from earlier ones are gone.
        since bigint NOT NULL,
        -- Up to where commits without rows were removed.
        swept bigint NOT NULL DEFAULT 0
      );

      CREATE TABLE changes (
        list text COLLATE "C" NOT NULL,
        id integer NOT NULL,
        change bigint NOT NULL,
        -- Of a deleted row: the row as it was last, as it is shown.
        image jsonb,
        PRIMARY KEY (list, id)
      );
      -- Each change number belongs to one list (change_number), so the index does not need the list.
      CREATE INDEX changes_in_order ON changes (change, id);

      CREATE TABLE change_versions (
        change bigint PRIMARY KEY,
        list text COLLATE "C" NOT NULL,
        version bigint NOT NULL
      );
      CREATE UNIQUE INDEX change_versions_in_order ON change_versions (list, version) INCLUDE (change);

      ALTER TABLE pending_versions
        -- The number of the transaction for a list whose changes are kept.
        ADD change bigint,
        ADD truncated boolean NOT NULL DEFAULT false;
    `);

    await db.query(`
      CREATE FUNCTION change_number(list_name text, truncates boolean DEFAULT false) RETURNS bigint
        LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      DECLARE
        number bigint;
      BEGIN
        SELECT change INTO number FROM pending_versions
          WHERE transaction = pg_current_xact_id() AND subject = 'directory' AND list = list_name
            AND change IS NOT NULL AND truncated >= truncates;
        IF FOUND THEN RETURN number; END IF;
        -- Where a session makes constraints immediate, this statement moves the version: it has to say everything.
        INSERT INTO pending_versions AS pending (subject, list, change, truncated)
          VALUES ('directory', list_name, nextval('change_numbers'), truncates)
          ON CONFLICT (transaction, subject, list) DO UPDATE SET
            change = coalesce(pending.change, excluded.change), truncated = excluded.truncated
          RETURNING change INTO number;
        RETURN number;
      END $$;
      REVOKE ALL ON FUNCTION change_number FROM PUBLIC;

      -- Of all these functions, TG_ARGV[0] is the list.
      CREATE FUNCTION keep_written() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      DECLARE
        lowest integer;
      BEGIN
        SELECT min(id) INTO lowest FROM changed;
        IF lowest IS NULL THEN RETURN NULL; END IF;
        IF lowest <= (SELECT max(id) FROM changes WHERE list = TG_ARGV[0]) THEN
          INSERT INTO changes (list, id, change)
            SELECT TG_ARGV[0], id, number FROM changed, change_number(TG_ARGV[0]) AS number
            ON CONFLICT (list, id) DO UPDATE SET change = excluded.change, image = NULL;
        ELSE
          -- Most new rows have higher ids than any that the list has recorded. Such an id cannot conflict: a concurrent
          -- transaction that wrote it locked its row or key, and has ended. ON CONFLICT would take 2 µs more a row.
          INSERT INTO changes (list, id, change)
            SELECT TG_ARGV[0], id, number FROM changed, change_number(TG_ARGV[0]) AS number;
        END IF;
        RETURN NULL;
      END $$;

      -- TG_ARGV[1] is the column that is shown as false in the image.
      CREATE FUNCTION keep_deleted() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
        INSERT INTO changes (list, id, change, image)
          SELECT TG_ARGV[0], id, number, to_jsonb(changed) || jsonb_build_object(TG_ARGV[1], false)
            FROM changed, change_number(TG_ARGV[0]) AS number
          ON CONFLICT (list, id) DO UPDATE SET change = excluded.change, image = excluded.image;
        RETURN NULL;
      END $$;

      CREATE FUNCTION keep_old_id() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        INSERT INTO changes (list, id, change, image)
          VALUES (
            TG_ARGV[0], OLD.id, change_number(TG_ARGV[0]), to_jsonb(OLD) || jsonb_build_object(TG_ARGV[1], false)
          )
          ON CONFLICT (list, id) DO UPDATE SET change = excluded.change, image = excluded.image;
        RETURN NULL;
      END $$;

      CREATE FUNCTION keep_truncated() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        PERFORM change_number(TG_ARGV[0], true);
        DELETE FROM changes WHERE list = TG_ARGV[0];
        DELETE FROM change_versions WHERE list = TG_ARGV[0];
        RETURN NULL;
      END $$;

      -- Keeps the changes of a table from now on; flag is the column that says which of its rows the list has.
      CREATE FUNCTION keep_changes(list text, flag text) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        event text;
        kind text;
        recorder text;
      BEGIN
        FOR event, kind, recorder IN VALUES
          ('INSERT', 'NEW', 'keep_written'), ('UPDATE', 'NEW', 'keep_written'), ('DELETE', 'OLD', 'keep_deleted')
        LOOP
          EXECUTE format(
            'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
              FOR EACH STATEMENT EXECUTE FUNCTION %I(%L, %L)',
            list || '_keep_' || lower(event), event, list, kind, recorder, list, flag);
        END LOOP;
        EXECUTE format(
          'CREATE TRIGGER %I AFTER UPDATE OF id ON %I FOR EACH ROW WHEN (NEW.id <> OLD.id)
            EXECUTE FUNCTION keep_old_id(%L, %L)',
          list || '_keep_old_id', list, list, flag);
        EXECUTE format(
          'CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION keep_truncated(%L)',
          list || '_keep_truncate', list, list);
        INSERT INTO kept_lists (list, since) SELECT keep_changes.list, max(version) FROM commits;
      END $$;
    `);

    await db.query(`
      -- Under the lock of the versions: numbers get their versions in the order of the commits.
      CREATE FUNCTION commit_changes() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      DECLARE
        pending record;
      BEGIN
        FOR pending IN
          SELECT list, change, truncated FROM pending_versions
            WHERE transaction = pg_current_xact_id() AND subject = 'directory' AND change IS NOT NULL
        LOOP
          -- Before the number has its version: with immediate constraints no row has the number yet.
          IF NEW.version % 100 = 0 THEN PERFORM sweep_changes(pending.list); END IF;
          INSERT INTO change_versions (change, list, version) VALUES (pending.change, pending.list, NEW.version);
          IF pending.truncated THEN
            UPDATE kept_lists SET since = NEW.version WHERE list = pending.list;
          END IF;
        END LOOP;
        RETURN NULL;
      END $$;
      CREATE TRIGGER commits_commit_changes AFTER INSERT ON commits
        FOR EACH ROW EXECUTE FUNCTION commit_changes();

      -- Removes commits whose rows have all changed again, so that no reader has to step over them. Each call checks
      -- the next ones, and begins again after the last.
      CREATE FUNCTION sweep_changes(list_name text) RETURNS void LANGUAGE sql ${SECURITY_DEFINER} AS $$
        WITH checked AS MATERIALIZED (
          SELECT commit.change, commit.version FROM change_versions AS commit, kept_lists AS kept
            WHERE kept.list = list_name AND commit.list = list_name AND commit.version > kept.swept
            ORDER BY commit.version LIMIT 5000
        ), removed AS (
          DELETE FROM change_versions WHERE change = ANY (ARRAY(
            -- The order keeps the planner to the index: for NOT EXISTS it may read all rows where one commit has most.
            SELECT change FROM checked WHERE (
              SELECT row.change FROM changes AS row
                WHERE row.change BETWEEN checked.change AND checked.change
                ORDER BY row.change, row.id LIMIT 1
            ) IS NULL
          ))
        )
        UPDATE kept_lists SET swept = CASE WHEN (SELECT count(*) FROM checked) < 5000 THEN 0
            ELSE (SELECT max(version) FROM checked) END
          WHERE list = list_name;
      $$;
      REVOKE ALL ON FUNCTION sweep_changes FROM PUBLIC;

      SELECT keep_changes('networks', 'live'), keep_changes('programs', 'status');
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP FUNCTION keep_changes, commit_changes, keep_written, keep_deleted, keep_old_id, keep_truncated CASCADE;
      DROP FUNCTION sweep_changes, change_number;
      DROP TABLE change_versions, changes, kept_lists;
      DROP SEQUENCE change_numbers;
      ALTER TABLE pending_versions DROP change, DROP truncated;
    `);
  }
}
