import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { canonicalPrograms } from '../src/importing/canonical-source.js';
import { importPrograms } from '../src/importing/import-programs.js';
import { startBenchDatabase } from './import-database.js';
import { chunks, copyLine, NETWORK, ndjsonLine } from './import-rows.js';

/**
 * A million programs from NDJSON into an empty directory, and the same file again, beside a plain COPY of the same
 * rows into an identical table with the same indexes and triggers off.
 */
const ROWS = Number(process.argv[2] ?? 1_000_000);

const folder = await mkdtemp(join(tmpdir(), 'directory-import-bench-'));
const database = await startBenchDatabase(folder);
try {
  const file = join(folder, 'programs.ndjson');
  await pipeline(Readable.from(chunks(ROWS, ndjsonLine)), createWriteStream(file));
  const client = new Client(database.url);
  await client.connect();
  await client.query(`INSERT INTO networks (name, url) VALUES ('${NETWORK}', 'bench.example')`);

  const first = await timed('import, first', () => run(file));
  const again = await timed('import, the same file again', () => run(file));
  await client.query('CREATE TABLE copied (LIKE programs INCLUDING ALL)');
  const copy = await timed('COPY', async () => {
    const columns =
      'name, network_id, network_name, network_program_id, primary_url, date_started, countries';
    const stream = client.query(copyFrom(`COPY copied (${columns}) FROM STDIN`));
    await pipeline(Readable.from(chunks(ROWS, copyLine)), stream);
  });
  await client.end();

  console.log(`first import : COPY          ${(first / copy).toFixed(2)}   (at most 3)`);
  console.log(`second import : first import ${(again / first).toFixed(2)}   (at most 1)`);
  console.log(
    `peak memory                  ${Math.round(process.resourceUsage().maxRSS / 1024)} MB (at most 300)`,
  );
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

async function run(file: string): Promise<void> {
  const report = { reject: console.log, warn: console.log };
  const source = canonicalPrograms(file);
  await importPrograms({ database: database.url, source, file, network: NETWORK, mode: 'full', report });
}

async function timed(name: string, action: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await action();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${name.padEnd(28)} ${seconds.toFixed(1)} s`);
  return seconds;
}
