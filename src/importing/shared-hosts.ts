import { hostName } from '../hosts/host-name.js';
import { type Field } from './normalizing/field.js';
import { type NormalizedValue } from './normalizing/normalize-row.js';

/** Programs that must share a host before it is reported, and their share of all programs. */
const MIN_PROGRAMS = 50;
const MIN_SHARE = 0.1;
/** Hosts counted at a time. A host with more than 1/MAX_COUNTED of all programs is never lost. */
const MAX_COUNTED = 1000;
const ADVICE = 'check that these are not tracking links with your id in them';

/**
 * Finds hosts that many programs of an import share though it is not their own: they may be those of tracking links
 * that carry the operator's id. Memory is bounded by counting frequent hosts as Misra and Gries do.
 */
export class SharedHosts {
  private readonly primaryUrl: number;
  private readonly registerUrl: number;
  private readonly primaryHosts = new FrequentHosts();
  private readonly registerHosts = new FrequentHosts();
  private programs = 0;

  /** @param chosen hosts of register links that the operator wrote, which need no warning */
  constructor(
    fields: readonly Field[],
    private readonly chosen: readonly string[] = [],
  ) {
    this.primaryUrl = fields.findIndex(({ name }) => name === 'primaryUrl');
    this.registerUrl = fields.findIndex(({ name }) => name === 'registerUrl');
  }

  /** Counts the hosts of an accepted row. */
  add(values: readonly NormalizedValue[]): void {
    const primary = values[this.primaryUrl];
    if (typeof primary !== 'string') return;
    this.programs++;
    this.primaryHosts.add(primary);
    const registerUrl = values[this.registerUrl];
    const host = typeof registerUrl === 'string' ? hostName(registerUrl) : undefined;
    if (host !== undefined && !isRelated(host, primary) && !this.chosen.includes(host)) {
      this.registerHosts.add(host);
    }
  }

  reportTo(warn: (message: string) => void): void {
    for (const [host, count] of this.shared(this.primaryHosts)) {
      warn(`primaryUrl: ${count} of ${this.programs} programs have the host ${host}; ${ADVICE}`);
    }
    for (const [host, count] of this.shared(this.registerHosts)) {
      warn(
        `registerUrl: ${count} of ${this.programs} programs share the host ${host}, which is not their own; ${ADVICE}`,
      );
    }
  }

  private shared(hosts: FrequentHosts): [string, number][] {
    return hosts.counts().filter(([, count]) => count >= MIN_PROGRAMS && count > MIN_SHARE * this.programs);
  }
}

/** Whether one host is the other, or a subdomain of it, `www.` aside. */
function isRelated(first: string, second: string): boolean {
  const [a, b] = [first.replace(/^www\./, ''), second.replace(/^www\./, '')];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/** Counts of the hosts that come often; exact up to `MAX_COUNTED` hosts, at most 1/MAX_COUNTED too low beyond. */
class FrequentHosts {
  private readonly found = new Map<string, number>();

  add(host: string): void {
    const count = this.found.get(host);
    if (count !== undefined) this.found.set(host, count + 1);
    else if (this.found.size < MAX_COUNTED) this.found.set(host, 1);
    else this.decrementAll();
  }

  counts(): [string, number][] {
    return [...this.found].sort(([, first], [, second]) => second - first);
  }

  private decrementAll(): void {
    for (const [host, count] of this.found) {
      if (count > 1) this.found.set(host, count - 1);
      else this.found.delete(host);
    }
  }
}
