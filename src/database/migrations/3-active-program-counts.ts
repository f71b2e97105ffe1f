import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { SECURITY_DEFINER } from './security-definer.js';

/** Triggers that keep `networks.count_programs_active` equal to the number of active programs, whichever client writes. */
export class ActiveProgramCounts1764201600002 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Adds each network's difference to its count. Locks in the order of the ids, so that two writers never
      -- wait for each other.
      CREATE FUNCTION add_to_counts(network_ids integer[], differences bigint[]) RETURNS void LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        PERFORM FROM networks WHERE id = ANY (network_ids) ORDER BY id FOR NO KEY UPDATE;
        UPDATE networks SET count_programs_active = count_programs_active + difference
          FROM unnest(network_ids, differences) AS changes (network_id, difference)
          WHERE id = network_id;
      END $$;
      REVOKE ALL ON FUNCTION add_to_counts FROM PUBLIC;

      CREATE FUNCTION count_inserted() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        PERFORM add_to_counts(array_agg(network_id), array_agg(difference)) FROM (
          SELECT network_id, count(*) AS difference FROM inserted WHERE status GROUP BY network_id
        ) AS changes HAVING count(*) > 0;
        RETURN NULL;
      END $$;

      CREATE FUNCTION count_updated() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        PERFORM add_to_counts(array_agg(network_id), array_agg(difference)) FROM (
          SELECT network_id, sum(one) AS difference FROM (
            SELECT network_id, 1 AS one FROM after WHERE status
            UNION ALL
            SELECT network_id, -1 FROM before WHERE status
          ) AS ones GROUP BY network_id HAVING sum(one) <> 0
        ) AS changes HAVING count(*) > 0;
        RETURN NULL;
      END $$;

      CREATE FUNCTION count_deleted() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        PERFORM add_to_counts(array_agg(network_id), array_agg(difference)) FROM (
          SELECT network_id, -count(*) AS difference FROM deleted WHERE status GROUP BY network_id
        ) AS changes HAVING count(*) > 0;
        RETURN NULL;
      END $$;

      CREATE FUNCTION count_truncated() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        UPDATE networks SET count_programs_active = 0 WHERE count_programs_active <> 0;
        RETURN NULL;
      END $$;

      CREATE TRIGGER programs_count_inserted AFTER INSERT ON programs
        REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
      CREATE TRIGGER programs_count_updated AFTER UPDATE ON programs
        REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_updated();
      CREATE TRIGGER programs_count_deleted AFTER DELETE ON programs
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
      CREATE TRIGGER programs_count_truncated AFTER TRUNCATE ON programs
        FOR EACH STATEMENT EXECUTE FUNCTION count_truncated();

      CREATE FUNCTION refuse_count() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        RAISE check_violation USING
          MESSAGE = 'count_programs_active is kept by the database',
          HINT = 'Leave the column out: it follows the programs.';
      END $$;

      -- The programs follow their network to its new id, and are counted as they arrive there.
      CREATE FUNCTION count_anew() RETURNS trigger LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
      BEGIN
        NEW.count_programs_active := 0;
        RETURN NEW;
      END $$;

      CREATE TRIGGER networks_count_anew BEFORE UPDATE OF id ON networks
        FOR EACH ROW WHEN (NEW.id <> OLD.id) EXECUTE FUNCTION count_anew();

      -- Depth 0: a statement of a client, not of the triggers above.
      CREATE TRIGGER networks_refuse_count_on_insert BEFORE INSERT ON networks
        FOR EACH ROW WHEN (NEW.count_programs_active <> 0 AND pg_trigger_depth() = 0)
        EXECUTE FUNCTION refuse_count();
      CREATE TRIGGER networks_refuse_count_on_update BEFORE UPDATE OF count_programs_active ON networks
        FOR EACH ROW WHEN (NEW.count_programs_active <> OLD.count_programs_active AND pg_trigger_depth() = 0)
        EXECUTE FUNCTION refuse_count();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP FUNCTION count_inserted, count_updated, count_deleted, count_truncated, count_anew, refuse_count CASCADE;
      DROP FUNCTION add_to_counts;
    `);
  }
}
