import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { chunks, copyLine } from './rows.js';

/** A table to copy rows into. */
export interface CopyTarget {
  name: string;
  /** Makes it, empty. */
  create: string;
  table: string;
  /** True for the table that imports are compared with. */
  isReference?: boolean;
}

const like = (including: string): string => `
  DROP TABLE IF EXISTS copied;
  CREATE TABLE copied (LIKE programs INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING GENERATED ${including});
`;

/** Each has what the one before it has, and more; the last is the table of programs itself. */
export const copyTargets: readonly CopyTarget[] = [
  { name: 'COPY into a table without indexes', create: like(''), table: 'copied' },
  {
    name: '… with the indexes of programs',
    create: like('INCLUDING INDEXES'),
    table: 'copied',
    isReference: true,
  },
  {
    name: '… and its checks',
    create: like('INCLUDING INDEXES INCLUDING CONSTRAINTS'),
    table: 'copied',
  },
  {
    name: '… and its triggers and foreign key',
    create: 'DROP TABLE IF EXISTS copied; TRUNCATE programs CASCADE',
    table: 'programs',
  },
];

const COLUMNS = 'name, network_id, network_name, network_program_id, primary_url, date_started, countries';

/** @returns seconds that it took to copy that many rows. */
export async function copyInto(client: Client, { create, table }: CopyTarget, rows: number): Promise<number> {
  await client.query(create);
  await client.query('CHECKPOINT');
  const began = performance.now();
  const copy = client.query(copyFrom(`COPY ${table} (${COLUMNS}) FROM STDIN`));
  await pipeline(Readable.from(chunks(rows, copyLine)), copy);
  return (performance.now() - began) / 1000;
}
