import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseHost, type TargetSession } from '../config/postgres-address.js';
import { ConnectionFailed } from './database-unavailable.js';

/** The state of a new session, as the server reports it. */
export interface SessionState {
  /** True on a server that follows a primary. */
  standby: boolean;
  readOnly: boolean;
}

/** Milliseconds by which a host may respond later than another one behind it, and still come first. */
const HEAD_START_MS = 250;

const ACCEPTS: Record<TargetSession, (state: SessionState) => boolean> = {
  any: () => true,
  'read-write': ({ standby, readOnly }) => !standby && !readOnly,
  'read-only': ({ standby, readOnly }) => standby || readOnly,
  primary: ({ standby }) => !standby,
  standby: ({ standby }) => standby,
  'prefer-standby': () => true,
};

/** Connects to a host, and reads the state of its session within a limited time. */
export type Probe = (host: DatabaseHost) => Promise<SessionState>;

/** A search for the host to connect to; it finds undefined where the address has one host. */
export type Search = Promise<DatabaseHost | undefined>;

/**
 * The hosts of one address. Connections are made to the first that matches `target_session_attrs`. It is searched for again
 * once a connection to it has failed, or its role has changed.
 */
export class DatabaseHosts {
  private current: Search | undefined;

  /** @param hosts none where the address has one host. */
  constructor(
    private readonly hosts: readonly DatabaseHost[],
    private readonly targetSession: TargetSession,
  ) {}

  /** The latest search; concurrent connections share it. */
  search(probe: Probe): Search {
    if (this.hosts.length === 0) return Promise.resolve(undefined);
    if (this.current === undefined) {
      const search = this.probeAll(probe);
      this.current = search;
      search.catch(() => this.forget(search));
    }
    return this.current;
  }

  /** The next connection searches again, unless a later search than this one has found a host already. */
  forget(search: Search): void {
    if (this.current === search) this.current = undefined;
  }

  /** @throws when a session is not of the kind that the address asks for. */
  check(state: SessionState): void {
    check(state, this.targetSession);
  }

  private async probeAll(probe: Probe): Search {
    const candidates = this.hosts.map((host) => ({ host, state: probe(host) }));
    const targets = this.targetSession === 'prefer-standby' ? PREFER_STANDBY : [this.targetSession];
    for (const target of targets) {
      const host = await firstMatch(candidates, target);
      if (host !== undefined) return host;
    }
    throw await noHost(candidates, targets.at(-1)!);
  }
}

/** A host that is being probed. */
interface Candidate {
  host: DatabaseHost;
  state: Promise<SessionState>;
}

const PREFER_STANDBY = ['standby', 'any'] as const;

/** All are probed at once. One that matches waits a moment for those before it, and not for one that does not respond. */
async function firstMatch(candidates: Candidate[], target: TargetSession): Search {
  const matches = candidates.map(async ({ host, state }) => {
    check(await state, target);
    return host;
  });
  const late = Promise.any(matches).then(
    () => pause<undefined>(HEAD_START_MS),
    () => undefined,
  );
  // Made before the race, in which of two settled promises the first one wins.
  const hosts = matches.map((match) => match.catch(() => undefined));
  for (const each of hosts) {
    const host = await Promise.race([each, late]);
    if (host !== undefined) return host;
  }
  return undefined;
}

function check(state: SessionState, target: TargetSession): void {
  if (ACCEPTS[target](state)) return;
  const found = state.standby ? 'a standby' : state.readOnly ? 'read-only' : 'a primary';
  throw new Error(`the server is ${found}, and target_session_attrs is ${target}`);
}

/** Has the code of a host that responded, such as that of a connection limit, or else that of the last one. */
async function noHost(candidates: Candidate[], target: TargetSession): Promise<ConnectionFailed> {
  const failures: { problem: string; error: Error }[] = [];
  for (const { host, state } of candidates) {
    try {
      check(await state, target);
    } catch (error) {
      const { message } = error as Error;
      failures.push({ problem: `${host.host}:${host.port}: ${message}`, error: error as Error });
    }
  }
  const cause = failures.findLast(({ error }) => isSqlState(error)) ?? failures.at(-1)!;
  const problems = failures.map(({ problem }) => problem).join('; ');
  return new ConnectionFailed(`No host of the address can be used (${problems})`, cause.error);
}

function isSqlState(error: Error): boolean {
  return /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));
}
