import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { SECURITY_DEFINER } from './security-definer.js';

/**
 * Version numbers that move with every committed change, whoever makes it.
 *
 * A statement trigger notes the change in `pending_versions`; a deferred trigger moves the number when the
 * transaction commits. So the one row that all writers share is locked for the length of a commit, not of an
 * import, and the number moves once a transaction.
 */
export class Versions1764201600001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE versions (
        subject text PRIMARY KEY,
        number bigint NOT NULL DEFAULT 1,
        -- The latest time that an import gave to what it changed: later commits get later times.
        stamped_at timestamptz(3) NOT NULL DEFAULT '-infinity'
      );

      CREATE UNLOGGED TABLE pending_versions (
        subject text NOT NULL,
        transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
        PRIMARY KEY (subject, transaction)
      );

      CREATE FUNCTION move_version() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      DECLARE moved bigint;
      BEGIN
        DELETE FROM pending_versions WHERE subject = NEW.subject AND transaction = NEW.transaction;
        UPDATE versions SET number = number + 1 WHERE subject = NEW.subject RETURNING number INTO moved;
        PERFORM pg_notify('versions', NEW.subject || ' ' || moved);
        RETURN NULL;
      END $$;

      CREATE CONSTRAINT TRIGGER pending_versions_move AFTER INSERT ON pending_versions
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_version();

      -- TG_ARGV[0] is the subject.
      CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        INSERT INTO pending_versions (subject) VALUES (TG_ARGV[0]) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;

      INSERT INTO versions (subject) VALUES ('directory');

      CREATE TRIGGER networks_note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON networks
        FOR EACH STATEMENT EXECUTE FUNCTION note_change('directory');
      CREATE TRIGGER programs_note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON programs
        FOR EACH STATEMENT EXECUTE FUNCTION note_change('directory');
    `);

    // Signs the positions that clients carry from page to page, the same on every instance.
    await db.query(`
      CREATE TABLE cursor_secret (secret bytea NOT NULL);
      INSERT INTO cursor_secret
        SELECT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER programs_note_change ON programs;
      DROP TRIGGER networks_note_change ON networks;
      DROP TABLE cursor_secret, pending_versions, versions;
      DROP FUNCTION note_change, move_version;
    `);
  }
}
