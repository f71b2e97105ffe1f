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
  get parameters(): unknown[][] {
    const byUrl = this.namesOf('primaryUrl');
    const byDomain = this.namesOf('domain');
    const steps = [...this.steps.values()].flatMap((ofHost, host) =>
      ofHost.map(({ lookup }) => [host, lookup] as const),
    );
    return [...columnsOf(byUrl), ...columnsOf(byDomain), ...columnsOf(steps)];
  }

  private namesOf(kind: Lookup['of']): (readonly [number, string])[] {
    return this.lookups.flatMap(({ of, names }, lookup) =>
      of === kind ? names.map((name) => [lookup, name] as const) : [],
    );
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

function columnsOf(pairs: readonly (readonly [unknown, unknown])[]): [unknown[], unknown[]] {
  return [pairs.map(([first]) => first), pairs.map(([, second]) => second)];
}
