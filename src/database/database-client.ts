import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { type DatabaseHost, parsePostgresAddress } from '../config/postgres-address.js';
import { DatabaseHosts, type SessionState } from './database-hosts.js';
import { ConnectionFailed, isConnectionLimit, NEEDS_POOLER } from './database-unavailable.js';

/**
 * The settings of a session that rows are read with, as start-up options. The last of two values of one setting
 * applies, so they take precedence over the address, the role and the database.
 */
const OPTIONS = '-c timezone=UTC -c datestyle=ISO,YMD -c standard_conforming_strings=on';

/**
 * Reads what every new session must have: a connection pooler may drop start-up options silently. A role whose idle
 * sessions end would end one at the moment of its next statement; as a start-up option, PgBouncer would refuse that.
 */
const READ_SETTINGS = `SELECT set_config('idle_session_timeout', '0', false), current_setting('timezone') AS timezone, current_setting('datestyle') AS datestyle,
  current_setting('standard_conforming_strings') AS standard_conforming_strings,
  current_setting('client_encoding') AS client_encoding,
  pg_is_in_recovery()::text AS standby, current_setting('transaction_read_only') AS read_only`;
const REQUIRED: Record<string, string> = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  standard_conforming_strings: 'on',
  client_encoding: 'UTF8',
};

/** Milliseconds in which a host must respond: less than a pool waits for a connection, which comes after the search. */
const PROBE_TIMEOUT_MS = 1_500;

/** What a client or a pool connects to, and how. */
export interface ConnectionOptions {
  connectionString: string;
  options: string;
  /** Undefined for an address with one host, whose role does not matter. */
  hosts?: DatabaseHosts;
}

/** The hosts by address, shared by all connections to it. */
const hostsByAddress = new Map<string, DatabaseHosts>();

/** Returns the connection options for an address, with the session's settings as start-up options. */
export function connectionOptions(address: string): ConnectionOptions {
  const { url, hosts, targetSession } = parsePostgresAddress(address);
  const parsed = new URL(url);
  const { searchParams } = parsed;
  // node-postgres verifies the server for each of these, and prints a deprecation for all but `verify-full`.
  if (/^(prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? ''))
    searchParams.set('sslmode', 'verify-full');
  // libpq's name for the certificates that the system trusts; node-postgres would read a file of that name.
  if (searchParams.get('sslrootcert') === 'system') {
    searchParams.delete('sslrootcert');
    searchParams.set('sslmode', 'verify-full');
  }
  // The options of the address would replace these; sent together, both apply.
  const options = searchParams.get('options');
  searchParams.delete('options');
  searchParams.delete('target_session_attrs');
  const isChanged = parsed.href !== new URL(url).href;
  const choosesHost = hosts.length > 0 || targetSession !== 'any';
  if (choosesHost && !hostsByAddress.has(address))
    hostsByAddress.set(address, new DatabaseHosts(hosts, targetSession));
  return {
    connectionString: isChanged ? parsed.href : url,
    options: options === null ? OPTIONS : `${options} ${OPTIONS}`,
    ...(choosesHost && { hosts: hostsByAddress.get(address)! }),
  };
}

/**
 * A connection of node-postgres that is closed when it fails in any way, and whose session has the settings that
 * responses depend on. Every connection of the program is one, also those in pools.
 */
export class DatabaseClient extends Client {
  private readonly socket: Socket;
  private state: SessionState | undefined;

  /** @param probedHost the host to connect to; by default, the configured hosts are probed for one. */
  constructor(
    private readonly config: ClientConfig & { hosts?: DatabaseHosts } = {},
    private readonly probedHost?: DatabaseHost,
  ) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    // The query that needs a broken connection fails, and a pool removes it; without a listener the process would end.
    this.on('error', () => undefined);
  }

  /**
   * @throws ConnectionFailed when the connection cannot be made, or its session lacks the settings; nothing of it stays open.
   */
  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: (error: never, client: Client) => void): Promise<Client> | void {
    const connecting = this.open();
    if (callback === undefined) return connecting;
    const done = callback as (error: Error | null, client?: Client) => void;
    void connecting.then(() => done(null, this), done);
  }

  /** Closes the socket immediately, whatever the session is doing. */
  destroy(): void {
    this.socket.destroy();
  }

  private async open(): Promise<Client> {
    // A probe does not search again.
    const hosts = this.probedHost ? undefined : this.config.hosts;
    const search = hosts?.search((host) => this.probe(host));
    try {
      this.moveTo(this.probedHost ?? (await search));
      await this.connectAndCheck(hosts).catch((error: unknown) => {
        // The host works where it only has no connection left.
        if (search && !isConnectionLimit(error)) hosts!.forget(search);
        throw error;
      });
      return this;
    } catch (error) {
      // node-postgres leaves the socket open after some failures of authentication; PostgreSQL would wait on it.
      this.destroy();
      throw connectionFailed(error as Error);
    }
  }

  private async connectAndCheck(hosts: DatabaseHosts | undefined): Promise<void> {
    await super.connect();
    const settings = (await this.query<Record<string, string>>(READ_SETTINGS)).rows[0]!;
    checkSettings(settings);
    this.state = { standby: settings.standby === 'true', readOnly: settings.read_only === 'on' };
    hosts?.check(this.state);
  }

  /** Takes another host than the first of the address. */
  private moveTo(host: DatabaseHost | undefined): void {
    // A pool destroys what took too long, and the search may have.
    if (this.socket.destroyed) throw new Error('Connection terminated due to connection timeout');
    if (host === undefined) return;
    // `super.connect()` uses the ones, a file of passwords (`PGPASSFILE`) the others.
    Object.assign(this, host);
    Object.assign((this as unknown as WithParameters).connectionParameters, host);
  }

  private async probe(host: DatabaseHost): Promise<SessionState> {
    const client = new DatabaseClient({ ...this.config, connectionTimeoutMillis: 0 }, host);
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      client.destroy();
    }, PROBE_TIMEOUT_MS).unref();
    client.once('end', () => clearTimeout(deadline));
    try {
      await client.connect();
    } catch (error) {
      throw isLate ? new Error(`no response within ${PROBE_TIMEOUT_MS} ms`) : error;
    }
    void client.end().catch(() => undefined);
    return client.state!;
  }
}

/** What node-postgres keeps of its settings, and does not document. */
interface WithParameters {
  connectionParameters: object;
}

/** @throws naming the settings that differ. */
function checkSettings(settings: Record<string, string>): void {
  const wrong = Object.keys(REQUIRED).filter((name) => settings[name] !== REQUIRED[name]);
  if (wrong.length === 0) return;
  const found = wrong.map((name) => `${name} is ${settings[name]}, not ${REQUIRED[name]}`).join('; ');
  throw new Error(`A connection pooler dropped the settings of the session (${found}). ${NEEDS_POOLER}`);
}

/** Keeps the cause's message, unless that does not say what to do. */
function connectionFailed(cause: Error): ConnectionFailed {
  return new ConnectionFailed(messageOf(cause), cause);
}

/** Codes of OpenSSL for a certificate whose CA is unknown. */
const UNTRUSTED_CERTIFICATE =
  /^(?:UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/;

function messageOf(error: Error): string {
  // Node tries each address of a host, and gives its errors no common message.
  if (error instanceof AggregateError) return error.errors.map(({ message }: Error) => message).join(', ');
  const { code, reason } = error as { code?: unknown; reason?: string };
  if (UNTRUSTED_CERTIFICATE.test(String(code)))
    return `The certificate of the database is not trusted (${error.message}). Name the certificate of its CA in sslrootcert.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the database is for another host (${reason}). Use a host name that it has.`;
  if (/client password must be a (non-empty )?string/.test(error.message))
    return 'The database requires a password, and its address has none';
  if (/unsupported startup parameter/.test(error.message))
    return `The connection pooler refuses the settings of the session (${error.message}). ${NEEDS_POOLER}`;
  return error.message;
}
