import { Redis as Client } from 'ioredis';
import { waitFor } from '../../program/wait-for.js';
import { serverPort } from './server-port.js';
import { ServerProcess } from './server-process.js';

/** A Redis that can be killed, frozen and started again. */
export class Redis {
  private process: ServerProcess | undefined;

  private constructor(private readonly port: number) {}

  static async create(): Promise<Redis> {
    return new Redis(await serverPort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ['--bind', '127.0.0.1', '--port', String(this.port), '--save', '', '--appendonly', 'no'];
    this.process = new ServerProcess(['redis-server', ...options], { PATH: process.env.PATH });
    await waitFor(async () => (await this.ask((client) => client.ping())) === 'PONG');
  }

  /** The names of what it holds. */
  async keys(): Promise<string[]> {
    return (await this.ask((client) => client.keys('*'))) ?? [];
  }

  async kill(): Promise<void> {
    await this.process!.end('SIGKILL');
  }

  freeze(): void {
    this.process!.signal('SIGSTOP');
  }

  thaw(): void {
    this.process!.signal('SIGCONT');
  }

  async end(): Promise<void> {
    await this.process?.end('SIGTERM');
  }

  private async ask<T>(request: (client: Client) => Promise<T>): Promise<T | undefined> {
    const client = new Client(this.url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await request(client);
    } catch {
      return undefined;
    } finally {
      client.disconnect();
    }
  }
}
