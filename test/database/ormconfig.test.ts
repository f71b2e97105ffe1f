import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { migrations } from '../../src/database/migrations/index.js';
import { createTestDatabase } from './test-database.js';

test("TypeORM's command line finds the migrations, whatever a server would need", async () => {
  const database = await createTestDatabase();
  try {
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'typeorm', '--', 'migration:show'], {
      env: { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'production' },
    });
    expect(stdout.match(/\[X\] \d+ \w+/g)).toEqual(
      migrations.map((migration, at) => `[X] ${at + 1} ${migration.name}`),
    );
  } finally {
    await database.drop();
  }
});
