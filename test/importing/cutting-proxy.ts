import { type Socket } from 'node:net';
import { DatabaseProxy } from '../database/database-proxy.js';

/** Stands between an import and the database, and cuts connections when a commit has come through. */
export class CuttingProxy extends DatabaseProxy {
  private commits = 0;

  private constructor(
    private readonly commit: number,
    private readonly cuts: 'one' | 'all',
  ) {
    super();
  }

  /**
   * @param commit the number of the commit whose answer is lost
   * @param cuts the connection that asked for it, or all
   */
  static before(database: string, commit: number, cuts: 'one' | 'all'): Promise<CuttingProxy> {
    return new CuttingProxy(commit, cuts).listenBefore(database);
  }

  protected override forward(client: Socket, upstream: Socket): void {
    let isCut = false;
    client.on('data', (bytes) => {
      isCut ||= bytes.includes('COMMIT\0') && ++this.commits === this.commit;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isCut) client.write(bytes);
      else if (this.cuts === 'one') client.destroy();
      else this.destroyAll();
    });
  }
}
