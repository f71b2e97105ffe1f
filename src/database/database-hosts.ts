import { type DatabaseHost, type SessionKind } from '../config/postgres-address.js';

/** What a server says of a new session. */
export interface SessionState {
  /** True on a server that follows a primary. */
  standby: boolean;
  readOnly: boolean;
}

const SUITS: Record<SessionKind, (state: SessionState) => boolean> = {
  any: () => true,
  'read-write': ({ standby, readOnly }) => !standby && !readOnly,
  'read-only': ({ standby, readOnly }) => standby || readOnly,
  primary: ({ standby }) => !standby,
  standby: ({ standby }) => standby,
  'prefer-standby': () => true,
};

/**
 * The hosts of one address, of which the first that suits is connected to, as libpq does. It is looked for again once a
 * connection to it has failed, or its role has changed.
 */
export class DatabaseHosts {
  private found: Promise<DatabaseHost | undefined> | undefined;

  /** @param hosts none where the address has one host. */
  constructor(
    private readonly hosts: readonly DatabaseHost[],
    private readonly sessionKind: SessionKind,
  ) {}

  /**
   * Returns the host to connect to; undefined for that of the address. Concurrent connections share one search.
   * @param probe connects to a host and reads the state of its session.
   */
  find(probe: (host: DatabaseHost) => Promise<SessionState>): Promise<DatabaseHost | undefined> {
    if (this.hosts.length === 0) return Promise.resolve(undefined);
    this.found ??= this.search(probe).catch((error: unknown) => {
      this.forget();
      throw error;
    });
    return this.found;
  }

  /** The next connection looks for a host again. */
  forget(): void {
    this.found = undefined;
  }

  /** @throws when a session is not of the kind that the address asks for. */
  check(state: SessionState): void {
    if (SUITS[this.sessionKind](state)) return;
    const found = state.standby ? 'a standby' : state.readOnly ? 'read-only' : 'a primary';
    throw new Error(`the server is ${found}, and target_session_attrs is ${this.sessionKind}`);
  }

  private async search(probe: (host: DatabaseHost) => Promise<SessionState>): Promise<DatabaseHost> {
    const problems: string[] = [];
    let second: DatabaseHost | undefined;
    for (const host of this.hosts) {
      try {
        const state = await probe(host);
        this.check(state);
        if (this.sessionKind !== 'prefer-standby' || state.standby) return host;
        second ??= host;
      } catch (error) {
        problems.push(`${host.host}:${host.port}: ${(error as Error).message}`);
      }
    }
    if (second !== undefined) return second;
    throw new Error(`No host of the address can be used (${problems.join('; ')})`);
  }
}
