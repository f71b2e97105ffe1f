import { Client, type DatabaseError } from 'pg';
import { type Random } from './random.js';

/** Statements, each of which may find no row, and may violate a constraint: then it changes nothing. */
const STATEMENTS: ((random: Random) => string)[] = [
  (random) => `INSERT INTO programs (name, network_id, network_program_id, primary_url, status)
    SELECT 'New ' || n, id, gen_random_uuid(), 'new.example', n % 4 <> 0
      FROM generate_series(1, ${random.upTo(6)}) AS n, (SELECT id FROM networks ORDER BY random() LIMIT 1) AS network`,
  (random) => `UPDATE programs SET name = 'Name ${random.upTo(1000)}' WHERE ${some(random)}`,
  (random) => `UPDATE programs SET status = NOT status WHERE ${some(random)}`,
  (random) => `DELETE FROM programs WHERE ${some(random)} AND id % 3 = 0`,
  (random) => `UPDATE programs SET id = id + ${random.upTo(30)} WHERE ${one(random, 'programs')}`,
  (random) => `UPDATE programs SET network_id = (SELECT id FROM networks ORDER BY random() LIMIT 1),
    network_program_id = gen_random_uuid() WHERE ${some(random)}`,
  (random) => `UPDATE networks SET name = 'Renamed ${random.upTo(1000)}' WHERE ${one(random, 'networks')}`,
  (random) => `UPDATE networks SET live = NOT live WHERE ${one(random, 'networks')}`,
  (random) => `UPDATE networks SET id = id + ${random.upTo(9)} WHERE ${one(random, 'networks')}`,
  () => `INSERT INTO networks (name, url) VALUES (gen_random_uuid(), 'n.example')`,
  // Only what writers created: an import that runs beside them needs its network.
  () => `WITH gone AS (SELECT id FROM networks WHERE url = 'n.example' ORDER BY random() LIMIT 1)
    DELETE FROM networks WHERE id IN (SELECT id FROM gone)
      AND NOT EXISTS (SELECT FROM programs WHERE network_id = networks.id)`,
  // A deleted program comes back under its id, in one statement and in two.
  (random) => `WITH gone AS (DELETE FROM programs WHERE ${one(random, 'programs')} RETURNING *)
    INSERT INTO programs SELECT * FROM gone`,
  (random) => `INSERT INTO programs (id, name, network_id, network_program_id, primary_url)
    SELECT id, 'Back', (SELECT min(id) FROM networks), gen_random_uuid(), 'back.example'
      FROM changes WHERE list = 'programs' AND image IS NOT NULL AND id % ${random.upTo(3)} = 0
      ON CONFLICT DO NOTHING`,
  (random) => `MERGE INTO programs USING (SELECT id FROM programs WHERE ${some(random)}) AS chosen
    ON programs.id = chosen.id
    WHEN MATCHED AND programs.id % 5 = 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET countries = '{DE,AT}'`,
  (random) => `SAVEPOINT part; UPDATE programs SET name = 'Undone' WHERE ${some(random)}; ROLLBACK TO part;
    UPDATE programs SET name = 'Kept' WHERE ${some(random)}`,
  () => 'SET CONSTRAINTS ALL IMMEDIATE',
];

const some = (random: Random) => `id % ${random.upTo(7)} = 0`;
const one = (random: Random, table: string) =>
  `id = (SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET ${random.upTo(20) - 1})`;

/** SQLSTATEs of what concurrent writers and random values may run into. */
const EXPECTED = ['23505', '23503', '23514', '40P01', '55P03', '25P02', '40001'];

/** A client that writes in transactions, and holds them open as long as it is told. */
export class RandomWriter {
  private isOpen = false;

  private constructor(
    private readonly client: Client,
    private readonly random: Random,
  ) {}

  static async connect(url: string, random: Random): Promise<RandomWriter> {
    const client = new Client(url);
    client.on('error', () => undefined);
    await client.connect();
    // Others hold rows locked, and wait until this one is done.
    await client.query(`SET lock_timeout = '20ms'; SET client_min_messages = error`);
    return new RandomWriter(client, random);
  }

  /** Begins a transaction, writes in it, or ends it. */
  async step(): Promise<void> {
    if (!this.isOpen) {
      const level = this.random.choice(['READ COMMITTED', 'READ COMMITTED', 'REPEATABLE READ']);
      await this.client.query(`BEGIN ISOLATION LEVEL ${level}`);
      this.isOpen = true;
    }
    if (!(await this.tries(this.random.choice(STATEMENTS)(this.random)))) return this.end('ROLLBACK');
    if (this.random.upTo(3) === 1) await this.end(this.random.upTo(5) === 1 ? 'ROLLBACK' : 'COMMIT');
  }

  /** Ends an open transaction. */
  async finish(): Promise<void> {
    if (this.isOpen) await this.end('COMMIT');
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  private async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.isOpen = false;
    if (!(await this.tries(how))) await this.client.query('ROLLBACK');
  }

  private async tries(sql: string): Promise<boolean> {
    try {
      await this.client.query(sql);
      return true;
    } catch (error) {
      if (EXPECTED.includes((error as DatabaseError).code ?? '')) return false;
      throw error;
    }
  }
}
