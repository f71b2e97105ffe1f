import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { ApiKeyAuthenticator } from '../../src/api-keys/api-key-authenticator.js';
import { LastUsedRecorder } from '../../src/api-keys/last-used-recorder.js';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config/config.js';
import { Database } from '../../src/database/database.js';
import { addKey } from '../database/api-key-rows.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';

describe('the shutdown of the application', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Each module of the list is the first, and then the last, for once. */
  const ROTATIONS = [0, 1, 2, 3, 5, 8];

  test.each(ROTATIONS)(
    'writes the last use of a key before the database closes, with the modules rotated by %i',
    async (rotation) => {
      await addKey(database);
      const [key] = await database.sql<{ id: number }>('SELECT max(id) AS id FROM api_keys');
      const config = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
      const root = AppModule.with(config);
      const modules = root.imports!;
      const imports = [...modules.slice(rotation), ...modules.slice(0, rotation)].reverse();
      const app = await NestFactory.createApplicationContext({ ...root, imports }, { logger: false });
      expect(app.get(ApiKeyAuthenticator)).toBeDefined();
      await app.get(Database).untilReady();

      app.get(LastUsedRecorder).record({ id: key!.id, plan: 'enterprise', expiresAt: Infinity }, Date.now());
      await app.close();

      const [row] = await database.sql<{ last_used_at: Date | null }>(
        'SELECT last_used_at FROM api_keys WHERE id = $1',
        [key!.id],
      );
      expect(row!.last_used_at).toBeInstanceOf(Date);
    },
  );
});
