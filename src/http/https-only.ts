import { type IncomingMessage } from 'node:http';
import { type TLSSocket } from 'node:tls';
import proxyaddr from 'proxy-addr';
import { type Config } from '../config/config.js';

/** Tells a client that came over TLS to do so always. */
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

/** Health is asked by machines inside, before a proxy is there. */
export function isExempt(path: string): boolean {
  return path.startsWith('/health/');
}

/** A chain of proxies names the protocol of each way; one that was not secure has shown the key. */
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
