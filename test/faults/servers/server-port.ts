import { freePort } from '../../../src/dev/embedded/free-port.js';

const FIRST = 20_000;
/** Systems take the ports of outgoing connections from above these. */
const COUNT = 12_000;

/** A free port for a server that is killed and started again: no client gets it for itself while the server is down. */
export async function serverPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await freePort(port)) === port) return port;
  }
}
