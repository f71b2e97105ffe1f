import { parseUrl } from '../text/parse-url.js';

/** A server that an address names. A host that starts with a slash is the folder of a socket. */
export interface DatabaseHost {
  host: string;
  port: number;
}

const SESSION_KINDS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;

/** To which of the servers connections are made: libpq's `target_session_attrs`. */
export type SessionKind = (typeof SESSION_KINDS)[number];

/** An address of PostgreSQL in a form of libpq, taken apart. */
export interface PostgresAddress {
  /** The address with the first host alone, as node-postgres takes it. */
  url: string;
  /** The hosts of an address that names several; else none. */
  hosts: readonly DatabaseHost[];
  sessionKind: SessionKind;
}

const DEFAULT_PORT = 5432;
const INVALID_HOST = 'has a host in its list that is not valid';
/** What comes before the hosts, the hosts with their ports, and what comes after them. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;
const HOST_AND_PORT = /^(\[.*\]|[^:]*)(?::(\d*))?$/;

/**
 * Takes an address apart. It may name several hosts before its path or, with their ports, in `host` and `port`.
 * @throws with the problem, in words that go on from the name of a setting, and without the password.
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  const [, before = '', authority = '', after = ''] = PARTS.exec(text) ?? [];
  const [first = '', ...others] = authority.split(',');
  // Without any host, as in Cloud SQL's `postgres://user:password@/name?host=/folder`, it would be no URL.
  const host = first === '' && before.endsWith('@') ? 'localhost' : first;
  const single = before === '' ? text : `${before}${host}${after}`;
  const url = parseUrl(single);
  if (url === undefined) return { url: single, hosts: [], sessionKind: 'any' };

  const { searchParams } = url;
  const sessionKind = (searchParams.get('target_session_attrs') ?? 'any') as SessionKind;
  if (!SESSION_KINDS.includes(sessionKind))
    throw new Error(`has a target_session_attrs that is none of ${SESSION_KINDS.join(', ')}`);
  const listed = searchParams.get('host')?.split(',') ?? [];
  if (listed.length > 1) {
    const hosts = withPorts(listed, searchParams.get('port')?.split(',') ?? []);
    searchParams.set('host', hosts[0]!.host);
    searchParams.set('port', String(hosts[0]!.port));
    return { url: url.href, hosts, sessionKind };
  }
  const hosts = others.length > 0 && listed.length === 0 ? [first, ...others].map(hostOf) : [];
  return { url: single, hosts, sessionKind };
}

function hostOf(text: string): DatabaseHost {
  const [, host = '', port] = HOST_AND_PORT.exec(text) ?? [];
  if (host === '' || !parseUrl(`postgres://${host}`)) throw new Error(INVALID_HOST);
  return { host: decoded(host.replace(/^\[(.*)\]$/, '$1')), port: portOf(port) };
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    throw new Error(INVALID_HOST);
  }
}

/** One port is that of every host. */
function withPorts(hosts: readonly string[], ports: readonly string[]): DatabaseHost[] {
  if (hosts.includes('')) throw new Error(INVALID_HOST);
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new Error(`names ${hosts.length} hosts and ${ports.length} ports`);
  return hosts.map((host, at) => ({ host, port: portOf(ports[at] ?? ports[0]) }));
}

function portOf(text = ''): number {
  const port = Number(text === '' ? (process.env.PGPORT ?? DEFAULT_PORT) : text);
  if (!(port > 0 && port < 65_536)) throw new Error('has a port that is not a number from 1 to 65535');
  return port;
}
