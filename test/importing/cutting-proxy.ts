import { type Socket } from 'node:net';
import { DatabaseProxy } from '../database/database-proxy.js';

/** A proxy between an import and the database that cuts connections when a commit has succeeded. */
export class CuttingProxy extends DatabaseProxy {
  private commits = 0;
  private isDown = false;

  private constructor(
    private readonly commit: number,
    private readonly cuts: 'one' | 'all',
  ) {
    super();
  }

  /**
   * @param commit the number of the commit whose response is lost
   * @param cuts the connection that sent it, or all, also those opened later
   */
  static before(database: string, commit: number, cuts: 'one' | 'all'): Promise<CuttingProxy> {
    return new CuttingProxy(commit, cuts).listenBefore(database);
  }

  protected override forward(client: Socket, upstream: Socket): void {
    if (this.isDown) return void client.destroy();
    let isCut = false;
    client.on('data', (bytes) => {
      isCut ||= bytes.includes('COMMIT\0') && ++this.commits === this.commit;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isCut) client.write(bytes);
      else if (this.cuts === 'one') client.destroy();
      else this.goDown();
    });
  }

  private goDown(): void {
    this.isDown = true;
    this.destroyAll();
  }
}
