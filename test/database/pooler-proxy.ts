import { type Socket } from 'node:net';
import { DatabaseProxy } from './database-proxy.js';

/**
 * Forwards everything but some parameters of the start-up message: as a connection pooler does with
 * `ignore_startup_parameters`.
 */
export class PoolerProxy extends DatabaseProxy {
  private frozen = false;

  private constructor(private readonly ignored: string[]) {
    super();
  }

  /** @param ignored start-up parameters that never arrive. */
  static before(database: string, ignored: string[] = []): Promise<PoolerProxy> {
    return new PoolerProxy(ignored).listenBefore(database);
  }

  /** Forwards nothing any more, and leaves all connections open. */
  freeze(): void {
    this.frozen = true;
  }

  protected override forward(client: Socket, upstream: Socket): void {
    let isStartup = true;
    client.on('data', (bytes) => {
      if (!this.frozen) upstream.write(isStartup ? this.withoutIgnored(bytes) : bytes);
      isStartup = false;
    });
    upstream.on('data', (bytes) => {
      if (!this.frozen) client.write(bytes);
    });
  }

  /** Four bytes of length, four of the protocol's version, then names and values that end with a zero byte. */
  private withoutIgnored(startup: Buffer): Buffer {
    const texts = startup.toString('latin1', 8).split('\0');
    const kept: string[] = [];
    for (let at = 0; at + 1 < texts.length && texts[at] !== ''; at += 2)
      if (!this.ignored.includes(texts[at]!)) kept.push(texts[at]!, texts[at + 1]!);
    const message = Buffer.from(`\0\0\0\0\0\0\0\0${kept.map((text) => `${text}\0`).join('')}\0`, 'latin1');
    startup.copy(message, 4, 4, 8);
    message.writeInt32BE(message.length, 0);
    return message;
  }
}
