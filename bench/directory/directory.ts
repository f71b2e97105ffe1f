import { Client } from 'pg';
import { type Ask } from '../load/ask.js';
import { DOMAINS } from './directory.sql.js';

const HOSTS_OF_BATCHES = 3200;

/** A database full of programs, and a key to read them with. */
export class Directory {
  constructor(
    readonly url: string,
    /** Active programs. */
    readonly programs: number,
    private readonly key: string,
  ) {}

  /** What a client sends for one page. */
  ask(target: string): Ask {
    return { target, headers: { 'x-api-key': this.key } };
  }

  /** Batches of hosts that have programs, `size` hosts each, no two batches alike. */
  async batches(size: number): Promise<Ask[]> {
    const { rows } = await this.query<{ host: string }>(
      `SELECT DISTINCT primary_url AS host FROM programs WHERE status AND id % greatest(1, $1::integer / $2) = 0
       ORDER BY 1 LIMIT $2`,
      [this.programs, HOSTS_OF_BATCHES],
    );
    const hosts = rows.map(({ host }) => host);
    const count = Math.max(1, Math.floor(hosts.length / size));
    const headers = { 'x-api-key': this.key, 'content-type': 'application/json' };
    return Array.from({ length: count }, (_, batch) => {
      const urls = hosts.filter((_, index) => index % count === batch).slice(0, size);
      return { target: '/programs-batch', headers, body: JSON.stringify({ urls }) };
    });
  }

  /** Words of six letters that about 100 active programs have in their host, in no order; fewer in a small directory. */
  async rareWords(count: number): Promise<string[]> {
    const { rows } = await this.query<{ word: string }>(
      `SELECT substring(primary_url FROM '[a-z]+(?=[.]example$)') AS word FROM programs WHERE status
       GROUP BY 1 ORDER BY md5(substring(primary_url FROM '[a-z]+(?=[.]example$)')) LIMIT $1`,
      [count],
    );
    return rows.map(({ word }) => word);
  }

  /** Gives each active program three further domains, once: only matching reads them. */
  async addDomains(): Promise<void> {
    const { rowCount } = await this.query('SELECT FROM program_domains LIMIT 1');
    if (rowCount === 0) await this.query(DOMAINS);
    await this.query('VACUUM (ANALYZE) program_domains');
  }

  async postgresVersion(): Promise<string> {
    const { rows } = await this.query<{ version: string }>(
      `SELECT current_setting('server_version') AS version`,
    );
    return rows[0]!.version;
  }

  /** Runs `action` with a separate session. */
  async session<T>(action: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client(this.url);
    await client.connect();
    try {
      return await action(client);
    } finally {
      await client.end();
    }
  }

  private query<Row extends object>(text: string, values: unknown[] = []) {
    return this.session((client) => client.query<Row>(text, values));
  }
}
