import { fileURLToPath } from 'node:url';
import { sendRequest } from '../../client/http-client.js';
import { waitFor } from '../../program/wait-for.js';
import { serverPort } from './server-port.js';
import { ServerProcess } from './server-process.js';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** One running server, started as in production. */
export class Instance {
  private process: ServerProcess;

  private constructor(
    readonly port: number,
    private readonly managementPort: number,
    private readonly settings: NodeJS.ProcessEnv,
  ) {
    this.process = this.spawn();
  }

  /** Starts one; it is not ready yet. */
  static async start(settings: Record<string, string>): Promise<Instance> {
    const [port, managementPort] = [await serverPort(), await serverPort()];
    const instance = new Instance(port, managementPort, settings);
    await instance.untilStatus('/health/live', 200);
    return instance;
  }

  async untilStatus(path: string, status: number): Promise<void> {
    await waitFor(async () => {
      if (!this.process.isRunning) throw new Error(`the server has ended:\n${this.log}`);
      return (await this.status(path)) === status;
    }, 30_000);
  }

  untilReady(): Promise<void> {
    return this.untilStatus('/health/ready', 200);
  }

  /** The status of the response to a request without a key; 0 if there is none. */
  async status(path: string): Promise<number> {
    return sendRequest(this.port, 'GET', path, {}).then(
      ({ status }) => status,
      () => 0,
    );
  }

  /** The value of the first metric whose line starts with this; undefined if there is none. */
  async metric(start: string): Promise<number | undefined> {
    const { text } = await sendRequest(this.managementPort, 'GET', '/metrics', {});
    const line = text.split('\n').find((each) => each.startsWith(start));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  }

  get log(): string {
    return this.process.output;
  }

  /** Stops reading its log. */
  ignoreLog(): void {
    this.process.isRead = false;
  }

  get memory(): number {
    return this.process.memory;
  }

  get isRunning(): boolean {
    return this.process.isRunning;
  }

  /** Sends SIGTERM. @returns the exit code, and the milliseconds until it exited. */
  async terminate(): Promise<{ code: number | null; ms: number }> {
    const from = performance.now();
    this.process.signal('SIGTERM');
    return { code: await this.process.exited, ms: performance.now() - from };
  }

  /** @returns the milliseconds that it took to stop. */
  async restart(): Promise<number> {
    const { ms } = await this.terminate();
    await this.startAgain();
    return ms;
  }

  /** Starts it again after its end. */
  async startAgain(): Promise<void> {
    this.process = this.spawn();
    await this.untilReady();
  }

  async end(): Promise<void> {
    await this.process.end();
  }

  private spawn(): ServerProcess {
    return new ServerProcess([process.execPath, MAIN], {
      PATH: process.env.PATH,
      PORT: String(this.port),
      MANAGEMENT_PORT: String(this.managementPort),
      HOST: '127.0.0.1',
      ...this.settings,
    });
  }
}
