import { createServer, type Server } from 'node:http';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { listen } from '../http/listen.js';
import { Metrics } from './metrics.js';

/** Serves `/metrics` on a separate port, which clients cannot reach. Query parameters, as Prometheus may send, are ignored. */
@Injectable()
export class ManagementServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('ManagementServer');
  private server: Server | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** The port that it listens on, undefined where it is off. */
  get port(): number | undefined {
    const address = this.server?.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  /** @throws when it cannot listen; the message says what to do. */
  async onApplicationBootstrap(): Promise<void> {
    const { managementPort, host } = this.config;
    if (managementPort === undefined) return;
    const server = createServer((request, response) => {
      const [path] = request.url!.split('?', 1);
      if (path !== '/metrics') return void response.writeHead(404).end();
      this.metrics.registry.metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': this.metrics.registry.contentType }).end(text),
        (error: unknown) => {
          this.log.error(error);
          response.writeHead(500).end();
        },
      );
    });
    const { port } = await listen(server, { port: managementPort, host, setting: 'MANAGEMENT_PORT' });
    this.server = server;
    this.log.log(`metrics on port ${port}`);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
