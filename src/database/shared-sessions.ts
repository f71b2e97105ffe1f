import { type DataSource } from 'typeorm';

const ATTEMPTS = 3;

/**
 * Whether two connections of this process meet the same session of PostgreSQL: a connection pooler then assigns
 * sessions to transactions, and locks and settings of a session belong to nobody.
 */
export async function sharesSessions(dataSource: DataSource): Promise<boolean> {
  const runners = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    // Both are connected before the first is asked: a pooler that assigns sessions to clients has then assigned two.
    for (const runner of runners) await runner.connect();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const sessions = new Set<number>();
      for (const runner of runners) {
        const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
        sessions.add(pid);
      }
      if (sessions.size === 1) return true;
    }
    return false;
  } finally {
    for (const runner of runners) await runner.release();
  }
}
