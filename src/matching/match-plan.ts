import { type Lookup, lookupsOf, type MatchMode, type RuleName } from './match-rules.js';

/** A lookup, by its number, and the rule that it belongs to. */
interface Step {
  rule: RuleName;
  lookup: number;
}

/** The lookups of some hosts, each once: hosts of one site share those of their parents. */
export class MatchPlan {
  private readonly lookups: Lookup[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly steps = new Map<string, Step[]>();

  constructor(hosts: Iterable<string>, mode: MatchMode) {
    for (const host of new Set(hosts)) {
      const steps = lookupsOf(host, mode).map(({ rule, lookup }) => ({
        rule,
        lookup: this.numberOf(lookup),
      }));
      this.steps.set(host, steps);
    }
  }

  /** The steps of a host, from the strongest to the weakest. */
  stepsOf(host: string): readonly Step[] {
    return this.steps.get(host) ?? [];
  }

  /** The first parameters of the statement. */
  get parameters(): string[] {
    const byUrl = new Pairs();
    const byDomain = new Pairs();
    this.lookups.forEach(({ of, names }, lookup) => {
      const pairs = of === 'primaryUrl' ? byUrl : byDomain;
      for (const name of names) pairs.add(lookup, name);
    });
    const steps = new Pairs();
    let host = 0;
    for (const ofHost of this.steps.values()) {
      for (const { lookup } of ofHost) steps.add(host, lookup);
      host++;
    }
    return [...byUrl.toArrays(), ...byDomain.toArrays(), ...steps.toArrays()];
  }

  private numberOf(lookup: Lookup): number {
    const key = `${lookup.of} ${lookup.names.join(' ')}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.lookups.push(lookup) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}

/** Pairs as two parameters of a statement. */
class Pairs {
  private readonly firsts: number[] = [];
  private readonly seconds: (number | string)[] = [];

  add(first: number, second: number | string): void {
    this.firsts.push(first);
    this.seconds.push(second);
  }

  /** Two arrays as PostgreSQL reads them. No host name needs quotes. */
  toArrays(): [string, string] {
    return [`{${this.firsts.join(',')}}`, `{${this.seconds.join(',')}}`];
  }
}
