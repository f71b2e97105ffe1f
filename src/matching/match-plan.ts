import {
  type Candidate,
  candidateOfHost,
  candidatesOfParents,
  type MatchMode,
  type RuleName,
  rules,
} from './match-rules.js';

/** A lookup, by its number, and the rule that a match by it is said to be of. */
interface Step {
  rule: RuleName;
  lookup: number;
}

/**
 * The candidates of some hosts; hosts of one site share their parents. Each candidate is looked up by each rule. Lookups
 * are numbered candidate by candidate, so that of one candidate the lowest is the strongest.
 */
export class MatchPlan {
  private readonly candidates: Candidate[] = [];
  /** Of each host: itself, and then its parents from the nearest on. */
  private readonly ofHosts = new Map<string, number[]>();

  constructor(hosts: Iterable<string>, mode: MatchMode) {
    const parents = new Map<string, number>();
    const add = (candidate: Candidate): number => this.candidates.push(candidate) - 1;
    for (const host of new Set(hosts)) {
      const numbers = [add(candidateOfHost(host))];
      for (const parent of mode === 'site' ? candidatesOfParents(host) : []) {
        const number = parents.get(parent.name) ?? add(parent);
        parents.set(parent.name, number);
        numbers.push(number);
      }
      this.ofHosts.set(host, numbers);
    }
  }

  /** The strongest lookup of a host that found a program. */
  decidingStep(host: string, isFound: (lookup: number) => boolean): Step | undefined {
    for (const [at, candidate] of (this.ofHosts.get(host) ?? []).entries()) {
      const rule = rules.findIndex((_, rule) => isFound(lookupOf(candidate, rule)));
      if (rule >= 0)
        return { rule: at === 0 ? rules[rule]!.name : 'site', lookup: lookupOf(candidate, rule) };
    }
    return undefined;
  }

  /** The first parameters of the statement. */
  get parameters(): string[] {
    const names = this.candidates.flatMap(namesOf);
    const hosts = [...this.ofHosts.values()].flatMap((numbers, host) => numbers.map(() => host));
    return [
      names.map(({ name }) => name),
      names.map(({ primaryUrl }) => primaryUrl),
      names.map(({ domain }) => domain),
      hosts,
      [...this.ofHosts.values()].flat(),
    ].map(arrayOf);
  }
}

/** A name, and the lookups that compare it with `primaryUrl` and with further domains. */
interface Name {
  name: string;
  primaryUrl?: number;
  domain?: number;
}

function namesOf(candidate: Candidate, number: number): Name[] {
  const byName = new Map<string, Name>();
  rules.forEach(({ comparesWith, names }, rule) => {
    for (const name of names(candidate)) {
      const known = byName.get(name) ?? { name };
      known[comparesWith] = lookupOf(number, rule);
      byName.set(name, known);
    }
  });
  return [...byName.values()];
}

const lookupOf = (candidate: number, rule: number): number => candidate * rules.length + rule;

/** An array as PostgreSQL reads it. No host name needs quotes. */
const arrayOf = (values: readonly (string | number | undefined)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;
