import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startBenchDatabase } from './importing/database.js';
import { chunks, copyLine, NETWORK, ndjsonLine } from './importing/rows.js';

/**
 * A million programs from NDJSON into an empty directory, and the same file again, beside a plain COPY of the same
 * rows into an identical table with the same indexes and triggers off.
 */
const ROWS = Number(process.argv[2] ?? 1_000_000);
const IMPORT = fileURLToPath(new URL('./importing/process.mjs', import.meta.url));

interface Measured {
  seconds: number;
  megabytes: number;
}

const folder = await mkdtemp(join(tmpdir(), 'directory-import-bench-'));
const database = await startBenchDatabase(folder);
try {
  const file = join(folder, 'programs.ndjson');
  await pipeline(Readable.from(chunks(ROWS, ndjsonLine)), createWriteStream(file));
  const client = new Client(database.url);
  await client.connect();
  await client.query(`INSERT INTO networks (name, url) VALUES ('${NETWORK}', 'bench.example')`);
  const first = await runImport(file);
  const again = await runImport(file);
  const copy = await copyPlainly(client);
  await client.end();

  console.log(`${ROWS} programs`);
  console.log(`first import   ${first.seconds.toFixed(1)} s, ${first.megabytes} MB (at most 300)`);
  console.log(`second import  ${again.seconds.toFixed(1)} s, ${again.megabytes} MB (at most 300)`);
  console.log(`plain COPY     ${copy.toFixed(1)} s`);
  console.log(`first import : plain COPY     ${(first.seconds / copy).toFixed(2)} (at most 3)`);
  console.log(`second import : first import  ${(again.seconds / first.seconds).toFixed(2)} (at most 1)`);
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

async function runImport(file: string): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [IMPORT, database.url, file, NETWORK]);
  return JSON.parse(stdout) as Measured;
}

async function copyPlainly(client: Client): Promise<number> {
  await client.query('CREATE TABLE copied (LIKE programs INCLUDING ALL)');
  const columns = 'name, network_id, network_name, network_program_id, primary_url, date_started, countries';
  const began = performance.now();
  const copy = client.query(copyFrom(`COPY copied (${columns}) FROM STDIN`));
  await pipeline(Readable.from(chunks(ROWS, copyLine)), copy);
  return (performance.now() - began) / 1000;
}
