import {
  type Candidate,
  candidatesOf,
  lookupOf,
  type MatchMode,
  type RuleName,
  rules,
} from './match-rules.js';

/** The lookup that decides for a host, and the rule that the response reports. */
interface Decision {
  rule: RuleName;
  lookup: number;
}

/**
 * The names to look up for the hosts of a request. Hosts of one site share the candidates of their parents. Every rule
 * applies to every candidate, so a candidate has consecutive lookups, the strongest first.
 */
export class MatchPlan {
  private readonly candidates: Candidate[] = [];
  /** For each host, the indexes of its candidates, in their order. */
  private readonly indexesByHost = new Map<string, number[]>();

  constructor(hosts: Iterable<string>, mode: MatchMode) {
    const parents = new Map<string, number>();
    for (const host of new Set(hosts)) {
      const [itself, ...ofParents] = candidatesOf(host, mode);
      const indexes = [this.add(itself!)];
      for (const parent of ofParents) {
        const index = parents.get(parent.name) ?? this.add(parent);
        parents.set(parent.name, index);
        indexes.push(index);
      }
      this.indexesByHost.set(host, indexes);
    }
  }

  /** The strongest lookup that found a program for a host. */
  decisionFor(host: string, isFound: (lookup: number) => boolean): Decision | undefined {
    for (const [at, candidate] of (this.indexesByHost.get(host) ?? []).entries()) {
      for (const [rule, { name }] of rules.entries()) {
        const lookup = lookupOf(candidate, rule);
        if (isFound(lookup)) return { rule: at === 0 ? name : 'site', lookup };
      }
    }
    return undefined;
  }

  /** The parameters of the statement, except the countries. */
  get parameters(): string[] {
    const names = this.candidates.flatMap(namesOf);
    const pairs = [...this.indexesByHost.values()].flatMap((indexes, host) =>
      indexes.map((candidate) => ({ host, candidate })),
    );
    return [
      arrayLiteral(names, ({ name }) => name),
      arrayLiteral(names, ({ primaryUrl }) => primaryUrl),
      arrayLiteral(names, ({ domain }) => domain),
      arrayLiteral(pairs, ({ host }) => host),
      arrayLiteral(pairs, ({ candidate }) => candidate),
    ];
  }

  private add(candidate: Candidate): number {
    return this.candidates.push(candidate) - 1;
  }
}

/** A name, and the lookups that compare it with `primaryUrl` and with further domains. */
interface Name {
  name: string;
  primaryUrl?: number;
  domain?: number;
}

function namesOf(candidate: Candidate, index: number): Name[] {
  const byName = new Map<string, Name>();
  rules.forEach(({ comparesWith, names }, rule) => {
    for (const name of names(candidate)) {
      const entry = byName.get(name) ?? { name };
      entry[comparesWith] ??= lookupOf(index, rule);
      byName.set(name, entry);
    }
  });
  return [...byName.values()];
}

/** A PostgreSQL array. Names need no quotes; `null`, a variant of `www.null`, becomes NULL, and neither matches anything. */
function arrayLiteral<T>(entries: readonly T[], valueOf: (entry: T) => string | number | undefined): string {
  return `{${entries.map((entry) => valueOf(entry) ?? 'NULL').join(',')}}`;
}
