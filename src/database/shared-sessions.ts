import { type DataSource } from 'typeorm';

const ATTEMPTS = 3;

/**
 * True if a connection pooler in transaction mode lets connections share sessions of PostgreSQL, so that locks and
 * settings of a session do not work.
 */
export async function sharesSessions(dataSource: DataSource): Promise<boolean> {
  const runners = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    // Both connect before the first query: a pooler in session mode has then assigned two sessions.
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
