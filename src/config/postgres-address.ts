import { parseUrl } from '../text/parse-url.js';

/** A server that an address names. A host that starts with a slash is a socket directory. */
export interface DatabaseHost {
  host: string;
  port: number;
}

const TARGET_SESSIONS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;

/** To which of the servers connections are made: libpq's `target_session_attrs`. */
export type TargetSession = (typeof TARGET_SESSIONS)[number];

/** A parsed address of PostgreSQL, in a form that libpq accepts. */
export interface PostgresAddress {
  /** The address with the first host alone, as node-postgres accepts it. */
  url: string;
  /** The hosts of an address that names several; else none. */
  hosts: readonly DatabaseHost[];
  targetSession: TargetSession;
}

const DEFAULT_PORT = 5432;
/** What comes before the hosts, the hosts with their ports, and what comes after them. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s;
// eslint-disable-next-line no-control-regex -- control characters are among them
const BLANK_OR_CONTROL = /[\u0000-\u0020\u007f]/;

/**
 * Parses an address. It may name several hosts before its path or, with their ports, in `host` and `port`.
 * @throws with the problem, as a phrase that follows the setting's name, and without the password.
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  const [, before = '', authority = '', after = ''] = PARTS.exec(text) ?? [];
  const [first = '', ...others] = authority.split(',');
  // An unescaped password; who validates the address says so.
  if (others.length > 0 && after.split('?')[0]!.includes('@')) return single(text);

  const hosts = others.length > 0 ? [first, ...others].map(hostAndPort) : [];
  // Without any host, as in Cloud SQL's `postgres://user:password@/name?host=/folder`, it would be no URL.
  const host = first === '' && before.endsWith('@') ? 'localhost' : first;
  const address = before === '' ? text : `${before}${host}${after}`;
  const url = parseUrl(address);
  if (url === undefined) return single(address);

  const { searchParams } = url;
  const targetSession = (searchParams.get('target_session_attrs') ?? 'any') as TargetSession;
  if (!TARGET_SESSIONS.includes(targetSession))
    throw new Error(`has a target_session_attrs that is none of ${TARGET_SESSIONS.join(', ')}`);
  const queryHosts = searchParams.get('host')?.split(',') ?? [];
  const queryPorts = searchParams.get('port')?.split(',') ?? [];
  if (hosts.length > 0 && queryHosts.length + queryPorts.length > 0)
    throw new Error('has hosts before the path, and host or port in the query too');
  if (queryPorts.length > 1 && queryPorts.length !== queryHosts.length)
    throw new Error(`names ${queryHosts.length || 1} hosts and ${queryPorts.length} ports`);
  if (queryHosts.length < 2) return { url: address, hosts, targetSession };

  const named = queryHosts.map((name, at) => ({
    host: validHost(name),
    port: validPort(queryPorts[at] ?? queryPorts[0]),
  }));
  searchParams.set('host', named[0]!.host);
  searchParams.set('port', String(named[0]!.port));
  return { url: url.href, hosts: named, targetSession };
}

function single(url: string): PostgresAddress {
  return { url, hosts: [], targetSession: 'any' };
}

function hostAndPort(text: string): DatabaseHost {
  const [, host = '', port] = HOST_AND_PORT.exec(text) ?? [];
  try {
    return { host: validHost(decodeURIComponent(host)), port: validPort(port) };
  } catch (error) {
    throw error instanceof URIError ? invalidHost() : error;
  }
}

/** Returns a host without the brackets of an IPv6 address. */
function validHost(host: string): string {
  if (host === '' || BLANK_OR_CONTROL.test(host)) throw invalidHost();
  return host.replace(/^\[(.*)\]$/, '$1');
}

function validPort(text = ''): number {
  const digits = text || process.env.PGPORT || String(DEFAULT_PORT);
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  if (port > 0 && port < 65_536) return port;
  throw new Error(
    `has ${text === '' ? 'no port, and PGPORT' : 'a port that'} is not a number from 1 to 65535`,
  );
}

function invalidHost(): Error {
  return new Error('lists an invalid host');
}
