import { type IncomingMessage } from 'node:http';
import { type TLSSocket } from 'node:tls';
import proxyaddr from 'proxy-addr';
import { type Config } from '../config/config.js';

/** The field by which a client that used TLS always uses it (HSTS). */
export const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];

const trusted = new WeakMap<Config, (address: string, hop: number) => boolean>();

/** True when the client spoke TLS, to the program or to a proxy that the program trusts. */
export function isSecure(request: IncomingMessage, config: Config): boolean {
  if ((request.socket as TLSSocket).encrypted) return true;
  if (config.trustProxy.length === 0) return false;
  return (
    isTrusted(request.socket.remoteAddress, config) && isAllHttps(request.headers['x-forwarded-proto'] ?? '')
  );
}

/** Health checks come from inside the network, without a proxy that terminates TLS. */
export function isExempt(path: string): boolean {
  return path.startsWith('/health/');
}

/** A chain of proxies lists the protocol of each hop. A hop without TLS has exposed the key. */
function isAllHttps(protocols: string | string[]): boolean {
  return (
    protocols === 'https' ||
    String(protocols)
      .split(',')
      .every((each) => each.trim().toLowerCase() === 'https')
  );
}

function isTrusted(address: string | undefined, config: Config): boolean {
  let trust = trusted.get(config);
  if (!trust) trusted.set(config, (trust = proxyaddr.compile([...config.trustProxy])));
  return address !== undefined && trust(address, 0);
}
