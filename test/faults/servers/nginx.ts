import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { waitFor } from '../../program/wait-for.js';
import { sendTo } from '../traffic/send.js';
import { serverPort } from './server-port.js';
import { ServerProcess } from './server-process.js';

const CONFIGURATION = new URL('../../../docker/proxy/directory.conf', import.meta.url);

/** The TLS proxy of the compose file, configured with addresses of this machine. */
export class Nginx {
  private constructor(
    readonly securePort: number,
    readonly plainPort: number,
    private readonly process: ServerProcess,
  ) {}

  /** @param prefix a path that it strips, such as `/affiliates` */
  static async start(folder: string, instances: [number, number], prefix = ''): Promise<Nginx> {
    const [securePort, plainPort] = [await serverPort(), await serverPort()];
    const home = join(folder, 'nginx');
    mkdirSync(home);
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'directory.example' }]);
    writeFileSync(join(home, 'server.crt'), cert);
    writeFileSync(join(home, 'server.key'), key);
    const directory = readFileSync(CONFIGURATION, 'utf8')
      .replace('directory-1:3000', `127.0.0.1:${instances[0]}`)
      .replace('directory-2:3000', `127.0.0.1:${instances[1]}`)
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${securePort} ssl;`)
      .replaceAll('/etc/nginx/certificates', home)
      .replace('location / {', `location ${prefix}/ {`)
      .replace('proxy_pass http://directory;', `proxy_pass http://directory${prefix === '' ? '' : '/'};`);
    writeFileSync(join(home, 'nginx.conf'), around(directory, home));
    const process = new ServerProcess(['nginx', '-e', 'stderr', '-c', join(home, 'nginx.conf')], {
      PATH: `${globalThis.process.env.PATH}:/usr/sbin`,
    });
    await waitFor(async () => {
      if (!process.isRunning) throw new Error(`nginx has ended: ${process.output}`);
      return sendTo(plainPort)({ method: 'GET', path: `${prefix}/health/live` }).then(
        ({ status }) => status === 200,
        () => false,
      );
    });
    return new Nginx(securePort, plainPort, process);
  }

  async end(): Promise<void> {
    await this.process.end('SIGTERM');
  }
}

function around(directory: string, home: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${join(home, 'nginx.pid')};`,
    'worker_processes 2;',
    'events {}',
    'http {',
    'access_log off;',
    ...folders.map((name) => `${name}_temp_path ${join(home, name)};`),
    directory,
    '}',
  ].join('\n');
}
