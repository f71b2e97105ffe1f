import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { migrations } from '../../src/database/migrations/index.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** Everything that the migrations create, down to the text of functions, triggers, indexes and constraints. */
const EVERYTHING = `
  SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
    coalesce(column_default, '') || ' ' || coalesce(collation_name, '') AS made
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations'
  UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('migrations'), 0)
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT relname || ' ' || relkind::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('S', 'v') AND relname NOT LIKE 'migrations%'
  ORDER BY made`;

describe('the migrations', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const everything = () => database.sql<{ made: string }>(EVERYTHING);

  const allDown = async () => {
    for (let left = migrations.length; left > 0; left--) await dataSource.undoLastMigration();
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource({ url: database.url }).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  test('create the tables of the entities, so that TypeORM finds nothing to synchronize', async () => {
    process.env.DATABASE_URL = database.url;
    const { default: withEntities } = await import('../../ormconfig.js');
    delete process.env.DATABASE_URL;
    await withEntities.initialize();
    const { upQueries, downQueries } = await withEntities.driver.createSchemaBuilder().log();
    await withEntities.destroy();
    expect(withEntities.entityMetadatas.map(({ tableName }) => tableName)).toEqual(
      expect.arrayContaining(['api_keys', 'imports', 'networks', 'programs']),
    );
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    expect(downQueries.map(({ query }) => query)).toEqual([]);
  });

  test('can be reverted to an empty database, and applied again with the same result', async () => {
    const before = await everything();
    expect(before.length).toBeGreaterThan(50);
    await allDown();
    expect(await everything()).toEqual([]);
    expect((await migrate(dataSource)).length).toBe(migrations.length);
    expect(await everything()).toEqual(before);
  });

  test('run once when several processes start concurrently', async () => {
    await allDown();
    const several = await Promise.all(
      [1, 2, 3].map(() => createDataSource({ url: database.url }).initialize()),
    );
    const ran = await Promise.all(several.map((one) => migrate(one)));
    await Promise.all(several.map((one) => one.destroy()));
    expect(ran.map((names) => names.length).sort()).toEqual([0, 0, migrations.length]);
  });

  test('keep existing rows', async () => {
    await database.sql(`INSERT INTO networks (name, url) VALUES ('N', 'n.example')`);
    expect(await migrate(dataSource)).toEqual([]);
    expect(await database.sql('SELECT name FROM networks')).toEqual([{ name: 'N' }]);
  });
});
