import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../../program/wait-for.js';
import { sendTo } from '../traffic/send.js';
import { serverPort } from './server-port.js';
import { ServerProcess } from './server-process.js';

/** A balancer that polls `/health/ready` twice a second and never repeats a request. */
export class HaProxy {
  private constructor(
    readonly port: number,
    private readonly process: ServerProcess,
  ) {}

  static async start(folder: string, instances: number[]): Promise<HaProxy> {
    const port = await serverPort();
    mkdirSync(join(folder, 'haproxy'));
    const file = join(folder, 'haproxy', 'haproxy.cfg');
    writeFileSync(
      file,
      [
        'defaults',
        '  mode http',
        '  timeout connect 1s',
        '  timeout client 30s',
        '  timeout server 30s',
        '  retries 0',
        'frontend clients',
        `  bind 127.0.0.1:${port}`,
        '  http-request set-header X-Forwarded-Proto https',
        '  default_backend instances',
        'backend instances',
        '  option httpchk GET /health/ready',
        '  default-server inter 500ms fall 2 rise 1 check',
        ...instances.map((instance, index) => `  server instance-${index + 1} 127.0.0.1:${instance}`),
        '',
      ].join('\n'),
    );
    const process = new ServerProcess(['haproxy', '-db', '-f', file], {
      PATH: `${globalThis.process.env.PATH}:/usr/sbin`,
    });
    await waitFor(async () => {
      if (!process.isRunning) throw new Error(`HAProxy has ended: ${process.output}`);
      return sendTo(port)({ method: 'GET', path: '/health/live' }).then(
        ({ status }) => status === 200,
        () => false,
      );
    });
    return new HaProxy(port, process);
  }

  async end(): Promise<void> {
    await this.process.end('SIGTERM');
  }
}
